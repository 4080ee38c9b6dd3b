import Documents
import EventLoop
import Store
import Workers

/// Findings about files, kept below `$XDG_CACHE_HOME/aloud`, each in a file that is named by the content that it is
/// about. Those that nobody has needed for the longest time are removed first.
@Core
final class ContentCache {
  /// The time after which a disk no longer counts.
  private static let patience = Duration.seconds(10)

  private let folder: CacheFolder
  private let largest: Int
  private let scheduler: any Scheduler

  /// - Parameters:
  ///   - folder: its folder.
  ///   - largest: the most bytes about one file.
  init(folder: CacheFolder, largest: Int, scheduler: any Scheduler) {
    (self.folder, self.largest, self.scheduler) = (folder, largest, scheduler)
  }

  /// Calls back with what is kept about a file; `nil` if nothing is, or if it cannot be read.
  func load(_ id: ContentID, done: @escaping @Core ([UInt8]?) -> Void) {
    let (folder, largest) = (folder, largest)
    BlockingWork.run(within: Self.patience, scheduler: scheduler) {
      folder.contents(of: id.text, most: largest)
    } done: { result in
      done((try? result.get()) ?? nil)
    }
  }

  /// Keeps it instead of what was kept before. A failure is no error: it is found out again.
  func keep(_ bytes: [UInt8], of id: ContentID) {
    let folder = folder
    BlockingWork.run(within: Self.patience, scheduler: scheduler) {
      _ = folder.keep(bytes, named: id.text)
    } done: { _ in
    }
  }
}

extension ContentCache {
  /// Indices of recordings: at most some 20 kB an hour.
  ///
  /// - Returns: `nil` if there is no home directory.
  static func indices(scheduler: any Scheduler) -> ContentCache? {
    UserFolder.cache.map { root in
      let folder = CacheFolder(path: root + "/indices", most: 1000, limit: 32 << 20)
      return ContentCache(folder: folder, largest: SoundDecoder.maximumIndex, scheduler: scheduler)
    }
  }
}
