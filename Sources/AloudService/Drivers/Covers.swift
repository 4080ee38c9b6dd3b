import AloudAPI
import Documents
import EventLoop
import Glibc
import Reading
import Wire
import Workers

/// Gives documents their covers: the picture in the document, and soon a square copy of it, since desktops draw covers
/// as squares. A confined process makes the copy, once per document.
@Core
final class Covers: CoverKeeper {
  /// The delay until the first sound of the text has been made.
  private static let leisure = Duration.milliseconds(250)

  private let cache: CoverCache?
  private let reader: DocumentReader
  private let scheduler: any Scheduler

  init(cache: CoverCache?, reader: DocumentReader, scheduler: any Scheduler) {
    self.cache = cache
    self.reader = reader
    self.scheduler = scheduler
  }

  func keep(_ image: CoverImage, named name: String, better: @escaping @Core (String) -> Void) -> String? {
    guard let cache, let path = cache.keep(image, named: name) else { return nil }
    switch cache.square(of: image, named: name) {
    case .copy(let square): return FileURI.uri(path: square)
    case .none?: return FileURI.uri(path: path)
    case nil:
      scheduler.schedule(after: Self.leisure) { [weak self] in
        self?.makeSquare(of: image, at: path, named: name) { better(FileURI.uri(path: $0)) }
      }
      return FileURI.uri(path: path)
    }
  }

  /// Requests a square copy of a picture. `done` is called if there is one.
  private func makeSquare(
    of image: CoverImage, at path: String, named name: String, done: @escaping @Core (String) -> Void
  ) {
    guard let file = Descriptor(opening: path, O_RDONLY | O_NOFOLLOW) else { return }
    var copy: CoverImage?
    _ = reader.squareCover(file.number) { [cache] event in
      switch event {
      case .cover(let square) where square.kind == .png: copy = square
      // This error is not about the picture.
      case .failed(let error) where error.code == .spawnFailed: break
      case .done, .failed:
        if let square = cache?.keepSquare(copy, of: image, named: name) { done(square) }
      default: break
      }
    }
  }
}
