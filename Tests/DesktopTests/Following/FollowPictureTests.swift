import AloudAPI
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// The picture of a recording in `aloud follow`.
  struct FollowPictureTests {
    private static let command = [Project.program("aloud"), "follow"]

    @Test func aRecordingHasAPictureWithMarksWhichIsKept() async throws {
      try await RestartableService.with { fixture in
        let path = try fixture.file("talk.wav", RecordingTests.wave(seconds: 60))
        try await fixture.open(path, tracks: 1)
        let terminal = try fixture.desktop.startInTerminal(Self.command, columns: 80, rows: 24)
        try await terminal.wait(forText: "⣿")
        try await terminal.wait(forText: "▲")
        terminal.type("5")
        try await terminal.wait(for: "the place is in the middle") { screen in
          let column = screen.rows.lazy.compactMap { row in row.firstIndex { $0.text == "▲" } }.first
          return column.map { (39...41).contains($0) } == true ? () : nil
        }
        terminal.type("m")
        try await terminal.wait(forText: "marked as 1")
        terminal.type("0")
        try await terminal.wait(forText: "◆")
        #expect(terminal.screen.overflows == 0)
        terminal.type("q")
        #expect(try await terminal.waitForEnd() == .exited(0))
        let folder = fixture.desktop.environment["XDG_CACHE_HOME"]! + "/aloud/waveforms"
        let kept = try await eventually("the picture is kept") {
          try? FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.contains(".") }
        }
        #expect(kept.count == 1, "\(kept)")
      }
    }
  }
}
