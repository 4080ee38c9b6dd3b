import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Vocabulary

/// The voices that speak a text. What a listener hears of everything else is the same with all of them.
enum SpeakingVoices: String, CaseIterable, Sendable {
  /// One of espeak-ng.
  case usual
  /// One of the humming engine.
  case humming
  /// One of each engine: the second to fourth of six words are hummed.
  case both
  /// The natural voice of a newcomer.
  case heart
  /// A natural voice of Piper, which takes ten times as long to make a sentence.
  case piper

  /// Those that `scripts/fetch-voices tests` has brought; ``ListeningTests/SpeakingVoiceTests`` tells that some are
  /// missing.
  static let natural: [SpeakingVoices] = [
    Project.fetchedVoices.map { _ in .heart }, Project.fetchedPiperVoice.map { _ in .piper },
  ].compactMap { $0 }
  /// The voices that a listener may have for everything.
  static let readers = [usual] + natural
  /// Those of them that make several times the speed in time, and that are measured in time beside other tests: lengths
  /// are found out at idle priority.
  static let quickReaders = readers.filter { $0 != .piper }
  static var allCases: [SpeakingVoices] { quickReaders + [.humming, .both] }

  /// The voice by its full name; `nil` for that of a text which asks for none.
  var voice: String? {
    switch self {
    case .usual, .both: nil
    // It works for a tenth of its sound, so that it is met at work.
    case .humming: "hum:hum/slow"
    case .heart: "neural:heart"
    case .piper: Project.fetchedPiperVoice.map { "neural:\($0)" }
    }
  }

  /// The samples of speech in a second.
  var sampleRate: Int {
    switch self {
    case .usual, .piper: 22_050
    case .humming, .both, .heart: 24_000
    }
  }

  /// True for a voice that the service starts only when it is needed, and whose model takes time to load.
  var isNatural: Bool { self == .heart || self == .piper }

  /// The name of its engine's processes.
  var processes: String { isNatural ? "neural" : "hum" }

  /// The contents of `aloud.toml` with these voices.
  func configuration(_ lines: String = "") -> String {
    switch self {
    case .usual, .humming: return lines
    case .both: return "[voices]\nde = \"hum:hum/slow\"\n" + lines
    case .heart, .piper:
      let (table, line) = ("[speech]\n", "voice = \"\(voice ?? "")\"\n")
      return lines.contains(table) ? lines.replacing(table, with: table + line) : table + line + lines
    }
  }

  /// The properties of a desktop in which natural voices are installed if these are natural.
  func options(_ options: PrivateDesktop.Options = .init()) -> PrivateDesktop.Options {
    guard isNatural, let voices = Project.fetchedVoices else { return options }
    var options = options
    options.environment["ALOUD_DESKTOP_VOICES"] = "1"
    options.environment["XDG_DATA_DIRS"] = "\(voices)/share:/usr/local/share:/usr/share"
    return options
  }

  /// The variables of the service, after the engine was installed.
  func install(in desktop: PrivateDesktop) throws -> [String: String] {
    switch self {
    case .usual, .heart, .piper: [:]
    case .humming, .both: try EngineFolder(in: desktop).environment
    }
  }

  /// True if a word is hummed.
  ///
  /// - Parameter word: its number in the text, from 0 on.
  func hums(_ word: Int) -> Bool {
    switch self {
    case .usual, .heart, .piper: false
    case .humming: true
    case .both: (1...3).contains(word % 6)
    }
  }

  /// Sends a text of one paragraph, and returns its track.
  @Core
  @discardableResult
  func speak(_ text: String, _ options: SpeakOptions = SpeakOptions(), to remote: Remote) async throws -> ObjectPath {
    var (text, options) = (text, options)
    switch self {
    case .usual, .heart, .piper: break
    case .humming: options.voice = voice
    case .both:
      (options.format, options.chapters) = (.html, false)
      let words = text.split(separator: " ").enumerated().map { number, word in
        hums(number) ? "<span lang=\"de\">\(word)</span>" : String(word)
      }
      text =
        "<p lang=\"en\">" + words.joined(separator: " ").replacing("</span> <span lang=\"de\">", with: " ") + "</p>"
    }
    return try await remote.speak(text, options)
  }
}
