import AloudAPI
import AloudClient
import BookExport
import BusValues
import CommandOutput
import EventLoop
import Vocabulary

/// Shows on a terminal that the phrases of the current recording are being found, and how many there are.
@Core
struct StudyProgress {
  /// The time between two questions.
  private static let interval = Duration.milliseconds(200)
  /// The time after which a recording that has not begun to be looked at is left alone.
  private static let patience = Duration.seconds(5)
  /// Any number of frames stands for the whole recording.
  private static let whole: Int64 = 10_000

  private let service: Service
  private let task: String

  init(_ service: Service, task: String) { (self.service, self.task) = (service, task) }

  /// Waits until they are found, if somebody looks.
  ///
  /// - Throws: if they cannot be found.
  func watch() async throws(Failure) {
    guard Console.hasListener else { return }
    let bar = ExportProgress(isQuiet: false, effort: 0)
    defer { bar.clear() }
    let begin = Core.loop.now
    while true {
      let answer = try await service.call(.listPhrases("/", first: 0, count: 0), task: task)
      guard answer.count == 2, let details = answer[1].asVardict else { return }
      switch details["state"]?.asString.flatMap(StudyState.init) {
      case .phrases:
        bar.clear()
        if let reason = try await service.status()?.lastError, !reason.isEmpty { Console.complain(reason) }
        let count = details["total"]?.asUInt32 ?? 0
        return Console.tell(count == 1 ? "1 phrase" : "\(count) phrases")
      case .finding: bar.looked(at: Int64((details["progress"]?.asDouble ?? 0) * Double(Self.whole)), of: Self.whole)
      case .off, nil:
        guard begin.duration(to: Core.loop.now) < Self.patience else { return }
        if let reason = try await service.status()?.lastError, !reason.isEmpty {
          throw Failure(.failed, "cannot \(task): \(reason)", cure: "aloud play: it is heard as it is")
        }
      }
      await withCheckedContinuation { later in Core.loop.schedule(after: Self.interval) { later.resume() } }
    }
  }
}
