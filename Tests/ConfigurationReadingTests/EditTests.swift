import Configuration
import ConfigurationReading
import ConfigurationStorage
import Foundation
import Testing

/// Changes of one key in a file of the listener's.
@Suite(.timeLimit(.minutes(3)))
struct EditTests {
  private func key(_ path: String) throws -> ConfigurationKey { try #require(ConfigurationKey.named(path)) }

  private static let file = """
    # mine
    [player]   # how it plays
    rate   =  1.5   # fast
    unknown = "kept"

    # the voice
    [speech]
    voice = Bob  # a mistake
    #pitch = 1
    range = 1

    [service]
    exit-idle = '''
    5s'''   # two lines
    """

  @Test(arguments: [
    ("player.rate", "2", "rate   =  1.5   # fast", "rate   = 2   # fast"),
    ("speech.voice", "\"gmw/de\"", "voice = Bob  # a mistake", "voice = \"gmw/de\"  # a mistake"),
    ("service.exit-idle", "\"1h\"", "exit-idle = '''\n5s'''   # two lines", "exit-idle = \"1h\"   # two lines"),
    ("speech.pitch", "2", "#pitch = 1\n", "#pitch = 1\npitch = 2\n"),
    ("player.next-means", "\"key\"", "unknown = \"kept\"\n", "unknown = \"kept\"\nnext-means = \"key\"\n"),
    ("output.quantum", "512", "# two lines\n", "# two lines\n\n[output]\nquantum = 512\n"),
  ])
  func oneStatementChangesAndNothingElse(path: String, value: String, old: String, new: String) throws {
    let before = Self.file + "\n"
    let after = try ConfigurationEdit.set(try key(path), to: value, in: before)
    #expect(before.contains(old) && after == before.replacing(old, with: new))
    // A second time it changes nothing.
    #expect(try ConfigurationEdit.set(try key(path), to: value, in: after) == after)
  }

  @Test func everyKeyThatIsSetIsReadBack() throws {
    var settings = Settings()
    settings.speech.pitch = 1.5
    for start in ["", Configuration.example, "\u{FEFF}# x\r\n[speech]\r\nvoice = 'x'\r\n", "nonsense\n[[\n"] {
      for key in ConfigurationKey.all {
        let text = try ConfigurationEdit.set(key, to: key.toml(in: settings), in: start)
        let loaded = Configuration.load(files: [Configuration.File(path: "/f", contents: text)])
        #expect(loaded.origins[key.path] == "/f" && loaded.settings.speech.pitch == (key.name == "pitch" ? 1.5 : 1))
        #expect(!start.contains("\r") || !text.replacing("\r\n", with: "").contains("\n"), "line ends stay")
        let gone = try #require(try ConfigurationEdit.unset(key, in: text))
        let without = Configuration.load(files: [Configuration.File(path: "/f", contents: gone)])
        #expect(without.origins[key.path] == nil)
      }
    }
  }

  @Test(arguments: [
    ("[speech]\npitch = 1\n", ""),
    ("# mine\n[player]\nrepeat = 1\n\n[speech]\npitch = 1\n", "# mine\n[player]\nrepeat = 1\n"),
    ("[speech]\npitch = 1\n\n[player]\nx = 1\n", "[player]\nx = 1\n"),
    ("[speech]\n# a note\npitch = 1\n", "[speech]\n# a note\n"),
    ("[speech]\npitch = 1\nrange = 1\n", "[speech]\nrange = 1\n"),
    ("[player]\n[speech]\npitch = 1\n", "[player]\n"),
  ])
  func theLastKeyTakesItsSectionAlong(before: String, after: String) throws {
    #expect(try ConfigurationEdit.unset(try key("speech.pitch"), in: before) == after)
  }

  @Test func aMissingKeyCannotBeRemoved() throws {
    #expect(try ConfigurationEdit.unset(try key("speech.pitch"), in: Self.file) == nil)
    let twice = "[speech]\npitch = 1 # a\n# b\npitch = 2\n"
    #expect(try ConfigurationEdit.unset(try key("speech.pitch"), in: twice) == "[speech]\n# b\n")
    #expect(throws: ConfigurationEdit.Obstacle.self) {
      try ConfigurationEdit.set(try key("speech.pitch"), to: "2", in: "# x\nspeech = { pitch = 1, range = 2 }\n")
    }
    let dotted = try ConfigurationEdit.set(try key("speech.pitch"), to: "2", in: "speech.pitch = 1\n")
    #expect(dotted == "speech.pitch = 2\n")
  }

