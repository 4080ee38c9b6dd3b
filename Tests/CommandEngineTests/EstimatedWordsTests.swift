import Flite
import Speech
import SpeechWorkerKit
import Testing

@testable import CommandEngine

struct EstimatedWordsTests {
  private static func shown(_ text: String, _ sounding: [Range<Int>]) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return EstimatedWords.words(of: text, in: sounding).map { word in
      scalars[word.position..<word.position + word.length].map(String.init).joined() + " \(word.frame)"
    }
  }

  @Test func wordsHaveTheirShareOfTheLetters() {
    #expect(Self.shown("aa aaaa bb", [1_000..<1_800]) == ["aa 1000", "aaaa 1200", "bb 1600"])
  }

  @Test func aPauseIsThatOfAMark() {
    #expect(
      Self.shown("aa aa, bb bb cc", [100..<300, 800..<1_100])
        == ["aa 100", "aa, 200", "bb 800", "bb 900", "cc 1000"])
    // The voice makes no pause at the first comma, and one without a mark.
    #expect(
      Self.shown("aa, aa aa; bb bb", [0..<200, 250..<300, 400..<600])
        == ["aa, 0", "aa 83", "aa; 166", "bb 400", "bb 500"])
  }

  @Test func oddTextsAndSoundsHaveNoWordsOrOne() {
    #expect(EstimatedWords.words(of: "", in: [0..<10]).isEmpty)
    #expect(EstimatedWords.words(of: "a", in: []).isEmpty)
    #expect(Self.shown(", .", [5..<10]) == [", 5", ". 5"])
  }

  @Test func pausesAreFoundByTheirLoudness() {
    let loud = (0..<2_400).map { Int16($0 % 2 == 0 ? 8_000 : -8_000) }
    let quiet = [Int16](repeating: 12, count: 4_800)
    let sound = quiet + loud + quiet + loud + [Int16](repeating: 0, count: 240) + loud
    let parts = Pauses(sound, at: 24_000).sounding
    #expect(parts == [4_800..<7_200, 12_000..<17_040])
    #expect(Pauses([], at: 24_000).sounding.isEmpty && Pauses(quiet, at: 24_000).sounding.count <= 1)
    #expect(Pauses([Int16](repeating: 0, count: 4_800), at: 24_000).sounding.isEmpty)
  }
}

/// The estimate beside the truth, which flite knows.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct EstimateQualityTests {
  private static let sentences = [
    "The lamp turned, and nobody slept in the house by the sea.",
    "It was a bright cold day in April, and the clocks were striking thirteen.",
    "In October a storm broke the lower door; by morning the boats were gone, and with them the nets.",
    "Nobody had seen the keeper since Tuesday, when he had walked down to the village for bread.",
    "She asked him, quietly, whether the road was open, and he said that it was not.",
    "All happy families are alike; each unhappy family is unhappy in its own way.",
  ]

  @Test func mostWordsAreWithinAFifthOfASecond() throws {
    var flite = try Flite()
    try flite.configure(VoiceConfiguration(voice: .own("slt")))
    var errors: [Double] = []
    for sentence in Self.sentences {
      var (samples, truth) = ([Int16](), [EngineWord]())
      try flite.synthesize(Array(sentence.utf8)) { part, words in
        samples += part
        truth += words
        return true
      }
      let converted = SoundConversion.convert(samples, from: 16_000, to: 24_000)
      let estimated = EstimatedWords.words(of: sentence, in: Pauses(converted, at: 24_000).sounding)
      for word in truth {
        let own = try #require(estimated.first { $0.position == word.position })
        errors.append(abs(Double(own.frame) / 24_000 - Double(word.frame) / 16_000))
      }
    }
    errors.sort()
    let (median, most) = (errors[errors.count / 2], errors[errors.count * 9 / 10])
    #expect(
      median < 0.1 && most < 0.25, "median \(median) s, nine of ten within \(most) s, worst \(errors.last ?? 0) s")
  }
}
