public import Vocabulary

extension Settings {
  /// Announcements: short messages that are no tracks.
  public struct Announcements: Equatable, Sendable {
    /// Their own volume, 0…1.
    public var volume: CubicLevel = 1
    /// The level by which a recording is lowered while something is announced, 0…60.
    public var duck: Decibels = 12
    /// The most time of a notification, 1 s…10 min; it is then cut at the end of a sentence.
    public var limit = Duration.seconds(30)
    /// An announcement that waited for longer is summed up with others, 1 s…24 h.
    public var staleAfter = Duration.seconds(120)
    /// The volume to which a lower one of the sink is raised while something is announced, 0…1; 0 for never.
    public var floor: CubicLevel = 0
    /// The most to which it is raised, 0…1, whatever ``floor`` is.
    public var floorCap: CubicLevel = 0.6
    /// True if the reading is held for alarms and navigation of other programs.
    public var stepAside = true
  }

  /// Notifications of the desktop.
  public struct Notify: Equatable, Sendable {
    /// The most that is spoken of one while the screen is locked.
    public var locked = LockedSpeech.application
    /// The respect for the desktop's do-not-disturb.
    public var doNotDisturb = DoNotDisturb.respect
    /// True if nothing is spoken while a window fills the screen, where the desktop tells it.
    public var silentInFullscreen = true
    /// The fate of those that arrive during a call.
    public var duringCalls = NotifyDuringCalls.hold
    /// The moment at which `aloud notify` shows its banner.
    public var show = NotificationShow.atOnce
    /// The text that is spoken if no rule has another one; always valid for ``Vocabulary/NotificationTemplate``.
    public var template = "{app}: {summary}. {body}"
    /// The rules in the order in which they are applied: those of later files after those of earlier ones. At most
    /// ``mostRules``. Each has an effect, and its template is valid.
    public var rules: [NotificationRule] = []

    /// The most rules of all files together.
    public static let mostRules = 200
  }

  /// The most that is spoken of a notification while the screen is locked.
  public enum LockedSpeech: String, CaseIterable, Sendable {
    /// It is silent.
    case nothing
    /// The name of the application.
    case application
    /// As much as on an unlocked screen.
    case all
  }

  /// The respect for the desktop's do-not-disturb.
  public enum DoNotDisturb: String, CaseIterable, Sendable {
    /// Nothing is spoken then.
    case respect
    /// Critical notifications are spoken nevertheless.
    case critical
    /// All are spoken.
    case ignore
  }

  /// The fate of notifications that arrive during a call.
  public enum NotifyDuringCalls: String, CaseIterable, Sendable {
    /// They are spoken after it.
    case hold
    /// They are not spoken.
    case drop
  }
}
