import Documents
import EventLoop
import Recordings
import Store

/// Pictures of recordings as files: `$XDG_CACHE_HOME/aloud/waveforms`, each named by the content that it shows. Those
/// that nobody has looked at for the longest time are removed first.
@Core
final class WaveformCache: WaveformKeeper {
  /// The most pictures. Each has at most some four kilobytes.
  nonisolated static let most = 2000
  /// The most bytes of all pictures.
  nonisolated static let limit = 8 << 20
  private static let largest = Waveform.most + 100
  /// The time after which a disk no longer counts.
  private static let patience = Duration.seconds(10)

  private let folder: CacheFolder
  private let scheduler: any Scheduler

  /// `nil` if there is no home directory.
  convenience init?(scheduler: any Scheduler) {
    guard let root = UserFolder.cache else { return nil }
    self.init(folder: CacheFolder(path: root + "/waveforms", most: Self.most, limit: Self.limit), scheduler: scheduler)
  }

  init(folder: CacheFolder, scheduler: any Scheduler) { (self.folder, self.scheduler) = (folder, scheduler) }

  func load(_ id: ContentID, done: @escaping @Core (Waveform?) -> Void) {
    let (folder, largest) = (folder, Self.largest)
    BlockingWork.run(within: Self.patience, scheduler: scheduler) {
      folder.contents(of: id.text, most: largest).flatMap { Waveform(bytes: $0) }
    } done: { result in
      done((try? result.get()) ?? nil)
    }
  }

  func keep(_ waveform: Waveform, of id: ContentID) {
    let folder = folder
    BlockingWork.run(within: Self.patience, scheduler: scheduler) {
      _ = folder.keep(waveform.bytes, named: id.text)
    } done: { _ in
    }
  }
}
