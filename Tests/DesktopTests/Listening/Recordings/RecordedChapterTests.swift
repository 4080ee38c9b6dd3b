import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import MPRIS
import Testing

extension ListeningTests {
  /// Audio books with chapters as a listener opens them.
  struct RecordedChapterTests {
    private static let aloud = Project.program("aloud")

    /// Makes an audio book of six seconds with chapters at 0, 2.5 and 4 seconds.
    @Core
    static func make(_ name: String, in scene: Scene, codec: String) async throws -> String {
      let source = try scene.file("source.wav", RecordingTests.wave(seconds: 6))
      var labels = ";FFMETADATA1\ntitle=The Book\nartist=Ann Author\n"
      for (title, start, end) in [("First", 0, 2500), ("Second", 2500, 4000), ("Third", 4000, 6000)] {
        labels += "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(start)\nEND=\(end)\ntitle=\(title)\n"
      }
      let chapters = try scene.file("labels.txt", labels.utf8)
      let path = scene.desktop.directory + "/" + name
      let command = [
        "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", source, "-i", chapters, "-map_metadata", "1",
        "-map_chapters", "1", "-c:a", codec, path,
      ]
      let made = try await scene.desktop.start(command).waitForEnd()
      #expect(made.succeeded, "\(made)")
      return path
    }

    @Test func theChaptersOfAnAudioBookAreTracks_S2_02_S2_05_S3_18_S3_22() async throws {
      try await Scene.with { scene in
        let (desktop, remote) = (scene.desktop, scene.remote)
        let path = try await Self.make("book.m4b", in: scene, codec: "aac")
        let read = try await desktop.run(Self.aloud, "read", path, "--from", "2")
        #expect(read.succeeded, "\(read)")
        let tracks = try await remote.tracks(3)
        #expect(tracks.map(\.title) == ["First", "Second", "Third"])
        // The card changes by itself.
        for (title, length) in [("Second", 1_500_000), ("Third", 2_000_000)] as [(String, Int64)] {
          let metadata = try await eventually("\(title) is heard") { () -> [String: BusValue]? in
            let metadata = try await remote.player(get: "Metadata").asVardict ?? [:]
            return metadata["xesam:title"] == .string(title) ? metadata : nil
          }
          #expect(metadata["xesam:album"] == .string("The Book"))
          #expect(metadata["xesam:artist"] == .strings(["Ann Author"]))
          let told = metadata["mpris:length"]?.asInt64 ?? 0
          #expect(abs(told - length) < 30_000, "\(told)")
          #expect(try await remote.position() <= length)
        }
        let listed = try await desktop.run(Self.aloud, "chapters")
        #expect(listed.succeeded && listed.output.contains("First") && listed.output.contains("Third"), "\(listed)")
        let gone = try await desktop.run(Self.aloud, "goto", "first")
        #expect(gone.succeeded, "\(gone)")
        try await eventually("the first one is heard") {
          try await remote.player(get: "Metadata").asVardict?["xesam:title"] == .string("First")
        }
        let next = try await desktop.run("playerctl", "-p", "aloud", "next")
        #expect(next.succeeded, "\(next)")
        try await eventually("the next one is heard") {
          try await remote.player(get: "Metadata").asVardict?["xesam:title"] == .string("Second")
        }
      }
    }

    struct Measured {
      @Test func noSampleIsLostOrRepeatedBetweenChapters_S3_16() async throws {
        try await Scene.with { scene in
          let recorder = scene.recorder
          let path = try await RecordedChapterTests.make("book.mka", in: scene, codec: "flac")
          _ = try await scene.remote.open(path)
          let begun = try await recorder.wait(for: "sound").moment
          try await recorder.wait(for: "UtteranceFinished", count: 3)
          let recording = try await recorder.recording(until: Remote.now + 300 * milliseconds)
          for joint in [2500, 4000] as [Int64] {
            let (start, end) = (begun + (joint - 100) * milliseconds, begun + (joint + 100) * milliseconds)
            // A busy graph may leave a cycle of 5 ms out. A new start at the joint takes two of them at least.
            let silence = recording.longestSilence(start, end)
            #expect(silence < 8 * milliseconds, "\(silence) ns near \(joint) ms")
          }
          let sound = recording.samples(begun - 10 * milliseconds, recording.end)
          let loud = sound.indices.filter { abs(sound[$0]) > 0.004 }
          // Cycles that the graph left out do not count.
          let heard = zip(loud, loud.dropFirst()).map { $1 - $0 }.filter { $0 < 96 }.reduce(0, +)
          #expect(abs(heard - 6 * 48_000) < 300, "\(heard) frames")
        }
      }
    }
  }
}
