import Documents
import EventLoop
import Recordings
import Store

/// Pictures of recordings as files: `$XDG_CACHE_HOME/aloud/waveforms`.
@Core
final class WaveformCache: WaveformKeeper {
  /// The most pictures. Each has at most some four kilobytes.
  nonisolated static let most = 2000
  /// The most bytes of all pictures.
  nonisolated static let limit = 8 << 20

  private let cache: ContentCache

  /// `nil` if there is no home directory.
  convenience init?(scheduler: any Scheduler) {
    guard let root = UserFolder.cache else { return nil }
    self.init(folder: CacheFolder(path: root + "/waveforms", most: Self.most, limit: Self.limit), scheduler: scheduler)
  }

  init(folder: CacheFolder, scheduler: any Scheduler) {
    cache = ContentCache(folder: folder, largest: Waveform.most + 100, scheduler: scheduler)
  }

  func load(_ id: ContentID, done: @escaping @Core (Waveform?) -> Void) {
    cache.load(id) { done($0.flatMap { Waveform(bytes: $0) }) }
  }

  func keep(_ waveform: Waveform, of id: ContentID) { cache.keep(waveform.bytes, of: id) }
}
