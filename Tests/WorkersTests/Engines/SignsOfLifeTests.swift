import EventLoop
import Speech
import Testing
import Vocabulary

@testable import Workers

/// A slow engine is told from one that hangs by its signs of life.
@Suite(.timeLimit(.minutes(2)))
struct SignsOfLifeTests {
  init() { TestLoop.start() }

  @Core
  private static func spoken(_ engine: SpeechEngine, _ text: String, _ urgency: SpeechUrgency) async -> Spoken {
    await withCheckedContinuation { continuation in
      var spoken = Spoken()
      _ = engine.speak(text, configuration: VoiceConfiguration(voice: "hum:hum/en"), urgency: urgency) { event in
        spoken.take(event)
        switch event {
        case .done, .failed: continuation.resume(returning: spoken)
        case .samples, .mark, .reached, .skipped, .otherVoice: break
        }
      }
    }
  }

  /// It thinks five times as long as the service waits for a sign of life, about each text.
  @Test @Core func anEngineThatThinksIsNotGivenUp() async throws {
    let engine = SpeechEngine(
      engine: "hum", HeldProgram(try BuiltProgram.link("humming-engine", as: "humming-thinking")))
    let plain = SpeechEngine(engine: "hum", HeldProgram(try BuiltProgram.path("humming-engine")))
    engine.warm(VoiceConfiguration(voice: "hum:hum/en"))
    let process = engine.processIDs
    for text in ["One two three.", "Four five six."] {
      let spoken = await Self.spoken(engine, text, .now)
      #expect(spoken == (await Self.spoken(plain, text, .now)) && spoken.error == nil && spoken.samples.count > 10_000)
    }
    #expect(engine.processIDs == process && process.count == 1, "its process was not replaced")
    for engine in [engine, plain] { engine.release() }
  }

  /// It takes more than twice the time after which a process that does nothing is given up.
  @Test @Core func anEngineThatLoadsOnABusyMachineIsNotGivenUp() async throws {
    let engine = SpeechEngine(
      engine: "hum", HeldProgram(try BuiltProgram.link("humming-engine", as: "humming-starved")))
    engine.warm(VoiceConfiguration(voice: "hum:hum/en"))
    let process = engine.processIDs
    let spoken = await Self.spoken(engine, "One two three.", .now)
    #expect(spoken.error == nil && spoken.samples.count > 10_000, "\(spoken)")
    #expect(engine.processIDs == process && process.count == 1, "its process was not replaced")
    engine.release()
  }

  @Test @Core func anEngineThatNeverIsReadyIsGivenUp() async throws {
    let engine = SpeechEngine(
      engine: "hum", HeldProgram(try BuiltProgram.link("humming-engine", as: "humming-unready")))
    let start = Core.loop.now
    let spoken = await Self.spoken(engine, "One two three.", .now)
    #expect(spoken.samples.isEmpty && spoken.error != nil, "\(spoken)")
    #expect(start.duration(to: Core.loop.now) < .seconds(20))
    engine.release()
  }

  /// It stands still for as long, and gives no sign: its process is replaced, and then it is given up.
  @Test @Core func anEngineThatSleepsIsGivenUp() async throws {
    let engine = SpeechEngine(engine: "hum", HeldProgram(try BuiltProgram.link("humming-engine", as: "humming-asleep")))
    let start = Core.loop.now
    let spoken = await Self.spoken(engine, "One two three.", .now)
    #expect(spoken.samples.isEmpty && (spoken.error?.code == .broken || spoken.error?.code == .stalled), "\(spoken)")
    #expect(start.duration(to: Core.loop.now) < .seconds(30))
    engine.release()
  }
}