  @Test(arguments: [
    ("speech.pitch", "1,5", "1.5"), ("speech.voice", "gmw/de", "\"gmw/de\""), ("speech.voice", "\"x\"", "\"x\""),
    ("player.remember-volume", "off", "false"), ("player.skip-interval", "90s", "\"90s\""),
    ("player.when-busy", "Queue", "\"queue\""), ("output.quantum", "512", "512"),
    ("output.quantum", "Auto", "\"auto\""),
  ])
  func valuesAreTypedWithoutTheFilesQuotes(path: String, typed: String, toml: String) throws {
    #expect(try key(path).toml(typed: typed) == toml)
  }

  @Test(arguments: [
    ("speech.pitch", "9"), ("speech.pitch", "high"), ("player.remember-volume", "maybe"), ("output.quantum", "1.5"),
    ("player.when-busy", "Quee"), ("player.skip-interval", "soon"), ("speech.voice", "a\0b"),
  ])
  func anInvalidValueOfAKeyIsRefused(path: String, typed: String) throws {
    #expect(try key(path).toml(typed: typed) == nil)
  }

  @Test func aFileIsWrittenWholeThroughItsLinkAndKeepsItsRights() throws {
    let folder = NSTemporaryDirectory() + "aloud-edit-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/dotfiles", withIntermediateDirectories: true)
    let target = folder + "/dotfiles/aloud.toml"
    try Data("old".utf8).write(to: URL(fileURLWithPath: target))
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "dotfiles/aloud.toml")
    try ConfigurationFiles.write("new\n", to: folder + "/link")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "new\n")
    #expect(try files.destinationOfSymbolicLink(atPath: folder + "/link") == "dotfiles/aloud.toml")
    #expect(try files.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o640)
    #expect(try files.contentsOfDirectory(atPath: folder + "/dotfiles") == ["aloud.toml"], "no draft is left")
    // Missing folders are made.
    try ConfigurationFiles.write("x", to: folder + "/a/b/aloud.toml")
    #expect(try ConfigurationFiles.read(folder + "/a/b/aloud.toml") == "x")
    // A folder at the path, or a circle of links, is an error and changes nothing.
    #expect(throws: Problem.self) { try ConfigurationFiles.write("x", to: folder + "/a") }
    try files.createSymbolicLink(atPath: folder + "/round", withDestinationPath: "round")
    #expect(throws: Problem.self) { try ConfigurationFiles.write("x", to: folder + "/round") }
    #expect(try files.contentsOfDirectory(atPath: folder).sorted() == ["a", "dotfiles", "link", "round"])
  }

  @Test func changesAtOnceWaitForEachOther() async throws {
    let folder = NSTemporaryDirectory() + "aloud-lock-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Half of them come by a link, which stays one.
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/config", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: folder + "/config/aloud.toml", withDestinationPath: "../dotfiles/aloud.toml")
    let paths = [folder + "/config/aloud.toml", folder + "/dotfiles/aloud.toml"]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let path = paths[number % 2]
          let lock = try ConfigurationLock(path)
          let contents = try ConfigurationFiles.read(path) ?? ""
          try ConfigurationFiles.write(contents + "\(number)\n", to: path)
          lock.release()
        }
      }
      try await group.waitForAll()
    }
    let numbers = try ConfigurationFiles.read(paths[1])?.split(separator: "\n").compactMap { Int($0) }
    #expect(numbers?.sorted() == Array(0..<40))
    #expect(try files.destinationOfSymbolicLink(atPath: paths[0]) == "../dotfiles/aloud.toml")
  }
}
