import EventLoop
import Reading
import Speech
import Vocabulary
import Workers

/// Follows which engines and voices there are while the service runs, and tells once when an engine falls ill.
@Core
final class EngineWatch {
  private let engine: any SpeechEngines
  private let log: ServiceLog
  private let tell: Relay<RoomNotice>
  private let scheduler: any Scheduler
  private var watch: FileWatch?
  /// The commands that speak, by the settings.
  var commands: [EngineCommand] = [] {
    didSet { if commands != oldValue { look() } }
  }
  /// The folders of voices that are watched, and their watch.
  private var voices: (folders: [String], watch: FileWatch?) = ([], nil)

  /// - Parameter folders: the places where engines are installed.
  init(
    _ engine: any SpeechEngines, folders: [String], scheduler: any Scheduler, log: ServiceLog,
    _ tell: Relay<RoomNotice>
  ) {
    (self.engine, self.scheduler, self.log, self.tell) = (engine, scheduler, log, tell)
    engine.follow { [weak self] in self?.take($0) }
    engine.listVoices { [weak self] _ in self?.followVoices() }
    watch = FileWatch(paths: [], folders: folders, scheduler: scheduler) { [weak self] in self?.look() }
  }

  /// Follows the folders of voices, which the engines have told with their lists.
  private func followVoices() {
    let folders = engine.voiceFolders
    guard folders != voices.folders else { return }
    let watch =
      folders.isEmpty
      ? nil
      : FileWatch(paths: [], folders: folders, mayHang: true, scheduler: scheduler) { [weak self] in
        self?.engine.voicesMayHaveChanged()
      }
    let isFirst = voices.folders.isEmpty
    voices = (folders, watch)
    // A voice may have come into a new folder before it was watched.
    if !isFirst { engine.voicesMayHaveChanged() }
  }

  private func look() {
    do throws(Trouble) {
      try engine.lookForInstalled(with: commands)
    } catch {
      // A package is being replaced. The usual engine speaks on as long as its processes live.
      log.warning("the engines cannot be listed: \(error)")
    }
  }

  private func take(_ news: EngineNews) {
    switch news {
    case .voicesChanged: followVoices()
    case .health(let name, let trouble): note(name, trouble)
    }
    tell(.enginesChanged)
  }

  /// - Parameter name: the subject of a sentence.
  private func note(_ name: String, _ trouble: Trouble?) {
    if let trouble {
      log.warning("\(name) does not work, and other voices read in its place: \(trouble)")
    } else {
      log.info("\(name) works again")
    }
  }
}
