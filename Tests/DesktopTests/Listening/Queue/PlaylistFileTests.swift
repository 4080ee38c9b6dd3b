import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// Playlists as a listener opens them.
  struct PlaylistFileTests {
    private static let aloud = Project.program("aloud")

    @Test func aListOfTwoFilesIsPlayedByEachFace_S2_01_S2_13_S2_30() async throws {
      try await Scene.with { scene in
        let (desktop, remote, recorder) = (scene.desktop, scene.remote, scene.recorder)
        let folder = desktop.directory + "/my lists"
        try FileManager.default.createDirectory(atPath: folder + "/sub", withIntermediateDirectories: true)
        for (number, name) in ["one 1", "sub/two", "three 3", "sub/four"].enumerated() {
          // Two files with the same contents are one document.
          _ = try scene.file("my lists/\(name).wav", RecordingTests.wave(seconds: 1).dropLast() + [UInt8(number)])
        }
        func titles() async throws -> [String] { try await remote.tracks().map(\.title) }

        let xspf = """
          <?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>
          <track><location>sub/two.wav</location></track><track><location>http://example.org/</location></track>
          <track><location>gone.wav</location></track><track><location>one%201.wav</location></track>
          </trackList></playlist>
          """
        let other = try scene.file("my lists/list.xspf", xspf.utf8)
        let read = try await desktop.run(Self.aloud, "read", "-p", other)
        #expect(!read.succeeded, "\(read)")
        let messages = read.errors.split(separator: "\n").filter { !$0.hasPrefix("try: ") }
        #expect(messages.count == 2 && messages[0].contains("is an address"), "\(messages)")
        #expect(messages[1].contains("gone.wav' of '\(other)'"), "\(messages)")
        #expect(read.output.split(separator: "\n").count == 2, "\(read)")
        #expect(try await titles() == ["two", "one 1"])

        let list = try scene.file("my lists/list.m3u", "#EXTM3U\n#EXTINF:1,Listed\nthree 3.wav\nsub/four.wav\n".utf8)
        let opened = try await desktop.run("playerctl", "-p", "aloud", "open", FileURI.uri(path: list))
        #expect(opened.succeeded, "\(opened)")
        let all = try await remote.tracks(4).map(\.title)
        let first = try #require(all.firstIndex(of: "Listed"))
        #expect(all.count == 4 && all[(first + 1)...].first == "four", "\(all)")
        try await recorder.wait(for: "UtteranceFinished", count: 4)

        let pls = try scene.file("my lists/list.pls", "[playlist]\nFile2=list.m3u\nFile1=sub/two.wav\n".utf8)
        let added = try await desktop.run(Self.aloud, "queue", "add", pls)
        #expect(!added.succeeded && added.errors.contains("a playlist in a playlist"), "\(added)")
      }
    }
  }
}
