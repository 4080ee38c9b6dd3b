import DesktopSupport
import Foundation
import Testing
import Workers

/// `check-engine` finds nothing wrong with these engines, and something with each engine that breaks the contract.
@Suite(.timeLimit(.minutes(5)))
struct EngineContractTests {
  /// Checks a program, called by another name if there is one.
  private func check(_ program: String, as name: String? = nil, _ options: String...) async throws -> CommandResult {
    let path = try name.map { try BuiltProgram.link(program, as: $0) } ?? BuiltProgram.path(program)
    return try await RunningProcess(
      [BuiltProgram.path("check-engine"), path] + options, environment: ProcessInfo.processInfo.environment
    ).runToEnd(within: watchdog * 2)
  }

  @Test(arguments: [["aloud-speak", "--voice", "gmw/en-US"], ["aloud-speak", "--voice", "sit/cmn"]])
  func espeakKeepsTheContract(_ command: [String]) async throws {
    let checked = try await check(command[0], as: nil, command[1], command[2])
    #expect(checked.succeeded, "\(checked)")
  }

  /// It is the same program by another name, as it is installed.
  @Test(arguments: ["slt", "kal16", "kal"]) func fliteKeepsTheContract(_ voice: String) async throws {
    let checked = try await check("aloud-speak", as: "flite", "--voice", voice)
    #expect(checked.succeeded && checked.output.contains("flite 2"), "\(checked)")
  }

  /// Where the library is not installed, the engine has no voice, and works otherwise.
  @Test func fliteWithoutItsLibraryHasNoVoice() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "no-flite-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The loader takes this file for the library, and it is none.
    try Data("no library".utf8).write(to: folder.appending(path: "libflite.so.1"))
    var environment = ProcessInfo.processInfo.environment
    environment["LD_LIBRARY_PATH"] = folder.path + (environment["LD_LIBRARY_PATH"].map { ":" + $0 } ?? "")
    let checked = try await RunningProcess(
      [BuiltProgram.path("check-engine"), BuiltProgram.link("aloud-speak", as: "flite")], environment: environment
    ).runToEnd(within: watchdog)
    #expect(checked.exitCode == 1 && checked.output.contains("it has no voice"), "\(checked)")
  }

  /// It has another rate of samples than every engine that is installed.
  @Test(arguments: ["hum/en", "hum/slow"]) func theHummingEngineKeepsTheContract(_ voice: String) async throws {
    let checked = try await check("humming-engine", as: nil, "--voice", voice, "--crash-word", "💥")
    #expect(checked.succeeded && checked.output.contains("24000 Hz"), "\(checked)")
    #expect(!checked.output.contains("not tried"), "\(checked)")
  }

  /// An engine with one pitch keeps the contract: the rule about pitches is that it does not obey.
  @Test func anEngineWithOnePitchKeepsTheContract() async throws {
    let checked = try await check("humming-engine", as: "humming-monotone", "--voice", "hum/en")
    #expect(checked.succeeded && checked.output.contains("it has one pitch"), "\(checked)")
  }

  @Test(
    .enabled(if: !isSanitized, "under a sanitizer, work takes other times"),
    arguments: [
      ("random", "the same text has the same sound"), ("long", "a length is that of the sound"),
      ("silent", "a text is spoken and its words are marked"), ("voiceless", "it greets and lists its voices"),
      ("blind", "a voice that does not exist is refused"), ("steady", "twice the words per minute sound shorter"),
      ("dozing", "it gives signs of life while it works"), ("flat", "speed, pitch and volume of a part"),
      ("illiterate", "phonemes are said, or the text"),
      ("long", "a length is that of the sound, however it is said"),
    ]) func aSmallFaultIsFound(_ fault: String, rule: String) async throws
  {
    let checked = try await check("humming-engine", as: "humming-\(fault)")
    #expect(checked.exitCode == 1, "\(checked)")
    let failed = checked.output.split(separator: "\n").filter { $0.hasPrefix("failed") }
    #expect(failed.contains { $0.contains(rule) }, "\(checked)")
  }

  @Test(arguments: ["gone", "greeter", "garbage", "crasher", "holes"])
  func anEngineThatIsNoneIsFound(_ name: String) async throws {
    let checked = try await check("fake-engine", as: name)
    #expect(checked.exitCode == 1 && checked.output.contains("failed"), "\(checked)")
  }
}
