public import Speech
public import Study
public import Vocabulary

/// All settings of `aloud.toml`, with their defaults.
///
/// `ConfigurationReading` makes this value from the files. Names, ranges and documentation of the keys are in
/// ``ConfigurationKey/all``.
public struct Settings: Equatable, Sendable {
  /// `[speech]`
  public var speech = Speech()
  /// `[voices]`
  public var voices = LanguageVoices()
  /// `[[engine]]`, each with a name of its own; at most ``Speech/EngineCommand/most``.
  public var engines: [EngineCommand] = []
  /// `[player]`
  public var player = Player()
  /// `[study]`
  public var study = Study()
  /// `[output]`
  public var output = Output()
  /// `[interruptions]`
  public var interruptions = Interruptions()
  /// `[announcements]`
  public var announcements = Announcements()
  /// `[notify]` and `[[notify.rule]]`
  public var notify = Notify()
  /// `[state]`
  public var state = State()
  /// `[service]`
  public var service = Service()
  /// `[follow]`
  public var follow = Follow()

  /// The defaults.
  public init() {}

  /// The defaults for requests that leave them open.
  public struct Speech: Equatable, Sendable {
    /// A voice by name or identifier; empty to choose it by the language.
    public var voice = ""
    /// The BCP 47 tag of texts that neither declare nor show a language; empty for the desktop's language.
    public var language = ""
    /// The voices for texts that name none.
    public var quality = VoiceQuality.auto
    /// Texts that begin at a higher rate have a fast voice, 0.25…6.
    public var fastAbove = 2.5
    /// The voice's own speed in words per minute; the rate is applied to its sound afterwards.
    public var wordsPerMinute = 175
    /// The pitch, 0.5…2; 1 is the voice's own.
    public var pitch = 1.0
    /// The variation of pitch, 0…2; 1 is the voice's own.
    public var range = 1.0
    /// The punctuation marks that are spoken by name.
    public var punctuation = SpokenPunctuation.none
    /// Silence between two sentences, in media time.
    public var sentenceGap = Duration.milliseconds(300)
    /// Silence between two paragraphs, in media time.
    public var paragraphGap = Duration.milliseconds(600)
  }

  /// The way in which phrases are studied unless the listener says otherwise.
  public struct Study: Equatable, Sendable {
    /// The gap behind a phrase.
    public var gap = ExerciseSettings().gap
    /// The speeds at which each phrase is heard, one after another; at least one.
    public var speeds = ExerciseSettings().speeds
    /// The shortest silence that divides a recording.
    public var silence = Duration.microseconds(PhraseSettings().silence.count)
    /// The silence before a voice that a phrase keeps.
    public var lead = Duration.microseconds(PhraseSettings().lead.count)
    /// The silence after a voice that a phrase keeps.
    public var tail = Duration.microseconds(PhraseSettings().tail.count)
    /// A shorter voice belongs to its neighbour.
    public var shortest = Duration.microseconds(PhraseSettings().shortest.count)
    /// A longer phrase is divided.
    public var longest = Duration.microseconds(PhraseSettings().longest.count)

    /// All of it.
    public var plan: StudyPlan {
      var plan = StudyPlan()
      plan.exercise.gap = gap
      plan.exercise.speeds = speeds
      plan.phrases.silence = Microseconds(silence)
      plan.phrases.lead = Microseconds(lead)
      plan.phrases.tail = Microseconds(tail)
      plan.phrases.shortest = Microseconds(shortest)
      plan.phrases.longest = Microseconds(longest)
      return plan
    }
  }

  /// The voices for texts that name none.
  public enum VoiceQuality: String, CaseIterable, Sendable {
    /// Natural ones where there is time for them, and else fast ones.
    case auto
    /// Natural ones for each language that has one.
    case natural
    /// Those of the usual engine.
    case fast
  }

  /// The behaviour of player commands.
  public struct Player: Equatable, Sendable {
    /// The initial rate of a new service, 0.25…6.
    public var rate = 1.0
    /// The unit by which `Next` and `Previous` move.
    public var nextMeans = MovingUnit.track
    /// Two presses of a media key within this time move by the next larger unit; zero to treat them separately.
    public var doublePress = Duration.milliseconds(400)
    /// After this time in a track, `Previous` goes to the track's start.
    public var previousRestartsAfter = Duration.seconds(3)
    /// The length of one skip forward.
    public var skipInterval = Duration.seconds(10)
    /// The length of one skip back; zero for that of a skip forward.
    public var skipIntervalBack = Duration.zero
    /// The length of one skip; negative for a skip back.
    public func skip(isForward: Bool) -> Duration {
      isForward ? skipInterval : .zero - (skipIntervalBack == .zero ? skipInterval : skipIntervalBack)
    }
    /// The duration of the fade before the sleep timer ends the sound; zero for none.
    public var sleepFade = Duration.seconds(8)
    /// The place of a text that is spoken while another is being read.
    public var sayWhenBusy = WhenBusy.inTurn
    /// The place of a document that is opened while something is being read.
    public var readWhenBusy = WhenBusy.now
    /// The setting of older files, which replaces both; `nil`: both apply.
    public var whenBusy: WhenBusy?
    /// True if the volume of the last session is used again.
    public var rememberVolume = true
    /// True if recordings with a replay gain are brought to the level of speech.
    public var replayGain = true
  }

