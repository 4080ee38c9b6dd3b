import Glibc
import Wire

/// What the listener calls the formats.
extension SoundFormat {
  static let names = "wav, flac, opus, m4b or mka"
  static let endings = ".wav, .flac, .opus, .m4b or .mka"

  /// A name, or a file's ending; upper and lower case do not matter.
  init?(named name: some StringProtocol) {
    switch name.lowercased() {
    case "wav": self = .wav
    case "flac": self = .flac
    case "opus", "ogg", "oga": self = .opus
    case "m4b", "m4a": self = .m4b
    case "mka": self = .mka
    default: return nil
    }
  }

  /// Whether it can be written from beginning to end, into a pipe. M4B and MKA have what is known last in front.
  var isStreamed: Bool {
    switch self {
    case .wav, .flac, .opus: true
    case .m4b, .mka: false
    }
  }

  /// Those that a pipe can take.
  static let streamedNames = "wav, flac or opus"
}
