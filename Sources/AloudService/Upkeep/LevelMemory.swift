import Configuration
import EventLoop
import Glibc
import Playback

/// Remembers volume and rate: loads them at the start, and saves a change soon after it.
@Core
final class LevelMemory {
  private let file: StateFile
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var keepsVolume = false
  private var isRestored = false
  private var saved: StateFile.Levels
  private var current: StateFile.Levels
  private var timer: TimerToken?
  private var hasWarned = false

  init(file: StateFile, scheduler: any Scheduler, log: ServiceLog) {
    self.file = file
    self.scheduler = scheduler
    self.log = log
    saved = file.read()
    current = saved
  }

  /// What the last run ended with, as events for the player; nothing is saved before.
  ///
  /// A level that somebody has already set (it is not 1 in `snapshot`) stays.
  func restore(_ settings: Settings.Player, in snapshot: Snapshot) -> [Player.Event] {
    configure(settings)
    isRestored = true
    var events: [Player.Event] = []
    if snapshot.rate == 1 { events.append(.setRate(saved.rate ?? settings.rate)) }
    if keepsVolume, snapshot.volume == 1, let volume = saved.volume { events.append(.setVolume(volume)) }
    return events
  }

  /// Applies a changed configuration.
  func configure(_ settings: Settings.Player) { keepsVolume = settings.rememberVolume }

  func update(_ snapshot: Snapshot) {
    guard isRestored else { return }
    current = StateFile.Levels(volume: keepsVolume ? min(1, snapshot.volume) : nil, rate: snapshot.rate)
    // A slider that is dragged changes the volume a hundred times: the disk sees the last of them.
    guard current != saved, timer == nil else { return }
    timer = scheduler.schedule(after: .seconds(1)) { [weak self] in
      self?.timer = nil
      self?.save()
    }
  }

  /// Writes what has changed and not been saved yet.
  func save() {
    guard current != saved else { return }
    let failure = file.write(current)
    if failure == 0 {
      saved = current
      hasWarned = false
    } else if !hasWarned {
      hasWarned = true
      log.warning("volume and rate cannot be saved in \(file.path): \(String(cString: strerror(failure)))")
    }
  }
}
