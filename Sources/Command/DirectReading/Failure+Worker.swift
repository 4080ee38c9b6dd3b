package import CommandOutput
package import Vocabulary
import Workers

extension Failure {
  /// The failure of a worker that the command has started.
  ///
  /// - Parameter task: completes "cannot …".
  package init(_ error: Trouble, task: String) {
    let (status, cure): (Outcome, String) =
      switch error.code {
      case .unreadable, .changed: (.usage, "look at it with ls -l, then give the same command")
      case .notText, .empty: (.usage, "give a text with words in it")
      case .encrypted: (.unsupported, "open it in the reader that its publisher names")
      case .unknownFormat, .wrongEncoding, .tooLarge:
        (.unsupported, "give a text, or make one of it: pandoc FILE -o BOOK.epub")
      case .damaged, .harmful: (.unsupported, "get it once more from where it came from")
      default: (.noVoice, "aloud doctor")
      }
    self.init(status, "cannot \(task): \(error)", cure: cure)
  }
}
