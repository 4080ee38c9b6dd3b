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

  /// The voice that hums: it works for a tenth of its sound, so that it is met at work.
  private static let hum = "hum:hum/slow"

  /// The lines for `aloud.toml`.
  var configuration: String { self == .both ? "[voices]\nde = \"\(Self.hum)\"\n" : "" }

  /// The variables of the service, after the engine was installed.
  func install(in desktop: PrivateDesktop) throws -> [String: String] {
    self == .usual ? [:] : try EngineFolder(in: desktop).environment
  }

  /// True if a word is hummed.
  ///
  /// - Parameter word: its number in the text, from 0 on.
  func hums(_ word: Int) -> Bool {
    switch self {
    case .usual: false
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
    case .usual: break
    case .humming: options.voice = Self.hum
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
