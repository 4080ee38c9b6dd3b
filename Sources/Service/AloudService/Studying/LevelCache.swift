import Documents
import EventLoop
import Recordings
import Store

/// Levels of recordings as files: `$XDG_CACHE_HOME/aloud/levels`.
@Core
final class LevelCache: LevelKeeper {
  /// The most recordings.
  nonisolated static let most = 1000
  /// The most bytes of all levels: those of a hundred hours.
  nonisolated static let limit = 128 << 20
  /// The most bytes of one recording's levels: those of fifty hours. Longer ones are found anew each time.
  nonisolated static let largest = 64 << 20

  private let cache: ContentCache

  /// `nil` if there is no home directory.
  convenience init?(scheduler: any Scheduler) {
    guard let root = UserFolder.cache else { return nil }
    self.init(folder: CacheFolder(path: root + "/levels", most: Self.most, limit: Self.limit), scheduler: scheduler)
  }

  init(folder: CacheFolder, scheduler: any Scheduler) {
    cache = ContentCache(folder: folder, largest: Self.largest, scheduler: scheduler)
  }

  func load(_ id: ContentID, done: @escaping @Core (Levels?) -> Void) {
    cache.load(id) { done($0.flatMap { Levels(bytes: $0) }) }
  }

  func keep(_ levels: Levels, of id: ContentID) {
    let bytes = levels.bytes
    if bytes.count <= Self.largest { cache.keep(bytes, of: id) }
  }
}

/// Keeps levels of recordings for the next time.
@Core
protocol LevelKeeper: AnyObject {
  /// Calls back with the kept levels of a whole file; `nil` if there are none. Perhaps within the call.
  func load(_ id: ContentID, done: @escaping @Core (Levels?) -> Void)
  /// Keeps the levels of a whole file. A failure is no error: they are found again.
  func keep(_ levels: Levels, of id: ContentID)
}
