import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing
import Vocabulary

extension ListeningTests {
  /// Audio and video files as a listener opens them, beside texts in one queue.
  struct RecordedFileTests {
    private static let aloud = Project.program("aloud")
    private static let tags = ["title=Opening", "artist=Ann Artist", "album=Talks", "track=7", "date=2021-05-01"]

    /// Makes a file of ten seconds with ffmpeg.
    @Core
    private func make(
      _ name: String, in scene: Scene, _ options: [String], before: [String] = [], seconds: Int = 10
    ) async throws -> String {
      let source = try scene.file("source.wav", RecordingTests.wave(seconds: seconds))
      let path = scene.desktop.directory + "/" + name
      let command = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + before + ["-i", source] + options + [path]
      let made = try await scene.desktop.start(command).waitForEnd()
      #expect(made.succeeded, "\(made)")
      return path
    }

    /// Waits until a track with a title is heard.
    @Core
    private func wait(forTitle title: String, in scene: Scene) async throws -> [String: BusValue] {
      try await eventually("\(title) is heard") { () -> [String: BusValue]? in
        let metadata = try await scene.remote.player(get: "Metadata").asVardict ?? [:]
        guard metadata["xesam:title"] == .string(title), try await scene.remote.position() > 200_000 else { return nil }
        return metadata
      }
    }

    @Test func theCommandReadsAndPlaysFilesOfEachKind_S2_01_S2_05_S2_30() async throws {
      try await Scene.with { scene in
        let desktop = scene.desktop
        let tags = Self.tags.flatMap { ["-metadata", $0] }
        let talk = try await make("talk.mp3", in: scene, ["-c:a", "libmp3lame", "-q:a", "6"] + tags)
        let read = try await desktop.run(Self.aloud, "read", talk)
        #expect(read.succeeded, "\(read)")
        let metadata = try await wait(forTitle: "Opening", in: scene)
        #expect(metadata["xesam:artist"] == .strings(["Ann Artist"]) && metadata["xesam:album"] == .string("Talks"))
        #expect(metadata["xesam:trackNumber"] == .int32(7) && metadata["mpris:length"] == .int64(10_000_000))
        #expect(metadata["xesam:url"] == .string(FileURI.uri(path: talk)))

        let sound = try await make("sound.opus", in: scene, ["-c:a", "libopus"])
        let played = try await desktop.run(Self.aloud, "read", "--now", sound)
        #expect(played.succeeded, "\(played)")
        _ = try await wait(forTitle: "sound", in: scene)

        let picture = ["-f", "lavfi", "-i", "testsrc=size=64x64:rate=5:duration=10"]
        let film = try await make(
          "film.mp4", in: scene, ["-map", "0:v", "-map", "1:a", "-c:v", "mpeg4", "-c:a", "aac"], before: picture)
        let opened = try await desktop.run("playerctl", "-p", "aloud", "open", FileURI.uri(path: film))
        #expect(opened.succeeded, "\(opened)")
        _ = try await wait(forTitle: "film", in: scene)
        // There is one stream, and so one entry in the mixer.
        let streams = try await Graph.now(in: desktop).nodes.values.filter { $0.name == "aloud" }
        #expect(streams.count == 1, "\(streams)")

        #expect(try await desktop.run(Self.aloud, "clear").succeeded)
        let last = try await make("last.flac", in: scene, [], seconds: 2)
        let added = try await desktop.run(Self.aloud, "play", last)
        #expect(added.succeeded, "\(added)")
        _ = try await wait(forTitle: "last", in: scene)
      }
    }

    @Test func theIndexOfARecordingIsKept() async throws {
      try await Scene.with { scene in
        let desktop = scene.desktop
        let options = ["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0"]
        let path = try await make("long.mp3", in: scene, options, seconds: 120)
        let folder = (desktop.environment["XDG_CACHE_HOME"] ?? "") + "/aloud/indices"
        func kept() -> [String: UInt64] {
          // A file that is being written has another name.
          let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            !$0.contains(".")
          }
          return Dictionary(
            uniqueKeysWithValues: names.map { name in
              let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
              return (name, attributes?[.systemFileNumber] as? UInt64 ?? 0)
            })
        }
        #expect(try await desktop.run(Self.aloud, "play", path).succeeded)
        _ = try await scene.remote.exactLength()
        let first = try await eventually("the index is kept") { kept().count == 1 ? kept() : nil }
        #expect(try await desktop.run(Self.aloud, "clear").succeeded)
        #expect(try await desktop.run(Self.aloud, "play", path).succeeded)
        _ = try await scene.remote.exactLength()
        #expect(kept() == first, "it was made again")
      }
    }

