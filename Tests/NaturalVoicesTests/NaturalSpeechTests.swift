import Espeak
import OnnxRuntime
import Testing

@testable import NaturalVoices
@testable import SpeechWorkerKit

/// The way from a text to the samples of a model, with a model that is a value.
@Suite struct NaturalSpeechTests {
  /// Each symbol lasts as long as its number says, the pads 10 and 20; the sound counts the symbols.
  private struct CountingModel: AcousticModel {
    var mostSymbols = 300
    let hop = 240
    let advance = 0
    let lead = 40
    let trail = 120

    func symbols(_ clauses: ArraySlice<SpokenPhonemes.Clause>, of text: SpokenPhonemes) -> Symbols {
      KokoroAlphabet.symbols(clauses, of: text)
    }

    func durations(_ symbols: Symbols, speed: Float) throws(OnnxFault) -> [Int] {
      symbols.numbers.enumerated().map { index, _ in index == 0 ? 10 : index == symbols.numbers.count - 1 ? 20 : 5 }
    }

    func speak(
      _ symbols: Symbols, speed: Float, begin: ([Int]) -> Void, sink: (ArraySlice<Float>) -> Bool
    ) throws(OnnxFault) {
      let durations = try durations(symbols, speed: speed)
      begin(durations)
      for (index, duration) in durations.enumerated() {
        let value = index == 0 || index == durations.count - 1 ? 0 : Float(0.25)
        guard sink([Float](repeating: value, count: duration * hop)[...]) else { return }
      }
    }
  }

  /// A text of words that espeak-ng would say with these sounds, one letter each.
  private static func phonemes(_ text: String) -> SpokenPhonemes {
    var sounds: [PhonemeClause.Sound] = []
    var word = 0
    var string = ""
    for (index, letter) in text.unicodeScalars.enumerated() {
      if letter == " " {
        word = index + 1
        string += " "
      } else if letter.properties.isAlphabetic {
        sounds.append(.init(name: String(letter), word: word))
        string.unicodeScalars.append(letter)
      }
    }
    let clause = PhonemeClause(text: string, end: text.utf8.count, sounds: sounds, hasPause: true)
    return SpokenPhonemes(Array(text.utf8), [clause]) { $0 }
  }

  private func speak(_ text: String, _ model: CountingModel = CountingModel()) throws -> ([Int16], [EngineWord]) {
    let speech = NaturalSpeech(Self.phonemes(text), model, speed: 1, sampleRate: 24_000)
    var (samples, words): ([Int16], [EngineWord]) = ([], [])
    try speech.speak(Loudness(decibels: 0)) { new, begun in
      #expect(begun.allSatisfy { samples.count..<samples.count + new.count ~= $0.frame })
      samples += new
      words += begun
      return true
    }
    #expect(try speech.measure() == samples.count)
    return (samples, words)
  }

  @Test func silenceIsTrimmedByTheDurations() throws {
    // pad 10 | l 5 | e 5 | . 5 | pad 20, in units of 10 ms: 40 ms before, 120 ms behind the last sound.
    let (samples, words) = try speak("le.")
    #expect(samples.count == 240 * (4 + 10 + 12))
    #expect(samples.firstIndex { $0 != 0 } == 960)
    #expect(words == [EngineWord(position: 0, length: 3, frame: 960)])
  }

  @Test func eachWordBeginsWithTheSpaceBeforeIt() throws {
    let (_, words) = try speak("le te po")
    #expect(words.map(\.position) == [0, 3, 6])
    #expect(words.map(\.length) == [2, 2, 2])
    // Two sounds to each word, and a space before the second and the third.
    #expect(words.map(\.frame) == [960, 960 + 10 * 240, 960 + 25 * 240])
  }

  @Test func aTextWithoutASoundIsSilence() throws {
    for text in ["", "…", "   "] {
      let (samples, words) = try speak(text)
      #expect(samples.count == 4_800 && samples.allSatisfy { $0 == 0 })
      #expect(words.isEmpty)
    }
  }

  @Test func aLongTextIsCutBetweenWords() throws {
    let text = (0..<200).map { _ in "lepo" }.joined(separator: " ")
    let (samples, words) = try speak(text)
    #expect(words.count == 200)
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.frame < $1.frame })
    #expect(words.map(\.position) == (0..<200).map { $0 * 5 })
    // More than one run of the model: each has its own silence.
    #expect(samples.split(whereSeparator: { $0 != 0 }).count { $0.count > 1_000 } > 3)
  }

  @Test func aWordWithoutEndIsCutAllTheSame() throws {
    let (samples, words) = try speak(String(repeating: "a", count: 3_000))
    #expect(samples.count > 3_000 * 5 * 240)
    #expect(words.count == 1)
  }

  @Test func aSoundComesAndGoesWithoutAClick() throws {
    let (samples, _) = try speak("le")
    #expect(samples.first == 0 && samples.last == 0)
  }

  @Test func anEndAsSoonAsNobodyListens() throws {
    let speech = NaturalSpeech(Self.phonemes("le te po"), CountingModel(), speed: 1, sampleRate: 24_000)
    var calls = 0
    try speech.speak(Loudness(decibels: 0)) { _, _ in
      calls += 1
      return false
    }
    #expect(calls == 1)
  }
}
