import Announcements
import Configuration
import EventLoop

/// Decides which words are sent to the programs that follow what is heard.
@Core
protocol TextSecrecy: AnyObject {
  /// True if the heard text must not be sent now.
  var isTextHidden: Bool { get }
  /// True if all of an announcement may be told now.
  func mayTell(_ announcement: Announcement) -> Bool
}

/// Decides by the screen, which strangers may see while it is locked, and by the listener's settings.
@Core
final class ScreenSecrecy: TextSecrecy {
  private let settings: any KnownSettings
  private let monitors: SystemMonitors
  private let judge: CircumstanceJudge

  init(settings: any KnownSettings, monitors: SystemMonitors, judge: CircumstanceJudge) {
    (self.settings, self.monitors, self.judge) = (settings, monitors, judge)
  }

  /// Until the settings are known, they may say that it is hidden.
  var isTextHidden: Bool {
    !settings.isKnown || settings.current.service.privateTitles && monitors.isLocked
  }

  /// Not before it is known who sees the screen.
  func mayTell(_ announcement: Announcement) -> Bool {
    announcement.goesFirst || judge.settings.notify.locked == .all || (monitors.isLockKnown && !monitors.isLocked)
  }
}
