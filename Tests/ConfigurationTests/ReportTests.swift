import Configuration
import Testing

/// What the worker says arrives at the service as it was meant.
@Suite(.timeLimit(.minutes(3)))
struct ReportTests {
  /// No key has its default here.
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
    settings.output.quantum = 0
    settings.output.privateQuantum = 8192
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
    settings.state.resume = .asItWas
    settings.service.exitIdle = .milliseconds(1)
    settings.service.notifications = false
    settings.service.logLevel = .error
    settings.service.privateTitles = true
    settings.follow.width = 80
    settings.follow.spacing = 2
    settings.follow.theme = .plain
    return settings
  }()

  @Test func everySettingAndWarningArrives() {
    let report = SettingsReport(settings: Self.changed, warnings: ["/f:3: unknown key\tin a line", ""])
    #expect(report.lines.count == ConfigurationKey.all.count + 2)
    #expect(SettingsReport(lines: report.lines) == report)
  }

  @Test func defaultsNeedNoLine() {
    #expect(SettingsReport().lines == [])
    #expect(SettingsReport(lines: []) == SettingsReport())
  }

  @Test(arguments: [
    "", "speech.pitch", "speech.pitch 2", "\t", "speech.pich\t2", "speech.pitch\t7", "speech.pitch\thigh",
    "player.remember-volume\tyes", "output.quantum\t1.5", "player.when-busy\tlater", "speech.sentence-gap\t-1s",
    "!warning", "[speech]",
  ])
  func aLineOfAnotherBuildIsRefused(line: String) {
    #expect(SettingsReport(lines: ["speech.pitch\t2", line]) == nil)
  }

  @Test func aReportKeepsToItsLimits() throws {
    var settings = Self.changed
    settings.speech.voice = String(repeating: "ö", count: 500)
    settings.speech.language = settings.speech.voice
    let long = "a" + String(repeating: "ö", count: 100_000)
    let report = SettingsReport(settings: settings, warnings: Array(repeating: long, count: 5000))
    #expect(report.lines.count <= SettingsReport.mostLines)
    #expect(report.lines.allSatisfy { $0.utf8.count <= SettingsReport.longestLine })
    #expect(report.lines.last?.contains("4900 more") == true)
    #expect(SettingsReport(lines: report.lines)?.settings == settings)
    let first = try #require(SettingsReport(lines: report.lines)?.warnings.first)
    #expect(first.hasSuffix("ö…") && long.hasPrefix(first.dropLast()))
  }
}
