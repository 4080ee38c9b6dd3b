import AloudAPI
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// Headphones after a program with a sink of its own, such as an effects processor.
  struct MeasuredUnplugEffectsTests {
    /// The sound in a loopback, in the graph and in the card cannot be withdrawn; the rest is for a busy machine.
    private static let limit = 200.0

    /// A default sink without a card. Its input leaves at the node `effects-output`.
    @Core private final class Effects {
      private(set) var process: RunningProcess?

      func start(in desktop: PrivateDesktop) async throws {
        process = try desktop.start([
          "pw-loopback", "-n", "effects", "--capture-props", "{ media.class = Audio/Sink node.name = effects }",
          "--playback-props", "{ node.name = effects-output }",
        ])
        try await Graph.wait(for: "the effects", in: desktop) { $0.node("effects") != nil }
        try await desktop.order(.setDefaultSink("effects"))
      }

      func id(of name: String, in desktop: PrivateDesktop) async throws -> Int? {
        try await Graph.now(in: desktop).node(name)?.id
      }
    }

    private func with(
      _ card: String, beside others: [String] = ["speakers"],
      _ body: @Core (UnplugScene, Effects) async throws -> Void
    ) async throws {
      let effects = Effects()
      try await UnplugScene.with(
        card, beside: others, prepare: { try await effects.start(in: $0) },
        { scene in
          let links = try await scene.desktop.run("pw-link", "-l").output
          #expect(links.contains(/effects:playback[^\n]*\n *\|<- aloud:/), "\(links)")
          try await body(scene, effects)
        })
    }

    @Test(arguments: ["usb", "analog", "ucm-split"])
    func headphonesAfterEffectsPauseWhenTheyArePulled_S0_16(card: String) async throws {
      try await with(card) { scene, _ in
        try await scene.cards("\(card) unplug")
        try await scene.expectLoss(of: card == "usb" ? "USB Headset" : "Headphones")
        let aloud = try await scene.cards.heardAloud()
        #expect(aloud < Self.limit, "\(aloud) ms")
        try await scene.events.waitForOutput(containing: "device-lost")
      }
    }

    @Test func effectsMovedByHandPauseNothingThenNorLater_S0_16() async throws {
      try await with("usb") { scene, effects in
        let output = try #require(try await effects.id(of: "effects-output", in: scene.desktop))
        let speakers = try #require(
          try await effects.id(of: "alsa_output.pci-0000_00_1b.0.analog-stereo", in: scene.desktop))
        #expect(try await scene.desktop.run("pw-metadata", "\(output)", "target.node", "\(speakers)").succeeded)
        try await scene.cards.wait(for: "speakers", toBeHeard: true)
        try await scene.expectNoLoss()
        try await scene.events.waitForOutput(containing: "user-moved USB Headset → Speakers")
        // Speakers are heard now, so nothing private can be lost.
        try await scene.cards("usb remove")
        try await scene.expectNoLoss()
      }
    }

    @Test func effectsThatQuitGiveTheHeadsetBackWithoutAPause_S0_16() async throws {
      try await with("usb") { scene, effects in
        _ = try await effects.process?.end()
        try await scene.expectNoLoss()
        #expect(try await scene.cards.report().values.allSatisfy { $0.card == "usb" || !$0.isAudible })
      }
    }
  }
}
