import Glibc
package import SoundWire

/// The names of the formats on the command line.
extension SoundFormat {
  /// The names of all formats as words of a sentence, for messages.
  package static let names = "wav, flac, opus, mp3, m4b or mka"
  /// The endings of all formats, each with its dot, as words of a sentence.
  package static let endings = ".wav, .flac, .opus, .mp3, .m4b or .mka"

  /// Takes a name or a file's ending; case does not matter.
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

  /// True if it can be written from beginning to end, into a pipe. In M4B and MKA, the beginning contains facts that
  /// are known last.
  package var isStreamed: Bool {
    switch self {
    case .wav, .flac, .opus, .mp3: true
    case .m4b, .mka: false
    }
  }

  /// The formats for a pipe.
  package static let streamedNames = "wav, flac, opus or mp3"

  /// The largest number of chapters in a file; `nil` for no limit.
  var mostChapters: Int? { self == .mp3 ? 255 : nil }

  /// A line about the chapters that the format has no room for; `nil` if there is room.
  func lostChapters(of count: Int) -> String? {
    guard let most = mostChapters, count > most else { return nil }
    return "\(self) has room for \(most) chapters: the last of them holds \(count - most + 1)"
  }

  /// The time for encoding, relative to the time for speaking: processor time of an optimised build.
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
