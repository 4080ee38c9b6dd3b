import EventLoop

/// The message in the last row. A problem stays until a key is pressed or another text is read; an answer disappears
/// after a while.
@Core
final class FollowMessage {
  /// The time for which an answer hides the modes.
  private static let answerTime = Duration.seconds(5)

  /// The message; `nil` if there is none.
  private(set) var text: String?
  private var answerTimer: TimerToken?
  private let onEnd: @Core () -> Void

  /// - Parameter onEnd: an answer has disappeared by itself.
  init(onEnd: @escaping @Core () -> Void) { self.onEnd = onEnd }

  isolated deinit { if let answerTimer { Core.loop.cancel(answerTimer) } }

  /// Shows a problem, or nothing.
  func say(_ text: String?) {
    if let answerTimer { Core.loop.cancel(answerTimer) }
    answerTimer = nil
    self.text = text
  }

  /// Shows the answer to a key for a while.
  func answer(_ text: String?) {
    say(text)
    guard text != nil else { return }
    answerTimer = Core.loop.schedule(after: Self.answerTime) { [weak self] in
      guard let self else { return }
      say(nil)
      onEnd()
    }
  }

  /// Another text is read: a problem of the previous one does not concern it, and an answer disappears by itself.
  func textChanged() { if answerTimer == nil { text = nil } }
}
