/// The ranks of the targets, and the code that each may contain.
enum Rooms {
  /// The permitted contents of a target.
  enum Kind {
    /// Values and functions of values: no C, no input and output, no isolation.
    case pure
    /// One mechanism, or drivers.
    case impure
    /// One process.
    case program
  }

  struct Room {
    var rank: Int
    var kind: Kind
    /// True if its processes must stay small, which limits its imports.
    var isLean: Bool
  }

  private static func room(_ rank: Int, _ kind: Kind, lean: Bool = true) -> Room {
    Room(rank: rank, kind: kind, isLean: lean)
  }

  /// Every target under Sources except those of rank 0, the C modules.
  static let all: [String: Room] = [
    // Rank 1: the basis.
    "BusValues": room(1, .pure), "Documents": room(1, .pure), "Realtime": room(1, .pure),
    "Recordings": room(1, .pure), "Speech": room(1, .pure),
    "Vocabulary": room(1, .pure), "EventLoop": room(1, .impure), "ProcessClock": room(1, .impure),
    "Wire": room(1, .pure), "DocumentWire": room(1, .pure), "SoundWire": room(1, .pure), "SpeechWire": room(1, .pure),
    // Rank 2: the domain.
    "AloudAPI": room(2, .pure), "Announcements": room(2, .pure),
    "Configuration": room(2, .pure),
    "MPRIS": room(2, .pure), "Playback": room(2, .pure), "SpokenForms": room(2, .pure), "Study": room(2, .pure),
    // Rank 3: mechanisms, of the service and of the workers.
    "ConfigurationReading": room(3, .impure), "ConfigurationStorage": room(3, .impure),
    "DBusKit": room(3, .impure), "PipeWireKit": room(3, .impure),
    "Store": room(3, .impure), "Stretch": room(3, .impure), "Resampling": room(3, .impure),
    "Workers": room(3, .impure),
    "Confinement": room(3, .impure), "DocumentReading": room(3, .impure),
    "EspeakSpelling": room(3, .impure),
    "LanguageFinding": room(3, .impure),
    "Linguistics": room(3, .impure), "OnnxRuntime": room(3, .impure), "Morphology": room(3, .impure),
    "PDFReading": room(3, .impure),
    "Decoding": room(3, .impure), "Encoding": room(3, .impure), "Pictures": room(3, .impure),
    "VoiceSelection": room(3, .impure), "CommandOutput": room(3, .impure),
    // Rank 4: the reading, and what the workers have in common.
    "Reading": room(4, .impure), "DocumentWorkerKit": room(4, .impure), "SpeechWorkerKit": room(4, .impure),
    "Espeak": room(4, .impure), "Flite": room(4, .impure), "CommandEngine": room(4, .impure),
    "NaturalVoices": room(4, .impure),
    "TextDecoding": room(4, .impure),
    "EncodingAnswering": room(4, .impure),
    "PlainTextAnswering": room(4, .impure), "Pager": room(4, .impure), "BookExport": room(4, .impure),
    "DirectReading": room(4, .impure), "TextExplanation": room(4, .impure), "AloudClient": room(4, .impure),
    // Rank 5: the service.
    "AloudService": room(5, .impure),
    // Rank 6: programs. Only the command may be heavy: it runs for a moment.
    "aloud": room(6, .program, lean: false), "aloudd": room(6, .program), "aloud-read": room(6, .program),
    "aloud-read-book": room(6, .program), "aloud-read-pdf": room(6, .program), "aloud-decode": room(6, .program),
    "aloud-encode": room(6, .program),
    "aloud-settings": room(6, .program), "aloud-speak": room(6, .program),
    // A program that measures; never installed.
    "aloud-bench": room(6, .program, lean: false),
  ]

  /// True for a module of C, which is called `C` and its library.
  static func isC(_ target: String) -> Bool {
    target.hasPrefix("C") && target.dropFirst().first?.isUppercase ?? false
  }

  /// Imports between targets of one rank, from and to.
  static let sideways: [String: Set<String>] = [
    "MPRIS": ["Playback"], "Playback": ["Study"], "AloudAPI": ["Study"], "Configuration": ["Study"],
    "Speech": ["Vocabulary"], "Documents": ["Recordings", "Speech", "Vocabulary"],
    "Wire": ["Speech", "Vocabulary"], "DocumentWire": ["Documents", "Speech", "Vocabulary", "Wire"],
    "SoundWire": ["Documents", "Recordings", "Vocabulary", "Wire"],
    "SpeechWire": ["Speech", "Vocabulary", "Wire"],
    "Announcements": ["SpokenForms"], "Workers": ["Resampling"],
    "ConfigurationReading": ["ConfigurationStorage", "Confinement"],
    "PlainTextAnswering": ["DocumentWorkerKit", "TextDecoding"], "BookExport": ["DirectReading"],
    "TextExplanation": ["DirectReading"], "Espeak": ["SpeechWorkerKit"], "Flite": ["SpeechWorkerKit"],
    "CommandEngine": ["SpeechWorkerKit"], "NaturalVoices": ["Espeak", "SpeechWorkerKit"],
  ]

  /// Modules of the toolchain that values may use.
  static let modulesOfValues: Set<String> = ["Synchronization"]

  /// Files that may be longer than 400 lines, with the reason.
  static let longFiles: [String: String] = [:]
}
