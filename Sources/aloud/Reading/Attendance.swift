import AloudAPI
import BusValues
import EventLoop
import Glibc

/// Waits for texts to be heard, showing them where asked to.
@Core
final class Attendance {
  /// A text that is waited for.
  struct Text {
    var track: ObjectPath
    /// UTF-8, as the service counts its offsets; `nil` where it is not to be shown.
    var shown: [UInt8]?
  }

  private let service: Service
  private let console: Console
  private var texts: [Text]
  private var karaoke: (track: ObjectPath, display: Karaoke)?
  /// The worst that happened to any of the texts.
  private var outcome: Failure?
  /// Heard to their ends; another chapter may follow.
  private var heard: [ObjectPath] = []
  /// A service that gives way to its next version is back within this time, and reads on.
  private static let patience = Duration.seconds(5)
  private var isGone = false
  private var returnTimer: TimerToken?

  init(_ texts: [Text], _ service: Service, _ console: Console) {
    self.texts = texts
    self.service = service
    self.console = console
  }

  /// What has to be asked for before the texts are sent.
  static func kinds(interactive: Bool) -> Set<EventKind> {
    interactive ? [.utterance, .error, .sentence, .word] : [.utterance, .error]
  }

  /// Returns when every text has been heard to its end.
  ///
  /// - Throws: `cancelled` where one was not, its own failure where one failed, and `interrupted` at Ctrl-C, after the
  ///   texts have been taken out of the queue.
  func wait() async throws(Failure) {
    while !texts.isEmpty {
      switch await service.next() {
      case .event(let event):
        handle(event)
        while let track = heard.popLast() {
          do throws(Failure) { try await goOn(after: track) } catch {
            // The signal that ended the call is the next notice.
            guard service.isEnding else { throw error }
          }
        }
      case .vanished: awaitReturn()
      case .appeared: if isGone { try await greet() }
      case .elapsed: try await checkReturn()
      case .disconnected: throw Failure(.noService, "cannot go on reading: the session bus ended")
      case .signal(let number):
        await leave()
        throw .quiet(number == SIGINT ? .interrupted : .failed)
      case .outputClosed:
        await leave()
        throw .quiet(.failed)
      case .changed, .input: break
      }
    }
    if let outcome { throw outcome }
  }

  private func awaitReturn() {
    isGone = true
    Core.loop.cancel(&returnTimer)
    returnTimer = Core.loop.schedule(after: Self.patience) { [service] in service.post(.elapsed) }
  }

  /// The service is there again: it is asked for the same signals, also where it remembers that.
  private func greet() async throws(Failure) {
    isGone = false
    try await service.ask(for: Self.kinds(interactive: texts.contains { $0.shown != nil }), start: false)
  }

  /// A service that has not come back, or has come back without the texts or without the wish to read on, had ended.
  private func checkReturn() async throws(Failure) {
    returnTimer = nil
    if !isGone, let status = try await service.status(), status.reason != "restart" {
      let queue = try await service.tracks() ?? []
      if texts.allSatisfy({ text in queue.contains { $0.id == text.track } }) { return }
    }
    finishShowing(wasWhole: false)
    throw Failure(.noService, "cannot go on reading: the service ended", cure: "aloud doctor")
  }

  /// Of a book the next chapter is waited for.
  private func goOn(after track: ObjectPath) async throws(Failure) {
    let tracks = try await service.tracks() ?? []
    guard let index = tracks.firstIndex(where: { $0.id == track }), let document = tracks[index].document else {
      return
    }
    let next = tracks[(index + 1)...].first { $0.document == document && $0.state != "finished" }
    if let next { texts.append(Text(track: next.id, shown: nil)) }
  }

  private func handle(_ event: AloudEvent) {
    switch event {
    case .sentence(let signal): show(signal.track) { $0.sentence(signal.range.utf8) }
    case .word(let signal): show(signal.track) { $0.word(signal.range.utf8) }
    case .utteranceFinished(let signal): end(signal.track, nil)
    case .utteranceCancelled(let signal):
      guard signal.reason != .failed else { return end(signal.track, .quiet(.failed)) }
      end(signal.track, .quiet(.cancelled))
    case .failed(let signal):
      let failure = Failure(BusError(name: signal.errorName, message: signal.message), task: "read it")
      // No text can be heard where one cannot.
      for track in failure.status == .noAudio ? texts.map(\.track) : [signal.track] { end(track, failure) }
    default: break
    }
  }

  private func end(_ track: ObjectPath, _ failure: Failure?) {
    guard let index = texts.firstIndex(where: { $0.track == track }) else { return }
    if karaoke?.track == track { finishShowing(wasWhole: failure == nil) }
    texts.remove(at: index)
    if failure == nil { heard.append(track) }
    if let failure, outcome == nil || outcome?.status == .cancelled { outcome = failure }
  }

  private func show(_ track: ObjectPath, _ change: (inout Karaoke) -> String) {
    if karaoke?.track != track {
      guard let text = texts.first(where: { $0.track == track })?.shown else { return }
      finishShowing(wasWhole: false)
      let console = console
      karaoke = (
        track,
        Karaoke(text: text, isPainted: console.isPainted, isMovable: console.isMovable) { console.width }
      )
    }
    guard let output = karaoke.map({ _ in change(&karaoke!.display) }), !output.isEmpty else { return }
    console.write(output)
  }

  private func finishShowing(wasWhole: Bool) {
    guard karaoke != nil else { return }
    let output = karaoke!.display.finish(wasWhole: wasWhole)
    karaoke = nil
    console.write(output)
  }

  /// Takes the texts back that have not been heard; what others queued goes on.
  private func leave() async {
    finishShowing(wasWhole: false)
    _ = try? await service.callIfRunning(.remove(texts.map(\.track)), task: "stop")
  }
}