    @Test(arguments: SpeakingVoices.readers)
    func aFolderOfRecordingsAndTextsIsHeardInItsOrder_S2_30(voices: SpeakingVoices) async throws {
      try await Scene.with(voices: voices) { scene in
        let (desktop, recorder) = (scene.desktop, scene.recorder)
        let folder = desktop.directory + "/folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try scene.file("folder/1 text.txt", "One.".utf8)
        _ = try scene.file("folder/2 sound.wav", RecordingTests.wave(seconds: 1))
        _ = try scene.file("folder/10 text.txt", "Two.".utf8)
        _ = try scene.file("folder/list.m3u", "#EXTM3U\n2 sound.wav\n".utf8)
        let read = try await desktop.run(Self.aloud, "read", "-w", folder)
        #expect(read.succeeded, "\(read)")
        try await recorder.wait(for: "UtteranceFinished", count: 3)
        let order = recorder.heard.filter { ["Word", "UtteranceStarted", "UtteranceFinished"].contains($0.name) }
          .map(\.name)
        #expect(
          order == [
            "UtteranceStarted", "Word", "UtteranceFinished", "UtteranceStarted", "UtteranceFinished",
            "UtteranceStarted", "Word", "UtteranceFinished",
          ])
      }
    }

    @Test func whatCannotBePlayedIsRefusedWithOneMessage() async throws {
      try await Scene.with { scene in
        let desktop = scene.desktop
        let wave = RecordingTests.wave(seconds: 1)
        var slow = wave
        slow.replaceSubrange(24..<28, with: [1, 0, 0, 0])
        let cases: [(name: String, bytes: [UInt8], message: String)] = [
          ("list.m3u", Array("#EXTM3U\nhttp://example.org/a.mp3\n".utf8), "a playlist of addresses only"),
          ("live.m3u8", Array("#EXTM3U\n#EXT-X-VERSION:3\n/etc/passwd\n".utf8), "pieces of a stream (HLS)"),
          ("list.pls", Array("[playlist]\nNumberOfEntries=0\n".utf8), "the playlist names no file"),
          ("list.txt", Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8), "a playlist"),
          ("head.wav", Array(wave.prefix(44)), "nothing in it that could be spoken"),
          ("slow.wav", slow, "its sample rate of 1 Hz is too low to be heard"),
          ("junk.mp3", Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 9000), "no recording"),
        ]
        for (name, bytes, message) in cases {
          let path = try scene.file(name, bytes)
          let read = try await desktop.run(Self.aloud, "read", path)
          #expect(!read.succeeded && read.errors.contains(message) && !read.errors.contains("pandoc"), "\(read)")
          #expect(read.errors.split(separator: "\n").count { !$0.hasPrefix("try: ") } == 1, "\(read)")
        }
        let path = try scene.file("talk.wav", wave)
        let piped = try await desktop.start(["sh", "-c", "cat \"$1\" | \"$0\" read -", Self.aloud, path]).waitForEnd()
        #expect(!piped.succeeded && piped.errors.contains("only from a file with a name"), "\(piped)")
        #expect(try await scene.remote.get(.queueLength).asUInt32 == 0)
        #expect(descendants(of: scene.service.pid, named: "aloud-decode").isEmpty)
      }
    }

    @Test func aDecoderThatIsKilledIsReplacedAndNothingIsLost() async throws {
      try await Scene.with { scene in
        let path = try scene.file("talk.wav", RecordingTests.wave(seconds: 6))
        _ = try await scene.remote.open(path)
        _ = try await wait(forTitle: "talk", in: scene)
        let decoder = try #require(descendants(of: scene.service.pid, named: "aloud-decode").first)
        kill(decoder, SIGKILL)
        try await scene.recorder.wait(for: "UtteranceFinished")
        #expect(try await scene.remote.text(.lastError).isEmpty)
        try await eventually("its successor has ended") {
          descendants(of: scene.service.pid, named: "aloud-decode").isEmpty
        }
      }
    }

    @Test(arguments: SpeakingVoices.readers)
    func aFileThatWasCutIsHeardUpToThereAndTheQueueGoesOn(voices: SpeakingVoices) async throws {
      try await Scene.with(voices: voices) { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        let wave = RecordingTests.wave(seconds: 20)
        let path = try scene.file("cut.wav", wave.prefix(44 + 2 * 176_400))
        _ = try await remote.open(path)
        try await remote.speak("After it.", SpeakOptions(whenBusy: .queue))
        try await recorder.wait(for: "UtteranceFinished", count: 2)
        #expect(recorder.all("Word").count == 2)
        let failed = try await recorder.wait(for: "Failed")
        #expect(failed.words.joined(separator: " ").contains("broken_at_0:02"), "\(failed)")
      }
    }

    @Test func theNextRunGoesOnAtThePlace_S2_28() async throws {
      try await Scene.inDesktop { desktop in
        let first = try await desktop.startService()
        let remote = try Remote(desktop)
        let path = desktop.directory + "/talk.wav"
        try Data(RecordingTests.wave()).write(to: URL(fileURLWithPath: path))
        _ = try await remote.open(path)
        try await eventually("it is heard") { try await remote.position() > 200_000 }
        try await remote.player("Seek", [.int64(8_000_000)])
        try await eventually("it is heard there") { try await remote.position() > 8_500_000 }
        try await remote(.pause(.immediate))
        let place = try await remote.settledPosition()
        first.send(signal: SIGTERM)
        #expect(try await first.waitForEnd().exitCode == 0)
        let second = try await desktop.startService()
        let again = try Remote(desktop)
        let restored = try await again.position()
        // The sound that was still on its way to the ear when it was kept is heard again.
        #expect(abs(restored - place) < 50_000, "\(restored) after \(place)")
        try await again(.play)
        try await eventually("it goes on") { try await again.position() > place + 300_000 }
        #expect(try await again.position() < place + 5_000_000)
        withExtendedLifetime(second) {}
      }
    }
  }
}
