/// Everything that `aloud.toml` can say, with the value that holds where no file says anything.
///
/// The files are made into this value by `ConfigurationReading`; names, ranges and documentation of the keys
/// are in ``ConfigurationKey/all``.
public struct Settings: Equatable, Sendable {
  /// `[speech]`
  public var speech = Speech()
  /// `[player]`
  public var player = Player()
  /// `[output]`
  public var output = Output()
  /// `[interruptions]`
  public var interruptions = Interruptions()
  /// `[state]`
  public var state = State()
  /// `[service]`
  public var service = Service()
  /// `[follow]`
  public var follow = Follow()

  /// The defaults.
  public init() {}

  /// How texts are spoken when a request does not say it.
  public struct Speech: Equatable, Sendable {
    /// A voice by name or identifier; empty: chosen by the language.
    public var voice = ""
    /// BCP 47 tag of texts that do not name theirs; empty: the desktop's language.
    public var language = ""
    /// The voice's own speed in words per minute; the listener's rate stretches it afterwards.
    public var wordsPerMinute = 175
    /// 0.5…2; 1 is the voice's own.
    public var pitch = 1.0
    /// How much the pitch moves, 0…2; 1 is the voice's own.
    public var range = 1.0
    /// Which punctuation marks are spoken by name.
    public var punctuation = Punctuation.none
    /// Silence between two sentences, in media time.
    public var sentenceGap = Duration.milliseconds(300)
    /// Silence between two paragraphs, in media time.
    public var paragraphGap = Duration.milliseconds(600)
  }

  /// Which punctuation marks are spoken by name.
  public enum Punctuation: String, CaseIterable, Sendable {
    /// No mark; those that change the meaning; every mark.
    case none, some, all
  }

  /// What the commands of a player mean.
  public struct Player: Equatable, Sendable {
    /// The rate that a fresh service starts with, 0.25…6.
    public var rate = 1.0
    /// What `Next` and `Previous` move by.
    public var nextMeans = Unit.track
    /// Two presses of a media key within this time mean the next larger unit; zero: they are two presses.
    public var doublePress = Duration.milliseconds(400)
    /// Later than this in a track, `Previous` goes to the track's start.
    public var previousRestartsAfter = Duration.seconds(3)
    /// The length of one skip forward.
    public var skipInterval = Duration.seconds(10)
    /// The length of one skip back; zero: that of one forward.
    public var skipIntervalBack = Duration.zero
    /// The length of one skip; negative for a skip back.
    public func skip(isForward: Bool) -> Duration {
      isForward ? skipInterval : .zero - (skipIntervalBack == .zero ? skipInterval : skipIntervalBack)
    }
    /// How long the sound fades before the sleep timer ends it; zero: not at all.
    public var sleepFade = Duration.seconds(8)
    /// The place of a text that is said while another is being read.
    public var sayWhenBusy = WhenBusy.inTurn
    /// The place of a document that is opened while something is being read.
    public var readWhenBusy = WhenBusy.now
    /// An older file's setting, which rules both.
    public var whenBusy = CommonWhenBusy.byKind
    /// Whether the volume of the last session is used again.
    public var rememberVolume = true
  }

  /// A part of what is read.
  public enum Unit: String, CaseIterable, Sendable {
    /// A chapter or a whole text; what begins with a heading; a printed page; a block; a sentence; a
    /// bookmark; `skip-interval`.
    case track, heading, page, paragraph, sentence, bookmark, skip
  }

  /// Where a new text goes while another is being read.
  public enum WhenBusy: String, CaseIterable, Sendable {
    /// At once beside a document, which goes on afterwards; behind the texts that were said before it.
    case inTurn = "in-turn"
    /// Behind everything that waits.
    case queue
    /// Directly behind the text being read.
    case next
    /// In front: the text being read is put off.
    case now
    /// Nowhere: the request is refused.
    case drop
  }

  /// One choice for texts that are said and for documents, as files of earlier versions have it.
  public enum CommonWhenBusy: String, CaseIterable, Sendable {
    /// ``Player/sayWhenBusy`` and ``Player/readWhenBusy`` hold.
    case byKind = "by-kind"
    /// Both are this; see ``WhenBusy``.
    case queue, next, now, drop
  }

