import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// The sink's volume while something is announced, with a real session manager.
  struct VolumeFloorTests {
    private static let configuration = "[announcements]\nfloor = 0.4\nfloor-cap = 0.6\n"
    private static let long = (1...60).map { "This is sentence \($0)." }.joined(separator: " ")

    /// Announces a text and returns its number.
    @Core private static func announce(_ text: String, _ remote: Remote) async throws -> String {
      let answer = try await remote(.announce([.text(text)], AnnounceOptions()))
      return "\(try #require(answer.first?.asUInt64))"
    }

    /// Waits for a piece of news about an announcement.
    @Core private static func wait(for event: String, of number: String, _ scene: Scene) async throws {
      try await eventually("announcement \(number) is \(event)") {
        scene.recorder.all("Announcement").contains { $0.words.first == event && $0.words.dropFirst().first == number }
      }
    }

    @Core private static func volume(_ desktop: PrivateDesktop) async throws -> Double {
      (try #require(try await Graph.now(in: desktop).node("null-sink")?.volume) * 1000).rounded() / 1000
    }

    /// True if the service keeps a value for the next one.
    private static func isKept(_ desktop: PrivateDesktop) -> Bool {
      FileManager.default.fileExists(atPath: (desktop.environment["XDG_STATE_HOME"] ?? "") + "/aloud/raised-volume")
    }

    @Test func theFloorIsRaisedAndRestored_S1_09() async throws {
      try await Scene.with(configuration: Self.configuration) { scene in
        try await Graph.turn(0.1, in: scene.desktop)
        let number = try await Self.announce("Mail has come, and it is not short at all.", scene.remote)
        try await Self.wait(for: "started", of: number, scene)
        #expect(try await Self.volume(scene.desktop) == 0.4)
        #expect(Self.isKept(scene.desktop))
        try await Self.wait(for: "finished", of: number, scene)
        try await Graph.wait(forVolume: 0.1, in: scene.desktop)
        try await eventually("nothing is kept") { !Self.isKept(scene.desktop) }
        // The next one, too.
        let next = try await Self.announce("Another mail has come.", scene.remote)
        try await Self.wait(for: "started", of: next, scene)
        #expect(try await Self.volume(scene.desktop) == 0.4)
        try await Graph.wait(forVolume: 0.1, in: scene.desktop)
      }
    }

    /// Knobs are turned while nothing is announced, and nobody looks: after a moment, while the stream is still there,
    /// and after it has gone.
    @Test(arguments: [false, true])
    func eachAnnouncementHasTheFloorWhateverWasSetBetween_S1_26(isStreamGone: Bool) async throws {
      try await Scene.with(configuration: Self.configuration) { scene in
        for (set, spoken) in [(0.1, 0.4), (0.8, 0.8), (0.1, 0.4), (0.1, 0.4), (0.8, 0.8)] {
          try await Graph.turn(set, in: scene.desktop)
          let number = try await Self.announce("Mail has come, and it is not short.", scene.remote)
          try await Self.wait(for: "started", of: number, scene)
          #expect(try await Self.volume(scene.desktop) == spoken, "set to \(set)")
          try await Self.wait(for: "finished", of: number, scene)
          try await Graph.wait(forVolume: set, in: scene.desktop)
          try await eventually("nothing is kept") { !Self.isKept(scene.desktop) }
          guard isStreamGone else { continue }
          try await Graph.wait(for: "no stream of announcements", in: scene.desktop) {
            $0.node("aloud-announcements") == nil
          }
        }
      }
    }

    @Test func theReadingIsNeverHeardAtTheFloor_S1_09() async throws {
      try await Scene.with(configuration: Self.configuration) { scene in
        try await Graph.turn(0.1, in: scene.desktop)
        try await scene.remote.speak(reading)
        try await scene.recorder.wait(for: "Word", count: 4)
        let number = try await Self.announce("Mail has come.", scene.remote)
        try await Self.wait(for: "finished", of: number, scene)
        let end = Remote.now
        try await scene.recorder.wait(for: "Word", count: 2, since: end)
        #expect(try await Self.volume(scene.desktop) == 0.1)
      }
    }

    @Test func theVolumeThatTheListenerSetsMeanwhileStays_S1_09() async throws {
      try await Scene.with(configuration: Self.configuration) { scene in
        try await Graph.turn(0.1, in: scene.desktop)
        let number = try await Self.announce(Self.long, scene.remote)
        try await Self.wait(for: "started", of: number, scene)
        #expect(try await Self.volume(scene.desktop) == 0.4)
        try await Graph.turn(0.25, in: scene.desktop)
        try await eventually("nothing is kept") { !Self.isKept(scene.desktop) }
        try await scene.remote(.cancelAnnouncements(0))
        try await Self.wait(for: "cut", of: number, scene)
        // The stream goes later than the volume would be restored.
        try await Graph.wait(for: "no stream of announcements", in: scene.desktop) {
          $0.node("aloud-announcements") == nil
        }
        #expect(try await Self.volume(scene.desktop) == 0.25)
      }
    }

    @Test func aMutedSinkIsNotRaised_S1_09() async throws {
      try await Scene.with(configuration: Self.configuration) { scene in
        try await Graph.turn(0.1, in: scene.desktop)
        let id = try #require(try await Graph.now(in: scene.desktop).node("null-sink")?.id)
        #expect(try await scene.desktop.run("wpctl", "set-mute", "\(id)", "1").succeeded)
        let number = try await Self.announce("Mail has come.", scene.remote)
        try await Self.wait(for: "started", of: number, scene)
        #expect(try await Self.volume(scene.desktop) == 0.1 && !Self.isKept(scene.desktop))
        try await Self.wait(for: "finished", of: number, scene)
        #expect(try await scene.desktop.run("wpctl", "set-mute", "\(id)", "0").succeeded)
        #expect(try await Self.volume(scene.desktop) == 0.1)
      }
    }

    @Test(arguments: [Int32(9), 15]) func theNextServiceRestoresAfterAnEnd_S1_09(signal: Int32) async throws {
      try await RestartableService.with(configuration: Self.configuration) { fixture in
        let desktop = fixture.desktop
        // From PipeWire 1.4 on a sink that nobody hears tells no change of its volume.
        let recorder = try await Recorder.open(in: desktop)
        defer { withExtendedLifetime(recorder) {} }
        try await Graph.turn(0.1, in: desktop)
        _ = try await Self.announce(Self.long, fixture.remote)
        try await Graph.wait(forVolume: 0.4, in: desktop)
        try await eventually("it is kept") { Self.isKept(desktop) }
        try await fixture.end(signal)
        // A signal that it can handle restores at once.
        try await Graph.wait(forVolume: signal == 9 ? 0.4 : 0.1, in: desktop)
        try await fixture.begin()
        try await Graph.wait(forVolume: 0.1, in: desktop)
        try await eventually("nothing is kept") { !Self.isKept(desktop) }
        #expect(!fixture.errors.contains("warning"), "\(fixture.errors)")
      }
    }

    @Test func aBadNoteIsRemovedAndToldOnce() async throws {
      try await Scene.inDesktop { desktop in
        let folder = (desktop.environment["XDG_STATE_HOME"] ?? "") + "/aloud"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: folder + "/raised-volume"))
        let service = try await desktop.startService()
        try await eventually("it is removed") { !Self.isKept(desktop) }
        #expect(service.errors.split(separator: "\n").count { $0.contains("raised volume") } == 1, "\(service.errors)")
      }
    }

    /// The volume of a card is that of its route.
    @Test func theRouteOfACardIsRaisedAndRestored_S1_09() async throws {
      var options = PrivateDesktop.Options()
      options.sink = nil
      try await Scene.inDesktop(options) { desktop in
        try Scene.write(Self.configuration, in: desktop)
        let cards = try await FakeCards.plugIn(["analog"], in: desktop)
        let sink = "alsa_output.pci-0000_00_1f.3.analog-stereo"
        let id = try await Graph.wait(for: "the card's sink", in: desktop) { $0.node(sink)?.id }
        let recorder = try await Recorder.open(in: desktop, sink: sink, beforeTheService: true)
        #expect(try await desktop.run("wpctl", "set-volume", "\(id)", "0.1").succeeded)
        try await Graph.wait(forVolume: 0.1, of: sink, in: desktop)
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        _ = try await Self.announce("Mail has come, and it is not short at all.", remote)
        try await Graph.wait(forVolume: 0.4, of: sink, in: desktop)
        try await Graph.wait(forVolume: 0.1, of: sink, in: desktop)
        try await eventually("nothing is kept") { !Self.isKept(desktop) }
        withExtendedLifetime((service, cards, recorder)) {}
      }
    }
  }
}
