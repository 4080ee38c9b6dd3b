import Documents
import EventLoop
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// A desktop that shows one notification at a time.
@Core
final class ManualDesktop: NotificationDisplay {
  struct Note: Equatable {
    var summary: String
    var body: String
    var remedy: Remedy?
  }

  /// Everything that was shown, in order.
  private(set) var shown: [Note] = []
  /// The number of notifications that were taken back.
  private(set) var withdrawn = 0
  /// The notification that is there now.
  private(set) var present: Note?

  func show(_ summary: String, _ body: String, _ remedy: Remedy?) {
    let note = Note(summary: summary, body: body, remedy: remedy)
    shown.append(note)
    present = note
  }

  func withdraw() {
    withdrawn += 1
    present = nil
  }

  func forget() { present = nil }
}
