import Speech
import SpeechWire
import Vocabulary

/// The rules of the parts of a text that are said in another way.
extension Checks {
  /// Short: a slow engine says it some thirty times.
  private static let text = "The lamp turned."
  private static let whole = 0..<text.utf8.count
  /// "lamp turned."
  private static let within = 4..<text.utf8.count
  /// No whole number of frames at any rate of samples.
  private static let pause: Microseconds = 123_457

  /// The text with one part that is said in another way.
  private func speak(
    _ attributes: RunAttributes, at place: Range<Int> = whole, by engine: EngineUnderTest
  ) throws(Breach) -> SpokenText {
    try engine.speak(Self.text, parts: [TextRun(utf8: place, attributes)])
  }

  func pauses() throws(Breach) -> String? {
    let engine = try ready()
    let frames = Int(Frame(microseconds: Self.pause, at: engine.sampleRate))
    let plain = try engine.speak(Self.text)
    let paused = try speak(RunAttributes(pauseBefore: Self.pause), by: engine)
    guard paused.samples == [Int16](repeating: 0, count: frames) + plain.samples else {
      throw Breach("\(paused.samples.count) frames with a silence of \(frames) before \(plain.samples.count)")
    }
    guard paused.marks.map(\.frame) == plain.marks.map({ $0.frame + frames }) else {
      throw Breach("the words do not move with the silence")
    }
    // The sound is divided there by the same voice, which is named.
    let parted = try speak(RunAttributes(voice: voice.voice), at: Self.within, by: engine)
    let both = try speak(RunAttributes(voice: voice.voice, pauseBefore: Self.pause), at: Self.within, by: engine)
    let same = zip(parted.samples.reversed(), both.samples.reversed()).prefix { $0 == $1 }.count
    let place = parted.samples.count - same
    let silence = [Int16](repeating: 0, count: frames)
    guard both.samples == parted.samples[..<place] + silence + parted.samples[place...] else {
      throw Breach("\(both.samples.count) frames with a silence of \(frames) within \(parted.samples.count)")
    }
    return "\(frames) frames"
  }

  func attributedLengths() throws(Breach) -> String? {
    let engine = try ready()
    guard traits.lengths == .exact else { return "lengths are not exact" }
    for attributes in [
      RunAttributes(pauseBefore: Self.pause), RunAttributes(prosody: Prosody(rate: .init(percent: 60))),
      RunAttributes(prosody: Prosody(pitch: .init(cents: 700), volume: .init(permille: 10))), RunAttributes(mark: "m"),
      RunAttributes(phonemes: "ləmˈp"),
    ] {
      for place in [Self.whole, Self.within] {
        let runs = [TextRun(utf8: place, attributes)]
        let spoken = try engine.speak(Self.text, parts: runs).samples.count
        let measured = try engine.ask(.measure(Utterance(text: Array(Self.text.utf8), runs: runs)))
        guard measured.total == spoken else {
          throw Breach("\(measured.total ?? 0) frames are measured of \(spoken): \(attributes)")
        }
      }
    }
    return nil
  }

  func marksOfATextAreReached() throws(Breach) -> String? {
    let engine = try ready()
    let plain = try engine.speak(Self.text)
    let end = Self.whole.upperBound
    let marked = try engine.speak(
      Self.text,
      parts: [
        TextRun(utf8: Self.within, RunAttributes(mark: "within")), TextRun(utf8: end..<end, RunAttributes(mark: "end")),
      ])
    guard marked.samples == plain.samples, marked.marks == plain.marks else { throw Breach("a mark is heard") }
    guard marked.reached.count == 2, marked.reached[1] == marked.samples.count else {
      throw Breach("two marks at frames \(marked.reached) of \(marked.samples.count)")
    }
    if let word = plain.marks.first(where: { $0.span.utf8.lowerBound >= Self.within.lowerBound }) {
      guard marked.reached[0] == word.frame else {
        throw Breach("a mark at frame \(marked.reached[0]) before a word at \(word.frame)")
      }
    }
    let paused = try speak(RunAttributes(pauseBefore: Self.pause, mark: "first"), by: engine)
    // The first word may begin behind the first sample.
    let first = Int(Frame(microseconds: Self.pause, at: engine.sampleRate)) + (plain.marks.first?.frame ?? 0)
    guard paused.reached == [first] else {
      throw Breach("a mark at frames \(paused.reached) behind a silence")
    }
    return "frames \(marked.reached)"
  }

  func prosody() throws(Breach) -> String? {
    let engine = try ready()
    let plain = try engine.speak(Self.text)
    if traits.wordsPerMinute.lowerBound < voice.wordsPerMinute {
      let slow = try speak(RunAttributes(prosody: Prosody(rate: .init(percent: 60))), by: engine)
      guard slow.samples.count > plain.samples.count else {
        throw Breach("\(slow.samples.count) frames at 60 % of the speed, \(plain.samples.count) at the whole")
      }
    }
    let low = try speak(RunAttributes(prosody: Prosody(pitch: .init(cents: -700))), by: engine)
    let hasPitches = traits.pitch.lowerBound < traits.pitch.upperBound
    guard hasPitches != (low.samples == plain.samples) else {
      throw Breach("a lower pitch \(hasPitches ? "sounds the same" : "is heard of an engine with one pitch")")
    }
    for permille in [0, 333, 4_000] {
      let volume = Prosody.Volume(permille: permille)
      let other = try speak(RunAttributes(prosody: Prosody(volume: volume)), by: engine)
      guard other.samples == plain.samples.map({ volume.of($0) }) else {
        throw Breach("the samples at \(permille) ‰ of the volume are others")
      }
    }
    return hasPitches ? nil : "it has one pitch"
  }

  func phonemesAreSaid() throws(Breach) -> String? {
    let engine = try ready()
    let plain = try engine.speak(Self.text)
    let said = try speak(RunAttributes(phonemes: "həlˈoʊ wˈɜːld"), by: engine)
    guard traits.phonemes == .ipa else {
      guard said == plain else { throw Breach("something else than the text is said") }
      return "none; the text is said"
    }
    guard said.samples.contains(where: { $0 != 0 }), said.samples != plain.samples else {
      throw Breach("\(said.samples.count) frames for phonemes, and \(plain.samples.count) for the text")
    }
    return "\(said.samples.count) frames"
  }
}
