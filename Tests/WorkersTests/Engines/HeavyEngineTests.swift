import EventLoop
import Glibc
import Speech
import Testing
import Vocabulary

@testable import Workers

/// An engine whose processes keep a model: they are not kept for a text that may never come.
@Suite(.timeLimit(.minutes(2)))
struct HeavyEngineTests {
  init() { TestLoop.start() }

  private static let voice = VoiceConfiguration(voice: "hum:hum/en")

  @Core
  private static func engine(_ name: String, _ clock: ManualScheduler) throws -> SpeechEngine {
    SpeechEngine(engine: "hum", HeldProgram(try BuiltProgram.link("humming-engine", as: name)), scheduler: clock)
  }

  @Core
  private static func say(_ text: String, with engine: SpeechEngine) async -> Spoken {
    await withCheckedContinuation { continuation in
      var spoken = Spoken()
      _ = engine.speak(text, configuration: voice) { event in
        spoken.take(event)
        switch event {
        case .done, .failed: continuation.resume(returning: spoken)
        case .samples, .mark, .reached, .skipped, .otherVoice: break
        }
      }
    }
  }

  @Test @Core func itsProcessEndsThreeQuartersOfAMinuteAfterTheLastText() async throws {
    let clock = ManualScheduler()
    let engine = try Self.engine("humming-heavy", clock)
    let first = await Self.say("One two.", with: engine)
    let process = try #require(engine.processIDs.first)
    clock.advance(by: .seconds(44))
    #expect(engine.processIDs == [process])
    // Each text counts anew, and so does one that is given up.
    #expect(await Self.say("One two.", with: engine) == first && engine.processIDs == [process])
    clock.advance(by: .seconds(44))
    let given = engine.speak("Three.", configuration: Self.voice) { _ in }
    engine.cancel(given)
    clock.advance(by: .seconds(44))
    #expect(engine.processIDs == [process])
    clock.advance(by: .seconds(2))
    #expect(engine.processIDs.isEmpty)
    #expect(await eventually { kill(process, 0) != 0 }, "the process is gone")
    // The next text starts another one, and is the same.
    #expect(await Self.say("One two.", with: engine) == first)
    engine.release()
  }

  @Test @Core func aTextThatIsMadeMeanwhileIsNotEnded() async throws {
    let clock = ManualScheduler()
    let engine = try Self.engine("humming-heavy", clock)
    let alone = await Self.say("One two.", with: engine)
    clock.advance(by: .milliseconds(44_900))
    async let spoken = Self.say("One two.", with: engine)
    #expect(await eventually { !engine.isIdle })
    // Less than the time after which a silent engine counts as hung.
    clock.advance(by: .milliseconds(200))
    #expect(await spoken == alone)
    engine.release()
  }

  /// The service starts the process of the listener's voice before there is a text.
  @Test @Core func oneThatWasStartedForNoTextEndsToo() async throws {
    let clock = ManualScheduler()
    let engine = try Self.engine("humming-heavy", clock)
    engine.warm(Self.voice)
    #expect(await eventually { engine.traits != nil } && engine.processIDs.count == 1)
    clock.advance(by: .seconds(46))
    #expect(engine.processIDs.isEmpty)
    engine.release()
  }

  /// The process that lists the voices of a light engine stays for the first text.
  @Test(arguments: [("humming-heavy", 0), ("humming-light", 1)]) @Core
  func theProcessThatListsItsVoicesIsNotKept(name: String, left: Int) async throws {
    let engine = try Self.engine(name, ManualScheduler())
    let voices: Result<[Voice], Trouble> = await withCheckedContinuation { continuation in
      engine.voices { continuation.resume(returning: $0) }
    }
    #expect(try voices.get().count == 4)
    #expect(engine.processIDs.count == left)
    engine.release()
  }

  @Test @Core func theProcessOfALightEngineStays() async throws {
    let clock = ManualScheduler()
    let engine = try Self.engine("humming-light", clock)
    _ = await Self.say("One two.", with: engine)
    let process = engine.processIDs
    clock.advance(by: .seconds(600))
    #expect(engine.processIDs == process && process.count == 1)
    engine.release()
  }
}
