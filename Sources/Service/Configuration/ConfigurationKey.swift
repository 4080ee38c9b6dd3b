import Vocabulary

/// One key of `aloud.toml`: its name, its permitted values, and its purpose.
///
/// Keys are declared only in the table ``all``, except those of the section `[voices]`, whose names are languages, and
/// those of rules, which are ``RuleKey``s. The check, `aloud config show` and the commented example are made from it.
public struct ConfigurationKey: Sendable {
  /// The table that contains the key, such as `speech` for `[speech]`.
  public let section: String
  /// The key itself, such as `rate-wpm`.
  public let name: String
  /// One line for people, without a full stop.
  public let documentation: String
  /// Its type.
  package let kind: ValueKind

  /// `section.name`
  public var path: String { "\(section).\(name)" }

  /// The permitted values, for people: `a number from 0.5 to 2`.
  public var expectation: String { kind.expectation }

  /// The key's value in `settings`, as TOML.
  public func toml(in settings: Settings) -> String { kind.toml(in: settings) }

  /// The value of a key.
  public enum Value: Equatable, Sendable {
    /// A text, one of several words, or a duration with its unit.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// Any number.
    case number(Double)
    /// `true` or `false`.
    case flag(Bool)

    /// The value without quotes, for shells.
    public var text: String {
      switch self {
      case .text(let value): value
      case .integer(let value): String(value)
      case .number(let value): Configuration.number(value)
      case .flag(let value): String(value)
      }
    }
  }

