import AloudAPI
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Events that resemble an unplug.
  struct MeasuredUnplugLookalikeTests {
    @Test func headphonesThatArePluggedInPauseNothing_S0_15() async throws {
      try await UnplugScene.with("analog", beside: []) { scene in
        // They are unplugged first, while nothing is heard.
        try await scene.remote(.pause(.immediate))
        try await scene.cards("analog unplug")
        try await scene.events.waitForOutput(containing: "device-lost")
        try await scene.remote(.play)
        try await scene.cards.wait(for: "analog", toBeHeard: true)
        try await scene.cards("analog plug")
        try await scene.expectNoLoss()
        try await scene.events.waitForOutput(containing: "new-device Speakers → Headphones")
      }
    }

    @Test func anotherPortOfTheListenersChoicePausesNothing_S0_16() async throws {
      // A card that cannot tell if the jack switches its speakers off.
      let speakers = "analog port analog-output-speaker unknown"
      try await UnplugScene.with("analog", command: speakers) { scene in
        // Session managers may choose new headphones by themselves.
        try await eventually("it is heard at the headphones") {
          try await scene.cards("analog route analog-output-headphones")
          return try await scene.cards.report().values.contains {
            $0.isAudible && $0.route == "analog-output-headphones"
          }
        }
        // A session manager repeats the choice, with its volume.
        try await scene.expectNoLoss()
        try await scene.cards("analog route analog-output-speaker")
        try await scene.wait(forRoute: "analog-output-speaker")
        try await scene.expectNoLoss()
        try await scene.events.waitForOutput(containing: "user-moved Headphones → Speakers")
      }
    }

    @Test func anotherDefaultOfTheListenersChoicePausesNothing_S0_16() async throws {
      try await UnplugScene.with("usb") { scene in
        try await scene.desktop.order(.setDefaultSink("alsa_output.pci-0000_00_1b.0.analog-stereo"))
        try await scene.cards.wait(for: "speakers", toBeHeard: true)
        try await scene.expectNoLoss()
        try await scene.events.waitForOutput(containing: "user-moved USB Headset → Speakers")
      }
    }

    @Test func theStreamMovedByHandPausesNothing_S0_16() async throws {
      try await UnplugScene.with("usb") { scene in
        let graph = try await Graph.now(in: scene.desktop)
        let stream = try #require(graph.stream)
        let speakers = try #require(graph.node("alsa_output.pci-0000_00_1b.0.analog-stereo"))
        let moved = try await scene.desktop.run(
          "pw-metadata", "\(stream.id)", "target.node", "\(speakers.id)")
        #expect(moved.succeeded)
        try await scene.cards.wait(for: "speakers", toBeHeard: true)
        try await scene.expectNoLoss()
      }
    }

    @Test func theProfileOfACallIsASilentMoment_S0_16() async throws {
      try await UnplugScene.with("bluetooth") { scene in
        try await scene.cards("bluetooth profile headset-head-unit")
        try await scene.expectNoLoss()
        #expect(try await scene.cards.heardAloud() == 0)
        try await scene.events.waitForOutput(containing: "profile-change")
      }
    }

    @Test func aHeadsetWithoutASinkForAMomentIsNotHeardElsewhere_S0_16() async throws {
      try await UnplugScene.with("bluetooth") { scene in
        try await scene.cards("bluetooth profile off")
        try await scene.remote.wait(.pauseReason, "route-change")
        try await scene.desktop.waitForDefaultSink("pci-0000_00_1b", for: "the session manager chooses the speakers")
        #expect(try await scene.cards.heardAloud() == 0)
        try await scene.cards("bluetooth profile headset-head-unit")
        try await scene.expectNoLoss()
        #expect(try await scene.cards.heardAloud() == 0)
      }
    }

    @Test(arguments: ["speakers remove", "hdmi unplug", "bluetooth remove"])
    func anotherCardMayGo_S0_16(command: String) async throws {
      try await UnplugScene.with("usb", beside: ["speakers", "hdmi", "bluetooth"]) { scene in
        try await scene.cards(command)
        try await scene.expectNoLoss()
      }
    }

    @Test func aMonitorThatGoesIsFollowed_S0_16() async throws {
      try await UnplugScene.with("hdmi") { scene in
        try await scene.cards("hdmi unplug")
        try await scene.cards.wait(for: "speakers", toBeHeard: true)
        try await scene.expectNoLoss()
        try await scene.events.waitForOutput(containing: "device-lost")
      }
    }

    @Test func aPortOfTheSameCardMayComeAndGo_S0_16() async throws {
      try await UnplugScene.with("analog") { scene in
        for value in ["yes", "no", "yes", "no"] { try await scene.cards("analog port hdmi-output-0 \(value)") }
        try await scene.expectNoLoss()
      }
    }

    @Test func aRestartOfTheServerWithTheSameHeadsetGoesOn_S4_07() async throws {
      try await UnplugScene.with("usb", beside: []) { scene in
        try await scene.desktop.order(.restart(.pipewire))
        _ = try await FakeCards.plugIn(["usb"], in: scene.desktop)
        try await scene.remote.wait(.playbackStatus, "Playing")
      }
    }

    @Test func aRestartOfTheServerWithoutTheHeadsetPauses_S4_07() async throws {
      try await UnplugScene.with("usb", beside: []) { scene in
        try await scene.desktop.order(.restart(.pipewire))
        let cards = try await FakeCards.plugIn(["speakers"], in: scene.desktop)
        try await scene.remote.wait(.pauseReason, "route-lost")
        #expect(try await cards.heardAloud() == 0)
      }
    }
  }
}
