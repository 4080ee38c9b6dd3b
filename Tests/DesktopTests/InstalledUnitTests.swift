import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import Testing

/// The installed service, started by the bus and a real `systemd --user` with the shipped unit, is heard, and each of
/// its workers works there.
///
/// Root has a systemd everywhere, also in a container, so nothing is skipped there.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled("no systemd --user can be started by this user here") { await PrivateDesktop.hasSystemd() })
struct InstalledUnitTests {
  init() { _ = coreLoop }

  /// The least sound of one text, in nanoseconds.
  private static let someSound: Int64 = 300 * milliseconds

  private func expectActive(_ desktop: PrivateDesktop) async throws {
    #expect(try await desktop.property("ActiveState", of: "aloudd.service") == "active")
    let owner = try await desktop.processID(of: PrivateDesktop.serviceName)
    #expect(try await desktop.property("MainPID", of: "aloudd.service") == owner.map(String.init))
    #expect(try await desktop.property("NRestarts", of: "aloudd.service") == "0")
  }

  /// Runs a command that must be heard, and inspects the sound at the sink meanwhile.
  private func expectSound(_ desktop: PrivateDesktop, _ command: String...) async throws {
    let recorder = try await Recorder.open(in: desktop, beforeTheService: true)
    let start = Remote.now
    let result = try await desktop.start(command).waitForEnd(within: watchdog)
    #expect(result.succeeded, "\(result)")
    let recording = try await recorder.recording(until: Remote.now)
    let sound = recording.samples(start, .max).count { abs($0) > 0.01 }
    // About half of the speech is louder than this.
    let heard = Int64(2 * sound) * 1_000_000_000 / Int64(recording.rate)
    #expect(heard > Self.someSound, "\(command): \(heard / milliseconds) ms of sound")
    _ = try? await recorder.process.end(patience: .seconds(1))
  }

  @Test func eachWorkerWorksUnderTheUnitAndIsHeard() async throws {
    try await PrivateDesktop.withInstalledUnits { desktop, installation in
      try Scene.write("[player]\nrate = 1.5\n", in: desktop)
      let aloud = installation.file("bin/aloud")
      func path(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(desktop.directory)/\(name)"))
        return "\(desktop.directory)/\(name)"
      }
      try await expectSound(desktop, aloud, "say", "-w", "Good morning, all of you.")
      try await expectActive(desktop)
      #expect(try await desktop.run(aloud, "status", "-f", "{{rate}}").answer == "1.5", "aloud-settings read the file")
      let text = try path("text.txt", Array("A text that stands in a file.".utf8))
      try await expectSound(desktop, aloud, "read", "-w", text)
      let book = try path("book.epub", Book([.init("a.xhtml", body: "<p>A book that is read aloud.</p>")]).bytes)
      try await expectSound(desktop, aloud, "read", "-w", book)
      let page = try path("page.pdf", PDFWriter([PDFWriter.column(["A page that is read aloud."])]).bytes)
      try await expectSound(desktop, aloud, "read", "-w", page)
      try await expectActive(desktop)
    }
  }

  /// A program that is put beside the installed workers is an engine at once. It speaks under the limits of the unit,
  /// and under its own. When it is gone, the text goes on with the usual engine.
  @Test func anotherEngineComesSpeaksAndGoesUnderTheUnit() async throws {
    try await PrivateDesktop.withInstalledUnits { desktop, installation in
      let aloud = installation.file("bin/aloud")
      let remote = try await Remote(desktop)
      func engines() async throws -> Set<String> {
        Set((try await remote(.listVoices(language: ""))[0].asVardicts ?? []).compactMap { VoiceEntry($0)?.engine })
      }
      // Others may be installed: flite, natural voices.
      let others = try await engines()
      #expect(others.contains("espeak-ng") && !others.contains("hum"))
      let service = try #require(try await desktop.processID(of: PrivateDesktop.serviceName))
      let program = installation.file("libexec/aloud/engines/hum")
      let files = FileManager.default
      try files.createDirectory(atPath: installation.file("libexec/aloud/engines"), withIntermediateDirectories: true)
      try files.copyItem(atPath: Project.program("humming-engine"), toPath: program)
      try await eventually("the engine is found") { try await engines() == others.union(["hum"]) }
      let listed = try await desktop.run(aloud, "voices", "--engine", "hum")
      #expect(listed.succeeded && listed.output.contains("hum:hum/en"), "\(listed)")
      let recorder = try await Recorder.open(in: desktop)
      let words = ["lantern", "violin", "harbour", "meadow", "copper", "window", "garden", "thunder"]
      try await remote.speak(words.map { "Some \($0)." }.joined(separator: " "), SpeakOptions(voice: "hum:hum/en"))
      try await recorder.wait(for: "Word", count: 2)
      let engine = try #require(descendants(of: service, named: "hum").first)
      let limits = contents("/proc/\(engine)/status").split(separator: "\n")
      #expect(limits.contains("NoNewPrivs:\t1") && limits.contains("Seccomp:\t2"), "\(limits)")
      #expect(contents("/proc/\(engine)/cgroup").contains("/aloudd.service"))
      try files.removeItem(atPath: program)
      let end = try await recorder.wait(for: "UtteranceFinished").moment
      #expect(recorder.all("Word").count == 2 * words.count)
      let heard = HummedTones(try await recorder.recording(until: end))
      #expect(heard.moments(of: words[0]).count == 1 && heard.moments(of: words[7]).isEmpty, "\(heard.tones)")
      #expect(descendants(of: service, named: "hum").isEmpty)
      try await expectActive(desktop)
    }
  }

