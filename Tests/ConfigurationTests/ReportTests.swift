import Configuration
import Speech
import Study
import Testing
import Vocabulary

/// The service receives the worker's report unchanged.
@Suite(.timeLimit(.minutes(3)))
struct ReportTests {
  /// Settings in which no key has its default.
  private static let changed: Settings = {
    var settings = Settings()
    settings.speech.voice = "a\tb\nc = \"ö\""
    settings.speech.language = "zh-HK"
    settings.speech.wordsPerMinute = 450
    settings.speech.pitch = 0.1 + 0.7
    settings.speech.range = 2
    settings.speech.punctuation = .some
    settings.speech.sentenceGap = .microseconds(1_000_001)
    settings.speech.paragraphGap = .zero
    settings.speech.quality = .fast
    settings.speech.fastAbove = 6
    settings.player.rate = 5.999999999999999
    settings.player.nextMeans = .paragraph
    settings.player.doublePress = .zero
    settings.player.sleepFade = .seconds(60)
    settings.player.previousRestartsAfter = .seconds(60)
    settings.player.skipInterval = .seconds(90)
    settings.player.skipIntervalBack = .seconds(600)
    settings.player.whenBusy = .drop
    settings.player.sayWhenBusy = .queue
    settings.player.readWhenBusy = .next
    settings.player.rememberVolume = false
    settings.player.replayGain = false
    settings.study.gap = .time(2_500_000)
    settings.study.speeds = [0.7, 1, 1.5]
    settings.study.silence = .milliseconds(50)
    settings.study.lead = .zero
    settings.study.tail = .seconds(5)
    settings.study.shortest = .seconds(10)
    settings.study.longest = .seconds(1)
    settings.output.quantum = 0
    settings.output.privateQuantum = 8192
    settings.output.linger = .zero
    settings.output.releaseAfter = .seconds(86400)
    settings.output.mediaName = .plain
    settings.interruptions.holdLimit = .zero
    settings.interruptions.rewindAfter = .seconds(5)
    settings.interruptions.pauseRewindAfter = .seconds(7)
    settings.interruptions.resumeOnReplug = true
    settings.interruptions.resumeOnUnlock = true
    settings.interruptions.pauseOnMute = true
    settings.interruptions.holdForCalls = false
    settings.interruptions.callApplications = "Mumble"
    settings.interruptions.pauseForPlayers = false
    settings.interruptions.ignoredPlayers = ""
    settings.interruptions.pauseOthers = true
    settings.interruptions.pauseOnLock = true
    settings.interruptions.pauseOnInactiveSeat = true
    settings.interruptions.inhibitSleep = true
    settings.announcements.volume = CubicLevel(0.1 + 0.2)
    settings.announcements.duck = 60
    settings.announcements.limit = .seconds(1)
    settings.announcements.staleAfter = .seconds(86400)
    settings.announcements.floor = 1
    settings.announcements.floorCap = 0
    settings.announcements.stepAside = false
    settings.notify.locked = .nothing
    settings.notify.doNotDisturb = .ignore
    settings.notify.silentInFullscreen = false
    settings.notify.duringCalls = .drop
    settings.notify.show = .spoken
    settings.notify.template = "{summary}\t\n"
    settings.state.resume = .asItWas
    settings.service.exitIdle = .milliseconds(1)
    settings.service.notifications = false
    settings.service.logLevel = .error
    settings.service.privateTitles = true
    settings.follow.width = 80
    settings.follow.spacing = 2
    settings.follow.focus = true
    settings.follow.theme = .plain
    settings.follow.bidi = .terminal
    return settings
  }()

  private static let files = ["/etc/xdg/aloud/aloud.toml", "/home/x/.config/aloud\n/aloud.toml"]

  @Test(arguments: [SettingsLoss.nothing, .silence, .file])
  func aLossArrives(loss: SettingsLoss) {
    let report = SettingsReport(loss: loss)
    #expect(SettingsReport(lines: report.lines(files: [], naming: 0), files: []) == report)
    #expect(SettingsReport(lines: ["?\todd"], files: []) == nil)
  }

  @Test func everySettingMistakeAndOriginArrives() {
    let problems = [
      Problem(kind: .unknownKey, file: Self.files[1], line: 3, message: "unknown key\nin a line", cure: "a cure"),
      Problem(kind: .unreadable, file: Self.files[0], message: ""),
    ]
    let origins = ["speech.voice": Self.files[0], "player.rate": Self.files[1]]
    let report = SettingsReport(settings: Self.changed, problems: problems, unnamed: 7, origins: origins)
    let lines = report.lines(files: Self.files, naming: 2)
    #expect(lines.count == ConfigurationKey.all.count + 2 + 2 + 1)
    #expect(SettingsReport(lines: lines, files: Self.files) == report)
  }

  /// A rule with the longest values.
  private static let fullRule: NotificationRule = {
    var rule = NotificationRule()
    rule.application = String(repeating: "ö", count: 500)
    rule.category = rule.application
    rule.urgency = .critical
    rule.text = "12"
    rule.action = .sound
    rule.template = String(repeating: "\n\t", count: 490) + "{body:digits}"
    rule.shorten = 100_000
    rule.voice = "1.5"
    rule.engine = "hum"
    rule.language = "zh-hk"
    rule.rate = 0.1 + 0.7
    rule.volume = 1
    rule.priority = .notification
    rule.digits = .single
    return rule
  }()

