import Configuration
import ConfigurationReading
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(3)))
struct LoadTests {
  private func load(_ contents: String...) -> Configuration.Loaded {
    Configuration.load(
      files: contents.enumerated().map { Configuration.File(path: "/f\($0.offset)", contents: $0.element) })
  }

  @Test func withoutFilesEveryKeyHasItsDefault() {
    let loaded = load()
    #expect(loaded.settings == Settings())
    #expect(loaded.problems.isEmpty && loaded.origins.isEmpty)
    #expect(loaded.settings.speech.wordsPerMinute == 175)
    #expect(loaded.settings.player.previousRestartsAfter == .seconds(3))
    #expect(loaded.settings.output.releaseAfter == .seconds(180))
    #expect(loaded.settings.output.quantum == nil && loaded.settings.output.privateQuantum == nil)
  }

  @Test func theLaterFileWinsKeyByKey() {
    let loaded = load("[speech]\nvoice = 'a'\npitch = 2\n", "[speech]\nvoice = \"b\"\n")
    #expect(loaded.settings.speech.voice == "b")
    #expect(loaded.settings.speech.pitch == 2)
    #expect(loaded.origins == ["speech.voice": "/f1", "speech.pitch": "/f0"])
    #expect(loaded.problems.isEmpty)
  }

  @Test func everyKeyCanBeSet() {
    let text = """
      [speech]
      voice = "de"
      language = "de-AT"
      quality = "natural"
      fast-above = 3
      rate-wpm = 200
      pitch = 1.5
      range = 0
      punctuation = "some"
      sentence-gap = "250ms"
      paragraph-gap = 1
      [player]
      rate = 1.25
      next-means = "sentence"
      double-press = "250ms"
      sleep-fade = 0
      previous-restarts-after = "5 s"
      skip-interval = "1min"
      skip-interval-back = "30s"
      when-busy = "now"
      say-when-busy = "next"
      read-when-busy = "queue"
      remember-volume = false
      replay-gain = false
      [study]
      gap = "1.5x"
      speeds = "0.7, 1"
      silence = "400ms"
      lead = "0s"
      tail = "1s"
      shortest = "100ms"
      longest = "20s"
      [output]
      quantum = 1024
      private-quantum = 128
      linger = "500ms"
      release-after = "2min"
      media-name = "plain"
      [interruptions]
      hold-limit = "1h"
      rewind-after = "1min"
      pause-rewind-after = "10min"
      resume-on-replug = true
      resume-on-unlock = true
      pause-on-mute = true
      pause-on-lock = true
      pause-on-inactive-seat = true
      inhibit-sleep = true
      hold-for-calls = false
      call-applications = "Mumble"
      pause-for-players = false
      ignored-players = ""
      pause-others = true
      [announcements]
      volume = 0.5
      duck = 0
      limit = "10s"
      stale-after = "5min"
      floor = 0.4
      floor-cap = 1
      step-aside = false
      [notify]
      locked = "all"
      do-not-disturb = "critical"
      fullscreen = false
      during-calls = "drop"
      show = "spoken"
      template = "{{{app}}} {body:digits}"
      [[notify.rule]]
      application = "a*"
      category = "im.?"
      urgency = "critical"
      text = "a?b"
      action = "speak"
      template = "{summary}"
      shorten = 100000
      voice = "German"
      engine = "hum"
      language = "zh-HK"
      rate = 0.25
      volume = 0.1
      priority = "progress"
      digits = "number"
      [state]
      resume = "as-it-was"
      [service]
      notifications = false
      exit-idle = 0
      log-level = "debug"
      private-titles = true
      [follow]
      width = 80
      spacing = 2
      focus = true
      theme = "light"
      bidi = "own"
      """
    let loaded = load(text)
    #expect(loaded.problems.isEmpty)
    #expect(loaded.origins.count == ConfigurationKey.all.count)
    let settings = loaded.settings
    #expect(settings.speech.quality == .natural && settings.speech.fastAbove == 3)
    #expect(settings.speech.language == "de-AT" && settings.speech.wordsPerMinute == 200)
    #expect(settings.speech.punctuation == .some && settings.speech.sentenceGap == .milliseconds(250))
    #expect(settings.speech.paragraphGap == .seconds(1) && settings.speech.range == 0)
    #expect(settings.player.nextMeans == .sentence && settings.player.skipInterval == .seconds(60))
    #expect(settings.player.skipIntervalBack == .seconds(30))
    #expect(settings.player.rate == 1.25 && !settings.player.rememberVolume && !settings.player.replayGain)
    #expect(settings.output.mediaName == .plain && settings.output.quantum == 1024)
    #expect(settings.output.privateQuantum == 128 && settings.output.linger == .milliseconds(500))
    #expect(settings.state.resume == .asItWas)
    let interruptions = settings.interruptions
    #expect(interruptions.pauseOnLock && interruptions.pauseOnInactiveSeat && interruptions.inhibitSleep)
    #expect(interruptions.holdLimit == .seconds(3600) && interruptions.rewindAfter == .seconds(60))
    #expect(interruptions.pauseRewindAfter == .seconds(600))
    #expect(interruptions.resumeOnReplug && interruptions.resumeOnUnlock && interruptions.pauseOnMute)
    #expect(!interruptions.holdForCalls && interruptions.callApplications == "Mumble")
    #expect(!interruptions.pauseForPlayers && interruptions.ignoredPlayers.isEmpty && interruptions.pauseOthers)
    let announcements = settings.announcements
    #expect(announcements.volume == 0.5 && announcements.duck == 0 && announcements.limit == .seconds(10))
    #expect(announcements.staleAfter == .seconds(300) && announcements.floor == 0.4 && announcements.floorCap == 1)
    #expect(!announcements.stepAside)
    let notify = settings.notify
    #expect(notify.locked == .all && notify.doNotDisturb == .critical && !notify.silentInFullscreen)
    #expect(notify.show == .spoken)
    #expect(notify.duringCalls == .drop && notify.template == "{{{app}}} {body:digits}")
    #expect(notify.rules.count == 1 && RuleKey.all.allSatisfy { $0.value(in: notify.rules[0]) != nil })
    #expect(!settings.service.notifications)
    #expect(settings.service.exitIdle == .zero && settings.service.logLevel == .debug)
    #expect(settings.service.privateTitles)
    // The way back: the text that is shown gives the same settings again.
    #expect(load(Configuration.toml(settings)).settings == settings)
  }

