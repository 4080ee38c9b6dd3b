import EventLoop
import Playback
import Reading
import Vocabulary

extension ReadingError {
  /// The error for a text of an earlier run that is not in the store.
  static var notKept: ReadingError { ReadingError(.unreadable, "the text was not kept") }
}

/// Opens the texts of an earlier run: the listener's files, and copies in the store.
@Core
final class StoredTexts: KeptTexts {
  private let files: any TextOpening
  private let keeper: SessionKeeper

  init(files: any TextOpening, keeper: SessionKeeper) {
    self.files = files
    self.keeper = keeper
  }

  func open(
    _ track: TrackID, from origin: TextOrigin?, done: @escaping @Core (Result<TextSource, ReadingError>) -> Void
  ) {
    files.open(request(for: track, from: origin), done: done)
  }

  private func request(for track: TrackID, from origin: TextOrigin?) -> TextRequest {
    switch origin {
    case .file(let path, _, _): .path(path)
    case .whole, .live, .cut, nil:
      keeper.text(of: track).map { .stored($0) } ?? .refused(.notKept)
    }
  }
}
