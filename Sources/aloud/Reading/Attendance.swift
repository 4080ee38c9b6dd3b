import AloudAPI
import BusValues
import EventLoop
import Glibc

/// Waits for texts to be heard.
@Core
final class Attendance {
  private let service: Service
  /// Those that have not been heard.
  private(set) var tracks: [ObjectPath]
  /// The worst that happened to any of the texts.
  private var outcome: Failure?
  /// The events that were asked for before the texts were sent.
  private let kinds: Set<EventKind>
  /// A service that gives way to its next version is back within this time, and reads on.
  private static let patience = Duration.seconds(5)
  private var isGone = false
  private var returnTimer: TimerToken?
  /// The time is over within which the service had to come back.
  private var isReturnDue = false

  init(_ tracks: [ObjectPath], _ service: Service, kinds: Set<EventKind> = Attendance.kinds) {
    self.tracks = tracks
    self.service = service
    self.kinds = kinds
  }

  /// The events that have to be asked for before the texts are sent.
  static let kinds: Set<EventKind> = [.utterance, .error]

  /// Nothing is waited for any more.
  var isOver: Bool { tracks.isEmpty }

  /// Returns when every text has been heard to its end.
  ///
  /// - Throws: `cancelled` where one was not, its own failure where one failed, and `interrupted` at Ctrl-C, after the
  ///   texts have been taken out of the queue.
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

  /// A text may have ended; of a book the next chapter is waited for.
  func take(_ event: AloudEvent) async throws(Failure) {
    switch event {
    case .utteranceFinished(let signal):
      guard end(signal.track, nil) else { return }
      do throws(Failure) { try await goOn(after: signal.track) } catch {
        // The signal that ended the call is the next notice.
        guard service.isEnding else { throw error }
      }
    case .utteranceCancelled(let signal): end(signal.track, .quiet(signal.reason == .failed ? .failed : .cancelled))
    case .failed(let signal):
      let failure = Failure(BusError(name: signal.errorName, message: signal.message), task: "read it")
      // No text can be heard where one cannot.
      for track in failure.status == .noAudio ? tracks : [signal.track] { end(track, failure) }
    default: break
    }
  }

  /// Ends the wait where there is nothing to wait for any more, or nobody who waits.
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
    returnTimer = Core.loop.schedule(after: Self.patience) { [weak self] in
      self?.isReturnDue = true
      self?.service.post(.elapsed)
    }
  }

  /// The service is there again: it is asked for the same signals, also where it remembers that.
  private func greet() async throws(Failure) {
    isGone = false
    try await service.ask(for: kinds, start: false)
  }

  /// A service that has not come back, or has come back without the texts or without the wish to read on, had ended.
  private func checkReturn() async throws(Failure) {
    (returnTimer, isReturnDue) = (nil, false)
    if !isGone, let status = try await service.status(), status.reason != "restart" {
      let queue = try await service.tracks() ?? []
      if tracks.allSatisfy({ track in queue.contains { $0.id == track } }) { return }
    }
    throw Failure(.noService, "cannot go on reading: the service ended", cure: "aloud doctor")
  }

  /// - Throws: the worst that happened to any of the texts.
  func check() throws(Failure) {
    if let outcome { throw outcome }
  }

  private func goOn(after track: ObjectPath) async throws(Failure) {
    let queue = try await service.tracks() ?? []
    guard let index = queue.firstIndex(where: { $0.id == track }), let document = queue[index].document else { return }
    let next = queue[(index + 1)...].first { $0.document == document && $0.state != "finished" }
    if let next { tracks.append(next.id) }
  }

  /// - Returns: whether it was waited for.
  @discardableResult
  private func end(_ track: ObjectPath, _ failure: Failure?) -> Bool {
    guard let index = tracks.firstIndex(of: track) else { return false }
    tracks.remove(at: index)
    if let failure, outcome == nil || outcome?.status == .cancelled { outcome = failure }
    return true
  }

  /// Takes the texts out of the queue that have not been heard; what others queued goes on.
  private func takeBack() async {
    _ = try? await service.callIfRunning(.remove(tracks), task: "stop")
  }
}

extension WaitArguments {
  /// The command stays until the text has been heard.
  var stays: Bool { wait || interactive }

  /// Asks for what has to be known of texts before they are sent; starts the service.
  @Core
  func prepare(_ service: Service) async throws(Failure) {
    service.listen()
    if interactive { service.listenToProperties() }
    try await service.ask(for: interactive ? FollowDisplay.kinds : Attendance.kinds, start: true)
  }

  /// Returns when the texts have been heard, and shows them meanwhile where that is wanted.
  @Core
  func attend(_ tracks: [ObjectPath], _ service: Service, _ console: Console) async throws(Failure) {
    let attendance = Attendance(tracks, service, kinds: interactive ? FollowDisplay.kinds : Attendance.kinds)
    guard interactive else { return try await attendance.wait() }
    try await FollowDisplay.run(service, console, attendance: attendance)
  }
}
