import Configuration
import ConfigurationReading
import Testing
import Vocabulary

/// Rules about notifications in the files.
@Suite(.timeLimit(.minutes(3)))
struct RuleTests {
  private func load(_ contents: String...) -> Configuration.Loaded {
    Configuration.load(
      files: contents.enumerated().map { Configuration.File(path: "/f\($0.offset)", contents: $0.element) })
  }

  private static func muting(_ application: String? = nil, text: String? = nil) -> NotificationRule {
    var rule = NotificationRule()
    rule.application = application
    rule.text = text
    rule.action = .mute
    return rule
  }

  @Test func rulesStandInTheOrderOfTheFilesAndTheirLines_S1_03() {
    let first = "[[notify.rule]]\napplication = 'a'\naction = 'mute'\n[notify]\nlocked = 'all'\n"
    let loaded = load(
      first, "# mine\n[[notify.rule]]\naction = 'mute'\ntext = 'b'\n\n  [[ notify . rule ]] # c\naction = \"mute\"")
    #expect(loaded.problems.isEmpty && loaded.settings.notify.locked == .all)
    #expect(loaded.settings.notify.rules == [Self.muting("a"), Self.muting(text: "b"), Self.muting()])
    #expect(
      loaded.rulePlaces == [
        RulePlace(file: "/f0", line: 1), RulePlace(file: "/f1", line: 2), RulePlace(file: "/f1", line: 6),
      ])
    // The way back: the text that is shown gives the same rules again.
    #expect(load(Configuration.toml(loaded.settings)).settings == loaded.settings)
  }

  @Test func aListOfTablesIsTheSame() {
    let rules = "[{application = 'a', action = 'mute'},\n {text = 'b', action = 'mute'}, {voise = 'x'}]"
    for text in ["[notify]\nrule = \(rules)", "\nnotify.rule = \(rules)", "\nnotify = {rule = \(rules)}"] {
      let loaded = load(text.replacing(",\n", with: ", "))
      #expect(loaded.settings.notify.rules == [Self.muting("a"), Self.muting(text: "b")], "\(text)")
      #expect(loaded.problems.map(\.line) == [2] && loaded.problems.first?.cure?.contains("'voice'") == true)
    }
    for wrong in ["rule = 1", "rule = ['a']", "rule = {action = 'mute'}", "rule.action = 'mute'"] {
      let loaded = load("[notify]\n\(wrong)\nlocked = 'all'\n")
      #expect(loaded.settings.notify.locked == .all && loaded.settings.notify.rules.isEmpty)
      #expect(loaded.problems.map(\.line) == [2], "\(wrong)")
      #expect(loaded.problems.first?.message.hasPrefix("'rule' must be a list of tables, not ") == true)
    }
  }

  /// The mistakes in the fourth line of a file, between two rules that are right.
  private func between(_ lines: String) -> Configuration.Loaded {
    let loaded = load(
      "[[notify.rule]]\ntext = 'x'\naction = 'mute'\n\(lines)\n[[notify.rule]]\ntext = 'y'\naction = 'mute'\n")
    let rules = loaded.settings.notify.rules
    #expect(rules.first == Self.muting(text: "x") && rules.last == Self.muting(text: "y"), "the others hold: \(lines)")
    #expect(loaded.rulePlaces.count == rules.count)
    return loaded
  }

  @Test(arguments: [
    ("voise = 'a'", "unknown key 'voise' in [[notify.rule]]", "did you mean 'voice'?"),
    ("locked = 'all'", "unknown key 'locked'", "'locked' belongs under [notify]; until then this rule is left out"),
    ("colour = 1", "unknown key 'colour'", "the keys of a rule are application, category, "),
    ("'rate\\\\u0000' = 1", "unknown key", nil), ("\"rate\\u0000\" = 1", "unknown key 'rate\\u0000'", nil),
    ("rate = 7", "'rate' must be a number from 0.25 to 6, not 7", "until then this rule is left out"),
    ("volume = -0.1", "a number from 0 to 1", nil), ("volume = nan", "a number from 0 to 1", nil),
    ("shorten = 0", "a whole number from 1 to 100000", nil), ("shorten = 1.5", "a whole number", nil),
    ("digits = 'singel'", "'digits' must be \"auto\", \"single\", \"pairs\" or \"number\"", "did you mean \"single\"?"),
    ("priority = 'high'", "\"important\", \"message\", \"text\", \"notification\" or \"progress\"", nil),
    ("action = 'say'", "\"speak\", \"mute\" or \"sound\"", nil), ("urgency = 2", "\"critical\"", nil),
    ("language = 'german language'", "the tag of a language", nil), ("voice = ''", "of 1 to 1000 bytes", nil),
    ("voice = 3", "a text in quotes", nil), ("application = ''", "a text in quotes", nil),
    ("text = ['a']", "not a list", nil), ("text = \"a\\u0000\"", "without U+0000", nil),
    ("text = '\(String(repeating: "a", count: 1001))'", "of 1 to 1000 bytes", nil),
    ("template = '{titel}'", "'template' has an unknown placeholder {titel}", "there are {app}, {app:digits}, "),
    ("template = '{summery}'", "unknown placeholder {summery}", "did you mean {summary}? Until then this rule is left"),
    ("template = '{body:digit}'", "unknown placeholder {body:digit}", "did you mean {body:digits}?"),
    ("template = '{template}'", "unknown placeholder {template}", nil),
    ("template = 'a } b'", "'template' has a lonely }", "}} stands for } itself; until then this rule is left out"),
    ("template = ' '", "'template' must not be empty", nil),
    ("template = 1", "with no other placeholders than {app}, {summary} and {body}", nil),
    ("template = '\(String(repeating: "a", count: 1001))'", "up to 1000 bytes", nil),
    ("voice = Bob", "'Bob' stands without quotes", "put it in quotes: voice = \"Bob\"; until then this rule is left"),
    ("voice = = 1", "not TOML: ", "until then this rule is left out"), ("voice", "not TOML: ", nil),
    ("rate = 2\nrate = 3", "'rate' stands in this rule a second time", "the first is in line 6; until then"),
    ("voice = [", "not TOML: ", nil), ("voice = '''", "not TOML: ", nil), ("a.b = 1", "unknown key 'a'", nil),
  ])
  func aRuleWithAMistakeIsLeftOutAndTheOthersHold(line: String, message: String, cure: String?) {
    let loaded = between("[[notify.rule]]\nvolume = 0.5\n\(line)".replacing("volume = 0.5\nvolume", with: "#\nvolume"))
    #expect(loaded.settings.notify.rules.count == 2)
    #expect(loaded.problems.count == 1 && loaded.problems.first?.file == "/f0", "\(loaded.problems)")
    #expect(loaded.problems.first?.line == 6 + line.filter { $0 == "\n" }.count, "\(loaded.problems)")
    #expect(loaded.problems.first?.message.contains(message) == true, "\(loaded.problems)")
    #expect(cure == nil || loaded.problems.first?.cure?.contains(cure!) == true, "\(loaded.problems)")
  }

  /// Nothing is spoken that the listener wanted to be silent.
  @Test(arguments: [
    "voise = 'a'", "rate = 7", "template = '{titel}'", "voice = Bob", "digits = = 1", "volume = [", "priority \"text\"",
    "rate = 2\nrate = 3", "action = 'speak'", "voice = 'a\0b'",
  ])
  func aRuleThatMutesDoesSoDespiteAMistake(line: String) {
    for action in ["mute", "sound"] {
      let loaded = between("[[notify.rule]]\napplication = 'a*'\naction = '\(action)'\n\(line)\nlanguage = 'de'")
      var expected = Self.muting("a*")
      expected.action = NotificationRule.Action(rawValue: action)
      #expect(loaded.settings.notify.rules.count == 3 && loaded.settings.notify.rules[1] == expected)
      #expect(loaded.problems.count == 1, "\(loaded.problems)")
      let cure = loaded.problems.first?.cure
      #expect(
        cure?.hasSuffix("ntil then only action = \"\(action)\" of this rule holds") == true
          || line.contains("\0"), "\(loaded.problems)")
    }
  }

  @Test(arguments: [
    "action = mute", "action = \"mute", "action = 'Mute'", "action = 'muted'", "acton = 'mute'", "Action = \"mute\"",
    "action = 'speak'\naction = 'mute'", "action: mute", "action mute", "action = ['mute'", "action = mute # \"all\"",
  ])
  func anActionThatSeemsToMuteDoes(line: String) {
    let loaded = between("[[notify.rule]]\napplication = 'a'\n\(line)\nrate = 2")
    #expect(loaded.settings.notify.rules.dropFirst().first == Self.muting("a"), "\(loaded.problems)")
    #expect(loaded.problems.count == 1)
  }

  @Test(arguments: [
    "[notify.rule]", "[[notify.rules]]", "[[notify.rule]", "[[notify.rule]] x", "[notify.rules]", "[[notyfy.rule]]",
    "[[rule]]", "[rules]", "[[notify.rule", "[[notify.rule]]\0",
  ])
  func aHeadingThatIsNearlyOneOfARuleIsToldAndItsRuleMutesNevertheless(heading: String) {
    let muting = between("\(heading)\napplication = 'a'\naction = 'mute'")
    #expect(muting.settings.notify.rules.dropFirst().first == Self.muting("a"))
    #expect(muting.problems.map(\.line) == [4] && muting.problems.first?.kind == .syntax, "\(muting.problems)")
    let speaking = between("\(heading)\napplication = 'a'\nrate = 2")
    #expect(speaking.settings.notify.rules.count == 2 && speaking.problems.map(\.line) == [4])
  }

  /// A rule without one of its conditions would mute what nobody wanted to be muted.
  @Test(arguments: [
    "application = 3", "aplication = 'a'", "text = Bob", "text = '''", "urgency = 'hi'", "summary = 'x'", "category",
    "text = 'a'\ntext = 'b'", "text = 'a\0b'", "[notify.rule.when]\ntext = 'a'", "\"text\" 'a'", "= 'a'", "\0",
  ])
  func aRuleWithAWrongConditionIsLeftOutAlthoughItMutes(line: String) {
    let loaded = between("[[notify.rule]]\ncategory = 'im.*'\naction = 'mute'\n\(line)")
    #expect(loaded.settings.notify.rules.count == 2, "\(loaded.settings.notify.rules)")
    let lines = loaded.problems.compactMap(\.line)
    #expect(!lines.isEmpty && lines.allSatisfy { (7...8).contains($0) }, "\(loaded.problems)")
  }

  @Test func everyMistakeOfARuleIsToldWithItsLine() {
    let loaded = between("[[notify.rule]]\nrate = 9\n# x\nvoise = 'a'\nlanguage = de!\naction = 'mute'")
    #expect(loaded.problems.map(\.line) == [5, 7, 8], "\(loaded.problems)")
    #expect(loaded.settings.notify.rules.count == 3)
  }

  @Test(arguments: ["", "text = 'a'", "application = 'a'\nurgency = 'low'"])
  func aRuleWithoutAnEffectIsAMistake(lines: String) {
    let loaded = between("[[notify.rule]]\n\(lines)")
    #expect(loaded.settings.notify.rules.count == 2)
    #expect(loaded.problems.map(\.description).first?.hasPrefix("/f0:4: this rule has no effect (add one") == true)
    #expect(loaded.problems.map(\.kind) == [.uselessRule])
  }

  @Test func aKeyOfARuleInTheWrongPlaceIsShownItsPlace() {
    #expect(load("[notify]\napplication = 'a'").problems.first?.cure == "'application' belongs under [[notify.rule]]")
    let word = load("[notify]\nlocked = 'al'")
    #expect(word.problems.first?.cure == "did you mean \"all\"? Until then \"application\" holds")
    let template = load("[notify]\ntemplate = '{boddy}'")
    #expect(template.settings == Settings() && template.problems.map(\.line) == [2])
    #expect(
      template.problems.first?.cure == "did you mean {body}? Until then \"{app}: {summary}. {body}\" holds",
      "\(template.problems)")
    #expect(load("\"notify.rule\" = 1").problems.map(\.kind) == [.unknownSection])
    // A rule ends where the next section begins.
    let after = load("[[notify.rule]]\naction = 'mute'\n[player]\nrate = 2\n[speech]\naction = 'mute'\n")
    #expect(after.settings.player.rate == 2 && after.problems.map(\.line) == [6])
  }

  @Test func thereAreAtMostTwoHundredRulesInAllFiles() {
    let rule = "[[notify.rule]]\naction = 'mute'\n"
    let loaded = load(String(repeating: rule, count: 150), String(repeating: rule, count: 52))
    #expect(loaded.settings.notify.rules.count == Settings.Notify.mostRules && loaded.rulePlaces.last?.line == 99)
    #expect(loaded.problems.map(\.line) == [101, 103] && loaded.problems.map(\.file) == ["/f1", "/f1"])
    #expect(loaded.problems.first?.message.contains("one rule too many: there may be 200") == true)
  }

  @Test func tenThousandRulesWithMistakesAreToldInOneGo() {
    let loaded = load(String(repeating: "[[notify.rule]]\ntext = [\nx\n[notify.rule]\n", count: 10_000))
    #expect(loaded.settings.notify.rules.isEmpty && loaded.problems.count == 30_000)
  }

  @Test func aSettingIsChangedBesideRulesAndNotInThem() throws {
    let key = try #require(ConfigurationKey.named("notify.template"))
    let rules = "[[notify.rule]]\n# x\ntemplate = 'a'\n"
    #expect(try ConfigurationEdit.unset(key, in: rules) == nil)
    #expect(try ConfigurationEdit.set(key, to: "'b'", in: rules) == rules + "\n[notify]\ntemplate = 'b'\n")
    let both = "[notify]\nlocked = 'all'\n\n" + rules
    let changed = try ConfigurationEdit.set(key, to: "'b'", in: both)
    #expect(changed == "[notify]\nlocked = 'all'\ntemplate = 'b'\n\n" + rules)
    let loaded = load(changed).settings.notify
    #expect(loaded.template == "b" && loaded.rules.map(\.template) == ["a"])
  }
}
