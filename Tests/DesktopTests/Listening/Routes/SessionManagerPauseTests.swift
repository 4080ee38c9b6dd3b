import AloudAPI
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// WirePlumber calls `Pause` when a sink goes (0.5.11 and later, `linking.pause-playback`). The reading follows its
  /// own rules about routes nevertheless. Here a program that PipeWire knows as WirePlumber makes that call.
  struct MeasuredSessionManagerPauseTests {
    /// The moment of the call beside that of the card's change.
    enum Order: CaseIterable { case before, after }

    /// Performs a command of the cards, with the session manager's call.
    @Core
    private func change(_ command: String, _ order: Order, _ manager: RunningProcess, _ scene: UnplugScene) async throws
    {
      if order == .before { try await pause(manager, scene) }
      try await scene.cards(command)
      if order == .after { try await pause(manager, scene) }
    }

    /// Returns when the service has left the call out. Within one incident, the state would not show it: the reason of
    /// a lost route stays, whoever pauses.
    @Core
    private func pause(_ manager: RunningProcess, _ scene: UnplugScene) async throws {
      func count() -> Int {
        scene.service.errors.split(separator: "\n").count { $0.contains("a Pause of the session manager") }
      }
      let before = (manager.output.split(separator: "\n").count, count())
      manager.write("pause\n")
      try await eventually("the call is answered") { manager.output.split(separator: "\n").count > before.0 }
      try await eventually("it is left out") { count() > before.1 }
    }

    @Core
    private func manager(_ scene: UnplugScene) async throws -> RunningProcess {
      let manager = try scene.desktop.start(
        [Project.program("recorder"), "--session-manager", PrivateDesktop.playerName], keepsInputOpen: true)
      try await manager.waitForOutput(containing: "ready\n")
      return manager
    }

    @Test(arguments: Order.allCases)
    func theProfileOfACallPausesNothing_S0_16(order: Order) async throws {
      try await UnplugScene.with("bluetooth") { scene in
        let manager = try await manager(scene)
        for profile in ["headset-head-unit", "a2dp-sink"] {
          try await change("bluetooth profile \(profile)", order, manager, scene)
          try await scene.expectNoLoss()
        }
        #expect(try await scene.cards.heardAloud() == 0)
      }
    }

    @Test(arguments: Order.allCases)
    func headphonesThatArePluggedInPauseNothing_S0_15(order: Order) async throws {
      try await UnplugScene.with("ucm", beside: []) { scene in
        try await scene.remote(.pause(.immediate))
        try await scene.cards("ucm unplug")
        try await scene.events.waitForOutput(containing: "device-lost")
        try await scene.remote(.play)
        try await scene.cards.wait(for: "ucm", toBeHeard: true)
        let manager = try await manager(scene)
        try await change("ucm plug", order, manager, scene)
        try await scene.expectNoLoss()
      }
    }

    @Test(arguments: Order.allCases)
    func aMonitorThatGoesIsFollowed_S0_16(order: Order) async throws {
      try await UnplugScene.with("hdmi") { scene in
        let manager = try await manager(scene)
        try await change("hdmi unplug", order, manager, scene)
        try await scene.cards.wait(for: "speakers", toBeHeard: true)
        try await scene.expectNoLoss()
      }
    }

    @Test(arguments: Order.allCases)
    func theOnlySinkThatComesBackGoesOn_S4_07(order: Order) async throws {
      try await UnplugScene.with("speakers", beside: []) { scene in
        let manager = try await manager(scene)
        try await change("speakers remove", order, manager, scene)
        try await scene.remote.wait(.pauseReason, "no-sink")
        try await scene.cards("speakers add")
        try await scene.remote.wait(.pauseReason, "")
        try await scene.cards.wait(for: "speakers", toBeHeard: true)
      }
    }

    /// Its first call is in doubt until the bus has told its process; the second one is known.
    @Test(arguments: Order.allCases)
    func pulledHeadphonesAreLostAndNothingIsHeardAloud_S0_15(order: Order) async throws {
      try await UnplugScene.with("usb") { scene in
        let manager = try await manager(scene)
        for _ in 0..<2 {
          try await change("usb remove", order, manager, scene)
          try await scene.expectLoss(of: "USB Headset")
          #expect(try await scene.cards.heardAloud() == 0)
          try await scene.cards("usb add")
          try await scene.remote(.play)
          try await scene.cards.wait(for: "usb", toBeHeard: true)
        }
      }
    }

    @Test(arguments: Order.allCases)
    func headphonesThatComeBackGoOnWhereThatIsWanted_S0_15(order: Order) async throws {
      try await UnplugScene.with("ucm", beside: [], configuration: "[interruptions]\nresume-on-replug = true\n") {
        scene in
        let manager = try await manager(scene)
        try await scene.cards("ucm unplug")
        try await scene.expectLoss(of: "Headphones")
        try await change("ucm plug", order, manager, scene)
        try await scene.remote.wait(.pauseReason, "")
        try await scene.cards.wait(for: "ucm", toBeHeard: true)
      }
    }

    @Test func thePauseOfAnyOtherProgramIsTheListeners() async throws {
      try await UnplugScene.with("speakers", beside: []) { scene in
        let manager = try await manager(scene)
        #expect(try await scene.desktop.run("playerctl", "-p", "aloud", "pause").succeeded)
        try await scene.remote.wait(.pauseReason, "user")
        try await pause(manager, scene)
        #expect(try await scene.remote.text(.pauseReason) == "user")
        try await scene.remote(.play)
        try await scene.cards.wait(for: "speakers", toBeHeard: true)
      }
    }
  }
}