  /// The stream to PipeWire.
  public struct Output: Equatable, Sendable {
    /// Frames per cycle that are requested, at the rate of the stream; 0 leaves the choice to the server; `nil`: by
    /// need.
    public var quantum: Int?
    /// The most of them while sound goes to headphones; 0 for no difference; `nil`: short, unless ``quantum`` is set.
    public var privateQuantum: Int?
    /// The stream runs on for so long after the listener's own silence.
    public var linger = Duration.seconds(3)
    /// Silence for this long, counted from the end of ``linger``, closes the stream.
    public var releaseAfter = Duration.seconds(180)
    /// The name that mixers show beside that of the application.
    public var mediaName = MediaName.title
  }

  /// The name that mixers show beside that of the application.
  public enum MediaName: String, CaseIterable, Sendable {
    /// The title of the text.
    case title
    /// The same word for every text, for listeners who share their screen.
    case plain
  }

  /// The causes that silence the reading, and the conditions under which it continues.
  public struct Interruptions: Equatable, Sendable {
    /// A silence that ends by itself, such as a call, becomes a permanent pause after this time.
    public var holdLimit = Duration.seconds(900)
    /// After a silence of this length, reading continues at the beginning of the sentence.
    public var rewindAfter = Duration.seconds(20)
    /// After a pause of this length, reading continues at the beginning of a sentence; zero for the exact place.
    public var pauseRewindAfter = Duration.seconds(300)
    /// True if reading continues when the headphones return whose loss paused it.
    public var resumeOnReplug = false
    /// True if reading that was paused by the screen lock continues after unlocking.
    public var resumeOnUnlock = false
    /// True if a muted output, or a volume of 0, pauses the reading; otherwise it continues unheard.
    public var pauseOnMute = false
    /// True if calls of other programs hold the reading.
    public var holdForCalls = true
    /// Programs that are in a call when they use the microphone and make sound; separated by commas.
    public var callApplications =
      "Firefox, Chromium, Google Chrome, Brave, Microsoft Edge, Vivaldi, Opera, ZOOM VoiceEngine, zoom, "
      + "WEBRTC VoiceEngine, Discord, Element, Signal, Slack, Skype, teams-for-linux, Telegram Desktop, Linphone, "
      + "Mumble, Jami, Jitsi Meet"
    /// True if another player that starts pauses the reading.
    public var pauseForPlayers = true
    /// Players without that effect, by the end of their bus name; separated by commas.
    public var ignoredPlayers = "playerctld, kdeconnect"
    /// True if other players are paused when reading starts.
    public var pauseOthers = false
    /// True if a locked screen pauses the reading.
    public var pauseOnLock = false
    /// True if it is paused when another user's session comes to the foreground.
    public var pauseOnInactiveSeat = false
    /// True if the machine is kept awake while there is sound.
    public var inhibitSleep = false
  }

  /// The state that is kept when the service ends.
  public struct State: Equatable, Sendable {
    /// The state of the queue after the service ended during a reading.
    public var resume = Resume.paused
  }

  /// The state of the queue after the service ended during a reading.
  public enum Resume: String, CaseIterable, Sendable {
    /// It waits for `Play`.
    case paused
    /// It continues by itself if the interruption was short and only the end of the service had silenced it.
    case asItWas = "as-it-was"
  }

  /// The process itself.
  public struct Service: Equatable, Sendable {
    /// A service that is stopped or has nothing to play ends after this time; zero for never.
    public var exitIdle = Duration.seconds(600)
    /// True if the desktop shows notifications when the listener has to act.
    public var notifications = true
    /// The lowest level of messages that are logged.
    public var logLevel = LogLevel.info
    /// True if titles are hidden from the desktop, and thus from lock screens, notifications and mixers.
    public var privateTitles = false
  }

  /// The lowest level of messages that are logged.
  public enum LogLevel: String, CaseIterable, Sendable {
    /// From the most verbose to the least.
    case debug, info, notice, warning, error
  }

  /// The display of `aloud follow`.
  public struct Follow: Equatable, Sendable {
    /// The most columns of text, 20…200; readable printed lines have 45 to 75 characters.
    public var width = 68
    /// The rows per row of text, 1…3.
    public var spacing = 1
    /// True if all text except the current paragraph is faded.
    public var focus = false
    /// The colours.
    public var theme = Theme.auto
    /// The side that orders right-to-left text.
    public var bidi = Bidi.auto

    /// The defaults.
    public init() {}
  }

  /// The side that orders right-to-left text.
  public enum Bidi: String, CaseIterable, Sendable {
    /// The terminal if it is known to do so, else the display; the terminal; the display.
    case auto, terminal, own
  }

  /// The colours of the display.
  public enum Theme: String, CaseIterable, Sendable {
    /// Chosen by the terminal's background; for dark ones; for light ones; without colours.
    case auto, dark, light, plain
  }
}
