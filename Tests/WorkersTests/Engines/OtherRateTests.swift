import DesktopSupport
import EventLoop
import Speech
import Testing
import Vocabulary
import Workers

/// An engine of another sample rate: its client may count in any.
@Suite(.timeLimit(.minutes(3)))
struct OtherRateTests {
  /// Words of six letters and a space take a second, and a comma half a letter.
  private static let text = "Hummed, hummed. Hummed"
  private static let rates = [SampleRate(hertz: 16_000), .usual, SampleRate(hertz: 24_000), SampleRate(hertz: 48_000)]

  init() { TestLoop.start() }

  @Core
  private static func session() throws -> Session { try Session(("hum", Project.program("humming-engine"))) }

  private static func hum(_ voice: String = "hum/en") -> VoiceConfiguration {
    VoiceConfiguration(voice: VoiceID(engine: "hum", name: voice), wordsPerMinute: 60)
  }

  @Test @Core func theVoicesAreThoseOfTheEngineAndHaveItsRate() async throws {
    let session = try Self.session()
    let voices = try await session.voices()
    #expect(voices.map(\.id.text) == ["hum:hum/en", "hum:hum/de", "hum:hum/slow", "hum:hum/low"])
    #expect(voices.map(\.sampleRate.hertz) == [24_000, 24_000, 24_000, 16_000])
    #expect(session.engine.traits?.sampleRate == SampleRate(hertz: 24_000))
    session.end()
  }

  @Test(arguments: rates) @Core func wordsAndLengthsAreThoseOfTheClientsRate(rate: SampleRate) async throws {
    let session = try Self.session()
    let own = await session.speak(Self.text, Self.hum())
    let spoken = await session.speak(Self.text, Self.hum(), at: rate)
    #expect(own.frames == own.samples.count && own.marks.count == 3 && own.faults.isEmpty)
    let grid = FrameGrid(from: 24_000, to: rate.hertz, at: 0, source: 0)
    #expect(spoken.marks.map { Frame($0.frame) } == own.marks.map { grid.count(of: Frame($0.frame)) })
    #expect(spoken.marks.map(\.span) == own.marks.map(\.span))
    #expect(spoken.frames.map { Frame($0) } == grid.count(of: Frame(own.samples.count)))
    #expect(spoken.samples.count == spoken.frames && spoken.faults.isEmpty)
    #expect(try await session.measure(Self.text, Self.hum(), at: rate).get() == spoken.frames)
    #expect(await session.speak(Self.text, Self.hum(), at: rate) == spoken, "the same text has the same sound")
    // The same tone, as loud.
    func level(_ samples: [Int16]) -> Double {
      (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
    }
    #expect(abs(level(spoken.samples) / level(own.samples) - 1) < 0.02)
    session.end()
  }

  /// A voice of another rate than the rest of its engine: its sound is as long, and as high.
  @Test @Core func aVoiceHasARateOfItsOwn() async throws {
    let session = try Self.session()
    let (usual, low) = (await session.speak(Self.text, Self.hum()), await session.speak(Self.text, Self.hum("hum/low")))
    #expect(low.samples.count * 3 == usual.samples.count * 2 && low.faults.isEmpty)
    let rate = SampleRate(hertz: 48_000)
    let both = (
      await session.speak(Self.text, Self.hum(), at: rate),
      await session.speak(Self.text, Self.hum("hum/low"), at: rate)
    )
    #expect(both.0.frames == both.1.frames && both.0.marks == both.1.marks)
    func crossings(_ samples: [Int16]) -> Int { zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) } }
    #expect(abs(Double(crossings(both.0.samples)) / Double(crossings(both.1.samples)) - 1) < 0.02, "the same tones")
    session.end()
  }

  /// The engine dies at a word: nothing but that word is missing, and no frame is said twice.
  @Test(arguments: rates) @Core func aCrashCostsItsWordAlone(rate: SampleRate) async throws {
    let session = try Self.session()
    let spoken = await session.speak("Before 💥 after.", Self.hum(), at: rate)
    #expect(spoken.words(of: "Before 💥 after.") == ["Before", "after"])
    #expect(spoken.samples.count == spoken.frames && spoken.faults.isEmpty && spoken.error == nil)
    #expect(!spoken.skipped.isEmpty)
    session.end()
  }
}
