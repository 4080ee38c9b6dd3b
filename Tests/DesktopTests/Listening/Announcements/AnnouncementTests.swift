import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Announcements beside a text, in the real service.
  struct AnnouncementTests {
    private static let text = (1...60).map { "The reading is at sentence \($0) now." }.joined(separator: " ")

    /// Announces a text and returns its number.
    @Core private static func announce(
      _ text: String, _ scene: Scene
    ) async throws -> String {
      let answer = try await scene.remote(.announce([.text(text)], AnnounceOptions()))
      return "\(try #require(answer.first?.asUInt64))"
    }

    /// Waits for a piece of news about an announcement.
    @Core private static func wait(
      for event: String, of number: String, _ scene: Scene
    ) async throws -> Heard {
      try await eventually("announcement \(number) is \(event)") {
        scene.recorder.all("Announcement").first { $0.words.first == event && $0.words.dropFirst().first == number }
      }
    }

    @Test(arguments: SpeakingVoices.allCases)
    func theReadingGoesOnAtItsWord_S4_01(voices: SpeakingVoices) async throws {
      try await Scene.with(voices: voices) { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        try await voices.speak(Self.text, to: remote)
        try await recorder.wait(for: "Word", count: 6)
        let number = try await Self.announce("Mail has come.", scene)
        let began = try await Self.wait(for: "started", of: number, scene)
        #expect(try await remote.player(get: "PlaybackStatus").asString == "Playing")
        #expect(try await remote.text(.state) == "interrupted")
        let graph = try await Graph.now(in: scene.desktop)
        #expect(graph.node("aloud-announcements")?.role == "Notification")
        let ended = try await Self.wait(for: "finished", of: number, scene)
        try await recorder.wait(for: "Word", count: 5, since: ended.moment)
        // While it was spoken, no word of the reading began.
        #expect(recorder.all("Word", since: began.moment).allSatisfy { $0.moment > ended.moment - 50 * milliseconds })
        let before = recorder.all("Word").last { $0.moment < began.moment }?.ranges?.scalars
        let after = recorder.all("Word", since: ended.moment - 50 * milliseconds).compactMap { $0.ranges?.scalars }
        let (last, next) = (try #require(before), try #require(after.first))
        #expect(next == last || (next.lowerBound > last.lowerBound && next.lowerBound <= last.upperBound + 2))
        #expect(recorder.all("UtterancePaused").isEmpty && recorder.all("UtteranceResumed").isEmpty)
        try await Graph.wait(for: "no stream of announcements", in: scene.desktop) {
          $0.node("aloud-announcements") == nil
        }
      }
    }

    @Test func tenAreHeardInOrderBesideAPausedText_S1_05() async throws {
      try await Scene.with { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        try await remote.speak(Self.text)
        try await recorder.wait(for: "Word", count: 3)
        try await remote(.pause(.immediate))
        let position = try await remote.settledPosition()
        var numbers: [String] = []
        for index in 1...10 { numbers.append(try await Self.announce("Number \(index).", scene)) }
        _ = try await Self.wait(for: "finished", of: numbers[9], scene)
        let told = recorder.all("Announcement").filter { $0.words.first == "started" }.compactMap {
          $0.words.dropFirst().first
        }
        #expect(told == numbers)
        #expect(try await remote.text(.playbackStatus) == "Paused")
        #expect(try await remote.position() == position)
      }
    }

    @Test func aCancelledOneIsSilentAtOnce() async throws {
      try await Scene.with { scene in
        let number = try await Self.announce(Self.text, scene)
        _ = try await Self.wait(for: "started", of: number, scene)
        try await scene.recorder.wait(for: "sound")
        let cancelled = Remote.now
        try await scene.remote(.cancelAnnouncements(0))
        _ = try await Self.wait(for: "cut", of: number, scene)
        let silence = try await scene.recorder.wait(for: "silence", since: cancelled)
        #expect(silence.moment - cancelled < 150 * milliseconds, "it went on after it was cancelled")
      }
    }

    @Test func theCommandWaitsForItsAnnouncement() async throws {
      try await Scene.with { scene in
        let aloud = Project.program("aloud")
        let done = try await scene.desktop.run(aloud, "announce", "--wait", "--json", "Tea is ready.")
        #expect(done.succeeded && done.output.contains("\"announcement\":1"), "\(done.output)")
        let refused = try await scene.desktop.run(aloud, "announce", "--priority", "loud", "Tea.")
        #expect(refused.exitCode == 2)
      }
    }
  }
}
