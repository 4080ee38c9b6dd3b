import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// The text beside a recording, as it is heard and shown.
  struct FollowRecordingTests {
    private static let aloud = Project.program("aloud")
    private static let subtitles = """
      1
      00:00:01,000 --> 00:00:02,500
      This is the first line.

      2
      00:00:03,000 --> 00:00:04,500
      <i>And this</i> is the second one.

      3
      00:10:00,000 --> 00:10:01,000
      Nobody hears the last line.
      """

    @Core
    private func paths(in scene: Scene, _ text: String, named name: String = "talk.srt") throws -> String {
      let path = try scene.file("talk.wav", RecordingTests.wave(seconds: 20))
      _ = try scene.file(name, text.utf8)
      return path
    }

    @Test func theTextBesideARecordingIsLitAsItIsHeard_S2_31() async throws {
      try await Scene.with { scene in
        let (desktop, recorder) = (scene.desktop, scene.recorder)
        let fitting = Self.subtitles.replacing("00:10:00", with: "00:00:15").replacing("00:10:01", with: "00:00:16")
        let path = try paths(in: scene, fitting)
        let terminal = try desktop.startInTerminal([Self.aloud, "read", "-i", path])
        try await terminal.wait(for: "the second line is lit") { screen in
          screen.text(where: FollowStyle.isSentence).hasPrefix("And this is the second one.") ? () : nil
        }
        try await terminal.wait(forText: "Nobody hears the last line.")
        try await recorder.wait(for: "Sentence", count: 2)
        let media = recorder.heard.filter { $0.name == "Sentence" }.map(\.media)
        // A time within a frame of that of the file.
        #expect(media.prefix(2).map { ($0 + 500) / 1000 } == [1000, 3000], "\(media)")
        #expect(recorder.heard.allSatisfy { $0.name != "Word" }, "the file tells no times of words")
        // The arrow goes to the next line, at its own time.
        terminal.type("\u{1B}[C")
        try await terminal.wait(for: "the last line is lit") { screen in
          screen.text(where: FollowStyle.isSentence).hasPrefix("Nobody hears") ? () : nil
        }
        #expect(try await scene.remote.position() >= 15_000_000)
        #expect(terminal.screen.overflows == 0)
        terminal.type("q")
        _ = try await terminal.waitForEnd()
      }
    }

    @Test func aTextMayBeChosenRefusedOrOfAnotherFilm_S2_31() async throws {
      try await Scene.with { scene in
        let (desktop, remote) = (scene.desktop, scene.remote)
        @Core func sentences() async throws -> [String] {
          let call = AloudCall.listSentences("/", first: 0, count: 9, fromCurrent: false)
          return SentenceList(arguments: try await remote(call))?.sentences.map(\.text) ?? []
        }
        let path = try paths(in: scene, Self.subtitles)
        let other = try scene.file("other.lrc", "[00:01.00]Another line\n".utf8)
        #expect(try await desktop.run(Self.aloud, "read", "--text", other, path).succeeded)
        try await eventually("the chosen text is there") {
          let known = try await sentences()
          return known == ["Another line"]
        }
        #expect(try await desktop.run(Self.aloud, "clear").succeeded)
        #expect(try await desktop.run(Self.aloud, "read", "--no-text", path).succeeded)
        try await eventually("it sounds") { try await remote.position() > 1_500_000 }
        #expect(try await sentences().isEmpty)
        #expect(try await remote.text(.lastError).isEmpty)
        // The recording plays without a text that is of another film.
        #expect(try await desktop.run(Self.aloud, "clear").succeeded)
        #expect(try await desktop.run(Self.aloud, "read", path).succeeded)
        try await eventually("the listener is told") {
          try await remote.text(.lastError).contains("'talk.srt' does not fit the recording")
        }
        try await eventually("it sounds") { try await remote.position() > 1_500_000 }
        #expect(try await sentences().isEmpty)
        let both = try await desktop.run(Self.aloud, "read", "--text", other, "--no-text", path)
        #expect(!both.succeeded && both.errors.contains("both given"), "\(both)")
        let missing = try await desktop.run(Self.aloud, "read", "--text", desktop.directory + "/none.srt", path)
        #expect(!missing.succeeded && missing.errors.contains("none.srt"), "\(missing)")
      }
    }

    @Test func subtitlesAreReadAtTheirOwnTimes() async throws {
      try await Scene.with { scene in
        let path = try scene.file("film.srt", Self.subtitles.utf8)
        let read = try await scene.desktop.run(Self.aloud, "read", "--on-clock", path)
        #expect(read.succeeded, "\(read)")
        try await scene.recorder.wait(for: "Sentence", count: 2)
        let media = scene.recorder.heard.filter { $0.name == "Sentence" }.map(\.media)
        #expect(media.prefix(2).map { ($0 + 500) / 1000 } == [1000, 3000], "\(media)")
        let text = try scene.file("plain.txt", "No times.".utf8)
        let refused = try await scene.desktop.run(Self.aloud, "read", "--on-clock", text)
        #expect(!refused.succeeded && refused.errors.contains("no times of its own"), "\(refused)")
      }
    }
  }
}
