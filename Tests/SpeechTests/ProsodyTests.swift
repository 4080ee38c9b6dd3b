import Speech
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(1)))
struct ProsodyTests {
  private static func traits(_ speeds: ClosedRange<Int>, _ pitches: ClosedRange<Int>) -> EngineTraits {
    EngineTraits(
      sampleRate: .usual, wordsPerMinute: speeds, pitch: pitches, marks: .exact, lengths: .exact, cost: 1, memory: 0)
  }

  @Test func valuesOutOfRangeBecomeTheNearest() {
    #expect(Prosody.Rate(percent: 0).percent == 20 && Prosody.Rate(percent: .max).percent == 500)
    #expect(Prosody.Pitch(cents: .min).cents == -2_400 && Prosody.Pitch(cents: 2_401).cents == 2_400)
    #expect(Prosody.Volume(permille: -1).permille == 0 && Prosody.Volume(permille: 4_001).permille == 4_000)
  }

  @Test func aPartIsSaidComparedWithTheText() {
    let voice = VoiceConfiguration(voice: "v", wordsPerMinute: 175, pitch: 40, range: 30, punctuation: .all)
    let engine = Self.traits(80...449, 0...100)
    #expect(voice.with(Prosody(), by: engine) == voice)
    #expect(voice.with(Prosody(volume: .init(permille: 1)), by: engine) == voice)
    let fast = voice.with(Prosody(rate: .init(percent: 150), pitch: .init(cents: 1_200)), by: engine)
    #expect(fast.wordsPerMinute == 263 && fast.pitch == 90 && fast.range == 30 && fast.punctuation == .all)
    let slow = voice.with(Prosody(rate: .init(percent: 20), pitch: .init(cents: -2_400)), by: engine)
    #expect(slow.wordsPerMinute == 80 && slow.pitch == 0)
    #expect(voice.with(Prosody(rate: .init(percent: 500)), by: engine).wordsPerMinute == 449)
    // A semitone is four steps, and a cent none.
    #expect([100, -100, 11, 12, -12].map { Prosody.Pitch(cents: $0).of(50) } == [54, 46, 50, 51, 49])
  }

  @Test func anEngineWithoutAChoiceIsGivenNone() {
    let voice = VoiceConfiguration(voice: "v", wordsPerMinute: 175, pitch: 40)
    let prosody = Prosody(rate: .init(percent: 50), pitch: .init(cents: 700))
    #expect(voice.with(prosody, by: Self.traits(200...200, 50...50)) == voice)
  }

  @Test func aVolumeIsExactForEachSample() {
    #expect(
      (Int16.min ... .max).allSatisfy { Prosody.Volume.same.of($0) == $0 && Prosody.Volume(permille: 0).of($0) == 0 })
    let half = Prosody.Volume(permille: 500)
    #expect([-3, -2, -1, 0, 1, 2, 3].map { half.of($0) } == [-2, -1, -1, 0, 1, 1, 2])
    let loud = Prosody.Volume(permille: 4_000)
    #expect(loud.of(8_191) == 32_764 && loud.of(8_192) == .max && loud.of(-8_192) == .min && loud.of(.min) == .min)
  }

  @Test func whatIsHeardHasAKeyOfItsOwn() {
    let slow = Prosody(rate: .init(percent: 50))
    let attributes = [
      RunAttributes(), RunAttributes(voice: "gmw/de"), RunAttributes(voice: "gmw/de+f3"), RunAttributes(prosody: slow),
      RunAttributes(voice: "gmw/de", prosody: slow), RunAttributes(prosody: Prosody(pitch: .init(cents: 50))),
      RunAttributes(prosody: Prosody(volume: .init(permille: 50))), RunAttributes(pauseBefore: 50),
      RunAttributes(pauseBefore: 51), RunAttributes(phonemes: "a"), RunAttributes(phonemes: "ab"),
    ]
    #expect(Set(attributes.map(\.soundKey)).count == attributes.count)
    #expect(attributes.allSatisfy { $0.soundKey.count % 8 == 0 })
    // A mark and a language are not heard.
    for same in attributes {
      var other = same
      (other.mark, other.language) = ("m", "de")
      #expect(other.soundKey == same.soundKey)
    }
    #expect(RunAttributes(voice: "gmw/en-US").soundKey == Array("gmw/en-US".utf8) + [UInt8](repeating: 0, count: 7))
  }

  @Test func aPlainRunIsSaidAsTheRest() {
    #expect(RunAttributes().isPlain && RunAttributes(language: "de").isPlain)
    for attributes in [
      RunAttributes(voice: "v"), RunAttributes(prosody: Prosody(rate: .init(percent: 99))),
      RunAttributes(pauseBefore: 1),
      RunAttributes(mark: ""), RunAttributes(phonemes: "a"),
    ] { #expect(!attributes.isPlain) }
  }

  @Test func aRunThatIsCutKeepsEachMarkAndItsSilenceOnce() {
    let words = [0..<3, 4..<7, 8..<13].map { TextSpan(scalars: $0, utf8: $0, utf16: $0) }
    let origin = TextPlace(scalars: 10, utf8: 10, utf16: 10)
    let run = SpokenRun(
      RunAttributes(pauseBefore: 5), SaidText(written: Array("one two three".utf8), words: words),
      origin: TextSpan(origin, origin),
      marks: [(0, 0), (1, 4), (2, 5), (3, 13)].map { PlacedMark(number: $0.0, utf8: $0.1) })
    let whole = run.cut(to: 0..<3)
    #expect(whole.attributes == run.attributes && whole.said == run.said && whole.marks == run.marks)
    let parts = [run.cut(to: 0..<1), run.cut(to: 1..<2), run.cut(to: 2..<3)]
    #expect(parts.map { $0.marks.map(\.number) } == [[0], [1], [2, 3]])
    #expect(parts.map { $0.marks.map(\.utf8) } == [[0], [0], [0, 5]])
    #expect(parts.map(\.attributes.pauseBefore) == [5, 0, 0])
  }
}
