import DesktopSupport
import EventLoop
import Speech
import Testing
import Vocabulary

@testable import Workers

/// The wait for engines that take long to list their voices.
@Suite(.timeLimit(.minutes(2)))
struct VoiceListingTests {
  init() { TestLoop.start() }

  /// espeak-ng, the humming engine, and a humming engine with a fault, which lists its voices after 2.5 s.
  @Core
  private static func engines(_ fault: String) throws -> EngineDirectory {
    let slow = try BuiltProgram.link("humming-engine", as: "humming-" + fault)
    return EngineDirectory([
      EngineProgram(name: UsualEngine.name, HeldProgram(Project.program("aloud-speak"))),
      EngineProgram(name: "hum", HeldProgram(Project.program("humming-engine"))),
      EngineProgram(name: "slow", HeldProgram(slow)),
    ])
  }

  @Core
  private static func listed(
    _ engines: EngineDirectory, some: @escaping @Core ([Voice]) -> Void = { _ in }
  ) async throws -> [String] {
    VoiceCatalogue(
      try await withCheckedContinuation { continuation in
        engines.voices(some: some) { continuation.resume(returning: $0) }
      }.get()
    ).engines
  }

  /// On a busy machine the work of a moment takes seconds. The voices that are known are told meanwhile.
  @Test @Core func anEngineThatWorksIsWaitedFor() async throws {
    let engines = try Self.engines("bookish")
    var some: [[String]] = []
    let all = try await Self.listed(engines) { some.append(VoiceCatalogue($0).engines) }
    #expect(all == ["espeak-ng", "hum", "slow"])
    #expect(some.first == ["espeak-ng", "hum"])
    #expect(engines.troubles.isEmpty)
    engines.release()
  }

  /// Nobody waits for it, and its voices are told when they come.
  @Test @Core func anEngineThatDoesNothingIsNotWaitedFor() async throws {
    let engines = try Self.engines("sleepy")
    var changes = 0
    engines.onVoicesChanged = { changes += 1 }
    #expect(try await Self.listed(engines) == ["espeak-ng", "hum"])
    #expect(changes == 0)
    let start = Core.loop.now
    #expect(try await Self.listed(engines) == ["espeak-ng", "hum"])
    #expect(start.duration(to: Core.loop.now) < VoiceWait.patience, "it was given up already")
    try await eventually("its voices are known") { changes == 1 }
    #expect(try await Self.listed(engines) == ["espeak-ng", "hum", "slow"])
    engines.release()
  }

  /// As long as another list is not told yet, what is known may be of before.
  @Test @Core func theVoicesAreKnownWhenEveryListIsTold() async throws {
    let engines = try Self.engines("voiceless")
    _ = try await Self.listed(engines)
    var known: [Bool] = []
    engines.onVoicesChanged = { known.append(engines.knowsVoices) }
    engines.voices { _ in known.append(engines.knowsVoices) }
    engines.refresh([EngineProgram(name: UsualEngine.name, HeldProgram(Project.program("aloud-speak")))])
    try await eventually("both are told") { known.count == 2 }
    #expect(known == [false, true])
    engines.release()
  }
}