  /// The key's value in `settings`; a duration is a text such as `300ms`.
  public func value(in settings: Settings) -> Value {
    switch kind.read(settings) {
    case .text(let value): .text(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .flag(let value): .flag(value)
    case .other: preconditionFailure("no key holds one")
    }
  }

  /// The default value, as TOML.
  public var defaultTOML: String { toml(in: Settings()) }

  init(_ section: String, _ name: String, _ kind: ValueKind, _ documentation: String) {
    self.section = section
    self.name = name
    self.kind = kind
    self.documentation = documentation
  }

  /// All permitted words; empty if the key takes numbers or any text.
  public var words: [String] {
    if case .flag = kind.read(Settings()) { return ["true", "false"] }
    return kind.words
  }

  /// The key for typed input, as `section.name` or by its name alone; `nil` if there is none.
  public static func found(_ typed: String) -> ConfigurationKey? { named(typed) ?? all.first { $0.name == typed } }

  /// The key with this `section.name`.
  public static func named(_ path: String) -> ConfigurationKey? {
    if let key = all.first(where: { $0.path == path }) { return key }
    guard path.hasPrefix(voices + ".") else { return nil }
    return voice(of: String(path.dropFirst(voices.count + 1)))
  }

  /// The sections in the order of the example file.
  public static var sections: [(name: String, documentation: String)] {
    [
      ("speech", "The settings of texts whose request does not give its own."),
      (voices, "The voice of each language, such as de = \"German\" or zh-HK = \"sit/yue\"."),
      ("player", "The commands of the player."),
      ("study", "Phrases that are studied (`aloud learn`)."),
      ("output", "The sound that goes to PipeWire."),
      ("interruptions", "The causes of pauses, and the returns from them."),
      ("announcements", "Short messages, for which the reading steps aside."),
      (notify, "The desktop's notifications; `aloud notify on` has them spoken."),
      ("state", "The state that the service keeps when it ends."),
      ("service", "The service itself."),
      ("follow", "The display of `aloud follow`, which reads them when it starts."),
    ]
  }

  /// All keys.
  public static let all = ofReading + ofStudy + ofAnnouncements

  private static let ofReading: [ConfigurationKey] = [
    .init(
      "speech", "voice", .text(\.speech.voice),
      "Voice by name or identifier (`aloud voices`); empty: the language chooses it"),
    .init(
      "speech", "language", .text(\.speech.language),
      "Language of texts that neither declare nor show one (BCP 47), such as \"de\" or \"zh-HK\"; empty: the desktop's"),
    .init(
      "speech", "quality", .choice(of: \.speech.quality),
      "Natural voices where there is time for them, always, or never"),
    .init(
      "speech", "fast-above", .number(\.speech.fastAbove, 0.25...6),
      "Texts that begin at a higher rate have a fast voice, unless quality is \"natural\""),
    .init(
      "speech", "rate-wpm", .integer(\.speech.wordsPerMinute, 80...450),
      "The voice's own speed in words per minute; the player's rate is applied on top, without changing the pitch"),
    .init("speech", "pitch", .number(\.speech.pitch, 0.5...2), "Pitch of the voice; 1 is its normal pitch"),
    .init(
      "speech", "range", .number(\.speech.range, 0...2), "Variation of the pitch; 0 is monotone, 1 is normal"),
    .init("speech", "punctuation", .choice(of: \.speech.punctuation), "Punctuation marks that are spoken by name"),
    .init(
      "speech", "sentence-gap", .duration(\.speech.sentenceGap, .zero ... .seconds(10)),
      "Silence between two sentences"),
    .init(
      "speech", "paragraph-gap", .duration(\.speech.paragraphGap, .zero ... .seconds(10)),
      "Silence between two paragraphs"),

    .init(
      "player", "rate", .number(\.player.rate, 0.25...6), "Initial rate; 1 is 175 wpm"),
    .init("player", "next-means", .choice(of: \.player.nextMeans), "Unit that `next` and `prev` move by"),
    .init(
      "player", "double-press", .duration(\.player.doublePress, .zero ... .seconds(2)),
      "A second press within this time moves by the next larger unit: a paragraph, then a track; 0: never"),
    .init(
      "player", "previous-restarts-after", .duration(\.player.previousRestartsAfter, .zero ... .seconds(60)),
      "If the position is later than this, `prev` goes to the start of the track"),
    .init(
      "player", "skip-interval", .duration(\.player.skipInterval, .seconds(1) ... .seconds(600)),
      "Distance of a skip forward"
    ),
    .init(
      "player", "skip-interval-back", .duration(\.player.skipIntervalBack, .zero ... .seconds(600)),
      "Distance of a skip back; 0: the same as forward"),
    .init(
      "player", "say-when-busy", .choice(of: \.player.sayWhenBusy),
      "Place of a text that is said while another is read; in-turn: at once, or after the texts said before it"),
    .init(
      "player", "read-when-busy", .choice(of: \.player.readWhenBusy),
      "Place of a document that is opened while another is read; now: it begins, and the other resumes after it"),
    .init(
      "player", "when-busy", .choice(of: \.player.whenBusy, among: [.queue, .next, .now, .drop], none: "by-kind"),
      "Sets both, as in files of earlier versions; by-kind: the two settings above are used"),
    .init(
      "player", "sleep-fade", .duration(\.player.sleepFade, .zero ... .seconds(60)),
      "Length of the fade before the sleep timer ends the sound"),
    .init("player", "remember-volume", .flag(\.player.rememberVolume), "Restore the volume of the last session"),
    .init(
      "player", "replay-gain", .flag(\.player.replayGain),
      "Play recordings that are tagged with a replay gain as loud as speech; nothing is clipped by it"),

    .init(
      "output", "quantum", .integer(\.output.quantum, 0...8192, none: "auto"),
      "Frames per cycle to ask PipeWire for; auto: 256 around commands, then 512; 0: the server's"),
    .init(
      "output", "private-quantum", .integer(\.output.privateQuantum, 0...8192, none: "auto"),
      "Maximum with headphones: about two cycles are heard aloud after the jack is pulled; auto: 256, unless "
        + "`quantum` is a number; 0: as `quantum`"),
    .init(
      "output", "linger", .duration(\.output.linger, .zero ... .seconds(60)),
      "The stream runs on for this time after your own pause and after the end, so that sound begins at once"),
    .init(
      "output", "release-after", .duration(\.output.releaseAfter, .zero ... .seconds(86400)),
      "The stream is closed after this much more silence"),
    .init(
      "output", "media-name", .choice(of: \.output.mediaName),
      "Name that a mixer shows: the title of the text, or nothing about it"),

    .init(
      "interruptions", "hold-limit", .duration(\.interruptions.holdLimit, .zero ... .seconds(86400)),
      "An interruption, for example by a call, that lasts longer than this becomes a pause"),
    .init(
      "interruptions", "rewind-after", .duration(\.interruptions.rewindAfter, .zero ... .seconds(86400)),
      "After an interruption of this length the reading resumes at the beginning of the sentence"),
    .init(
      "interruptions", "pause-rewind-after", .duration(\.interruptions.pauseRewindAfter, .zero ... .seconds(86400)),
      "After a pause of this length the reading resumes at the beginning of a sentence: the one that was heard, after "
        + "5 min one earlier, after an hour two, after a day three, after a week five; 0: always at the exact place"),
    .init(
      "interruptions", "resume-on-replug", .flag(\.interruptions.resumeOnReplug),
      "Resume if the headphones whose loss was the reason of the pause come back"),
    .init(
      "interruptions", "resume-on-unlock", .flag(\.interruptions.resumeOnUnlock),
      "Resume if the screen whose lock was the reason of the pause is unlocked"),
    .init(
      "interruptions", "pause-on-mute", .flag(\.interruptions.pauseOnMute),
      "Interrupt while the output is muted or its volume is 0, so that nothing is missed"),
    .init(
      "interruptions", "hold-for-calls", .flag(\.interruptions.holdForCalls),
      "Interrupt while another program is in a call"),
    .init(
      "interruptions", "call-applications", .text(\.interruptions.callApplications),
      "Programs that count as in a call when they use the microphone and make sound, separated by commas"),
    .init(
      "interruptions", "pause-for-players", .flag(\.interruptions.pauseForPlayers),
      "Pause when another player starts"),
    .init(
      "interruptions", "ignored-players", .text(\.interruptions.ignoredPlayers),
      "Players that are ignored, by the end of their bus name, separated by commas"),
    .init(
      "interruptions", "pause-others", .flag(\.interruptions.pauseOthers),
      "Pause other players when the reading starts"),
    .init(
      "interruptions", "pause-on-lock", .flag(\.interruptions.pauseOnLock), "Pause when the screen is locked"),
    .init(
      "interruptions", "pause-on-inactive-seat", .flag(\.interruptions.pauseOnInactiveSeat),
      "Pause when another user's session comes to the screen"),
    .init(
      "interruptions", "inhibit-sleep", .flag(\.interruptions.inhibitSleep),
      "Prevent the machine from falling asleep by itself while there is sound"),

    .init(
      "state", "resume", .choice(of: \.state.resume),
      "State of the queue after the service ended while it read; as-it-was: it resumes, within 30 s"),

    .init(
      "service", "exit-idle", .duration(\.service.exitIdle, .zero ... .seconds(604_800)),
      "A service that is stopped or has nothing to play ends after this time; 0: never"),
    .init(
      "service", "notifications", .flag(\.service.notifications),
      "Show a notification if something must be done before anything can be heard"),
    .init(
      "service", "log-level", .choice(of: \.service.logLevel), "Lowest level of messages that are logged"),
    .init(
      "service", "private-titles", .flag(\.service.privateTitles),
      "Hide titles from the desktop, and so from a locked screen, notifications and mixers"),

    .init("follow", "width", .integer(\.follow.width, 20...200), "Maximum number of columns of text; keys: [ ]"),
    .init(
      "follow", "spacing", .integer(\.follow.spacing, 1...3),
      "Line spacing: 2 leaves an empty row below each row of text; key: L"),
    .init("follow", "focus", .flag(\.follow.focus), "Fade all text except the current paragraph; key: F"),
    .init(
      "follow", "theme", .choice(of: \.follow.theme),
      "Colours; auto: as the background of the terminal; plain: none; key: T"),
    .init(
      "follow", "bidi", .choice(of: \.follow.bidi),
      "Side that orders right-to-left text; auto: the terminal if it is known to do so, else the display"),
  ]
}
