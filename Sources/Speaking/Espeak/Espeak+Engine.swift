import EspeakSpelling
public import Speech
public import SpeechWorkerKit
import Vocabulary

extension Espeak: Engine {
  /// The name of the project.
  public static var library: String { "espeak-ng" }

  /// The library speaks the rates up to 450 words per minute with its own timeline, see ``configure(_:)``. It takes a
  /// thousandth of the sound's duration.
  public static var traits: EngineTraits {
    EngineTraits(
      sampleRate: .usual, wordsPerMinute: 80...449, pitch: 0...100, marks: .exact, lengths: .exact,
      cost: 1_000, memory: 5 << 20)
  }

  /// 1 GiB: the library and its data take a hundredth.
  public static var addressSpace: UInt64 { 1 << 30 }

  /// The version of the library.
  public var name: EngineName { EngineName("\(Self.library) \(version)") }

  /// The library reads no Chinese characters in Japanese texts, and some Chinese ones wrong.
  public var spelling: EngineSpelling {
    let hanzi = HanziVoices(names: HanziReadings.voices, release: HanziReadings.version(release: version)) {
      [version] in HanziReadings($0, voice: $1, release: version)
    }
    return EngineSpelling(katakana: KatakanaReadings(), hanzi: hanzi)
  }

  /// Replaces hyphens that end the process.
  public func mend(_ text: inout [UInt8]) -> String? {
    var rule: String?
    for index in text.indices where text[index] == UInt8(ascii: "-") && Self.crashes(text, hyphen: index) {
      text[index] = 0x20
      rule = "hyphen-after-sign"
    }
    return rule
  }

  /// True for a hyphen between one of `> < | : / » ‹` and a letter of East Asia, or between `>` and any letter. The
  /// voices for Hindi, Marathi, Konkani, Malayalam and Vietnamese of espeak-ng 1.51 crash at it. The hyphen is silent.
  private static func crashes(_ bytes: [UInt8], hyphen: Int) -> Bool {
    guard hyphen > 0, hyphen + 1 < bytes.count else { return false }
    let (before, after) = (bytes[hyphen - 1], bytes[hyphen + 1])
    switch before {
    case UInt8(ascii: ">"):
      return after >= 0xC3 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= after | 0x20
    case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "/"):
      return after >= 0xE3
    // The last bytes of U+00BB and of U+2039.
    case 0xBB where hyphen > 1 && bytes[hyphen - 2] == 0xC2: return after >= 0xE3
    case 0xB9 where hyphen > 2 && bytes[hyphen - 2] == 0x80 && bytes[hyphen - 3] == 0xE2: return after >= 0xE3
    default: return false
    }
  }
}
