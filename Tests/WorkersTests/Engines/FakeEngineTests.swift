import EventLoop
import Foundation
import Glibc
import Speech
import Testing
import Vocabulary

@testable import Workers

/// Engines that flood, send nonsense, hang and crash. Each is ended, its cost is bounded, and the client gets an error.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct FakeEngineTests {
  init() { TestLoop.start() }

  @Test(arguments: [
    ("mute", TroubleCode.broken), ("gone", .broken), ("greeter", .broken), ("stranger", .broken),
    ("garbage", .wrongVersion), ("hung", .broken), ("crasher", .broken), ("flood", .broken), ("babbler", .broken),
    ("holes", .broken), ("halves", .broken), ("stubborn", .broken), ("parent", .broken),
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

  /// The trouble with which an engine fails to speak; `nil` if it speaks.
  @Core private static func failure(of engine: SpeechEngine) async -> Trouble? {
    await withCheckedContinuation { continuation in
      _ = engine.speak("One two three.", configuration: .english) { event in
        if case .failed(let error) = event { continuation.resume(returning: error) }
        if case .done = event { continuation.resume(returning: nil) }
      }
    }
  }

  /// A program that is not made with the kit takes no more memory than its traits explain, and one sentence says so.
  @Test(.enabled(if: !isSanitized, "a sanitizer reserves terabytes of the address space"))
  @Core func anEngineThatTakesMemoryEndsAtItsBound() async throws {
    let engine = SpeechEngine(HeldProgram(try BuiltProgram.link("fake-engine", as: "glutton")))
    let error = await Self.failure(of: engine)
    #expect(error?.detail.contains("it wanted more than 1024 MB of memory") == true, "\(String(describing: error))")
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #expect((900 << 10..<1100 << 10).contains(usage.ru_maxrss), "\(usage.ru_maxrss) KiB")
    engine.release()
  }

  @Test func theBoundFollowsTheTraits() {
    func bound(_ memory: Int) -> Int {
      MemoryBound.of(
        EngineTraits(
          sampleRate: .usual, wordsPerMinute: 80...450, pitch: 0...100, marks: .none, lengths: .none, cost: 1,
          memory: memory)
      ).bytes
    }
    let most = MemoryBound.ofUnknownEngine.bytes
    #expect(most <= 4 << 30 && most >= 1 << 30)
    #expect(bound(0) == 1 << 30 && bound(64 << 20) == 1 << 30)
    #expect(bound(96 << 20) == min(most, 1536 << 20))
    #expect(bound(1 << 30) == most && bound(.max) == most)
  }

  /// Its processes would go on without it, with whatever they take.
  @Test @Core func theProcessesOfAnEngineEndWithIt() async throws {
    func left() -> [Int32] {
      ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
        .filter { contents(of: "/proc/\($0)/cmdline") == "/bin/sleep\06173\0" }
    }
    let engine = SpeechEngine(HeldProgram(try BuiltProgram.link("fake-engine", as: "parent")))
    let error = await Self.failure(of: engine)
    // A sanitizer has a code of its own for what was not freed.
    #expect(isSanitized || error?.detail.contains("exit code 7") == true, "\(String(describing: error))")
    engine.release()
    #expect(await eventually { left().isEmpty }, "\(left())")
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
