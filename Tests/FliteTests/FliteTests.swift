import Speech
import SpeechWorkerKit
import Testing

@testable import Flite

/// The library has one sink and one set of parameters in a process: one test at a time.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct FliteTests {
  private struct Spoken: Equatable {
    var samples: [Int16] = []
    var words: [EngineWord] = []
  }

  /// The only one of this process.
  private final class Engine {
    var flite: Flite
    init() throws { flite = try Flite() }
  }
  private nonisolated(unsafe) static let engine = Result { try Engine() }

  private static func speak(
    _ text: String, _ voice: String = "slt", wordsPerMinute: Int = 175, pitch: Int = 50, range: Int = 50
  ) throws -> Spoken {
    let engine = try engine.get()
    try engine.flite.configure(
      VoiceConfiguration(voice: .own(voice), wordsPerMinute: wordsPerMinute, pitch: pitch, range: range))
    var spoken = Spoken()
    try engine.flite.synthesize(Array(text.utf8)) { samples, words in
      // Each word comes with the part of the sound in which it begins.
      #expect(words.allSatisfy { spoken.samples.count..<spoken.samples.count + samples.count ~= $0.frame })
      spoken.samples += samples
      spoken.words += words
      return true
    }
    return spoken
  }

  @Test func itsVoicesAreThose() throws {
    let engine = try Self.engine.get()
    #expect(engine.flite.voices().map(\.id.name) == ["slt", "rms", "awb", "kal16", "kal"])
    #expect(engine.flite.name.text.hasPrefix("flite 2"))
    #expect(engine.flite.sampleRate(of: .own("kal")).hertz == 8_000)
  }

  @Test func eachSpokenWordHasItsPlaceInTheText() throws {
    let text = "It's “well-known”: naïve Dr. Smith paid $12 in 1999."
    let scalars = Array(text.unicodeScalars)
    let words = try Self.speak(text).words.map { word in
      scalars[word.position..<word.position + word.length].map(String.init).joined()
    }
    #expect(words == ["It", "'s", "well", "known", "naïve", "Dr", "Smith", "paid", "$12", "in", "1999"])
  }

  /// A stop is silent until it is released: the loud part after it begins with the vowel.
  @Test(arguments: ["slt", "kal16", "kal"]) func aWordBeginsWhereItsSoundDoes(_ voice: String) throws {
    let spoken = try Self.speak("Sand, sand, sand.", voice)
    let rate = try Self.engine.get().flite.sampleRate(of: .own(voice)).hertz
    #expect(spoken.words.count == 3)
    for word in spoken.words {
      let before = spoken.samples[max(word.frame - rate / 25, 0)..<word.frame - rate / 100]
      let after = spoken.samples[word.frame + rate / 10..<word.frame + rate / 5]
      func loudness(_ part: ArraySlice<Int16>) -> Int { part.reduce(0) { $0 + abs(Int($1)) } / max(part.count, 1) }
      #expect(loudness(after) > 8 * loudness(before), "\(word)")
    }
  }

  /// The listener hears no pause that is not the service's.
  @Test func theSoundBeginsAndEndsWithTheWords() throws {
    let spoken = try Self.speak("Sand.")
    #expect(spoken.words.first?.frame ?? 0 <= 320)
    let tail = spoken.samples.reversed().prefix { abs(Int($0)) < 200 }.count
    #expect(tail < 16_000 / 5, "\(tail)")
  }

  @Test func theSpeedIsAFactorOfItsDurations() throws {
    let usual = try Self.speak("The lamp turned, and nobody slept in the house by the sea.")
    for (speed, factor) in [(350, 0.5), (88, 2.0), (450, 175.0 / 450)] {
      let other = try Self.speak("The lamp turned, and nobody slept in the house by the sea.", wordsPerMinute: speed)
      let ratio = Double(other.samples.count) / Double(usual.samples.count)
      #expect(ratio > factor * 0.85 && ratio < factor * 1.15, "\(speed): \(ratio)")
    }
    // The parameters do not add up from choice to choice.
    let again = try Self.speak("The lamp turned, and nobody slept in the house by the sea.")
    #expect(again.samples.count == usual.samples.count && again.words == usual.words)
  }

  @Test(arguments: ["slt", "awb", "kal16"]) func thePitchChangesTheSoundAndNotItsTimes(_ voice: String) throws {
    let text = "All our morning lines run along a long road."
    let usual = try Self.speak(text, voice)
    let high = try Self.speak(text, voice, pitch: 100)
    let flat = try Self.speak(text, voice, range: 0)
    #expect(usual.words == high.words && usual.words == flat.words)
    #expect(usual.samples != high.samples && usual.samples != flat.samples && high.samples != flat.samples)
  }

  @Test func whatFliteCannotSayIsSilent() throws {
    for text in ["", " ", "日本", "\u{301}"] { #expect(try Self.speak(text) == Spoken(), "\(text)") }
  }

  @Test func itsSoundsAreToldInTheInternationalAlphabet() throws {
    let engine = try Self.engine.get()
    try engine.flite.configure(VoiceConfiguration(voice: .own("slt")))
    var clauses: [String] = []
    try engine.flite.transcribe(Array("The lamp turned.".utf8)) { clauses.append($0) }
    #expect(clauses == ["ðə ˈlæmp ˈtɝnd"])
  }
}
