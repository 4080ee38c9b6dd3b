import DesktopSupport
import Foundation
import Testing

/// What `make install` writes is what a desktop works with, and all of it goes again.
@Suite(.serialized, .timeLimit(.minutes(1)))
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
        "dbus-send", "--session", "--print-reply", "--reply-timeout=8000", "--dest=\(PrivateDesktop.playerName)",
        "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player.Play")
      #expect(played.succeeded, "the call that started it is answered: \(played)")
      #expect(try await desktop.isOwned(PrivateDesktop.serviceName))
      try await eventually("without anything to play it leaves the name to others") {
        try await !desktop.isOwned(PrivateDesktop.playerName)
      }
    }
  }

  @Test func theManualNamesEveryKeyWithItsDefault() async throws {
    try await PrivateDesktop.with { desktop in
      let example = try await desktop.run(Project.program("aloud"), "config", "example")
      #expect(example.succeeded, "\(example)")
      let manual = try String(contentsOfFile: Project.file("man/aloud.toml.5"), encoding: .utf8)
        .replacing("\\-", with: "-").replacing("\\(dq", with: "\"")
      let keys = example.lines.filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") && $0.contains(" = ") }
      #expect(!keys.isEmpty)
      for key in keys {
        let parts = key.dropFirst().split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
        let isNamed = manual.contains(".BR \(parts[0]) \" = \(parts[1])\"")
        #expect(isNamed, "\(key)")
      }
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
