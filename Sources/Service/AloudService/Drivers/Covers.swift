import AloudAPI
import Documents
import EventLoop
import Glibc
import Reading
import Vocabulary
import Workers

/// Gives documents their covers: the picture in the document, and soon a square copy of it, since desktops draw covers
/// as squares. A confined process makes the copy, once per document. The files are written on threads.
@Core
final class Covers: CoverKeeper {
  /// The delay until the first sound of the text has been made.
  private static let leisure = Duration.milliseconds(250)
  /// The time after which a disk no longer counts. The document stays without a cover.
  private static let patience = Duration.seconds(10)

  private let cache: CoverCache?
  private let reader: DocumentReader
  private let scheduler: any Scheduler

  init(cache: CoverCache?, reader: DocumentReader, scheduler: any Scheduler) {
    self.cache = cache
    self.reader = reader
    self.scheduler = scheduler
  }

  func keep(_ image: CoverImage, named name: String, known: @escaping @Core (String) -> Void) {
    guard let cache else { return }
    let stored: @Sendable () -> (path: String, square: CoverCache.Square?)? = {
      cache.keep(image, named: name).map { ($0, cache.square(of: image, named: name)) }
    }
    work(stored) { [weak self] stored in
      guard let self, let (path, square) = stored else { return }
      switch square {
      case .copy(let square): known(FileURI.uri(path: square))
      case .none?: known(FileURI.uri(path: path))
      case nil:
        known(FileURI.uri(path: path))
        scheduler.schedule(after: Self.leisure) { [weak self] in
          self?.openPicture(at: path) { self?.makeSquare(of: image, $0, named: name, cache, known: known) }
        }
      }
    }
  }

  /// Opens a stored picture and closes it after `body`. Does nothing if it is gone.
  private func openPicture(at path: String, _ body: @escaping @Core (CInt) -> Void) {
    let close: @Core (CInt) -> Void = { if $0 >= 0 { BlockingWork.closeDescriptor($0) } }
    work({ open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }, late: close) { descriptor in
      guard descriptor >= 0 else { return }
      body(descriptor)
      close(descriptor)
    }
  }

  /// Requests a square copy of a picture. `known` is called if there is one.
  private func makeSquare(
    of image: CoverImage, _ descriptor: CInt, named name: String, _ cache: CoverCache,
    known: @escaping @Core (String) -> Void
  ) {
    var copy: CoverImage?
    _ = reader.squareCover(descriptor) { [weak self] event in
      switch event {
      case .cover(let square) where square.kind == .png: copy = square
      // This error is not about the picture.
      case .failed(let error) where error.code == .spawnFailed: break
      case .done, .failed:
        self?.work({ [copy] in cache.keepSquare(copy, of: image, named: name) }) { square in
          if let square { known(FileURI.uri(path: square)) }
        }
      default: break
      }
    }
  }

  /// Performs `work` on a thread. If the disk does not answer in time, `done` is not called;
  /// `late` gets the result then.
  private func work<T: Sendable>(
    _ work: @escaping @Sendable () -> T, late: @escaping @Core (T) -> Void = { _ in }, done: @escaping @Core (T) -> Void
  ) {
    BlockingWork.run(within: Self.patience, scheduler: scheduler, work, late: late) { result in
      if case .success(let value) = result { done(value) }
    }
  }
}
