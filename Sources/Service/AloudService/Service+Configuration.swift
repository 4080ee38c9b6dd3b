import Configuration
import DBusKit
import EventLoop
import Playback
import Reading
import Vocabulary

// The settings in effect, for all parts.
extension Service {
  func configure() {
    let settings = drivers.settings.current
    log.setLevel(settings.service.logLevel)
    Core.loop.onLongTurn =
      settings.service.logLevel == .debug ? { [log] turn in log.debug("\(turn.description)") } : nil
    faces.player.configure(hidesTitles: settings.service.privateTitles, on: drivers.bus.connection)
    session.sleeper.fade = settings.player.sleepFade
    session.levelsRecordings = settings.player.replayGain
    drivers.sound.configure(settings.output)
    drivers.output.configure(
      linger: settings.output.linger, releaseAfter: settings.output.releaseAfter,
      showsTitle: settings.output.mediaName == .title && !settings.service.privateTitles)
    desktop.monitors.configure(settings.interruptions)
    desktop.interruptions.configure(settings)
    desktop.manners.configure(settings)
    announcing.notifications.configure(settings.notify)
    announcing.floor.configure(settings.announcements)
    faces.playerName.configure(ignoring: NameList(settings.interruptions.ignoredPlayers))
    upkeep.idleExit.update(settings.service.exitIdle)
    upkeep.follow(settings.engines)
    watchLock()
    faces.tellDetails()
  }

  /// Watches the locked screen only while clients are sent the heard text.
  func watchLock() {
    let isWanted = drivers.settings.current.service.privateTitles && faces.subscriptions.wantsText
    desktop.monitors.watchLock(isWanted, for: .words)
  }
}

extension EventLoop.LongTurn {
  /// The line of the log.
  fileprivate var description: String {
    func milliseconds(_ duration: Duration) -> Double { (duration / .microseconds(1)).rounded() / 1000 }
    return "a turn took \(milliseconds(duration)) ms, \(milliseconds(processorTime)) ms of it on the processor"
  }
}
