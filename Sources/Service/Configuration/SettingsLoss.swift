import Vocabulary

/// The part of the listener's wishes that mistakes in the files may have hidden. The order is by severity.
public enum SettingsLoss: String, Comparable, Sendable {
  /// Each statement was read, or its mistake concerns itself alone.
  case nothing
  /// A wish that something stays silent or private may be missing.
  case silence
  /// A whole file could not be read.
  case file

  /// True if the first hides less than the second.
  public static func < (first: SettingsLoss, second: SettingsLoss) -> Bool { first.rank < second.rank }

  private var rank: Int {
    switch self {
    case .nothing: 0
    case .silence: 1
    case .file: 2
    }
  }

  /// The keys that keep something silent or private, and the list of rules.
  static let keys: Set<String> = [
    "notify.locked", "notify.do-not-disturb", "notify.silent-in-fullscreen", "service.private-titles",
    RuleKey.section,
  ]

  /// True if a name of the file is that of such a key, or seems to mean it.
  ///
  /// - Parameter path: `section.name`.
  package static func concerns(_ path: String) -> Bool { Suggestion.nearest(to: path, among: Array(keys)) != nil }

  /// True if a section's name is that of a section with such keys or with rules, or seems to mean it.
  package static func concerns(section: String) -> Bool {
    Suggestion.nearest(to: section, among: ["notify", "service"]) != nil
  }
}

extension Settings {
  /// These settings while nobody knows what else the listener wants to be silent: no notification is spoken, a locked
  /// screen tells nothing, and titles are private.
  public var silenced: Settings {
    var settings = self
    settings.notify.locked = .nothing
    settings.notify.doNotDisturb = .respect
    settings.notify.silentInFullscreen = true
    // The last rule wins, and no hint of a notification undoes it.
    var rule = NotificationRule()
    rule.action = .mute
    settings.notify.rules.append(rule)
    settings.service.privateTitles = true
    return settings
  }
}

/// The settings in effect, over files that can be read and files that cannot. A value.
///
/// A mistake in a file must not undo a wish that something stays silent. What held before it holds until it is mended;
/// after a start, with nothing that held before, notifications are not spoken.
public struct SettingsHold: Equatable, Sendable {
  /// The source of ``current``.
  public enum State: Equatable, Sendable {
    /// The files.
    case read
    /// In part or as a whole what held before a mistake.
    case former
    /// The files as far as they are known, and silence: nothing held before.
    case silenced
  }

  /// The settings in effect.
  public private(set) var current = Settings()
  /// Their source.
  public private(set) var state = State.read
  /// The settings that were last read without a loss; `nil` until then.
  private var known: Settings?

  /// The defaults, which nobody has read.
  public init() {}

  /// Takes the report about all files.
  public mutating func take(_ report: SettingsReport) {
    switch report.loss {
    case .nothing:
      (current, known, state) = (report.settings, report.settings, .read)
    case .silence:
      guard let known else { return silence(report.settings) }
      current = report.settings
      current.notify = known.notify
      current.service.privateTitles = known.service.privateTitles || report.settings.service.privateTitles
      state = .former
    case .file: lose(report.settings)
    }
  }

  /// Notes that nobody could read the files.
  public mutating func fail() { lose(Settings()) }

  /// Keeps what held before; without it, the rest of the files is better than nothing.
  private mutating func lose(_ rest: Settings) {
    guard known != nil else { return silence(rest) }
    // The settings that hold may be those of the last files in part, and are no less silent than they were.
    state = .former
  }

  private mutating func silence(_ settings: Settings) { (current, state) = (settings.silenced, .silenced) }
}
