import Glibc
package import Wire

/// What the listener calls the formats.
extension SoundFormat {
  package static let names = "wav, flac, opus, mp3, m4b or mka"
  package static let endings = ".wav, .flac, .opus, .mp3, .m4b or .mka"

  /// A name, or a file's ending; upper and lower case do not matter.
  package init?(named name: some StringProtocol) {
    switch name.lowercased() {
    case "wav": self = .wav
    case "flac": self = .flac
    case "opus", "ogg", "oga": self = .opus
    case "m4b", "m4a": self = .m4b
    case "mka": self = .mka
    case "mp3": self = .mp3
    default: return nil
    }
  }

  /// Whether it can be written from beginning to end, into a pipe. M4B and MKA have what is known last in front.
  package var isStreamed: Bool {
    switch self {
    case .wav, .flac, .opus, .mp3: true
    case .m4b, .mka: false
    }
  }

  /// Those that a pipe can take.
  package static let streamedNames = "wav, flac, opus or mp3"

  /// The chapters that a file has room for; `nil` where there is no limit.
  var mostChapters: Int? { self == .mp3 ? 255 : nil }

  /// The time that the encoder takes, in that of the speaking: processor time of an optimised build.
  package var effort: Double {
    switch self {
    case .wav: 0.02
    case .flac, .mka: 0.2
    case .mp3: 2.2
    case .m4b: 3.2
    case .opus: 9.5
    }
  }
}
