import DesktopSupport
import Foundation
import Testing

/// The files of `make install` work on a desktop, and all of them are removed again.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct InstallationTests {
  private let prefix = NSTemporaryDirectory() + "aloud-prefix-\(UUID().uuidString)"

  @Test func theBusStartsTheInstalledServiceAndUninstallLeavesNothing() async throws {
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let installation = try await Installation.make(prefix: prefix)
    var options = PrivateDesktop.Options()
    options.activation = .directory(installation.services)
    try await PrivateDesktop.with(options) { desktop in
      #expect(try await !desktop.isOwned(PrivateDesktop.serviceName))
      let voices = try await desktop.run(installation.file("bin/aloud"), "voices", "en")
      #expect(voices.succeeded && !voices.lines.isEmpty, "\(voices)")
      #expect(try await !desktop.isOwned(PrivateDesktop.serviceName), "the engine lists its voices without the service")
      let set = try await desktop.run(installation.file("bin/aloud"), "volume", "50")
      #expect(set.succeeded, "\(set)")
      let service = try #require(try await desktop.processID(of: PrivateDesktop.serviceName))
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(service)/exe")
      #expect(program == installation.file("bin/aloudd"))
    }
    try await installation.remove()
    #expect(files(below: prefix) == [])
  }

  @Test func theMenusOfFileManagersAreInstalled() async throws {
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let installation = try await Installation.make(prefix: prefix)
    for file in [
      "applications/org.aloud.Aloud.Menu.desktop", "kio/servicemenus/org.aloud.Aloud.desktop",
      "Thunar/sendto/org.aloud.Aloud.desktop", "nemo/actions/org.aloud.Aloud.nemo_action",
      "nautilus-python/extensions/aloud.py", "file-manager/actions/org.aloud.Aloud.desktop",
    ] {
      let mode = try FileManager.default.attributesOfItem(atPath: installation.file("share/" + file))[.posixPermissions]
      #expect(mode as? Int == 0o644, "\(file)")
    }
  }

  @Test func aPlayersNameStartsTheServiceToo() async throws {
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let installation = try await Installation.make(prefix: prefix)
    var options = PrivateDesktop.Options()
    options.activation = .directory(installation.services)
    try await PrivateDesktop.with(options) { desktop in
      let played = try await desktop.run(
        "dbus-send", "--session", "--print-reply", "--reply-timeout=40000", "--dest=\(PrivateDesktop.playerName)",
        "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player.Play")
      #expect(played.succeeded, "the call that started it is answered: \(played)")
      let service = try await desktop.processID(of: PrivateDesktop.serviceName)
      #expect(service != nil)
      try await eventually("without anything to play it leaves the name to others") {
        try await !desktop.isOwned(PrivateDesktop.playerName)
      }
      // The idle service that is running now does the same.
      let again = try await desktop.run(
        "dbus-send", "--session", "--print-reply", "--reply-timeout=40000", "--dest=\(PrivateDesktop.playerName)",
        "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player.Play")
      #expect(again.succeeded, "an idle service answers, too: \(again)")
      #expect(try await desktop.processID(of: PrivateDesktop.serviceName) == service)
    }
  }

  /// If a file asks for an executable stack, the unit's `MemoryDenyWriteExecute=` prevents every program that loads it
  /// from starting.
  @Test func noInstalledFileAsksForAnExecutableStack() async throws {
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let installation = try await Installation.make(prefix: prefix)
    let programs = try installation.programs()
    #expect(programs.count == 11, "\(programs)")
    for program in programs {
      let file = try Data(contentsOf: URL(fileURLWithPath: program), options: .alwaysMapped)
      #expect(!wantsAnExecutableStack(file), "\(program)")
    }
  }

  /// The engine is a part of the speech worker, and does not load a library of a sound server.
  @Test func theSpeechWorkerLoadsNoLibraryOfSound() async throws {
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let installation = try await Installation.make(prefix: prefix)
    try await PrivateDesktop.with { desktop in
      let loaded = try await desktop.run(
        installation.file("libexec/aloud/aloud-speak"), environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
      #expect(loaded.output.contains("libc.so.6"), "\(loaded)")
      for library in ["libespeak-ng", "libpcaudio", "libpulse", "libasound", "libX11"] {
        #expect(!loaded.output.contains(library), "\(loaded)")
      }
    }
  }

  /// A double click starts the same program as before, or none: aloud is no program of any type, not even where there
  /// is no other one. What an earlier version left to get there is removed.
  @Test func aDoubleClickNeverReadsAloud_D1() async throws {
    let system = prefix + "-system"
    defer { for folder in [prefix, system] { try? FileManager.default.removeItem(atPath: folder) } }
    let environment = [
      "XDG_DATA_HOME": system + "/home", "XDG_CONFIG_HOME": system + "/config", "XDG_CONFIG_DIRS": system + "/etc",
      "XDG_DATA_DIRS": "\(prefix)/share:\(system)/share",
      "PATH": prefix + "/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
    ]
    for folder in [prefix, system] {
      try FileManager.default.createDirectory(atPath: folder + "/share/applications", withIntermediateDirectories: true)
    }
    func write(_ text: String, _ path: String) throws {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    /// Programs with names before and after ours.
    for (name, types) in [
      ("viewer", "application/pdf;"), ("browser", "text/html;application/pdf;"), ("zebra", "text/plain;"),
    ] {
      try write(
        "[Desktop Entry]\nType=Application\nName=\(name)\nExec=true %U\nMimeType=\(types)\n",
        "\(system)/share/applications/\(name).desktop")
    }
    try write(
      "[Default Applications]\napplication/pdf=viewer.desktop\n", system + "/share/applications/gnome-mimeapps.list")
    try await refresh(system + "/share/applications")
    func ask() async throws -> [String: [String]] {
      var answers: [String: [String]] = [:]
      for (type, desktop) in [
        ("application/pdf", "GNOME"), ("application/pdf", "XFCE"), ("text/html", "GNOME"), ("text/html", "XFCE"),
        ("text/plain", "LXQt"), ("text/markdown", "MATE"), ("application/epub+zip", "GNOME"),
        ("application/epub+zip", "XFCE"), ("audio/mpeg", ""),
      ] {
        answers["\(type) \(desktop)"] = try await programs(for: type, on: desktop, environment)
      }
      return answers
    }
    let before = try await ask()
    #expect(before["text/plain LXQt"]?.first?.hasSuffix("zebra.desktop") == true, "\(before)")
    // An earlier version left its cache and its list of defaults here.
    let entry = prefix + "/share/applications/org.aloud.Aloud.desktop"
    try write("[Desktop Entry]\nType=Application\nName=aloud\nExec=aloud open %U\nMimeType=audio/mpeg;\n", entry)
    try await refresh(prefix + "/share/applications")
    try write(
      """
      # Written when aloud was installed, so that it does not become the default of what it can open.
      [Default Applications]
      text/plain=browser.desktop;

      """, prefix + "/share/applications/mimeapps.list")
    let installation = try await Installation.make(prefix: prefix, environment: environment)
    let after = try await ask()
    #expect(after == before)
    #expect(!after.values.joined().contains { $0.contains("aloud") }, "\(after)")
    try await installation.remove()
    #expect(try await ask() == before)
    #expect(files(below: prefix) == [])
  }

  /// The answer of GLib, and thus of every GTK file manager, about the programs for a type.
  private func programs(
    for type: String, on desktop: String, _ environment: [String: String]
  ) async throws -> [String] {
    try await RunningProcess(
      ["gio", "mime", type], environment: environment.merging(["XDG_CURRENT_DESKTOP": desktop, "LC_ALL": "C"]) { $1 }
    ).waitForEnd(within: watchdog).lines
  }

  private func refresh(_ applications: String) async throws {
    let cache = try await RunningProcess(
      ["update-desktop-database", applications], environment: ProcessInfo.processInfo.environment
    ).waitForEnd(within: watchdog)
    #expect(cache.succeeded, "\(cache)")
  }

  private func files(below directory: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: directory)?.allObjects as? [String] ?? []
    return all.filter { path in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(directory)/\(path)", isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
  }
}
