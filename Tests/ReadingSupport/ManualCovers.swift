import Documents
import EventLoop

@testable import Reading

/// Covers that are kept nowhere.
@Core
final class ManualCovers: CoverKeeper {
  /// Asks for a better copy of the last cover.
  private(set) var improve: (@Core (String) -> Void)?

  func keep(_ image: CoverImage, named name: String, known: @escaping @Core (String) -> Void) {
    improve = known
    known("file:///covers/first.png")
  }
}
