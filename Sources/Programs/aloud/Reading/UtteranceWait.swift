import AloudAPI
import BusValues
import CommandOutput
import EventLoop
import Glibc
import Vocabulary

/// Waits for texts to be heard.
@Core
final class UtteranceWait {
  private let service: Service
  /// The texts that have not been heard.
  private(set) var tracks: [ObjectPath]
  /// The worst outcome of any text.
  private var outcome: Failure?
  /// The events that are requested before the texts are sent.
  private let kinds: Set<EventKind>
  /// The time in which a service that restarts for an update is back and continues to read.
  private static let patience = Duration.seconds(5)
  private var isGone = false
  private var returnTimer: TimerToken?
  /// True if the time for the return of the service is over.
  private var isReturnDue = false

  init(_ tracks: [ObjectPath], _ service: Service, kinds: Set<EventKind> = UtteranceWait.kinds) {
    self.tracks = tracks
    self.service = service
    self.kinds = kinds
  }

  /// The events that must be requested before the texts are sent.
  static let kinds: Set<EventKind> = [.utterance, .error]

  /// True if there is nothing left to wait for.
  var isOver: Bool { tracks.isEmpty }

  /// Returns when every text has been heard to its end.
  ///
  /// - Throws: `cancelled` if a text was not heard, its own failure if one failed, and `interrupted` at Ctrl-C, after
  ///   the texts have been removed from the queue.
  func wait() async throws(Failure) {
    while !isOver {
      let notice = await service.next()
      switch notice {
      case .event(let event): try await take(event)
      default: try await end(by: notice)
      }
    }
    try check()
  }

  /// Handles the end of a text; in a book, the next chapter is awaited.
  func take(_ event: AloudEvent) async throws(Failure) {
    switch event {
    case .utteranceFinished(let signal):
      guard end(signal.track, nil) else { return }
      do throws(Failure) { try await goOn(after: signal.track) } catch {
        // The next notice is the signal that ended the call.
        guard service.isEnding else { throw error }
      }
    case .utteranceCancelled(let signal): end(signal.track, .quiet(signal.reason == .failed ? .failed : .cancelled))
    case .failed(let signal):
      let failure = Failure(BusError(name: signal.errorName, message: signal.message), task: "read it")
      // If there is no audio for one text, there is none for the others.
      for track in failure.status == .noAudio ? tracks : [signal.track] { end(track, failure) }
    default: break
    }
  }

  /// Ends the wait if there is nothing left to wait for, or if the user or the reader of the output has gone.
  func end(by notice: Service.Notice) async throws(Failure) {
    switch notice {
    case .vanished: awaitReturn()
    case .appeared: if isGone { try await greet() }
    case .elapsed: if isReturnDue { try await checkReturn() }
    case .disconnected: throw Failure(.noService, "cannot go on reading: the session bus ended")
    case .signal(let number) where number != SIGWINCH:
      await takeBack()
      throw .quiet(number == SIGINT ? .interrupted : .failed)
    case .outputClosed:
      await takeBack()
      throw .quiet(.failed)
    default: break
    }
  }

  private func awaitReturn() {
    isGone = true
    Core.loop.cancel(&returnTimer)
    returnTimer = Core.loop.schedule(after: Self.patience) { [self] in
      isReturnDue = true
      service.post(.elapsed)
    }
  }

  /// Requests the signals from the service that has returned, even if it remembers them.
  private func greet() async throws(Failure) {
    isGone = false
    try await service.ask(for: kinds, start: false)
  }

  /// Ends the wait if the service has not returned, or has returned without the texts or without continuing to read.
  private func checkReturn() async throws(Failure) {
    (returnTimer, isReturnDue) = (nil, false)
    if !isGone, let status = try await service.status(), status.reason != PauseWord.restart.rawValue {
      let queue = try await service.tracks() ?? []
      if tracks.allSatisfy({ track in queue.contains { $0.id == track } }) { return }
    }
    throw Failure(.noService, "cannot go on reading: the service ended", cure: "aloud doctor")
  }

  /// - Throws: the worst outcome of any text.
  func check() throws(Failure) {
    if let outcome { throw outcome }
  }

  private func goOn(after track: ObjectPath) async throws(Failure) {
    let queue = try await service.tracks() ?? []
    guard let index = queue.firstIndex(where: { $0.id == track }), let document = queue[index].document else { return }
    let next = queue[(index + 1)...].first { $0.document == document && $0.state != TrackEntry.finished }
    if let next { tracks.append(next.id) }
  }

  /// - Returns: true if the text was awaited.
  @discardableResult
  private func end(_ track: ObjectPath, _ failure: Failure?) -> Bool {
    guard let index = tracks.firstIndex(of: track) else { return false }
    tracks.remove(at: index)
    if let failure, outcome == nil || outcome?.status == .cancelled { outcome = failure }
    return true
  }

  /// Removes the texts that have not been heard from the queue; other texts remain.
  private func takeBack() async {
    _ = try? await service.callIfRunning(.remove(tracks), task: "stop")
  }
}

extension WaitArguments {
  /// True if the command stays until the text has been heard.
  var stays: Bool { wait || interactive }

  /// Requests the events that are needed before the texts are sent; starts the service.
  @Core
  func prepare(_ service: Service) async throws(Failure) {
    service.listen()
    if interactive { service.listenToProperties() }
    try await service.ask(for: interactive ? FollowDisplay.kinds : UtteranceWait.kinds, start: true)
  }

  /// Returns when the texts have been heard; meanwhile it shows them if the arguments say so.
  ///
  /// - Parameters:
  ///   - isSaid: true if the text was said, and belongs to no document.
  ///   - text: the said text, if it is at hand.
  @Core
  func attend(
    _ tracks: [ObjectPath], _ service: Service, _ console: Console, isSaid: Bool = false, text: String? = nil
  ) async throws(Failure) {
    let utteranceWait = UtteranceWait(tracks, service, kinds: interactive ? FollowDisplay.kinds : UtteranceWait.kinds)
    guard interactive else { return try await utteranceWait.wait() }
    try await FollowDisplay.run(service, console, isSaid: isSaid, text: text, utteranceWait: utteranceWait)
  }
}