  @Test func rulesArriveInTheirOrderWithAndWithoutTheirPlaces() {
    var last = NotificationRule()
    last.action = .mute
    var report = SettingsReport()
    report.settings.notify.rules = [last, Self.fullRule, last]
    for places in [[], [1, 400, 3].map { RulePlace(file: Self.files[$0 % 2], line: $0) }] {
      report.rulePlaces = places
      let lines = report.lines(files: Self.files, naming: 0)
      #expect(lines.count == 3 + 2 + RuleKey.all.count && SettingsReport(lines: lines, files: Self.files) == report)
    }
  }

  @Test(arguments: [
    [".action\tmute"], ["[[notify.rule]]\t\t", ".action\tsay"], ["[[notify.rule]]\t\t", ".acton\tmute"],
    ["[[notify.rule]]\t\t", ".rate\t7"], ["[[notify.rule]]\t\t", ".rate\t1", ".rate\t2"], ["[[notify.rule]]\t"],
    ["[[notify.rule]]\t2\t1"], ["[[notify.rule]]\t0\tx"], ["[[notify.rule]]\t0"], ["[notify.rule]\t0\t1"],
    ["[[notify.rule]]\t\t", ".template\t{x}"], ["[[notify.rule]]\t\t", "."],
    Array(repeating: "[[notify.rule]]\t\t", count: Settings.Notify.mostRules + 1),
  ])
  func aRuleOfAnotherBuildIsRefused(lines: [String]) {
    #expect(SettingsReport(lines: lines, files: Self.files) == nil)
  }

  @Test func fieldsStayApart() {
    let problem = Problem(kind: .unknownKey, file: Self.files[0], line: 1, message: "a\tb", cure: "c\td")
    let lines = SettingsReport(problems: [problem]).lines(files: Self.files, naming: 1)
    let read = SettingsReport(lines: lines, files: Self.files)?.problems.first
    #expect(read?.message == "a b" && read?.cure == "c d")
  }

  @Test func defaultsNeedNoLine() {
    #expect(SettingsReport().lines(files: [], naming: 100) == [])
    #expect(SettingsReport(lines: [], files: []) == SettingsReport())
  }

  @Test(arguments: [
    "", "speech.pitch", "speech.pitch 2", "\t", "speech.pich\t2", "speech.pitch\t7", "speech.pitch\thigh",
    "player.remember-volume\tyes", "output.quantum\t1.5", "player.when-busy\tlater", "speech.sentence-gap\t-1s",
    "!warning", "[speech]", "!\twarning", "!\t2\tsyntax\t1\t\tx", "!\t0\tsyntaks\t1\t\tx",
    "!\t0\tsyntax\tone\t\tx", "@speech.pitch\t2", "@speech.pich\t0", "@speech.pitch\t-1", "+\t0", "+\tmany",
  ])
  func aLineOfAnotherBuildIsRefused(line: String) {
    #expect(SettingsReport(lines: ["speech.pitch\t2", line], files: Self.files) == nil)
  }

  @Test func aReportKeepsToItsLimits() throws {
    var settings = Self.changed
    settings.speech.voice = String(repeating: "ö", count: 500)
    settings.speech.language = settings.speech.voice
    for number in 0..<LanguageVoices.most + 10 { settings.voices["de-\(number)"] = settings.speech.voice }
    settings.notify.rules = Array(repeating: Self.fullRule, count: Settings.Notify.mostRules + 10)
    settings.engines = (0..<EngineCommand.most + 4).map { number in
      EngineCommand(
        name: String(repeating: "n", count: 38) + "\(10 + number)",
        command: ["/" + String(repeating: "ö", count: EngineCommand.longest.bytes / 2 - 1)],
        languages: Array(repeating: "zh-hant-hk", count: EngineCommand.mostLanguages))
    }
    let long = "a" + String(repeating: "ö", count: 100_000)
    let problem = Problem(kind: .syntax, file: Self.files[0], line: 1, message: long, cure: long)
    let origins = Dictionary(uniqueKeysWithValues: ConfigurationKey.all(in: settings).map { ($0.path, Self.files[0]) })
    let report = SettingsReport(
      settings: settings, problems: Array(repeating: problem, count: 5000), loss: .silence, origins: origins,
      rulePlaces: Array(repeating: RulePlace(file: Self.files[1], line: 7), count: Settings.Notify.mostRules))
    settings.notify.rules.removeLast(10)
    settings.engines.removeLast(4)
    let lines = report.lines(files: Self.files, naming: 100)
    #expect(lines.count == SettingsReport.mostLines(naming: 100))
    #expect(lines.allSatisfy { $0.utf8.count <= SettingsReport.longestLine })
    let read = try #require(SettingsReport(lines: lines, files: Self.files))
    #expect(read.unnamed == 4900 && read.problemCount == 5000 && read.settings == settings)
    #expect(read.rulePlaces == report.rulePlaces)
    let first = try #require(read.problems.first)
    #expect(first.message.hasSuffix("ö…") && long.hasPrefix(first.message.dropLast()))
    #expect(first.cure?.hasSuffix("ö…") == true)
  }
}
