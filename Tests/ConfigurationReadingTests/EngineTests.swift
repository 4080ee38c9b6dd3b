import Configuration
import ConfigurationReading
import Speech
import Testing

/// `[[engine]]`: commands that speak.
struct EngineTests {
  private func load(_ files: String...) -> Configuration.Loaded {
    Configuration.load(
      files: files.enumerated().map { Configuration.File(path: "/f\($0.offset)", contents: $0.element) })
  }

  private static let first = """
    [[engine]]
    name = "mimic"
    command = ["/usr/bin/x", "-a b", '"']
    languages = ["en", "en-GB"]

    """

  @Test func anEngineIsReadWithEachOfItsWords() {
    let loaded = load("[speech]\nvoice = 'mimic'\n" + Self.first + "\n[player]\nrate = 2\n")
    #expect(loaded.problems.isEmpty, "\(loaded.problems)")
    #expect(
      loaded.settings.engines
        == [EngineCommand(name: "mimic", command: ["/usr/bin/x", "-a b", "\""], languages: ["en", "en-GB"])])
    #expect(loaded.settings.player.rate == 2 && loaded.origins["engine.mimic"] == "/f0")
    #expect(load(Configuration.toml(loaded.settings)).settings == loaded.settings)
  }

  @Test func aListMayTakeSeveralLines() {
    let loaded = load("[[engine]]\nname='a'\ncommand = [\n  '/x', # the program\n  'y',\n]\nlanguages=['de']\n")
    #expect(loaded.problems.isEmpty && loaded.settings.engines.first?.command == ["/x", "y"], "\(loaded.problems)")
  }

  @Test func aLaterFileExchangesAnEngineOfItsName() {
    let other = Self.first.replacing("/usr/bin/x", with: "/usr/bin/y")
    let loaded = load(Self.first, other + "[[engine]]\nname='b'\ncommand=['/b']\nlanguages=['de']\n")
    #expect(loaded.problems.isEmpty && loaded.settings.engines.map(\.name) == ["mimic", "b"])
    #expect(loaded.settings.engines[0].command[0] == "/usr/bin/y" && loaded.origins["engine.mimic"] == "/f1")
  }

  @Test(arguments: [
    ("[[engine]]\nname = 'Mimic'\n", 2, "'name' must be small letters"),
    ("[[engine]]\nname = 'espeak-ng'\n", 2, "'name' must be small letters"),
    ("[[engine]]\nname = 3\n", 2, "not 3"),
    ("[[engine]]\nname = 'a'\ncommand = ['x']\nlanguages = ['en']\n", 3, "an absolute path first"),
    ("[[engine]]\ncommand = '/x -y'\n", 2, "'command' must be a list"),
    ("[[engine]]\ncommand = ['/x', 3]\n", 2, "'command' must be a list"),
    ("[[engine]]\ncommand = []\n", 2, "'command' must be a list"),
    ("[[engine]]\nlanguages = ['e n']\n", 2, "'languages' must be a list"),
    ("[[engine]]\nlanguages = []\n", 2, "'languages' must be a list"),
    ("[[engine]]\nlanguage = ['en']\n", 2, "unknown key 'language'"),
    ("[[engine]]\nname = 'a'\nname = 'b'\n", 3, "a second time"),
    ("[[engine]]\nname = 'a'\ncommand = ['/x']\n", 1, "this engine has no 'languages'"),
    ("[engine]\nname = 'a'\ncommand = ['/x']\nlanguages = ['en']\n", 1, "an engine begins with [[engine]]"),
    ("[[engines]]\nname = 'a'\ncommand = ['/x']\nlanguages = ['en']\n", 1, "an engine begins with [[engine]]"),
    ("[[engine]]\nname = mimic\n", 2, "without quotes"),
    ("[[engine]\nname = 'a'\n", 1, ""),
  ]) func aMistakeLeavesTheEngineOutAndNothingElse(_ text: String, line: Int, message: String) {
    let loaded = load(text + "[player]\nrate = 2\n" + Self.first)
    #expect(loaded.problems.count == 1, "\(loaded.problems)")
    #expect(loaded.problems.first?.line == line && loaded.problems.first?.message.contains(message) == true)
    #expect(loaded.settings.engines.map(\.name) == ["mimic"] && loaded.settings.player.rate == 2)
    #expect(loaded.loss == .nothing)
  }

  @Test func anEngineOfTheSameNameAndOneTooManyAreLeftOut() {
    #expect(load(Self.first + Self.first).problems.first?.message == "there is an engine 'mimic' already")
    let many = (0...EngineCommand.most).map { Self.first.replacing("mimic", with: "m\($0)") }.joined()
    let loaded = load(many)
    #expect(loaded.settings.engines.count == EngineCommand.most && loaded.problems.count == 1)
  }

  @Test func theReportOfTheWorkerHasTheEngines() throws {
    let loaded = load(Self.first)
    let report = SettingsReport(
      settings: loaded.settings, problems: loaded.problems, loss: loaded.loss, origins: loaded.origins)
    let lines = report.lines(files: ["/f0"], naming: 10)
    #expect(SettingsReport(lines: lines, files: ["/f0"]) == report)
    for wrong in [
      "[[engine]]\t0", "[[engine]]\t0\ta\u{1F}en", "[[engine]]\t7\ta\u{1F}en\u{1F}/x",
      "[[engine]]\t0\tA\u{1F}en\u{1F}/x",
    ] {
      #expect(SettingsReport(lines: [wrong], files: ["/f0"]) == nil, "\(wrong)")
    }
  }

  @Test func theArgumentsOfTheWorkerAreTheCommand() {
    let engine = EngineCommand(name: "mimic", command: ["/x", "--command", "y"], languages: ["en", "de"])
    #expect(EngineCommand(workerArguments: ["aloud-speak", "--voices"] + engine.workerArguments) == engine)
    #expect(EngineCommand(workerArguments: ["aloud-speak", "--voices"]) == nil)
  }
}
