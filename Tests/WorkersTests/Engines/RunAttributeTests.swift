import DesktopSupport
import EventLoop
import Speech
import Testing
import Vocabulary

@testable import Workers

/// Parts of a text that are said in another way, by two engines, as the service gets them.
@Suite(.timeLimit(.minutes(3)))
struct RunAttributeTests {
  init() { TestLoop.start() }

  private static let text = "One two three four."
  /// "three four."
  private static let rest = 8..<19
  private static let pause: Microseconds = 123_457
  /// The engines with a voice and their samples a second.
  private static let engines: [(name: String, program: String, voice: String, hertz: Int)] = [
    ("espeak-ng", "aloud-speak", "gmw/en-US", 22_050), ("hum", "humming-engine", "hum:hum/en", 24_000),
    ("hum", "humming-engine", "hum:hum/low", 16_000),
  ]

  @Core private static func session(_ engine: Int) throws -> (Session, VoiceConfiguration, SampleRate) {
    let (name, program, voice, hertz) = engines[engine]
    return (
      try Session((name, Project.program(program))), VoiceConfiguration(voice: VoiceID(voice)), SampleRate(hertz: hertz)
    )
  }

  private static func run(_ attributes: RunAttributes, _ place: Range<Int> = rest) -> [TextRun] {
    [TextRun(utf8: place, attributes)]
  }

