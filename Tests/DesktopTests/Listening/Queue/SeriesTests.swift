import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Texts that a program brings one by one, on the real bus.
  struct SeriesTests {
    private static func options(after track: ObjectPath? = nil, more: Bool) -> SpeakOptions {
      var options = SpeakOptions(after: track)
      options.moreFollows = more
      return options
    }

    @Test func theReadingWaitsForTheNextChapterAndReadsIt_S3_28() async throws {
      try await Scene.with { scene in
        let (remote, start) = (scene.remote, Remote.now)
        let first = try await remote.speak("The first chapter.", Self.options(more: true))
        try await remote.wait(.state, "fetching")
        #expect(try await remote.text(.playbackStatus) == "Playing")
        #expect(try await remote.get(.track).asObjectPath == first)
        let second = try await remote.speak("The second one.", Self.options(after: first, more: true))
        try await eventually("it is read") {
          scene.recorder.all("Word", since: start).contains { $0.words.first == second.text }
        }
        try await remote(.endSeries(second))
        try await remote.wait(.state, "idle")
        #expect(await remote.failure(of: .endSeries(second)) == "NoTrack")
      }
    }

    @Test func ofAProgramThatHasEndedNoChapterComes_S3_28_S3_17() async throws {
      try await Scene.with { scene in
        let program = try Remote(scene.desktop)
        let track = try await program.speak("The only chapter.", Self.options(more: true))
        try await scene.remote.wait(.state, "fetching")
        program.bus.close()
        // The spoken notice comes between; after it the chapter is there again.
        try await eventually("it is told why, and the chapter stays") {
          let error = try await scene.remote.text(.lastError)
          guard error.contains("its program has ended") else { return false }
          return try await scene.remote.get(.track).asObjectPath == track
        }
        try await scene.remote.wait(.playbackStatus, "Stopped")
      }
    }
  }
}
