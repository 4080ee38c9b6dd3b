import EventLoop
import Foundation
import Glibc
import Speech
import Testing
import Vocabulary
import Workers

/// Engines that flood, send nonsense, hang and crash. Each is ended, its cost is bounded, and the client gets an error.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct FakeEngineTests {
  init() { TestLoop.start() }

  @Test(arguments: [
    ("mute", TroubleCode.broken), ("gone", .broken), ("greeter", .broken), ("stranger", .broken),
    ("garbage", .wrongVersion), ("hung", .broken), ("crasher", .broken), ("flood", .broken), ("babbler", .broken),
    ("holes", .broken),
  ]) @Core func aBrokenEngineIsGivenUpInTime(name: String, code: TroubleCode) async throws {
    let engine = SpeechEngine(HeldProgram(try BuiltProgram.link("fake-engine", as: name)))
    let text = "One two three."
    let start = Core.loop.now
    let spoken = await withCheckedContinuation { continuation in
      var spoken = Spoken()
      _ = engine.speak(text, configuration: .english) { event in
        spoken.take(event)
        switch event {
        case .done, .failed: continuation.resume(returning: spoken)
        case .samples, .mark, .reached, .skipped, .otherVoice: break
        }
      }
    }
    #expect(spoken.error?.code == code, "\(String(describing: spoken.error))")
    #expect(spoken.faults.isEmpty)
    #expect(spoken.samples.count <= (10 + 2 * text.utf8.count) * SampleRate.usual.hertz)
    #expect(start.duration(to: Core.loop.now) < .seconds(15))
    engine.release()
    let isGone = await eventually {
      children(of: getpid()).allSatisfy { !contents(of: "/proc/\($0)/comm").hasPrefix(name) }
    }
    #expect(isGone)
  }

  @Test(arguments: ["greeter", "garbage", "crasher", "flood"]) @Core
  func aBrokenEngineHasNoVoices(name: String) async throws {
    let engine = SpeechEngine(HeldProgram(try BuiltProgram.link("fake-engine", as: name)))
    let start = Core.loop.now
    let voices = await withCheckedContinuation { done in engine.voices { done.resume(returning: $0) } }
    #expect(throws: Trouble.self) { try voices.get() }
    #expect(start.duration(to: Core.loop.now) < .seconds(8))
  }
}