  /// The stream to PipeWire.
  public struct Output: Equatable, Sendable {
    /// Frames a cycle that are asked for, at 48 kHz; 0 leaves it to the server.
    public var quantum = 256
    /// The same while the sound goes to headphones, where it is less than ``quantum``; 0: no other than then.
    public var privateQuantum = 256
    /// Silence for this long closes the stream.
    public var releaseAfter = Duration.seconds(180)
    /// What a mixer shows beside the name of the application.
    public var mediaName = MediaName.title
  }

  /// What a mixer shows beside the name of the application.
  public enum MediaName: String, CaseIterable, Sendable {
    /// The title of the text.
    case title
    /// The same word for every text, for those who share their screen.
    case plain
  }

  /// What silences the reading, and what brings it back.
  public struct Interruptions: Equatable, Sendable {
    /// A silence that would end by itself (a call) and lasts longer than this no longer does.
    public var holdLimit = Duration.seconds(900)
    /// After a silence of this length the reading goes on at the beginning of the sentence.
    public var rewindAfter = Duration.seconds(20)
    /// After a pause of this length the reading goes on at the beginning of a sentence; zero: at the very place.
    public var pauseRewindAfter = Duration.seconds(300)
    /// Whether the return of the headphones whose loss paused the reading makes it go on.
    public var resumeOnReplug = false
    /// Whether unlocking the screen makes a reading go on that the lock paused.
    public var resumeOnUnlock = false
    /// Whether a muted output, or a volume of 0, silences the reading, which would go on unheard.
    public var pauseOnMute = false
    /// Whether a call of another program silences the reading.
    public var holdForCalls = true
    /// Programs whose calls are known by their using the microphone and making sound; separated by commas.
    public var callApplications =
      "Firefox, Chromium, Google Chrome, Brave, Microsoft Edge, Vivaldi, Opera, ZOOM VoiceEngine, zoom, "
      + "WEBRTC VoiceEngine, Discord, Element, Signal, Slack, Skype, teams-for-linux, Telegram Desktop, Linphone, "
      + "Mumble, Jami, Jitsi Meet"
    /// Whether another player that starts pauses the reading.
    public var pauseForPlayers = true
    /// Players that never do, by the end of their bus name; separated by commas.
    public var ignoredPlayers = "playerctld, kdeconnect"
    /// Whether other players are paused when the reading starts.
    public var pauseOthers = false
    /// Whether a locked screen pauses.
    public var pauseOnLock = false
    /// Whether it pauses when another user's session comes to the screen.
    public var pauseOnInactiveSeat = false
    /// Whether the machine is kept from falling asleep while there is sound.
    public var inhibitSleep = false
  }

  /// What outlives the service.
  public struct State: Equatable, Sendable {
    /// How the queue comes back when the service was ended while it read.
    public var resume = Resume.paused
  }

  /// How the queue comes back when the service was ended while it read.
  public enum Resume: String, CaseIterable, Sendable {
    /// It waits for `Play`.
    case paused
    /// It goes on by itself, when the interruption was short and nothing but the end of the service had silenced it.
    case asItWas = "as-it-was"
  }

  /// The process itself.
  public struct Service: Equatable, Sendable {
    /// A service that has nothing to play, or was stopped, ends after this time; zero: never.
    public var exitIdle = Duration.seconds(600)
    /// Whether the desktop shows where the listener has to do something.
    public var notifications = true
    /// The least severe messages that are logged.
    public var logLevel = LogLevel.info
    /// Whether desktops, and with them a locked screen, notifications and mixers, are told nothing about what is read.
    public var privateTitles = false
  }

  /// The least severe messages that are logged.
  public enum LogLevel: String, CaseIterable, Sendable {
    /// From the most talkative to the quietest.
    case debug, info, notice, warning, error
  }

  /// The display of `aloud follow`.
  public struct Follow: Equatable, Sendable {
    /// The most columns of text, 20…200; printed lines that are read well have 45 to 75 characters.
    public var width = 68
    /// Rows that one row of text takes, 1…3.
    public var spacing = 1
    /// The colours.
    public var theme = Theme.auto

    /// The defaults.
    public init() {}
  }

  /// The colours of the display.
  public enum Theme: String, CaseIterable, Sendable {
    /// As the terminal's ground is; for dark ones; for light ones; none.
    case auto, dark, light, plain
  }
}
