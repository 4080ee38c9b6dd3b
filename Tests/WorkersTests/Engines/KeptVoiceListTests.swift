import DesktopSupport
import EventLoop
import Foundation
import Speech
import Synchronization
import Testing
import Vocabulary

@testable import Workers

/// The list of an engine's voices outlives the service, as long as it is that of the engine's files.
@Suite(.timeLimit(.minutes(2)))
struct KeptVoiceListTests {
  /// A store in memory.
  final class Lists: VoiceListStore {
    let kept = Mutex<[String: [UInt8]]>([:])

    func voiceList(of engine: String) -> [UInt8]? { kept.withLock { $0[engine] } }

    func keep(_ bytes: [UInt8], of engine: String) { kept.withLock { $0[engine] = bytes } }
  }

  init() { TestLoop.start() }

  private static let usual = EngineProgram(name: UsualEngine.name, HeldProgram(Project.program("aloud-speak")))

  /// The voices of both engines at the start of a service, and whether the process of the second one has listed them.
  @Core private static func start(
    _ program: EngineProgram, _ lists: Lists
  ) async throws -> (engines: EngineDirectory, voices: [Voice], wasAsked: Bool) {
    let engines = EngineDirectory([usual, program], lists: lists)
    let voices = try await withCheckedContinuation { continuation in
      engines.voices { continuation.resume(returning: $0) }
    }.get()
    // The usual engine's process always lists.
    return (engines, voices, engines.processIDs.count > 1)
  }

  /// Runs a service once, so that the list is kept.
  @Core private static func keepList(of program: EngineProgram) async throws -> (lists: Lists, voices: [Voice]) {
    let lists = Lists()
    let first = try await start(program, lists)
    #expect(first.wasAsked)
    try await eventually("the list is kept") { lists.voiceList(of: program.name) != nil }
    first.engines.release()
    #expect(Array(lists.kept.withLock { $0.keys }) == [program.name], "the usual engine's list needs no store")
    return (lists, first.voices)
  }

  @Test @Core func anEngineThatIsAsItWasIsAskedLater() async throws {
    let hum = try RemovableEngine()
    hum.installProgram()
    let kept = try await Self.keepList(of: hum.program)
    let second = try await Self.start(hum.program, kept.lists)
    #expect(second.voices == kept.voices && !second.wasAsked)
    #expect(second.engines.names != nil)
    // Something that cannot be seen may have changed.
    try await eventually("it is asked") { second.engines.processIDs.count > 1 }
    second.engines.release()
  }

  /// - Parameter others: other files of the folder. flite's folder is that of the system's libraries.
  @Test(arguments: [0, 2_500])
  @Core func aVoiceThatHasComeIsInTheFirstList(others: Int) async throws {
    let hum = try RemovableEngine()
    hum.installProgram()
    let folder = hum.path + ".voices"
    mkdir(folder, 0o700)
    for number in 0..<others { close(creat("\(folder)/.library\(number)", 0o600)) }
    let kept = try await Self.keepList(of: hum.program)
    close(creat(folder + "/new", 0o600))
    let second = try await Self.start(hum.program, kept.lists)
    #expect(second.voices.contains { $0.id == "hum:hum/new" } && second.wasAsked)
    second.engines.release()
  }

  @Test @Core func anotherProgramIsAsked() async throws {
    let hum = try RemovableEngine()
    hum.installProgram()
    let kept = try await Self.keepList(of: hum.program)
    unlink(hum.path)
    try hum.install()
    let second = try await Self.start(hum.program, kept.lists)
    #expect(second.voices == kept.voices && second.wasAsked)
    second.engines.release()
  }

  /// Damaged bytes are no list, and what passes for one is no trap.
  @Test @Core func damagedBytesAreNoList() async throws {
    let hum = try RemovableEngine()
    hum.installProgram()
    let kept = try await Self.keepList(of: hum.program)
    let bytes = try #require(kept.lists.voiceList(of: "hum"))
    let program = hum.program.program
    #expect(KeptVoiceList.recall(of: "hum", program, in: kept.lists) != nil)
    for length in 0..<bytes.count {
      kept.lists.keep(Array(bytes[..<length]), of: "hum")
      #expect(KeptVoiceList.recall(of: "hum", program, in: kept.lists) == nil, "\(length) bytes")
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      kept.lists.keep(damaged, of: "hum")
      _ = KeptVoiceList.recall(of: "hum", program, in: kept.lists)
    }
    kept.lists.keep([1, 2, 3], of: "hum")
    let second = try await Self.start(hum.program, kept.lists)
    #expect(second.voices == kept.voices && second.wasAsked)
    second.engines.release()
  }
}
