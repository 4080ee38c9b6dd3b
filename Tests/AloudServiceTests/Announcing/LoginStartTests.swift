import Foundation
import Testing

@testable import AloudService

/// The service at a login.
struct LoginStartTests {
  @Test func theEntryStartsTheServiceAndGoesAgain_S1_23() throws {
    let home = FileManager.default.temporaryDirectory.path + "/aloud-config-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    let entry = try #require(AutostartEntry(folder: home + "/autostart", program: "/usr/bin/aloudd"))
    let path = home + "/autostart/org.aloud.Aloud.notifications.desktop"
    #expect(entry.set(false), "there was none")
    #expect(entry.set(true) && entry.set(true))
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.first == "[Desktop Entry]" && lines.contains("Type=Application"))
    #expect(lines.contains(#"Exec="/usr/bin/aloudd""#))
    #expect(entry.set(false) && !FileManager.default.fileExists(atPath: path))
    #expect(AutostartEntry(folder: nil, program: "/usr/bin/aloudd") == nil)
    #expect(try #require(AutostartEntry(folder: "/proc/aloud/autostart", program: "x")).set(true) == false)
  }

  @Test(arguments: [
    ("/home/a b/aloudd", #""/home/a b/aloudd""#), ("/50%/$x", #""/50%%/\\$x""#), (#"/a"b\c"#, #""/a\\"b\\\\c""#),
  ])
  func aPathIsQuotedAsDesktopsReadIt(path: String, expected: String) throws {
    let entry = try #require(AutostartEntry(folder: "/x", program: path))
    #expect(entry.text.split(separator: "\n").contains("Exec=" + expected[...]))
  }

  @Test func onlyTheVariablesOfTheDesktopAreTakenOver() {
    let lines = [
      "DISPLAY=:0", "WAYLAND_DISPLAY=", "PATH=/evil", "XDG_CURRENT_DESKTOP=ubuntu:GNOME", "LD_PRELOAD=x", "=",
    ]
    #expect(
      SessionEnvironment.variables(in: lines) == ["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"])
  }

  @Test func thePauseIsKept() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/aloud-pause-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try #require(PauseFile(folder: folder))
    #expect(!file.isPaused && file.set(false))
    #expect(file.set(true) && file.isPaused)
    // A later version's file, and one that cannot be read, are a pause, too.
    try "aloud announcements 2\n".write(toFile: folder + "/announcements-paused", atomically: false, encoding: .utf8)
    #expect(file.isPaused)
    #expect(file.set(false) && !file.isPaused)
    try FileManager.default.createDirectory(atPath: folder + "/announcements-paused", withIntermediateDirectories: true)
    #expect(file.isPaused)
    #expect(PauseFile(folder: nil) == nil)
    #expect(try #require(PauseFile(folder: "/proc/aloud")).set(true) == false)
  }
}