  /// A login is a systemd that reaches its default target.
  private func logIn(_ desktop: PrivateDesktop) async throws {
    #expect(try await desktop.run("systemctl", "--user", "stop", "aloudd.service").succeeded)
    #expect(try await !desktop.isOwned(PrivateDesktop.serviceName))
    #expect(try await desktop.run("systemctl", "--user", "daemon-reload").succeeded)
    #expect(try await desktop.run("systemctl", "--user", "start", "default.target").succeeded)
  }

  @Test func theFirstNotificationAfterALoginOrACrashIsSpoken_S1_23() async throws {
    try await PrivateDesktop.withInstalledUnits { desktop, installation in
      let server = try await NotificationsDouble(in: desktop)
      let aloud = installation.file("bin/aloud")
      let on = try await desktop.run(aloud, "notify", "on")
      #expect(on.succeeded && on.errors.contains("the service starts at each login"), "\(on)")
      try await logIn(desktop)
      try await eventually("it is started by the login") { try await desktop.isOwned(PrivateDesktop.serviceName) }
      try await expectActive(desktop)
      let remote = try await Remote(desktop)
      let news = try await AnnouncementNews(remote)
      #expect(try await remote.text(.notificationStart) == "systemd")
      try await remote.wait(.notificationStep, "monitor")
      let first = try await server.notify("Hello", through: remote, news)
      #expect(try await news.end(of: first) == "finished")
      let before = try #require(try await desktop.processID(of: PrivateDesktop.serviceName))
      kill(before, SIGKILL)
      // Nobody calls it.
      try await eventually("it comes back") {
        let now = try await desktop.processID(of: PrivateDesktop.serviceName)
        return now != nil && now != before
      }
      try await remote.wait(.notificationStep, "monitor")
      let again = try await AnnouncementNews(remote)
      let second = try await server.notify("Again", through: remote, again)
      #expect(try await again.end(of: second) == "finished")
      let off = try await desktop.run(aloud, "notify", "off")
      #expect(off.succeeded, "\(off)")
      try await logIn(desktop)
      #expect(try await desktop.property("Wants", of: "default.target").contains("aloudd.service") == false)
      #expect(try await !desktop.isOwned(PrivateDesktop.serviceName))
    }
  }

  @Test func theCommandExportsUnderTheUnitsProperties() async throws {
    try await PrivateDesktop.withInstalledUnits { desktop, installation in
      let output = desktop.directory + "/speech.opus"
      let properties = try installation.serviceProperties()
      #expect(properties.contains("MemoryDenyWriteExecute=yes"))
      let export = try await desktop.start(
        ["systemd-run", "--user", "--wait", "--pipe", "--collect", "--quiet"] + properties.flatMap { ["-p", $0] }
          + [installation.file("bin/aloud"), "export", "-q", "-", "-o", output],
        input: "A text that becomes a file of sound."
      ).waitForEnd(within: watchdog)
      #expect(export.succeeded, "\(export)")
      let length = try await desktop.run(
        "ffprobe", "-v", "error", "-of", "csv=p=0", "-show_entries", "format=duration", output)
      #expect(Double(length.answer).map { $0 > 0.5 } == true, "\(length)")
    }
  }

  /// aloudd(1) shows a drop-in that confines the service further.
  @Test func theManualsDropInIsHeardToo() async throws {
    let manual = try String(contentsOfFile: Project.file("man/aloudd.1"), encoding: .utf8)
    let example = try #require(
      manual.components(separatedBy: ".EX\n").first { $0.hasPrefix("[Service]\nPrivateUsers=") }?
        .components(separatedBy: ".EE").first)
    try await PrivateDesktop.withInstalledUnits { desktop, installation in
      let folder = desktop.directory + "/units/aloudd.service.d"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try example.replacing("\\-", with: "-")
        .write(toFile: folder + "/confined.conf", atomically: false, encoding: .utf8)
      #expect(try await desktop.run("systemctl", "--user", "daemon-reload").succeeded)
      let text = desktop.directory + "/text.txt"
      try "A text that stands in a file.".write(toFile: text, atomically: false, encoding: .utf8)
      try await expectSound(desktop, installation.file("bin/aloud"), "read", "-w", text)
      try await expectActive(desktop)
      #expect(try await desktop.property("ProtectSystem", of: "aloudd.service") == "strict")
    }
  }
}

extension PrivateDesktop {
  /// True if there can be a desktop with a systemd. For root this is required, and not checked.
  static func hasSystemd() async -> Bool {
    if geteuid() == 0 { return true }
    guard FileManager.default.isExecutableFile(atPath: "/usr/lib/systemd/systemd") else { return false }
    var options = Options()
    options.environment["ALOUD_DESKTOP_SYSTEMD"] = "1"
    return (try? await with(options) { _ in true }) ?? false
  }

  /// Runs `body` in a desktop with the installed service files and units, and a systemd that starts them.
  ///
  /// - Parameter environment: further variables for the desktop.
  static func withInstalledUnits(
    environment: [String: String] = [:], isolation: isolated (any Actor)? = #isolation,
    _ body: (PrivateDesktop, Installation) async throws -> Void
  ) async throws {
    let prefix = NSTemporaryDirectory() + "aloud-prefix-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let installation = try await Installation.make(prefix: prefix)
    var options = PrivateDesktop.Options()
    options.environment = environment.merging(["ALOUD_DESKTOP_SYSTEMD": "1"]) { $1 }
    options.activation = .directory(installation.services)
    options.environment["ALOUD_UNITS_DIR"] = installation.units
    try await PrivateDesktop.with(options) { try await body($0, installation) }
  }

  func property(_ name: String, of unit: String) async throws -> String {
    try await run("systemctl", "--user", "show", "--value", "-p", name, unit).answer
  }
}
