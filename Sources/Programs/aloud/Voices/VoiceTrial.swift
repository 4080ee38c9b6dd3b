import Speech

/// The comparison of a language's voices by single keys, as a value.
struct VoiceTrial {
  /// The voices, by the digits from 1 on.
  let candidates: [Voice]
  /// The voice that was heard last.
  private(set) var heard: Int?

  /// The most voices: each has a digit.
  static let most = 9

  /// The voices of a language: natural ones first, then the best of the others. The present choice comes first.
  init(_ language: String, in catalogue: VoiceCatalogue) {
    let speaking = catalogue.preferringNatural().speaking(language)
    let natural = catalogue.voices.filter { voice in
      voice.isNatural && Self.primary(voice.language) == Self.primary(speaking.first?.language ?? language)
    }
    var candidates = speaking.prefix(1) + natural.sorted { $0.cost < $1.cost } + speaking
    var seen: Set<VoiceID> = []
    candidates.removeAll { !seen.insert($0.id).inserted }
    self.candidates = Array(candidates.prefix(Self.most))
  }

  private static func primary(_ tag: String) -> Substring { tag.prefix { $0 != "-" } }

  /// The effect of a key.
  enum Effect: Equatable {
    /// Says the sentence with a voice; the number is its place in ``candidates``.
    case play(Int)
    /// Keeps the voice for the language.
    case keep(Voice)
    /// Ends without a change.
    case leave
    case nothing
  }

  /// Takes a key: a digit plays a voice, Enter keeps the one that was heard last, `q` and Esc change nothing.
  mutating func take(_ key: UInt8) -> Effect {
    switch key {
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      let place = Int(key - UInt8(ascii: "1"))
      guard candidates.indices.contains(place) else { return .nothing }
      heard = place
      return .play(place)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return heard.map { .keep(candidates[$0]) } ?? .nothing
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x1B, 0x04: return .leave
    default: return .nothing
    }
  }
}
