import DesktopSupport
import Foundation
import Testing

/// What `make install` writes is what a desktop works with, and all of it goes again.
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
      let service = try #require(try await desktop.processID(of: PrivateDesktop.serviceName))
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(service)/exe")
      #expect(program == installation.file("bin/aloudd"))
    }
    try await installation.remove()
    #expect(files(below: prefix) == [])
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
      // And once more, from the idle service that runs.
      let again = try await desktop.run(
        "dbus-send", "--session", "--print-reply", "--reply-timeout=8000", "--dest=\(PrivateDesktop.playerName)",
        "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player.Play")
      #expect(again.succeeded, "an idle service answers, too: \(again)")
      #expect(try await desktop.processID(of: PrivateDesktop.serviceName) == service)
    }
  }

  /// Where one file asks for an executable stack, the unit's `MemoryDenyWriteExecute=` keeps whatever loads it from
  /// starting.
  @Test func noInstalledFileAsksForAnExecutableStack() async throws {
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let installation = try await Installation.make(prefix: prefix)
    let programs = try installation.programs()
    #expect(programs.contains(installation.file("libexec/aloud/libpcaudio.so.0")))
    #expect(programs.count == 9, "\(programs)")
    for program in programs {
      let file = try Data(contentsOf: URL(fileURLWithPath: program), options: .alwaysMapped)
      #expect(!wantsAnExecutableStack(file), "\(program)")
    }
  }

  /// The speech worker loads the stand-in, and none of the libraries that the real one brings.
  @Test func theSpeechWorkerLoadsTheInstalledStandIn() async throws {
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let installation = try await Installation.make(prefix: prefix)
    try await PrivateDesktop.with { desktop in
      let loaded = try await desktop.run(
        installation.file("libexec/aloud/aloud-speak"), environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
      #expect(loaded.output.contains(installation.file("libexec/aloud/libpcaudio.so.0")), "\(loaded)")
      #expect(!loaded.output.contains("libpulse"), "\(loaded)")
    }
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
