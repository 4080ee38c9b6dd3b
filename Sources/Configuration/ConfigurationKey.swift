/// One key of `aloud.toml`: its name, its permitted values, and its purpose.
///
/// Keys are declared only in the table ``all``. The check, `aloud config show` and the commented example are made from
/// it.
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
  public static func named(_ path: String) -> ConfigurationKey? { all.first { $0.path == path } }

  /// The sections in the order of the example file.
  public static var sections: [(name: String, documentation: String)] {
    [
      ("speech", "How texts are spoken when a request does not say it."),
      ("player", "What the commands of a player mean."),
      ("output", "The sound that goes to PipeWire."),
      ("interruptions", "What silences the reading, and what brings it back."),
      ("state", "What outlives the service."),
      ("service", "The service itself."),
      ("follow", "The display of `aloud follow`, read when it begins."),
    ]
  }

  /// All keys.
  public static let all: [ConfigurationKey] = [
    .init(
      "speech", "voice", .text(\.speech.voice), "Voice by name or identifier (`aloud voices`); empty: by the language"),
    .init(
      "speech", "language", .text(\.speech.language),
      "BCP 47 tag of texts that do not name theirs, such as \"de\" or \"zh-HK\"; empty: the desktop's"),
    .init(
      "speech", "rate-wpm", .integer(\.speech.wordsPerMinute, 80...450),
      "The voice's own speed in words per minute; the listener's rate stretches it without changing the pitch"),
    .init("speech", "pitch", .number(\.speech.pitch, 0.5...2), "Height of the voice; 1 is its own"),
    .init(
      "speech", "range", .number(\.speech.range, 0...2), "How much the pitch moves; 0 is monotone, 1 the voice's own"),
    .init("speech", "punctuation", .choice(of: \.speech.punctuation), "Which punctuation marks are spoken by name"),
    .init(
      "speech", "sentence-gap", .duration(\.speech.sentenceGap, .zero ... .seconds(10)),
      "Silence between two sentences"),
    .init(
      "speech", "paragraph-gap", .duration(\.speech.paragraphGap, .zero ... .seconds(10)),
      "Silence between two paragraphs"),

    .init(
      "player", "rate", .number(\.player.rate, 0.25...6), "The rate that a fresh service starts with; 1 is 175 wpm"),
    .init("player", "next-means", .choice(of: \.player.nextMeans), "What `next` and `prev` move by"),
    .init(
      "player", "double-press", .duration(\.player.doublePress, .zero ... .seconds(2)),
      "Pressed twice within this time, the keys move by the next larger unit: a paragraph, a track; 0: never"),
    .init(
      "player", "previous-restarts-after", .duration(\.player.previousRestartsAfter, .zero ... .seconds(60)),
      "Later than this in a track, `prev` goes to the track's start"),
    .init(
      "player", "skip-interval", .duration(\.player.skipInterval, .seconds(1) ... .seconds(600)),
      "How far one skip forward goes"
    ),
    .init(
      "player", "skip-interval-back", .duration(\.player.skipIntervalBack, .zero ... .seconds(600)),
      "How far one skip back goes; 0: as far as one forward"),
    .init(
      "player", "say-when-busy", .choice(of: \.player.sayWhenBusy),
      "Where a text goes that is said while another is read; in-turn: at once, or after the texts said before it"),
    .init(
      "player", "read-when-busy", .choice(of: \.player.readWhenBusy),
      "Where a document goes that is opened while another is read; now: it begins, and the other goes on after it"),
    .init(
      "player", "when-busy", .choice(of: \.player.whenBusy),
      "Rules both of them, as in files of earlier versions; by-kind: it does not"),
    .init(
      "player", "sleep-fade", .duration(\.player.sleepFade, .zero ... .seconds(60)),
      "How long the sound fades before the sleep timer ends it"),
    .init("player", "remember-volume", .flag(\.player.rememberVolume), "Use the volume of the last session again"),

    .init(
      "output", "quantum", .integer(\.output.quantum, 0...8192),
      "Frames a cycle to ask PipeWire for, at 48 kHz: less answers faster, more wakes up less often; 0: the server's"),
    .init(
      "output", "private-quantum", .integer(\.output.privateQuantum, 0...8192),
      "No more than this with headphones: it is what their jack lets out when it is pulled; 0: as `quantum`"),
    .init(
      "output", "release-after", .duration(\.output.releaseAfter, .zero ... .seconds(86400)),
      "Silence for this long closes the stream"),
    .init(
      "output", "media-name", .choice(of: \.output.mediaName),
      "What a mixer shows: the title of the text, or nothing about it"),

    .init(
      "interruptions", "hold-limit", .duration(\.interruptions.holdLimit, .zero ... .seconds(86400)),
      "A silence that would end by itself, as one for a call, and lasts longer than this stays a pause"),
    .init(
      "interruptions", "rewind-after", .duration(\.interruptions.rewindAfter, .zero ... .seconds(86400)),
      "After such a silence of this length the reading goes on at the beginning of the sentence"),
    .init(
      "interruptions", "pause-rewind-after", .duration(\.interruptions.pauseRewindAfter, .zero ... .seconds(86400)),
      "After a pause of this length the reading goes on at the beginning of a sentence: the one that was heard, from "
        + "5 min on one before, from an hour on two, after a day three, after a week five; 0: always at the very place"),
    .init(
      "interruptions", "resume-on-replug", .flag(\.interruptions.resumeOnReplug),
      "Go on when the headphones come back whose loss was the reason of the pause"),
    .init(
      "interruptions", "resume-on-unlock", .flag(\.interruptions.resumeOnUnlock),
      "Go on when the screen is unlocked whose lock was the reason of the pause"),
    .init(
      "interruptions", "pause-on-mute", .flag(\.interruptions.pauseOnMute),
      "Silent while the output is muted or its volume is 0: what nobody hears is not read"),
    .init(
      "interruptions", "hold-for-calls", .flag(\.interruptions.holdForCalls),
      "Silent while another program is in a call"),
    .init(
      "interruptions", "call-applications", .text(\.interruptions.callApplications),
      "Programs that are in a call when they use the microphone and make sound, separated by commas"),
    .init(
      "interruptions", "pause-for-players", .flag(\.interruptions.pauseForPlayers),
      "Pause when another player starts"),
    .init(
      "interruptions", "ignored-players", .text(\.interruptions.ignoredPlayers),
      "Players that are not taken for one that starts, by the end of their bus name, separated by commas"),
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
      "Keep the machine from falling asleep by itself while there is sound"),

    .init(
      "state", "resume", .choice(of: \.state.resume),
      "How the queue comes back when the service ended while it read; as-it-was: it goes on within 30 s"),

    .init(
      "service", "exit-idle", .duration(\.service.exitIdle, .zero ... .seconds(604_800)),
      "A service that is stopped or has nothing to play ends after this time; 0: never"),
    .init(
      "service", "notifications", .flag(\.service.notifications),
      "Show a notification where something must be done before anything can be heard"),
    .init(
      "service", "log-level", .choice(of: \.service.logLevel), "The least severe messages that are logged"),
    .init(
      "service", "private-titles", .flag(\.service.privateTitles),
      "Desktops, and with them a locked screen, notifications and mixers, are not told what is read"),

    .init("follow", "width", .integer(\.follow.width, 20...200), "The most columns of text; keys: [ ]"),
    .init(
      "follow", "spacing", .integer(\.follow.spacing, 1...3),
      "Rows that one row of text takes: 2 leaves an empty one below each; key: L"),
    .init("follow", "focus", .flag(\.follow.focus), "Only the paragraph that is heard is bright; key: F"),
    .init(
      "follow", "theme", .choice(of: \.follow.theme),
      "The colours; auto: as the terminal's ground is dark or light; plain: none; key: T"),
    .init(
      "follow", "bidi", .choice(of: \.follow.bidi),
      "The side that puts text from right to left in order; auto: the terminal where it is known to, else the display"),
  ]
}
