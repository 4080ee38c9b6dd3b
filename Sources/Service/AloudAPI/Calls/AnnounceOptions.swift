public import BusValues
public import Vocabulary

/// The checked options of `Announce` and `AnnounceParts`.
public struct AnnounceOptions: Equatable, Sendable {
  /// The longest time that an announcement may be limited to.
  public static let longestLimit = Duration.seconds(3600)

  /// The voice of the announcement; only the options about the voice are set.
  public var speech = SpeakOptions()
  /// The priority; `nil`: it waits for its turn.
  public var priority: AnnouncementPriority?
  /// The urgency; `critical` goes before all that waits.
  public var urgency = NotificationUrgency.normal
  /// A later announcement of the same client with this key takes its place.
  public var replaceKey: String?
  /// The longest time that it is heard; `nil`: all of it.
  public var limit: Duration?
  /// The name of the program, for the listener; `nil`: none.
  public var application: String?
  /// The number that the notification server gave to the notification of which this is the text, 0 if there is none;
  /// `nil`: it is no notification.
  public var notification: UInt32?
  /// True if the client is told each word as it is heard; see ``AnnouncementWordSignal``.
  public var words = false
  /// True if the client is a screen-reading program: it goes before everything, and the stream is kept ready.
  public var keepReady = false

  /// The defaults.
  public init() {}

  /// Parses a call's options.
  ///
  /// - Throws: `InvalidOption`, as ``SpeakOptions/init(_:)``.
  public init(_ options: [String: BusValue]) throws(APIError) {
    var reader = OptionReader(options)
    speech.voice = try reader.string(SpeakOptions.voiceOption)
    speech.engine = try reader.string(SpeakOptions.engineOption)
    speech.language = try reader.string(SpeakOptions.languageOption)
    speech.allIn = try reader.string(SpeakOptions.allInOption)
    speech.rate = try reader.number(SpeakOptions.rateOption, in: AloudBus.rates)
    speech.pitch = try reader.number(SpeakOptions.pitchOption, in: 0.5...2)
    speech.range = try reader.number(SpeakOptions.rangeOption, in: 0...2)
    speech.volume = try reader.number(SpeakOptions.volumeOption, in: 0...1)
    speech.punctuation = try reader.word(SpeakOptions.punctuationOption)
    priority = try reader.word(Self.priorityOption)
    urgency = try reader.word(Self.urgencyOption) ?? .normal
    replaceKey = try reader.string(Self.replaceOption)
    limit = try reader.duration(Self.limitOption, upTo: Self.longestLimit)
    if limit == .zero { throw Self.limitOption.refusal() }
    application = try reader.line(Self.applicationOption)
    notification = try reader.count(Self.notificationOption)
    words = try reader.flag(Self.wordsOption) ?? false
    keepReady = try reader.flag(Self.keepReadyOption) ?? false
    try reader.finish()
  }

  /// The options for the bus; defaults are left out.
  public var table: [String: BusValue] {
    var table = speech.table
    table["priority"] = priority.map { .string($0.rawValue) }
    if urgency != .normal { table["urgency"] = .string(urgency.rawValue) }
    table["replace"] = replaceKey.map { .string($0) }
    table["limit"] = limit.map { .microseconds(Microseconds($0)) }
    table["application"] = application.map { .string($0) }
    table["notification"] = notification.map { .uint32($0) }
    if words { table["words"] = .bool(true) }
    if keepReady { table["keep-ready"] = .bool(true) }
    return table
  }

  static let priorityOption = OptionDescription(
    "priority", .string, AnnouncementPriority.words,
    "the priority, as in speech-dispatcher; it counts only among announcements that have one. By default each waits for "
      + "its turn, and none is dropped")
  static let urgencyOption = OptionDescription(
    "urgency", .string, NotificationUrgency.words,
    "critical goes before all that waits; default normal")
  static let replaceOption = OptionDescription(
    "replace", .string, "not empty, at most 4096 bytes",
    "a key: the announcement takes the place of an earlier one of this client with the same key")
  static let limitOption = OptionDescription(
    "limit", .int64, "1 to 3600000000",
    "the longest time that it is heard, in microseconds; then it ends with a sentence. By default all of it is heard")
  static let applicationOption = OptionDescription(
    "application", .string, "not empty, at most 4096 bytes", "the name of the program, for the listener")
  static let notificationOption = OptionDescription(
    "notification", .uint32, "0 to 4294967295",
    "the text is that of a notification with this number of the notification server, or 0 without one: it has a time "
      + "limit, takes the place of an earlier one with the number, and the locked screen hides it")
  static let wordsOption = OptionDescription(
    "words", .bool, "true or false",
    "true: the caller, and nobody else, gets the signal AnnouncementWord for each word when it is heard; default false")
  static let keepReadyOption = OptionDescription(
    "keep-ready", .bool, "true or false",
    "true for screen-reading programs: the announcement goes before all others, is no part of the history, and the "
      + "stream is kept ready for the next one while the client is on the bus; default false")

  /// All options, in the order of the documentation.
  public static let descriptions = [
    SpeakOptions.voiceOption, SpeakOptions.engineOption, SpeakOptions.languageOption, SpeakOptions.allInOption,
    SpeakOptions.rateOption, SpeakOptions.pitchOption, SpeakOptions.rangeOption, SpeakOptions.volumeOption,
    SpeakOptions.punctuationOption,
    priorityOption, urgencyOption, replaceOption, limitOption, applicationOption, notificationOption,
    wordsOption, keepReadyOption,
  ]
}
