import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// Books of thousands of chapters.
  struct LongBookTests {
    private func book(_ name: String, _ chapters: Int, in desktop: PrivateDesktop) throws -> String {
      let text = (1...chapters).map { "# Chapter \($0)\n\nNumber \($0).\n\n" }.joined()
      let path = "\(desktop.directory)/\(name)"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }

    @Test func aBookOfThousandsOfChaptersIsReadMovedInAndKeptAsAShortOne() async throws {
      try await Lives.with { lives in
        let (desktop, remote) = (lives.desktop, lives.remote)
        let first = try await remote.open(try book("Long.md", 3000, in: desktop), SpeakOptions(paused: true))
        try await eventually("all of it is in the queue") { try await remote.get(.queueLength).asUInt32 == 3000 }
        #expect(try await remote.get(.queueNumber).asUInt32 == 1)
        #expect(try await remote.get(.track).asObjectPath == first)
        // What is said of it has the size of what is said of a short one: no list is asked for.
        let status = try await desktop.run(Project.program("aloud"), "status")
        #expect(status.output.contains("1 of 3000"), "\(status)")
        try await remote(.goTo(try await remote.tracks()[2998].id))
        try await eventually("it is there") { try await remote.get(.queueNumber).asUInt32 == 2999 }
        try await remote(.next(.track))
        try await eventually("it is at the last one") { try await remote.get(.queueNumber).asUInt32 == 3000 }
        try await eventually("the whole is known") {
          try await remote.get(.document).asVardict.flatMap { DocumentEntry($0) }?.isWhole == true
        }
        // A kill at once: the place and all chapters are there again.
        try await lives.end(9)
        try await lives.begin()
        #expect(try await remote.get(.queueLength).asUInt32 == 3000)
        #expect(try await remote.get(.queueNumber).asUInt32 == 3000)
      }
    }

    @Test func chaptersOfNothingTakeNoMoreThanTheirTextAndGiveItBack() async throws {
      try await Scene.with { scene in
        let (remote, service) = (scene.remote, scene.service.pid)
        let text = (1...2000).map { "Chapter \($0)\n\nNumber \($0) is as long as all the others are.\n\n" }.joined()
        let path = try scene.file("chapters.txt", text.utf8)
        _ = try await remote.open(try scene.file("small.txt", "One.".utf8), SpeakOptions(paused: true))
        let before = Footprint(of: [service]).privateKilobytes
        _ = try await remote.open(path, SpeakOptions(paused: true))
        try await eventually("all of it is in the queue") { try await remote.get(.queueLength).asUInt32 == 2001 }
        let limit = before + 2 * text.utf8.count / 1024 + 16 << 10
        let open = Footprint(of: [service]).privateKilobytes
        #expect(open < limit, "\(before) KiB before, \(open) then")
        try await remote(.clear)
        try await remote.wait(.state, "idle")
        let after = Footprint(of: [service]).privateKilobytes
        #expect(after < limit, "\(before) KiB before, \(after) afterwards")
      }
    }
  }
}
