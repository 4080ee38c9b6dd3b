import AloudAPI
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// Headphones that are unplugged, in the four forms in which PipeWire shows it.
  struct MeasuredUnplugTests {
    @Test(arguments: ["usb", "bluetooth"])
    func theSoundOfARemovedCardIsNotHeardElsewhere_S0_16(card: String) async throws {
      try await UnplugScene.with(card) { scene in
        try await scene.cards("\(card) remove")
        try await scene.expectLoss(of: card == "usb" ? "USB Headset" : "Bluetooth Headphones")
        #expect(try await scene.cards.heardAloud() == 0)
        try await scene.events.waitForOutput(containing: "device-lost")
      }
    }

    @Test func aReplacedSinkIsNotHeardElsewhere_S0_16() async throws {
      try await UnplugScene.with("ucm", beside: []) { scene in
        try await scene.cards("ucm unplug")
        try await scene.expectLoss(of: "Headphones")
        #expect(try await scene.cards.heardAloud() == 0)
      }
    }

    @Test func anAbandonedSinkIsNotHeardElsewhere_S0_16() async throws {
      try await UnplugScene.with("ucm-split") { scene in
        try await scene.cards("ucm-split unplug")
        try await scene.expectLoss(of: "Headphones")
        #expect(try await scene.cards.heardAloud() == 0)
      }
    }

    @Test(arguments: [[], ["--auto"]])
    func aPulledJackIsSilentAtOnce_S0_16(options: [String]) async throws {
      try await UnplugScene.with("analog", beside: ["speakers"] + options) { scene in
        try await scene.cards("analog unplug")
        try await scene.expectLoss(of: "Headphones")
        // The sound in the graph and in the card cannot be withdrawn: two cycles of 5 ms, and the delays of a busy
        // machine.
        let aloud = try await scene.cards.heardAloud()
        #expect(aloud < 100, "\(aloud) ms")
        try await scene.events.waitForOutput(containing: "device-lost Headphones → Speakers")
      }
    }

    @Test(arguments: SpeakingVoices.allCases)
    func playAfterALossIsHeardWhereverItIsFromTheStartOfTheWord_S0_16(voices: SpeakingVoices) async throws {
      try await UnplugScene.with("usb", voices: voices) { scene in
        let recorder = try await Recorder.open(in: scene.desktop, sink: "alsa_output.pci-0000_00_1b.0.analog-stereo")
        try await recorder.wait(for: "Word", count: 3)
        try await scene.cards("usb remove")
        try await scene.expectLoss(of: "USB Headset")
        let held = try await scene.remote.position()
        let last = try #require(recorder.all("Word").last)
        // The first word can be announced before the answer to the command arrives.
        let asked = Remote.now
        try await scene.remote(.play)
        let word = try await recorder.wait(for: "Word", since: asked)
        try await scene.cards.wait(for: "speakers", toBeHeard: true)
        let (before, after) = (last.ranges?.scalars.lowerBound ?? -1, word.ranges?.scalars.lowerBound ?? -2)
        #expect(after >= before && word.media <= held + 50_000, "\(word.media) after \(held)")
      }
    }

    @Test func plugInStartsNothing_S0_15() async throws {
      for card in ["usb", "analog"] {
        try await UnplugScene.with(card) { scene in
          try await scene.cards("\(card) unplug")
          // WirePlumber 0.5.12 pauses the players first, and takes a second to move the stream.
          try await scene.events.waitForOutput(containing: "device-lost")
          try await scene.expectLoss(of: card == "usb" ? "USB Headset" : "Headphones")
          try await scene.cards("\(card) plug")
          try await scene.events.waitForOutput(containing: "new-device")
          #expect(try await scene.remote.text(.pauseReason) == "route-lost")
          #expect(!(try await scene.cards.report().values.contains { $0.isAudible }))
          // Only the listener's Play is heard there.
          try await scene.remote(.play)
          try await scene.cards.wait(for: card, toBeHeard: true)
          let resumed = scene.events.output.split(separator: "\n").count { $0.hasPrefix("resumed") }
          #expect(resumed == 1, "\(scene.events.output)")
        }
      }
    }

    @Test(arguments: ["usb", "analog"])
    func plugInGoesOnWhereTheListenerWantsThat_S0_15(card: String) async throws {
      try await UnplugScene.with(card, configuration: "[interruptions]\nresume-on-replug = true\n") { scene in
        try await scene.cards("\(card) unplug")
        try await scene.expectLoss(of: card == "usb" ? "USB Headset" : "Headphones")
        try await scene.cards("\(card) plug")
        try await scene.cards.wait(for: card, toBeHeard: true)
        // The meter takes the headset's port, which is only named "analog", for a loudspeaker.
        #expect(try await scene.cards.report().values.allSatisfy { $0.card == card || $0.heardAloud == 0 })
      }
    }

    @Test(arguments: ["usb", "analog"])
    func plugInGoesOnAlsoLongAfterTheStreamHasGone_S0_07_S0_15(card: String) async throws {
      let configuration = "[interruptions]\nresume-on-replug = true\n[output]\nrelease-after = \"1s\"\n"
      try await UnplugScene.with(card, configuration: configuration) { scene in
        try await scene.cards("\(card) unplug")
        try await scene.expectLoss(of: card == "usb" ? "USB Headset" : "Headphones")
        try await Graph.wait(for: "the end of the stream", in: scene.desktop) { $0.stream == nil }
        // The plugging in of another device is irrelevant.
        try await scene.cards("speakers remove")
        try await scene.cards("speakers add")
        try await scene.cards("\(card) plug")
        try await scene.cards.wait(for: card, toBeHeard: true)
        #expect(try await scene.cards.report().values.allSatisfy { $0.card == card || $0.heardAloud == 0 })
        try await scene.remote.wait(.pauseReason, "")
      }
    }

    @Test func stopEndsTheWaitForAReturn_S0_15() async throws {
      let configuration = "[interruptions]\nresume-on-replug = true\n[output]\nrelease-after = \"1s\"\n"
      try await UnplugScene.with("usb", configuration: configuration) { scene in
        try await scene.cards("usb unplug")
        try await scene.expectLoss(of: "USB Headset")
        try await Graph.wait(for: "the end of the stream", in: scene.desktop) { $0.stream == nil }
        let clients = try await Graph.now(in: scene.desktop).clients.values
        #expect(clients.contains("Aloud"), "it looks out for the headset")
        try await scene.remote(.stop)
        try await Graph.wait(for: "the end of the connection", in: scene.desktop) { graph in
          !graph.clients.values.contains("Aloud")
        }
        try await scene.cards("usb plug")
        let left = try await Graph.wait(for: "the headset", in: scene.desktop) { graph in
          graph.nodes.values.contains { $0.name?.contains("usb") == true } ? graph.clients.values.sorted() : nil
        }
        #expect(!left.contains("Aloud"), "nobody looks out for it")
        #expect(!(try await scene.cards.report().values.contains { $0.isAudible }))
      }
    }

    @Test func aLooseJackPausesOnce_S0_15_S0_16() async throws {
      try await UnplugScene.with("analog", configuration: "[interruptions]\nresume-on-replug = true\n") { scene in
        for _ in 0..<5 {
          try await scene.cards("analog unplug")
          try await scene.cards("analog plug")
        }
        try await scene.cards("analog unplug")
        try await scene.expectLoss(of: "Headphones")
        // Moments of silence, while the session manager moves the sound there and back, are reported as such.
        let events = scene.events.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(events.last { ["paused", "resumed"].contains($0) } == "paused", "\(scene.events.output)")
        #expect(events.count { $0 == "resumed" } == events.count { $0 == "paused" } - 1, "\(scene.events.output)")
        // Only the sound in the card is heard aloud: the loudspeakers do not count as the listener's choice.
        #expect(try await scene.cards.report().values.allSatisfy { $0.heardAloud < 200 })
      }
    }
  }
}
