import DesktopSupport
import Foundation
import Testing

/// The verbs that compare and add voices, as a user types them.
@Suite(.timeLimit(.minutes(3)))
struct VoiceVerbTests {
  private let aloud = Project.program("aloud")

  private static func options() -> PrivateDesktop.Options {
    var options = PrivateDesktop.Options()
    options.environment["LC_ALL"] = "C.UTF-8"
    return options
  }

  @Test func aKeySaysTheSentenceAndEnterKeepsItsVoice_S1_14() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let service = try await desktop.startService()
      let events = try desktop.start([aloud, "events", "announcement"])
      let terminal = try desktop.startInTerminal([aloud, "voices", "try", "de"], columns: 100)
      try await terminal.wait(forText: "1  German (gmw/de)")
      terminal.type("1")
      try await terminal.wait(forText: "▶ gmw/de")
      try await events.waitForChange("it is said") { events.output.contains("started") ? () : nil }
      terminal.type("\n")
      #expect(try await terminal.waitForEnd() == .exited(0))
      let config = try #require(desktop.environment["XDG_CONFIG_HOME"]) + "/aloud/aloud.toml"
      #expect(try String(contentsOfFile: config, encoding: .utf8) == "[voices]\nde = \"gmw/de\"\n")
      let left = try desktop.startInTerminal([aloud, "voices", "try", "fr"], columns: 100)
      try await left.wait(forText: "1  French")
      left.type("q")
      #expect(try await left.waitForEnd() == .exited(0))
      #expect(try String(contentsOfFile: config, encoding: .utf8) == "[voices]\nde = \"gmw/de\"\n")
      let blind = try await desktop.run(aloud, "voices", "try", "de")
      #expect(blind.exitCode == 2 && blind.errors.contains("the keys need a terminal"), "\(blind)")
      let unknown = try desktop.startInTerminal([aloud, "voices", "try", "tlh"], columns: 100)
      #expect(try await unknown.waitForEnd() == .exited(5))
      _ = try await events.end(patience: .seconds(5))
      withExtendedLifetime(service) {}
    }
  }

  @Test func whatToDownloadIsToldWithoutAService_S1_19() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let got = try await desktop.run(aloud, "voices", "get", "en_US-joe-medium")
      #expect(got.lines.count == 3 && got.lines.allSatisfy { $0.hasPrefix("https://") }, "\(got)")
      let json = try await desktop.run(aloud, "voices", "get", "--json", "en_US-joe-medium")
      let data = try #require(desktop.environment["XDG_DATA_HOME"])
      #expect(json.answer.contains("\"folder\":\"\(data)/aloud/voices/en_US-joe-medium\""), "\(json)")
      let wrong = try await desktop.run(aloud, "voices", "get", "joe")
      #expect(wrong.exitCode == 2 && wrong.errors.contains("\ntry: "), "\(wrong)")
      #expect(try await !desktop.isOwned("org.aloud.Aloud1"))
    }
  }

  /// The engine says what is wrong; nothing of the voice is left.
  @Test func whatTheEngineRefusesIsNotAdded_S1_19() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let folder = try Self.workers(in: desktop)
      let files = desktop.directory + "/download"
      try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
      func add(_ name: String, description: String?, model: String = "no model") async throws -> CommandResult {
        try Data(model.utf8).write(to: URL(fileURLWithPath: "\(files)/\(name).onnx"))
        try description.map { try Data($0.utf8).write(to: URL(fileURLWithPath: "\(files)/\(name).onnx.json")) }
        return try await desktop.run(
          aloud, "voices", "add", "\(files)/\(name).onnx", environment: ["ALOUD_LIBEXEC": folder])
      }
      for (name, description, reason) in [
        ("lonely", nil, "lonely.onnx.json' cannot be read"), ("odd", "no JSON", "odd.onnx.json is no description"),
        ("rate", #"{"audio": {"sample_rate": 1}}"#, "audio.sample_rate has to be a number from 8000"),
      ] as [(String, String?, String)] {
        let refused = try await add(name, description: description)
        #expect(!refused.succeeded && refused.errors.contains("cannot add '\(name)': "), "\(refused)")
        #expect(refused.errors.contains(reason), "\(refused)")
      }
      let data = try #require(desktop.environment["XDG_DATA_HOME"]) + "/aloud/voices"
      #expect(try FileManager.default.contentsOfDirectory(atPath: data).isEmpty)
      let other = try await desktop.run(aloud, "voices", "add", "/bin/sh")
      #expect(other.exitCode == 2 && other.errors.contains("cannot add '/bin/sh'"), "\(other)")
      #expect(try await !desktop.isOwned("org.aloud.Aloud1"))
    }
  }

  /// The list of voices tells what the natural engine thinks of each file that is none, and asks it for its list once.
  @Test(arguments: [false, true]) func aListStartsTheNaturalEngineOnce(isOdd: Bool) async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let folder = try Self.workers(in: desktop)
      let starts = desktop.directory + "/starts"
      let engine = folder + "/engines/neural"
      try FileManager.default.removeItem(atPath: engine)
      let script = "#!/bin/bash\necho >>'\(starts)'\nexec -a \"$0\" '\(Project.program("aloud-speak"))' \"$@\"\n"
      try Data(script.utf8).write(to: URL(fileURLWithPath: engine))
      try #require(chmod(engine, 0o755) == 0)
      let voices = try #require(desktop.environment["XDG_DATA_HOME"]) + "/aloud/voices"
      try FileManager.default.createDirectory(atPath: voices, withIntermediateDirectories: true)
      if isOdd {
        for ending in ["", ".json"] {
          try Data("odd".utf8).write(to: URL(fileURLWithPath: "\(voices)/odd.onnx\(ending)"))
        }
      }
      let list = try await desktop.run(aloud, "voices", environment: ["ALOUD_LIBEXEC": folder])
      #expect(list.exitCode == 0 && list.output.contains("gmw/en-US"), "\(list)")
      #expect(list.errors.contains("odd.onnx") == isOdd, "\(list)")
      // One more process says what is wrong with the file.
      #expect(try Data(contentsOf: URL(fileURLWithPath: starts)).count == (isOdd ? 2 : 1))
    }
  }

  /// A folder with the workers, and with the engine of natural voices.
  private static func workers(in desktop: PrivateDesktop) throws -> String {
    let folder = desktop.directory + "/workers"
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/engines", withIntermediateDirectories: true)
    for name in ["aloud-speak", "aloud-settings"] {
      try files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: Project.program(name))
    }
    try files.createSymbolicLink(
      atPath: folder + "/engines/neural", withDestinationPath: Project.program("aloud-speak"))
    return folder
  }
}
