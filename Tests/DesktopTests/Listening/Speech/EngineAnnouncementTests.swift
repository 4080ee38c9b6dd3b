import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Announcements while another engine reads, whose voice is the listener's.
  struct EngineAnnouncementTests {
    /// Announces a text, and returns its number.
    @Core private static func announce(_ text: String, _ scene: EngineScene) async throws -> String {
      var options = AnnounceOptions()
      options.application = "Mail"
      return "\(try #require(try await scene.remote(.announce([.text(text)], options)).first?.asUInt64))"
    }

    /// Waits for news about an announcement.
    @Core private static func wait(for event: String, of number: String, _ scene: EngineScene) async throws -> Int64 {
      try await eventually("announcement \(number) is \(event)") {
        scene.recorder.all("Announcement").first { $0.words.prefix(2) == [event, number] }?.moment
      }
    }

    /// A fast engine announces with the listener's voice. A slow one would be waited for: a fast one takes its place.
    @Test(arguments: [false, true])
    func aFastEngineAnnouncesInTheMiddleOfAWord(isSlow: Bool) async throws {
      let engine = isSlow ? "hum-thinking" : "hum"
      let configuration = "[voices]\nen = \"\(engine):hum/en\"\n"
      try await EngineScene.with(.usual, configuration: configuration, engines: [engine]) { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        try await remote.speak(scene.text)
        try await scene.wait(forWord: 3)
        let number = try await Self.announce("Zephyrs.", scene)
        let started = try await Self.wait(for: "started", of: number, scene)
        let finished = try await Self.wait(for: "finished", of: number, scene)
        let end = try await recorder.wait(for: "UtteranceFinished").moment
        let heard = HummedTones(try await recorder.recording(until: end + 100 * milliseconds))
        let hummed = heard.moments(of: "ephyrs").filter { $0 > started - 100 * milliseconds && $0 < finished }
        #expect(hummed.isEmpty == isSlow, "\(heard.tones)")
        // The reading went on at its word, with its own voice.
        #expect(Set(scene.told()) == Set(scene.words.indices) && scene.told() == scene.told().sorted())
        for number in scene.words.indices where number % 6 != 0 {
          #expect(!heard.moments(of: scene.words[number]).isEmpty, "\(scene.words[number])")
        }
        #expect(recorder.all("UtterancePaused").isEmpty)
      }
    }

    /// A hint that names an engine which is not installed costs nothing.
    @Test(arguments: ["hum", "absent"])
    func aHintOfANotificationChoosesTheEngineThatIsHeard_S1_12(engine: String) async throws {
      try await EngineScene.with(.usual) { scene in
        let server = try await NotificationsDouble(in: scene.desktop)
        let shown = try await scene.desktop.run(
          Project.program("aloud"), "notify", "--hint", "string:x-aloud-engine:\(engine)", "Zephyrs.")
        #expect(shown.succeeded, "\(shown)")
        let finished = try await Self.wait(for: "finished", of: "1", scene)
        #expect(server.shown.map(\.summary) == ["Zephyrs."])
        let recording = try await scene.recorder.recording(until: finished + 100 * milliseconds)
        let heard = HummedTones(recording)
        #expect(heard.moments(of: "ephyrs").count == (engine == "hum" ? 1 : 0), "\(heard.tones)")
        #expect(!scene.recorder.all("sound").isEmpty)
      }
    }

    @Test func aLockedScreenHearsTheNameOfTheProgramInThatVoice_S1_01() async throws {
      try await EngineScene.with(.usual, configuration: "[voices]\nen = \"hum:hum/en\"\n") { scene in
        let saver = try await ScreenSaverDouble(isLocked: true, in: scene.desktop)
        try await scene.remote.speak(scene.text)
        try await scene.wait(forWord: 2)
        let number = try await Self.announce("Zephyrs.", scene)
        _ = try await Self.wait(for: "finished", of: number, scene)
        let end = try await scene.recorder.wait(for: "UtteranceFinished").moment
        let heard = HummedTones(try await scene.recorder.recording(until: end + 100 * milliseconds))
        #expect(heard.moments(of: "ephyrs").isEmpty && !heard.moments(of: "Mail").isEmpty, "\(heard.tones)")
        // A locked screen does not concern the reading.
        #expect(Set(scene.told()) == Set(scene.words.indices) && scene.told() == scene.told().sorted())
        withExtendedLifetime(saver) {}
      }
    }
  }
}
