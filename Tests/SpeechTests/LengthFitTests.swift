import Speech
import Testing
import Vocabulary

/// The three numbers by which the lengths of sentences are estimated.
@Suite struct LengthFitTests {
  private static let sentences = [
    "Good morning.", "The lamp turned, and nobody was there.", "A", "Is it you?",
    "It rained for three days: the river rose.",
    "She said nothing; he left, the door fell shut, and it was late.", "In the spring of 1872, he went to sea.",
    "No.", "The house that stood behind the old garden wall had been empty for a long time.", "Come in, sit down.",
  ]

  private static func size(_ text: String) -> LengthFit.Size { LengthFit.Size(text.utf8) }

  /// A voice with other numbers than the usual ones.
  private static func spoken(_ text: String) -> Double {
    0.35 + 0.08 * size(text).letters + 0.4 * size(text).pauses
  }

  private static func fitted(_ count: Int, noise: Double = 0) -> LengthFit {
    var fit = LengthFit()
    for index in 0..<count {
      let text = sentences[index % sentences.count]
      let factor = 1 + noise * (index / sentences.count % 2 == 0 ? 1 : -1)
      fit.note(Microseconds(Int64(spoken(text) * factor * 1e6)), for: size(text))
    }
    return fit
  }

  private static func error(_ fit: LengthFit) -> Double {
    let numbers = fit.numbers
    return sentences.map { text in
      let length = Double(fit.length(of: size(text), numbers)?.count ?? 0) / 1e6
      return abs(length - spoken(text)) / spoken(text)
    }.max() ?? 1
  }

  @Test func theNumbersOfAVoiceAreFound() {
    #expect(Self.error(Self.fitted(10)) < 0.12)
    #expect(Self.error(Self.fitted(60)) < 0.03)
    #expect(Self.error(Self.fitted(200, noise: 0.1)) < 0.08)
    let numbers = Self.fitted(400).numbers
    #expect(
      abs(numbers[0] - 0.35) < 0.05 && abs(numbers[1] - 0.08) < 0.003 && abs(numbers[2] - 0.4) < 0.05, "\(numbers)")
  }

  @Test func fewSentencesDecideNothing() {
    for count in 0..<LengthFit.fewest {
      let fit = Self.fitted(count)
      #expect(fit.length(of: Self.size("One two."), fit.numbers) == nil)
    }
  }

  @Test func anotherSpeedIsLearntAnew() {
    var fit = Self.fitted(200)
    for _ in 0..<60 {
      for text in Self.sentences { fit.note(Microseconds(Int64(Self.spoken(text) * 0.5e6)), for: Self.size(text)) }
    }
    let length = fit.length(of: Self.size(Self.sentences[1]), fit.numbers)?.count ?? 0
    #expect(abs(Double(length) / 1e6 / Self.spoken(Self.sentences[1]) - 0.5) < 0.05)
  }

  /// Whatever a voice has said: a length is positive and bounded.
  @Test(arguments: [UInt64](1...20)) func everyLengthIsBounded(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random(_ most: UInt64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((state >> 33) % most)
    }
    var fit = LengthFit()
    for _ in 0..<50 {
      let text = String(repeating: ["a", "9", ", ", "。", "\u{0}", "語"][Int(random(6))], count: Int(random(2_000)))
      fit.note(Microseconds([0, 1, random(1_000), random(1 << 31), .max][Int(random(5))]), for: Self.size(text))
      let length = fit.length(of: Self.size(text), fit.numbers)?.count ?? 50_000
      #expect(50_000...600_000_000 ~= length, "\(length)")
    }
    #expect(LengthFit(bytes: fit.bytes) == fit)
  }

  @Test func whatWasKeptIsReadOrRefused() {
    let fit = Self.fitted(50)
    #expect(LengthFit(bytes: fit.bytes) == fit)
    #expect(LengthFit(bytes: []) == nil && LengthFit(bytes: Array(fit.bytes.dropLast())) == nil)
    var other = fit.bytes
    other[0] = 9
    #expect(LengthFit(bytes: other) == nil)
    for place in stride(from: 8, to: 80, by: 8) {
      var broken = fit.bytes
      // Not a number, and a negative one.
      broken[place - 1] = 0xF8
      broken[place] = 0xFF
      #expect(LengthFit(bytes: broken) == nil, "\(place)")
    }
  }

  /// A voice that changes one length is not believed again.
  @Test func aVoiceIsTrustedThatRepeatsItsLengths() {
    var fit = Self.fitted(5)
    #expect(!fit.repeatsItself)
    for _ in 0..<2 { fit.noteRepetition(isSame: true) }
    #expect(!fit.repeatsItself && LengthFit(bytes: fit.bytes) == fit)
    fit.noteRepetition(isSame: true)
    #expect(fit.repeatsItself && LengthFit(bytes: fit.bytes) == fit)
    for _ in 0..<300 { fit.noteRepetition(isSame: true) }
    #expect(fit.repeatsItself)
    fit.noteRepetition(isSame: false)
    #expect(!fit.repeatsItself && LengthFit(bytes: fit.bytes) == fit)
    for _ in 0..<300 { fit.noteRepetition(isSame: true) }
    #expect(!fit.repeatsItself)
  }

  /// A fit that a former version has kept knows of no repetition.
  @Test func theFormOfTheFormerVersionIsRead() {
    let fit = Self.fitted(50)
    var former = Array(fit.bytes.prefix(81))
    former[0] = 1
    #expect(LengthFit(bytes: former) == fit)
  }

  @Test func aSizeCountsWhatIsSaid() {
    #expect(Self.size("").letters == 0 && Self.size("One, two.").pauses == 1 && Self.size("1.5 or 2,000").pauses == 0)
    #expect(Self.size("1872").letters > 4 * Self.size("once").letters - 1)
    #expect(Self.size("語").letters == 2.5 && Self.size("你好，世界。").pauses == 2)
    #expect(Self.size("\"No,\" he said (why?) to her").pauses == 2)
  }
}