  @Test func anUnknownKeyIsNamedWithItsLineAndTheRestHolds() {
    let loaded = load("# mine\n[speech]\nvoise = 'x'\npitch = 1.5\n")
    #expect(loaded.settings.speech.pitch == 1.5)
    #expect(loaded.problems.count == 1)
    #expect(
      loaded.problems.first?.description == "/f0:3: unknown key 'voise' in [speech] (did you mean 'voice'?)")
  }

  @Test func aKeyInTheWrongSectionIsShownItsPlace() {
    #expect(load("[player]\npitch = 1").problems.first?.cure == "'pitch' belongs under [speech]")
    #expect(load("voice = 'x'").problems.first?.cure == "'voice' belongs under [speech]")
    #expect(load("[speach]\nvoice = 'x'").problems.first?.cure == "did you mean [speech]?")
    #expect(load("[speech]\nskip-intervall = 3").problems.first?.cure == "did you mean 'skip-interval' under [player]?")
  }

  @Test(arguments: [
    ("pitch = 7", "must be a number from 0.5 to 2, not 7"), ("pitch = 'high'", "not \"high\""),
    ("rate-wpm = 175.5", "a whole number from 80 to 450"), ("pitch = nan", "not nan"),
    ("sentence-gap = '-1s'", "must be a duration from 0s to 10s"), ("sentence-gap = -1", "duration"),
    ("sentence-gap = ''", "duration"), ("voice = 3", "a text in quotes"), ("voice = ['a']", "not a list"),
    ("voice = {a = 1}", "not a table"), ("voice = 2024-01-01", "not a date"),
    ("rate-wpm = 9999999999999", "whole number"),
    (
      "voice = '\(String(repeating: "a", count: 1001))'",
      "up to 1000 bytes, not \"\(String(repeating: "a", count: 50))…\""
    ),
  ])
  func aWrongValueKeepsWhatHeldBefore(line: String, message: String) {
    let loaded = load("[speech]\npitch = 1.5\nrate-wpm = 100\n", "[speech]\n\n\(line)\npunctuation = 'all'")
    #expect(loaded.settings.speech.pitch == 1.5 && loaded.settings.speech.wordsPerMinute == 100)
    #expect(loaded.settings.speech.sentenceGap == .milliseconds(300) && loaded.settings.speech.voice == "")
    #expect(loaded.settings.speech.punctuation == .all)
    #expect(loaded.problems.count == 1)
    #expect(loaded.problems.first?.kind == .wrongValue && loaded.problems.first?.line == 3)
    #expect(loaded.problems.first?.message.contains(message) == true)
  }

  /// The parser takes U+0000 for the end of a string (M6).
  @Test(arguments: [
    ("next-means = \"track\\u0000s\"", "not \"track\\u0000s\""),
    ("skip-interval = \"3s\\U00000000\"", "not \"3s\\u0000\""), ("when-busy = \"now\\u0000\"", "not \"now\\u0000\""),
    ("double-press = \"\\u00001s\"", "not \"\\u00001s\""), ("\"rate\\u0000\" = 1", "unknown key 'rate\\u0000'"),
  ])
  func aStringWithANullIsNamedWithItsLine(line: String, message: String) {
    let loaded = load("[player]\n\n\(line)\nrate = 2\n")
    var expected = Settings()
    expected.player.rate = 2
    #expect(loaded.settings == expected)
    #expect(loaded.problems.map(\.line) == [3])
    #expect(loaded.problems.first?.message.contains(message) == true, "\(loaded.problems)")
  }

  @Test func aTextTakesNoNull() {
    let loaded = load("[speech]\nvoice = \"a\\u0000b\"\nlanguage = \"\\\\u0000\"\n")
    #expect(loaded.settings.speech.voice.isEmpty && loaded.settings.speech.language == "\\u0000")
    #expect(loaded.problems.map(\.line) == [2])
  }

  @Test(arguments: ["[speech]\npitch = 2\n\0", "[speech]\npitch = 2\n\0\0garbage = ", "[speech]\npitch = 2\n# \0"])
  func aNullByteIsASyntaxErrorWithItsLine(text: String) {
    let loaded = load(text)
    #expect(loaded.settings.speech.pitch == 2)
    #expect(loaded.problems.map(\.line) == [3] && loaded.problems.first?.kind == .syntax)
  }

  @Test(arguments: [
    ("next-means = sentence", "'sentence' stands without quotes", "put it in quotes: next-means = \"sentence\""),
    ("next-means = sentence # mine", "'sentence' stands", "put it in quotes: next-means = \"sentence\""),
    ("skip-interval = 3s", "'3s' stands without quotes", "put it in quotes: skip-interval = \"3s\""),
    ("next-means = \"sentence", "'\"sentence' stands", "put it in quotes: next-means = \"sentence\""),
    ("next-means = sentence'", "'sentence'' stands", "put it in quotes: next-means = \"sentence\""),
    ("rate = = 1", "not TOML: ", "this line is left out until it is mended"),
    ("rate 2", "not TOML: ", "this line is left out until it is mended"),
    ("next-means = [", "not TOML: ", "this line is left out until it is mended"),
    ("rate = 1, 2", "not TOML: ", "this line is left out until it is mended"),
  ])
  func aMistakeCostsItsOwnLineOnly(line: String, message: String, cure: String) {
    let loaded = load("[player]\n\n\(line)\nskip-interval-back = '30s'\n[speech]\npitch = 2\n")
    #expect(loaded.settings.player.skipIntervalBack == .seconds(30) && loaded.settings.speech.pitch == 2)
    #expect(loaded.problems.map(\.line) == [3] && loaded.problems.map(\.kind) == [.syntax], "\(loaded.problems)")
    #expect(loaded.problems.first?.message.hasPrefix(message) == true, "\(loaded.problems)")
    #expect(loaded.problems.first?.cure == cure)
  }

  @Test func everyMistakeIsToldAtOnce() {
    let loaded = load(
      """
      [speech]
      voice = Bob
      pitch = 9
      range = 1
      range = 2
      [player
      rate = 2
      [output]
      media-name = plain
      quantum = \"""
      private-quantum = 128
      """)
    #expect(loaded.problems.map(\.line) == [2, 3, 5, 6, 9, 10], "\(loaded.problems)")
    #expect(loaded.settings.speech.range == 1 && loaded.settings.output.privateQuantum == 128)
    #expect(loaded.settings.player.rate == 1, "the section of the key is unknown")
    #expect(loaded.problems[2].message == "'range' stands here a second time")
    #expect(loaded.problems[2].cure == "line 4 holds; take one of them away")
  }

  @Test(arguments: ["voice = Bob", "voice = [", "x = 1", "[[", "\0"])
  func tenThousandMistakesAreToldInOneGo(line: String) {
    let text = "[speech]\n" + String(repeating: line + "\n", count: 10_000) + "[player]\nrate = 2\n"
    let loaded = load(text)
    #expect(loaded.problems.count == 10_000 && loaded.problems.last?.line == 10_001)
    #expect(loaded.settings.player.rate == 2)
    let report = SettingsReport(settings: loaded.settings, problems: loaded.problems)
    let lines = report.lines(files: ["/f0"], naming: SettingsReport.mostForLog)
    #expect(lines.count <= SettingsReport.mostLines(naming: SettingsReport.mostForLog))
    #expect(lines.last == "+\t9900")
    let all = report.lines(files: ["/f0"], naming: SettingsReport.mostForListener)
    #expect(SettingsReport(lines: all, files: ["/f0"])?.problems == loaded.problems)
  }

  @Test func aWordThatIsNoChoiceIsAnsweredWithTheNearest() {
    let problem = load("[player]\nwhen-busy = 'Quee'").problems.first
    #expect(
      problem?.message == "'when-busy' must be \"by-kind\", \"queue\", \"next\", \"now\" or \"drop\", not \"Quee\"")
    #expect(problem?.cure == "did you mean \"queue\"? Until then \"by-kind\" holds")
  }

  @Test func aSyntaxErrorNamesTheLineAndEverythingElseHolds() {
    let loaded = load("[speech]\npitch = 2\n", "[speech]\nvoice = 'x'\npitch = = 1\n")
    #expect(loaded.settings.speech.pitch == 2 && loaded.settings.speech.voice == "x")
    #expect(loaded.problems.count == 1)
    #expect(loaded.problems.first?.kind == .syntax && loaded.problems.first?.line == 3)
  }

  @Test func ofAKeyGivenTwiceTheFirstHolds() {
    let loaded = load("[speech]\npitch = 1.5\npitch = 2\n[player]\n[speech]\npitch = 0.5\nrange = 2\n")
    #expect(loaded.problems.map(\.line) == [3, 6] && loaded.problems.allSatisfy { $0.kind == .syntax })
    #expect(loaded.settings.speech.pitch == 1.5 && loaded.settings.speech.range == 2)
  }

  @Test func stringsAndListsOverSeveralLinesAreOneStatement() {
    let loaded = load(
      "[speech]\nvoice = '''\npitch = 1\n[player]\n'''\nrange = [ # [\n  \"a]\",\n  1\n]\n\"pitch\"=2\n")
    #expect(loaded.settings.speech.voice == "pitch = 1\n[player]\n" && loaded.settings.speech.pitch == 2)
    #expect(loaded.problems.map(\.line) == [6] && loaded.problems.first?.message.contains("not a list") == true)
  }

  @Test func windowsLineEndsAreLineEnds() {
    let loaded = load("\u{FEFF}[speech]\r\npitch = 2\r\nvoice = Bob\r\n")
    #expect(loaded.settings.speech.pitch == 2 && loaded.problems.map(\.line) == [3])
    #expect(loaded.problems.first?.cure == "put it in quotes: voice = \"Bob\"")
  }

  @Test func problemsComeInTheOrderOfTheirLines() {
    let loaded = load("[service]\nb = 1\n[speech]\na = 1\n[player]\nrate = 9\n[speach]\n")
    #expect(loaded.problems.map(\.line) == [2, 4, 6, 7])
  }

  @Test func dottedKeysAndInlineTablesAreSectionsToo() {
    let loaded = load("speech.pitch = 2\nspeech.foo = 1\nplayer = {rate = 2}\n")
    #expect(loaded.settings.speech.pitch == 2 && loaded.settings.player.rate == 2)
    #expect(loaded.problems.map(\.line) == [2])
  }

  @Test(arguments: [
    "\u{0}", "\u{FEFF}[speech]\npitch = 2", "[", "]]", "[[speech]]\npitch=1", "a.b.c.d = 1", "= 1", "🙂 = 1",
  ])
  func oddFilesNeverCrash(text: String) {
    _ = load(text)
  }

  @Test func theExampleParsesCleanWithAndWithoutItsComments() {
    let example = Configuration.example
    let asShipped = load(example)
    #expect(asShipped.problems.isEmpty && asShipped.settings == Settings() && asShipped.origins.isEmpty)
    var expected = Settings()
    expected.notify.rules = Configuration.exampleRules.map(\.rule)
    expected.engines = [Configuration.exampleEngine]
    let opened = example.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }.joined(separator: "\n")
    let loaded = load(opened)
    #expect(loaded.problems.isEmpty && loaded.settings == expected)
    #expect(loaded.origins.count == ConfigurationKey.all.count + 1)
  }

  @Test func eachLanguageMayHaveAVoice() {
    let loaded = load("[voices]\nde = 'German'\nzh-HK = \"sit/yue\"\n", "[voices]\nDE = 'other'\n")
    #expect(loaded.problems.isEmpty)
    #expect(loaded.settings.voices.tags == ["de", "zh-HK"])
    #expect(loaded.settings.voices["de"] == "other" && loaded.settings.voices["zh-hk"] == "sit/yue")
    #expect(loaded.origins == ["voices.de": "/f1", "voices.zh-HK": "/f0"])
    #expect(load("voices.de = 'x'\n").settings.voices["DE"] == "x" && load("voices = { de = 'x' }\n").problems.isEmpty)
    let wrong = load("[voices]\ngermanlanguage = 'x'\n12 = 'x'\nde = 3\nfr = 'a'\nFR = 'b'\n")
    #expect(wrong.problems.count == 4 && wrong.settings.voices.names == ["fr": "a"])
    let many = load("[voices]\n" + (0..<LanguageVoices.most + 1).map { "de-\($0) = 'x'\n" }.joined())
    #expect(many.problems.count == 1 && many.settings.voices.tags.count == LanguageVoices.most)
  }

  @Test func theVoiceOfALanguageIsEditedInEitherSpelling() throws {
    let key = try #require(ConfigurationKey.found("voices.zh-hk"))
    #expect(key.path == "voices.zh-HK")
    let file = "[voices]\nzh-HK = 'a'\n"
    let other = file.replacing("zh-HK", with: "zh-hk")
    #expect(try ConfigurationEdit.set(key, to: "\"b\"", in: other) == "[voices]\nzh-hk = \"b\"\n")
    #expect(try ConfigurationEdit.set(key, to: "\"b\"", in: file) == "[voices]\nzh-HK = \"b\"\n")
    #expect(try ConfigurationEdit.unset(key, in: file) == "")
    #expect(try load(ConfigurationEdit.set(key, to: "\"b\"", in: "")).settings.voices["zh-HK"] == "b")
    #expect(ConfigurationKey.found("voices.no such") == nil && ConfigurationKey.found("voices.") == nil)
  }
}
