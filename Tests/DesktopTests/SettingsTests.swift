import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

/// The effect of the configuration files on the service, which does not read them itself.
@Suite(.timeLimit(.minutes(3)))
struct SettingsTests {
  private static let aloud = Project.program("aloud")

  private func write(_ text: String, _ desktop: PrivateDesktop) throws {
    let folder = try #require(desktop.environment["XDG_CONFIG_HOME"]) + "/aloud"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: folder + "/aloud.toml", atomically: true, encoding: .utf8)
  }

  /// A folder of workers with a shell script as `aloud-settings`; nil: there is none.
  private func workers(settings script: String?, _ desktop: PrivateDesktop) throws -> [String: String] {
    let folder = desktop.directory + "/workers"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["aloud-speak", "aloud-read"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/" + name, withDestinationPath: Project.program(name))
    }
    if let script {
      let path = folder + "/aloud-settings"
      try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    return ["ALOUD_LIBEXEC": folder]
  }

  /// A folder of workers whose settings are read as soon as the file `go` is there.
  private func settingsThatWait(_ desktop: PrivateDesktop) throws -> (go: String, environment: [String: String]) {
    let (go, program) = (desktop.directory + "/go", Project.program("aloud-settings"))
    let script = "until [ -e '\(go)' ]; do sleep 0.02; done\nexec '\(program)' \"$@\""
    return (go, try workers(settings: script, desktop))
  }

  private func property(_ name: String, _ desktop: PrivateDesktop) async throws -> String {
    try await desktop.run(
      "gdbus", "call", "--session", "--dest", PrivateDesktop.serviceName, "--object-path", "/org/aloud/Aloud1",
      "--method", "org.freedesktop.DBus.Properties.Get", "org.aloud.Aloud1", name
    ).answer
  }

  private func waitForRateOfFile(_ desktop: PrivateDesktop) async throws {
    try await desktop.follow([Self.aloud, "status", "--follow", "--format", "{{rate}}"], untilLine: "1.5")
  }

  private func warnings(of service: RunningProcess) -> [String] {
    service.errors.split(separator: "\n").filter { $0.contains("warning: ") }.map(String.init)
  }

  /// Until the files have been read, nobody knows what a locked screen may hear.
  @Test func whatIsAnnouncedBeforeTheSettingsAreKnownWaitsForThem_S1_01() async throws {
    try await Scene.inDesktop { desktop in
      try Scene.write("[notify]\nlocked = \"all\"\n", in: desktop)
      let (go, environment) = try settingsThatWait(desktop)
      let locker = try await LockerDouble(isLocked: true, in: desktop)
      let service = try await desktop.startService(environment: environment)
      let remote = try Remote(desktop)
      let news = try await AnnouncementNews(remote)
      var options = AnnounceOptions()
      options.application = "Mail"
      let answer = try await remote(.announce([.text("It may be heard.")], options))
      let number = try #require(answer.first?.asUInt64)
      try await eventually("the locker is asked") { locker.asked == 1 }
      _ = try await remote.get(.announcementsPaused)
      #expect(news.all.map(\.event) == ["queued"])
      try Data().write(to: URL(fileURLWithPath: go))
      #expect(try await news.end(of: number) == "finished")
      withExtendedLifetime((locker, service)) {}
    }
  }

  @Test func noProgramIsAllowedAnythingBeforeTheSettingsAreKnown_S1_01() async throws {
    try await Scene.inDesktop { desktop in
      try Scene.write("[service]\nprivate-titles = true\n", in: desktop)
      let (go, environment) = try settingsThatWait(desktop)
      let locker = try await LockerDouble(isLocked: true, in: desktop)
      let service = try await desktop.startService(environment: environment)
      let remote = try Remote(desktop)
      let answer = Task { @Core in await remote.failure(of: .watchNotifications(true)) }
      // Two calls that are answered after that one, if it is not waiting.
      for _ in 0..<2 { _ = try await remote.get(.announcementsPaused) }
      try Data().write(to: URL(fileURLWithPath: go))
      #expect(await answer.value == "NotAllowed")
      withExtendedLifetime((locker, service)) {}
    }
  }

  @Test func anUnknownKeyIsNamedWithItsLineAndTheRestIsHonoured() async throws {
    try await PrivateDesktop.with { desktop in
      try write("[player]\nrat = 3\nrate = 1.5\n[speech]\npitch = 9\n", desktop)
      let service = try await desktop.startService()
      try await waitForRateOfFile(desktop)
      let warnings = warnings(of: service)
      #expect(warnings.count == 2, "\(warnings)")
      #expect(warnings.first?.contains("/aloud/aloud.toml:2: unknown key 'rat' in [player]") == true, "\(warnings)")
      #expect(warnings.last?.contains("/aloud/aloud.toml:5: 'pitch' must be a number") == true, "\(warnings)")
    }
  }

  @Test func theFirstTextIsOpenedAsTheFileSaysAlsoWhenReadingItTakesLong() async throws {
    try await PrivateDesktop.with { desktop in
      try write("[speech]\nvoice = \"gmw/de\"\n", desktop)
      let program = Project.program("aloud-settings")
      let slow = try workers(settings: "sleep 0.5\nexec '\(program)' \"$@\"", desktop)
      let service = try await desktop.startService(environment: slow)
      let said = try await desktop.run(Self.aloud, "say", "Dieser Text soll auf Deutsch gesprochen werden.")
      #expect(said.succeeded, "\(said)")
      #expect(try await property("Voice", desktop) == "(<'gmw/de'>,)")
      #expect(warnings(of: service) == [])
    }
  }

  @Test func theFilesAreReadAgainWhenTheyChange() async throws {
    try await PrivateDesktop.with { desktop in
      try write("[player]\nrate = 1.5\n", desktop)
      let service = try await desktop.startService()
      try await waitForRateOfFile(desktop)
      try write("[player]\nwhen-busy = \"drop\"\nwhen-bussy = 1\n[service]\nlog-level = \"debug\"\n", desktop)
      try await eventually("the mistake is named") {
        service.errors.contains("aloud.toml:3: unknown key 'when-bussy'")
      }
      try await eventually("the change is told") { service.errors.contains("the configuration has changed") }
      let first = try await desktop.run(Self.aloud, "say", "A text that is long enough to keep the service busy.")
      #expect(first.succeeded, "\(first)")
      try await desktop.waitUntilPlaying()
      let second = try await desktop.run(Self.aloud, "say", "Nobody hears this one.")
      #expect(!second.succeeded, "\(second)")
    }
  }

  @Test func withoutAFileNobodyIsAskedToReadIt() async throws {
    try await PrivateDesktop.with { desktop in
      let service = try await desktop.startService(environment: try workers(settings: "exit 1", desktop))
      #expect(try await property("Rate", desktop) == "(<1.0>,)")
      #expect(warnings(of: service) == [])
    }
  }

  @Test(arguments: [
    (nil, "is not installed"), ("exit 3", "exit code 3"), ("kill -SEGV $$", "signal 11"),
    ("exec sleep 60", "did not answer in time"), ("while printf 'player.rate\\t2' >&3; do :; done", "too many lines"),
    ("printf 'player.rate\\t2' >&3; printf 'no key' >&3", "another build"),
  ])
  func aReaderThatFailsIsOneWarningAndTheDefaultsHold(script: String?, reason: String) async throws {
    try await PrivateDesktop.with { desktop in
      try write("[player]\nrate = 2\n[speech]\nvoice = \"gmw/de\"\n", desktop)
      let service = try await desktop.startService(environment: try workers(settings: script, desktop))
      let said = try await desktop.run(Self.aloud, "say", "This text is read with the defaults.")
      #expect(said.succeeded, "\(said)")
      #expect(try await property("Voice", desktop).contains("en"))
      #expect(try await property("Rate", desktop) == "(<1.0>,)")
      let warnings = warnings(of: service)
      #expect(
        warnings.count == 1 && warnings[0].contains("aloud-settings") && warnings[0].contains(reason), "\(warnings)")
    }
  }

  @Test func aReaderThatFailsLaterLeavesWhatHeldBefore() async throws {
    try await PrivateDesktop.with { desktop in
      try write("[player]\nrate = 1.5\n[speech]\nvoice = \"gmw/de\"\n", desktop)
      let broken = desktop.directory + "/broken"
      let program = Project.program("aloud-settings")
      let sometimes = try workers(settings: "[ ! -e '\(broken)' ] || exit 1\nexec '\(program)' \"$@\"", desktop)
      let service = try await desktop.startService(environment: sometimes)
      try await waitForRateOfFile(desktop)
      try Data().write(to: URL(fileURLWithPath: broken))
      try write("[speech]\nvoice = \"roa/fr\"\n", desktop)
      try await eventually("it is told") { service.errors.contains("what held before holds") }
      _ = try await desktop.run(Self.aloud, "say", "Noch immer auf Deutsch.")
      #expect(try await property("Voice", desktop) == "(<'gmw/de'>,)")
      try FileManager.default.removeItem(atPath: broken)
      try write("[speech]\nvoice = \"roa/fr\"\n# again\n", desktop)
      try await eventually("it is read again") { service.errors.contains("the configuration has changed") }
    }
  }
}