  @Test(arguments: 0..<3) @Core func aSilenceIsExactAndMovesWhatIsBehindIt(engine: Int) async throws {
    let (session, voice, rate) = try Self.session(engine)
    defer { session.end() }
    let frames = Int(Frame(microseconds: Self.pause, at: rate))
    let plain = await session.speak(Self.text, voice)
    let paused = await session.speak(
      Self.text, voice, runs: Self.run(RunAttributes(pauseBefore: Self.pause, mark: "a"), 0..<19))
    #expect(paused.samples == [Int16](repeating: 0, count: frames) + plain.samples && paused.faults.isEmpty)
    #expect(paused.marks.map(\.frame) == plain.marks.map { $0.frame + frames })
    #expect(paused.reached == ["a \(frames)"] && paused.frames == paused.samples.count)
    // At the end of a text, and in one that says nothing.
    let last = await session.speak(Self.text, voice, runs: Self.run(RunAttributes(pauseBefore: Self.pause), 19..<19))
    #expect(last.samples == plain.samples + [Int16](repeating: 0, count: frames) && last.marks == plain.marks)
    let nothing = await session.speak("", voice, runs: Self.run(RunAttributes(pauseBefore: Self.pause), 0..<0))
    #expect(nothing.samples == [Int16](repeating: 0, count: frames) && nothing.error == nil)
    #expect(
      await session.measure("", voice, runs: Self.run(RunAttributes(pauseBefore: Self.pause), 0..<0))
        == .success(frames))
  }

  /// A long silence comes in packets, and is no reason to give the engine up.
  @Test @Core func theLongestSilencesAreSpoken() async throws {
    let (session, voice, rate) = try Self.session(1)
    defer { session.end() }
    let runs = (0..<6).map { TextRun(utf8: $0..<$0, RunAttributes(pauseBefore: RunAttributes.longestPause)) }
    let spoken = await session.speak(Self.text, voice, runs: runs)
    #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.samples.count > 60 * rate.hertz)
    #expect(await session.measure(Self.text, voice, runs: runs) == .success(spoken.samples.count))
    let more = runs + [TextRun(utf8: 9..<9, RunAttributes(pauseBefore: 1))]
    #expect(await session.speak(Self.text, voice, runs: more).error?.code == .malformedText)
  }

  @Test(arguments: 0..<3) @Core func aMarkIsReachedAtItsWordAndNotHeard(engine: Int) async throws {
    let (session, voice, _) = try Self.session(engine)
    defer { session.end() }
    let plain = await session.speak(Self.text, voice)
    let runs = [
      TextRun(utf8: 0..<3, RunAttributes(mark: "start")), TextRun(utf8: 6..<6, RunAttributes(mark: "in a word")),
      TextRun(utf8: 8..<14, RunAttributes(mark: "three")), TextRun(utf8: 19..<19, RunAttributes(mark: "end")),
    ]
    let marked = await session.speak(Self.text, voice, runs: runs)
    #expect(marked.samples == plain.samples && marked.marks == plain.marks && marked.faults.isEmpty)
    let frames = plain.marks.map(\.frame)
    #expect(
      marked.reached == [
        "start \(frames[0])", "in a word \(frames[2])", "three \(frames[2])", "end \(plain.samples.count)",
      ])
    #expect(await session.measure(Self.text, voice, runs: runs) == .success(plain.samples.count))
  }

  @Test(arguments: 0..<3) @Core func aLengthIsThatOfTheSoundHoweverItIsSaid(engine: Int) async throws {
    let (session, voice, _) = try Self.session(engine)
    defer { session.end() }
    let plain = await session.speak(Self.text, voice)
    var sounds: [[Int16]] = [plain.samples]
    for attributes in [
      RunAttributes(prosody: Prosody(rate: .init(percent: 60))),
      RunAttributes(prosody: Prosody(pitch: .init(cents: 500))),
      RunAttributes(prosody: Prosody(volume: .init(permille: 500))), RunAttributes(pauseBefore: Self.pause),
      RunAttributes(voice: voice.voice, prosody: Prosody(rate: .init(percent: 500)), pauseBefore: 1_000, mark: "m"),
    ] {
      let spoken = await session.speak(Self.text, voice, runs: Self.run(attributes))
      #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.words(of: Self.text).count == 4)
      #expect(await session.measure(Self.text, voice, runs: Self.run(attributes)) == .success(spoken.samples.count))
      #expect(!sounds.contains(spoken.samples), "\(attributes) is heard")
      sounds.append(spoken.samples)
      // What follows is said as before.
      #expect(await session.speak(Self.text, voice) == plain)
    }
  }

  /// A half is the half of each sample; the engine is not asked for it.
  @Test(arguments: 0..<3) @Core func theVolumeIsThatOfEachSample(engine: Int) async throws {
    let (session, voice, _) = try Self.session(engine)
    defer { session.end() }
    let plain = await session.speak(Self.text, voice)
    for permille in [0, 500, 4_000] {
      let attributes = RunAttributes(prosody: Prosody(volume: .init(permille: permille)))
      let spoken = await session.speak(Self.text, voice, runs: Self.run(attributes, 0..<19))
      #expect(spoken.samples == plain.samples.map { Prosody.Volume(permille: permille).of($0) })
      #expect(spoken.marks == plain.marks)
    }
  }

  @Test @Core func phonemesAreSaidInPlaceOfTheText() async throws {
    let (session, voice, _) = try Self.session(1)
    defer { session.end() }
    // The humming engine hums a tone a letter: "onetwo" in place of "three four.".
    let runs = Self.run(RunAttributes(mark: "m", phonemes: "one two"))
    let spoken = await session.speak(Self.text, voice, runs: runs)
    let first = await session.speak("One two ", voice)
    let second = await session.speak("one two", voice)
    #expect(spoken.samples == first.samples + second.samples && spoken.error == nil)
    #expect(spoken.words(of: Self.text) == ["One", "two", "three", "four"])
    #expect(spoken.marks.suffix(2).map(\.frame) == second.marks.map { $0.frame + first.samples.count })
    #expect(spoken.reached == ["m \(first.samples.count)"])
    #expect(await session.measure(Self.text, voice, runs: runs) == .success(spoken.samples.count))
  }

  /// espeak-ng reads phonemes of its own alone: it says the text, as if there were none.
  @Test @Core func anEngineWithoutPhonemesSaysTheText() async throws {
    let (session, voice, _) = try Self.session(0)
    defer { session.end() }
    let plain = await session.speak(Self.text, voice)
    #expect(session.engine.traits?.phonemes == EngineTraits.Phonemes.none)
    #expect(await session.speak(Self.text, voice, runs: Self.run(RunAttributes(phonemes: "ˈ[[x]]"), 4..<7)) == plain)
  }

  @Test @Core func anEngineWithOnePitchIsGivenNoOther() async throws {
    let program = try BuiltProgram.link("humming-engine", as: "humming-monotone")
    let session = try Session(("hum", program))
    defer { session.end() }
    let voice = VoiceConfiguration(voice: "hum:hum/en")
    let attributes = RunAttributes(prosody: Prosody(pitch: .init(cents: 700)))
    let plain = await session.speak(Self.text, voice)
    #expect(await session.speak(Self.text, voice, runs: Self.run(attributes, 0..<19)) == plain)
  }

  /// The word that ends the engine is left out; each mark is reached once, in order, also that before this word.
  @Test @Core func aCrashCostsNoMark() async throws {
    let (session, voice, rate) = try Self.session(1)
    defer { session.end() }
    let text = "One two 💥 three four."
    let three = "One two 💥 ".utf8.count
    let runs = [
      TextRun(utf8: 4..<7, RunAttributes(pauseBefore: Self.pause, mark: "two")),
      TextRun(utf8: 8..<8 + 4, RunAttributes(mark: "lost")),
      TextRun(utf8: three..<three + 5, RunAttributes(pauseBefore: Self.pause, mark: "three")),
      TextRun(utf8: three + 11..<three + 11, RunAttributes(pauseBefore: Self.pause, mark: "end")),
    ]
    let spoken = await session.speak(text, voice, runs: runs)
    #expect(spoken.error == nil && spoken.faults.isEmpty && !spoken.skipped.isEmpty)
    let words = spoken.words(of: text)
    #expect(["One", "two"].allSatisfy { words.contains($0) } && words.suffix(2) == ["three", "four"], "\(words)")
    #expect(spoken.reached.map { $0.split(separator: " ")[0] } == ["two", "lost", "three", "end"])
    let places = spoken.reached.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(places == places.sorted() && places.last == spoken.samples.count)
    #expect(spoken.marks.last { $0.span.utf8.lowerBound == three }?.frame == places[2])
    let silence = Int(Frame(microseconds: Self.pause, at: rate))
    #expect(spoken.samples.suffix(silence).allSatisfy { $0 == 0 })
    #expect(spoken.samples[places[2] - silence..<places[2]].allSatisfy { $0 == 0 })
    #expect(await session.measure(text, voice, runs: runs) == .success(spoken.samples.count))
  }

  /// Marks and silences of a text that two engines speak, at another rate of samples than one of them has.
  @Test @Core func theAttributesOfTwoEnginesAreJoined() async throws {
    let engines = EngineDirectory([
      EngineProgram(name: UsualEngine.name, HeldProgram(Project.program("aloud-speak"))),
      EngineProgram(name: "hum", HeldProgram(Project.program("humming-engine"))),
    ])
    defer { engines.release() }
    @Core func spoken(_ text: String, _ runs: [TextRun], voice: VoiceID = "gmw/en-US") async -> Spoken {
      await withCheckedContinuation { continuation in
        var spoken = Spoken()
        _ = engines.speak(
          Array(text.utf8), runs: runs, configuration: VoiceConfiguration(voice: voice), at: .usual
        ) { event in
          spoken.take(event)
          switch event {
          case .done, .failed: continuation.resume(returning: spoken)
          case .samples, .mark, .reached, .skipped, .otherVoice: break
          }
        }
      }
    }
    let runs = [
      TextRun(utf8: 0..<0, RunAttributes(mark: "start")),
      TextRun(utf8: 8..<14, RunAttributes(voice: "hum:hum/en", pauseBefore: Self.pause, mark: "hum")),
      TextRun(utf8: 14..<19, RunAttributes(mark: "back")), TextRun(utf8: 19..<19, RunAttributes(mark: "end")),
    ]
    let whole = await spoken(Self.text, runs)
    let parts = [
      await spoken("One two ", []),
      await spoken("three ", [TextRun(utf8: 0..<6, RunAttributes(pauseBefore: Self.pause))], voice: "hum:hum/en"),
      await spoken("four.", []),
    ]
    #expect(whole.faults.isEmpty && whole.error == nil && whole.samples == parts.flatMap(\.samples))
    let ends = parts.map { Int($0.frames ?? 0) }
    #expect(
      whole.reached == [
        "start \(parts[0].marks[0].frame)", "hum \(ends[0] + parts[1].marks[0].frame)",
        "back \(ends[0] + ends[1] + parts[2].marks[0].frame)", "end \(ends.reduce(0, +))",
      ])
  }
}
