import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Speech
import Testing
import Vocabulary

@testable import Workers

/// Programs whose files are replaced or removed while they are held open.
@Suite(.timeLimit(.minutes(3)))
struct HeldProgramTests {
  init() { TestLoop.start() }

  /// A copy of a program that only the test uses.
  private final class Copy {
    private let folder: String
    let path: String

    init(of program: String = "aloud-speak", as name: String = "aloud-speak") throws {
      var template = Array("/tmp/aloud-held-XXXXXX".utf8CString)
      folder = try #require(mkdtemp(&template).map { String(cString: $0) })
      path = folder + "/" + name
      try FileManager.default.copyItem(atPath: Project.program(program), toPath: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Puts another file in its place, as a package manager does.
    func replace(with other: String) throws {
      try FileManager.default.copyItem(atPath: other, toPath: path + ".new")
      try #require(rename(path + ".new", path) == 0)
    }
  }

  @Core
  private static func speak(
    _ engine: SpeechEngine, with configuration: VoiceConfiguration = .english
  ) async -> Spoken {
    await withCheckedContinuation { continuation in
      var spoken = Spoken()
      _ = engine.speak("One two three.", configuration: configuration) { event in
        spoken.take(event)
        switch event {
        case .done, .failed: continuation.resume(returning: spoken)
        case .samples, .mark, .reached, .skipped, .otherVoice: break
        }
      }
    }
  }

  @Test(arguments: [nil, "/bin/false", "/usr/bin/sleep"])
  @Core func aProgramThatIsReplacedOrRemovedStartsAsItWas(successor: String?) async throws {
    let copy = try Copy()
    let engine = SpeechEngine(HeldProgram(copy.path))
    if let successor { try copy.replace(with: successor) } else { unlink(copy.path) }
    for _ in 1...2 {
      let spoken = await Self.speak(engine)
      #expect(spoken.error == nil && spoken.marks.count == 3)
      // The next text needs another process.
      for pid in engine.processIDs { kill(pid, SIGKILL) }
    }
    engine.release()
  }

  /// Its argument 0 and its name in ps(1) are as if it had been started by its path.
  @Test @Core func aHeldProgramHasItsName() async throws {
    let copy = try Copy()
    let program = HeldProgram(copy.path)
    #expect(program.isHeld)
    unlink(copy.path)
    let engine = SpeechEngine(program)
    #expect(await Self.speak(engine).error == nil)
    let pid = try #require(engine.processIDs.first)
    #expect(contents(of: "/proc/\(pid)/comm") == "aloud-speak\n")
    #expect(contents(of: "/proc/\(pid)/cmdline").split(separator: "\0").first.map(String.init) == copy.path)
    engine.release()
  }

  /// There is no `/proc`, or no descriptor is free.
  @Test(arguments: ["/proc/self/fd/1000000", nil])
  @Core func aProgramThatIsNotHeldIsStartedByItsPath(file: String?) async throws {
    let path = Project.program("aloud-speak")
    let engine = SpeechEngine(HeldProgram(path, file: file ?? path))
    #expect(await Self.speak(engine).error == nil)
    engine.release()
  }

  /// Its interpreter opens it by its path.
  @Test @Core func aScriptIsStartedByItsPath() async throws {
    let copy = try Copy()
    unlink(copy.path)
    try Data("#!/bin/sh\nexec \"${0%/*}/program\"\n".utf8).write(to: URL(fileURLWithPath: copy.path))
    try #require(chmod(copy.path, 0o755) == 0)
    // It finds what lies beside it.
    try FileManager.default.createSymbolicLink(
      atPath: URL(fileURLWithPath: copy.path).deletingLastPathComponent().appending(path: "program").path,
      withDestinationPath: Project.program("aloud-speak"))
    let engine = SpeechEngine(HeldProgram(copy.path))
    #expect(await Self.speak(engine).error == nil)
    engine.release()
  }

  @Test func anotherFileAtThePathIsAnotherProgram() throws {
    let copy = try Copy()
    let held = HeldProgram(copy.path)
    #expect(HeldProgram(copy.path) == held)
    try copy.replace(with: Project.program("aloud-speak"))
    #expect(HeldProgram(copy.path) != held)
    unlink(copy.path)
    #expect(HeldProgram(copy.path) != held)
  }

  /// A service that begins in the middle of an upgrade holds workers of the former build. They are looked for once more
  /// before the engine counts as ill, for its voices and for its texts.
  @Test(arguments: [true, false]) @Core
  func aProgramOfAnotherBuildIsLookedForOnceMore(isListed: Bool) async throws {
    let copy = try Copy(of: "fake-engine", as: "garbage")
    let engine = SpeechEngine(engine: "hum", HeldProgram(copy.path))
    try copy.replace(with: Project.program("humming-engine"))
    if isListed {
      let voices = await withCheckedContinuation { done in engine.voices { done.resume(returning: $0) } }
      #expect(try !voices.get().isEmpty)
    } else {
      let spoken = await Self.speak(engine, with: VoiceConfiguration(voice: .own("hum/en")))
      #expect(spoken.error == nil && spoken.marks.count == 3)
    }
    engine.release()
  }

  @Test func itIsLookedForUntilAnotherOneIsThereAndNeverAgain() throws {
    let copy = try Copy()
    let held = HeldProgram(copy.path)
    let file = held.file
    #expect(!held.lookAgain() && held.file == file)
    try copy.replace(with: Project.program("humming-engine"))
    #expect(held.lookAgain() && held.file != file && held.isHeld)
    let second = held.file
    try copy.replace(with: Project.program("aloud-speak"))
    #expect(!held.lookAgain() && held.file == second)
  }

  /// A worker's own files have the first four numbers.
  @Test func itIsHeldByAHigherNumberThanAWorkersFiles() throws {
    let held = HeldProgram(Project.program("aloud-speak"), least: 100)
    #expect(try #require(held.file.split(separator: "/").last.flatMap { CInt($0) }) >= 100)
    #expect(held.isHeld)
  }

  /// An engine whose program is replaced is another one.
  @Test @Core func anEngineWhoseProgramIsReplacedIsStartedAnew() async throws {
    let copy = try Copy(of: "humming-engine")
    func programs() -> [EngineProgram] {
      [
        EngineProgram(name: UsualEngine.name, HeldProgram(Project.program("aloud-speak"))),
        EngineProgram(name: "hum", HeldProgram(copy.path)),
      ]
    }
    let engines = EngineDirectory(programs())
    func speak() async -> Trouble? {
      await withCheckedContinuation { continuation in
        _ = engines.speak(
          Array("One two.".utf8), configuration: VoiceConfiguration(voice: "hum:hum/en"), at: .usual
        ) { event in
          switch event {
          case .done: continuation.resume(returning: nil)
          case .failed(let error): continuation.resume(returning: error)
          case .samples, .mark, .reached, .skipped, .otherVoice: break
          }
        }
      }
    }
    #expect(await speak() == nil)
    try copy.replace(with: "/bin/false")
    for pid in engines.processIDs { kill(pid, SIGKILL) }
    #expect(await speak() == nil, "its file is held")
    engines.refresh(programs())
    #expect(await speak()?.code == .broken)
    try copy.replace(with: Project.program("humming-engine"))
    engines.refresh(programs())
    #expect(await speak() == nil)
    engines.release()
  }
}
