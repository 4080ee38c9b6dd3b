public import BusValues
public import Vocabulary

/// The way in which the service is started at a login, so that the first notification is spoken.
public enum NotificationStart: String, CaseIterable, Sendable {
  /// The user's systemd starts its unit.
  case systemd
  /// The desktop starts it, by an entry in its autostart folder.
  case autostart
  /// Nothing starts it before the first call.
  case none
}

/// The answer of `TestNotification`: the treatment of a notification by the rules.
public struct NotificationAnswer: Equatable, Sendable {
  /// The treatment.
  public var action: NotificationRule.Action
  /// The text that is spoken; empty unless the treatment is `speak`.
  public var text: String
  /// The name of the program as it is spoken; it may be empty.
  public var application = ""
  /// A voice by name or identifier.
  public var voice: String?
  /// The name of the engine whose voices speak.
  public var engine: String?
  /// The language (BCP 47).
  public var language: String?
  /// The rate, 0.25…6.
  public var rate: Double?
  /// The volume, 0…1.
  public var volume: Double?
  /// The priority.
  public var priority: AnnouncementPriority?
  /// The path of a sound.
  public var soundFile: String?
  /// A sound of the sound naming specification.
  public var soundName: String?
  /// The moment at which the listener wants the banners of `aloud notify`; `nil` if the service does not say.
  public var show: NotificationShow?
  /// The rules and hints that change something, in words.
  public var steps: [String] = []

  /// A treatment without anything else.
  public init(_ action: NotificationRule.Action, text: String) { (self.action, self.text) = (action, text) }

  /// The answer for the bus; unknown values are left out.
  public var table: [String: BusValue] {
    var table: [String: BusValue] = [
      "action": .string(action.rawValue), "text": .string(text), "application": .string(application),
      "steps": .strings(steps),
    ]
    table["voice"] = voice.map { .string($0) }
    table["engine"] = engine.map { .string($0) }
    table["language"] = language.map { .string(LanguageSpelling.usual($0)) }
    table["rate"] = rate.map { .double($0) }
    table["volume"] = volume.map { .double($0) }
    table["priority"] = priority.map { .string($0.rawValue) }
    table["sound-file"] = soundFile.map { .string($0) }
    table["show"] = show.map { .string($0.rawValue) }
    table["sound-name"] = soundName.map { .string($0) }
    return table
  }

  /// Parses an answer; `nil` if the treatment is missing.
  public init?(_ table: [String: BusValue]) {
    guard let action = table["action"]?.asString.flatMap(NotificationRule.Action.init) else { return nil }
    self.init(action, text: table["text"]?.asString ?? "")
    application = table["application"]?.asString ?? ""
    voice = table["voice"]?.asString
    engine = table["engine"]?.asString
    language = table["language"]?.asString
    rate = table["rate"]?.asNumber
    volume = table["volume"]?.asNumber
    priority = table["priority"]?.asString.flatMap(AnnouncementPriority.init)
    soundFile = table["sound-file"]?.asString
    soundName = table["sound-name"]?.asString
    show = table["show"]?.asString.flatMap(NotificationShow.init)
    steps = table["steps"]?.asStrings ?? []
  }

  /// The options with which the text is announced.
  public var options: AnnounceOptions {
    var options = AnnounceOptions()
    options.speech.voice = voice
    options.speech.engine = engine
    options.speech.language = language
    options.speech.rate = rate
    options.speech.volume = volume
    options.priority = priority
    options.application = application.isEmpty ? nil : application
    return options
  }
}

/// The means by which the service sees notifications of other programs, from the best to none.
public enum NotificationStep: String, CaseIterable, Sendable {
  /// They are not watched.
  case off
  /// The bus is away, or has not answered yet.
  case waiting
  /// A monitor connection sees them.
  case monitor
  /// The bus allows no monitor, but copies of messages.
  case eavesdropping
  /// The bus allows neither: only those of `aloud notify` are spoken.
  case own
}
