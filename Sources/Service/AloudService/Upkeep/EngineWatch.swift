import EventLoop
import Reading
import Speech
import Vocabulary
import Workers

/// Follows which engines and voices there are while the service runs, and tells once when an engine falls ill.
@Core
final class EngineWatch {
  /// A text whose voice is missing waits for news of the engines no longer than this.
  private static let patience = Duration.seconds(10)

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
  private let settings: any SettingsFiles
  /// Watches the files of the settings, which name commands that speak.
  private let settingsWatch: FileWatch?
  /// A time before the engines were asked for their voices, which is the first thing that the service does.
  private let start = FileWatch.fileTime.map { $0 - .seconds(5) }
  /// True if a voice may have come after its engine was asked, and before the first folder was watched: the times of
  /// files are those of their file system's clock.
  private var isUnsure = false
  /// Those who wait until all that has come or gone is known.
  private var waiting: [@Core () -> Void] = []
  private var limit: TimerToken?

  /// - Parameters:
  ///   - folders: the places where engines are installed.
  ///   - settingsWatch: has the settings read again.
  init(
    _ engine: any SpeechEngines, folders: [String], _ settings: any SettingsFiles, _ settingsWatch: FileWatch?,
    scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>
  ) {
    (self.engine, self.scheduler, self.log, self.tell) = (engine, scheduler, log, tell)
    (self.settings, self.settingsWatch) = (settings, settingsWatch)
    engine.follow { [weak self] in self?.take($0) }
    engine.help(changes: self)
    engine.listVoices { [weak self] _ in self?.followVoices() }
    watch = FileWatch(paths: [], folders: folders, scheduler: scheduler) { [weak self] in self?.look() }
  }

  /// Follows the folders of voices, which the engines have told with their lists.
  private func followVoices() {
    let folders = engine.voiceFolders
    guard folders != voices.folders else { return }
    isUnsure = voices.folders.isEmpty
    let watch =
      folders.isEmpty
      ? nil
      : FileWatch(
        paths: [], folders: folders, since: isUnsure ? start : nil, mayHang: true, scheduler: scheduler
      ) { [weak self] in self?.engine.voicesMayHaveChanged(isSeen: true) }
    voices = (folders, watch)
    if !isUnsure { lookWhenWatched() }
  }

  /// A voice may have come into a folder before it was watched.
  private func lookWhenWatched() {
    voices.watch?.whenSettled { [weak self] in self?.engine.voicesMayHaveChanged(isSeen: false) }
  }

  private func look() {
    do throws(Trouble) {
      try engine.lookForInstalled(with: commands)
    } catch {
      // A package is being replaced. The usual engine speaks on as long as its processes live.
      log.warning("the engines cannot be listed: \(error)")
    }
  }

  /// Waits for everything that may tell news, in the order in which one leads to the next, until nothing was waited for.
  private func goOn() {
    guard !waiting.isEmpty else { return }
    var isAtOnce = true
    func settle(_ watches: [FileWatch]) {
      if let first = watches.first { return first.whenSettled { settle(Array(watches.dropFirst())) } }
      settings.whenRead { [self] in
        engine.whenListed { [self] in if isAtOnce { tellKnown() } else { goOn() } }
      }
    }
    settle(watches)
    isAtOnce = false
  }

  private var watches: [FileWatch] { [settingsWatch, watch, voices.watch].compactMap(\.self) }

  private func tellKnown() {
    scheduler.cancel(&limit)
    let waiting = waiting
    self.waiting = []
    for done in waiting { done() }
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

extension EngineWatch: VoiceChanges {
  var areKnown: Bool {
    waiting.isEmpty && watches.allSatisfy(\.isSettled) && !settings.isReading && !engine.isListing
  }

  func wait(_ done: @escaping @Core () -> Void) -> Bool {
    if isUnsure {
      isUnsure = false
      lookWhenWatched()
    }
    guard !areKnown else { return false }
    waiting.append(done)
    guard waiting.count == 1 else { return true }
    limit = scheduler.schedule(after: Self.patience) { [weak self] in self?.tellKnown() }
    goOn()
    return true
  }
}
