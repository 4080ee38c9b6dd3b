import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS
import Testing
import Vocabulary

extension ListeningTests {
  /// The machine goes to sleep, the screen is locked, or another user comes to the screen.
  struct SleepTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane, and all around him animals were"
      + " awake, and an eagle and an owl and an otter were already eating in an open area near our old inn."

    /// A scene whose machine has a login manager.
    private static func with(
      configuration: String = "", voices: SpeakingVoices = .usual,
      _ body: @Core (Scene, LoginManagerDouble) async throws -> Void
    ) async throws {
      try await Scene.with(configuration: configuration, voices: voices) { scene in
        try await body(scene, try await LoginManagerDouble(in: scene.desktop))
      }
    }

    @Test func playJustBeforeTheSleepDoesNotReadOnAfterIt_S0_02_M8() async throws {
      try await Self.with { scene, login in
        let (remote, recorder) = (scene.remote, scene.recorder)
        try await remote.set(.rate, .double(0.5))
        try await remote.speak(Self.text)
        try await recorder.wait(for: "Word", count: 2)
        try await eventually("sleep is put off") { login.held("delay").count == 1 }
        login.emit("PrepareForSleep", [.bool(true)])
        try await remote.wait(.pauseReason, "sleep")
        try await remote(.play)
        try await remote.wait(.playbackStatus, "Playing")
        try await login.wakeUp()
        try await remote.wait(.pauseReason, "sleep")
        #expect(try await remote.text(.playbackStatus) == "Paused")
        // From now on the listener's commands count again.
        try await remote(.play)
        try await remote.wait(.playbackStatus, "Playing")
      }
    }

    @Test func aPausedReadingHoldsNothingUp() async throws {
      try await Self.with { scene, login in
        try await scene.remote.speak(Self.text)
        try await eventually("sleep is put off") { login.held("delay").count == 1 }
        try await scene.remote(.pause(.immediate))
        try await eventually("and no more") { login.held("delay").isEmpty }
        login.emit("PrepareForSleep", [.bool(true)])
        try await login.wakeUp()
        #expect(try await scene.remote.text(.pauseReason) == "user")
        #expect(login.grants.count == 1)
      }
    }

    @Test func aNoticeThatComesOnlyAfterWakingStillPauses_S0_03() async throws {
      try await Self.with { scene, login in
        try await scene.remote.speak(Self.text)
        try await scene.recorder.wait(for: "Word", count: 2)
        try await eventually("the login manager is heard") { login.held("delay").count == 1 }
        login.emit("PrepareForSleep", [.bool(false)])
        try await scene.remote.wait(.pauseReason, "sleep")
      }
    }

    @Test func signalsWithoutTheirArgumentsOrFromOthersMeanNothing_S0_04() async throws {
      try await Self.with { scene, login in
        let remote = scene.remote
        try await remote.set(.rate, .double(0.5))
        try await remote.speak(Self.text)
        try await eventually("the login manager is heard") { login.held("delay").count == 1 }
        for arguments in [[], [.string("true")], [.int32(1)], [.variant(.bool(true))]] as [[BusValue]] {
          for member in ["PrepareForSleep", "PrepareForShutdown", "Nothing"] as [MemberName] {
            login.emit(member, arguments)
          }
        }
        // Another program on the same bus, directly to the service.
        let address = scene.desktop.environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? ""
        let stranger = try BusConnection(address: address)
        let targets = try await login.connections(of: scene.service.pid)
        #expect(targets.count == 1)
        for target in targets {
          stranger.emit(
            "PrepareForSleep", interface: LoginManagerDouble.manager, path: LoginManagerDouble.path,
            arguments: [.bool(true)], to: target)
          stranger.emit(
            "NameOwnerChanged", interface: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            arguments: [.string("org.freedesktop.login1"), .string(""), .string("\(stranger.uniqueName)")], to: target)
        }
        _ = try await stranger.call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"))
        let start = try await remote.position()
        try await eventually("it reads on") { try await remote.position() > start + 300_000 }
        #expect(try await remote.text(.playbackStatus) == "Playing")
        #expect(login.held("delay").count == 1)
        // Signals of the real login manager are still accepted.
        login.emit("PrepareForShutdown", [.bool(true)])
        try await remote.wait(.pauseReason, "sleep")
        stranger.close()
      }
    }

    /// Missing or wrong parts in events of the desktop silence nothing, and end nothing.
    @Test func anyPartOfAnOutsideEventMayBeMissing_S0_04() async throws {
      let configuration = "[interruptions]\npause-on-lock = true\npause-on-inactive-seat = true\n"
      try await Self.with(configuration: configuration) { scene, login in
        let remote = scene.remote
        let player = try await OtherPlayerDouble("vlc", in: scene.desktop)
        let desktop = try Remote(scene.desktop)
        #expect(try await desktop.bus.requestName("org.freedesktop.ScreenSaver") == .primaryOwner)
        try await remote.set(.rate, .double(0.5))
        try await remote.speak(Self.text + " " + Self.text + " " + Self.text)
        try await eventually("the login manager is heard") { login.held("delay").count == 1 }
        var random = SystemRandomNumberGenerator()
        let words = [
          "LockedHint", "Active", "PlaybackStatus", "Metadata", "org.freedesktop.login1.Session",
          "org.mpris.MediaPlayer2.Player", "",
        ]
        /// A value that is neither true nor a player's status, since only those have a meaning.
        func value(_ depth: Int) -> BusValue {
          switch Int.random(in: 0..<(depth > 2 ? 6 : 9), using: &random) {
          case 0: .string(words.randomElement(using: &random)!)
          case 1: .int32(.random(in: .min ... .max, using: &random))
          case 2: .int64(.random(in: .min ... .max, using: &random))
          case 3: .double(.infinity)
          case 4: .objectPath("/org/freedesktop/login1/session/_31")
          case 5: .uint32(1)
          case 6: .variant(value(depth + 1))
          case 7: .strings([words.randomElement(using: &random)!])
          default: .vardict([words.randomElement(using: &random)!: value(depth + 1)])
          }
        }
        let kinds: [(MemberName, InterfaceName, ObjectPath, BusConnection)] = [
          ("PrepareForSleep", LoginManagerDouble.manager, LoginManagerDouble.path, login.bus),
          ("PrepareForShutdown", LoginManagerDouble.manager, LoginManagerDouble.path, login.bus),
          (
            "PropertiesChanged", InterfaceDescription.properties.name, LoginManagerDouble.sessionPath, login.bus
          ),
          ("PropertiesChanged", InterfaceDescription.properties.name, MPRISBus.path, player.bus),
          ("Seeked", "org.mpris.MediaPlayer2.Player", MPRISBus.path, player.bus),
          ("ActiveChanged", "org.freedesktop.ScreenSaver", "/ScreenSaver", desktop.bus),
          ("ActionInvoked", "org.freedesktop.Notifications", "/org/freedesktop/Notifications", desktop.bus),
        ]
        for round in 0..<400 {
          let (member, interface, path, bus) = kinds[round % kinds.count]
          var arguments = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(0) }
          if member == "PropertiesChanged", Bool.random(using: &random) {
            // The right name, without its arguments.
            arguments.insert(.string(words[4 + round % 2]), at: 0)
          }
          bus.emit(member, interface: interface, path: path, arguments: arguments)
        }
        for bus in [login.bus, player.bus, desktop.bus] {
          _ = try await bus.call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"))
        }
        let start = try await remote.position()
        try await eventually("it reads on") { try await remote.position() > start + 300_000 }
        #expect(try await remote.text(.playbackStatus) == "Playing" && scene.service.isRunning)
        // Complete signals are still accepted.
        login.emit("PrepareForSleep", [.bool(true)])
        try await remote.wait(.pauseReason, "sleep")
      }
    }

    @Test func aLockedScreenAndAnotherSeatPauseWhereThatIsConfigured() async throws {
      let configuration = """
        [interruptions]
        pause-on-lock = true
        pause-on-inactive-seat = true
        inhibit-sleep = true
        """
      try await Self.with(configuration: configuration) { scene, login in
        let remote = scene.remote
        try await remote.speak(Self.text)
        try await eventually("the machine is kept awake") { login.held("block").map(\.what) == ["sleep:idle"] }
        let saver = try Remote(scene.desktop)
        #expect(try await saver.bus.requestName("org.freedesktop.ScreenSaver") == .primaryOwner)
        let reasons: [(String, @Core () -> Void)] = [
          ("lock", { login.emitFromSession("Lock") }),
          ("lock", { login.announce("LockedHint", .bool(true)) }),
          ("seat", { login.announce("Active", .bool(false)) }),
          (
            "lock",
            {
              saver.bus.emit(
                "ActiveChanged", interface: "org.freedesktop.ScreenSaver", path: "/ScreenSaver",
                arguments: [.bool(true)])
            }
          ),
        ]
        for (reason, happen) in reasons {
          // A repeated signal of the round before may still be on its way, and pauses once more.
          try await eventually("it plays") {
            try await remote(.play)
            return try await remote.text(.playbackStatus) == "Playing"
          }
          // Signals are lost until the service knows their sender, so they are repeated until one arrives.
          try await eventually("paused: \(reason)") {
            happen()
            return try await remote.text(.pauseReason) == reason
          }
          login.announce("LockedHint", .bool(false))
          login.announce("Active", .bool(true))
          #expect(try await remote.text(.playbackStatus) == "Paused")
          try await eventually("the machine may sleep") { login.held("block").isEmpty }
        }
      }
    }

    @Test func unlockingBringsTheSoundBackWhereThatIsConfigured() async throws {
      try await Self.with(configuration: "[interruptions]\npause-on-lock = true\nresume-on-unlock = true\n") {
        scene, login in
        let remote = scene.remote
        try await remote.speak(Self.text)
        try await eventually("paused") {
          login.announce("LockedHint", .bool(true))
          return try await remote.text(.pauseReason) == "lock"
        }
        login.announce("LockedHint", .bool(false))
        try await remote.wait(.playbackStatus, "Playing")
      }
    }

    @Test func byDefaultALockedScreenChangesNothing() async throws {
      try await Self.with { scene, login in
        try await scene.remote.speak(Self.text)
        try await eventually("the login manager is heard") { login.held("delay").count == 1 }
        login.emitFromSession("Lock")
        login.announce("LockedHint", .bool(true))
        login.announce("Active", .bool(false))
        let start = try await scene.remote.position()
        try await eventually("it reads on") { try await scene.remote.position() > start + 500_000 }
        #expect(login.held("block").isEmpty)
      }
    }

    /// The silence before and after sleep.
    struct Measured {
      @Test(arguments: SpeakingVoices.allCases)
      func itIsSilentBeforeTheMachineSleepsAndStaysSoAfterwards_S0_02_S0_03_S0_11(voices: SpeakingVoices) async throws {
        try await SleepTests.with(voices: voices) { scene, login in
          let (remote, recorder) = (scene.remote, scene.recorder)
          try await voices.speak(SleepTests.text, SpeakOptions(paused: true), to: remote)
          #expect(login.grants.isEmpty)
          try await remote(.play)
          try await recorder.wait(for: "Word", count: 4)
          try await eventually("sleep is put off while there is sound") { login.held("delay").count == 1 }
          #expect(login.held("delay").first?.what == "sleep:shutdown" && login.held("block").isEmpty)
          login.emit("PrepareForSleep", [.bool(true)])
          let released = try await eventually("the machine may sleep") { login.grants[0].released }
          #expect(try await remote.text(.pauseReason) == "sleep")
          let held = try await remote.settledPosition()
          login.emit("PrepareForSleep", [.bool(false)])
          let recording = try await recorder.recording(until: Remote.now + 600 * milliseconds)
          // The sink's cycle at the acknowledgement of the silence is still heard.
          let peak = recording.peak(released + 60 * milliseconds, recording.end)
          #expect(peak < 0.002, "\(peak) after the release")
          #expect(try await remote.text(.playbackStatus) == "Paused")
          #expect(try await remote.text(.pauseReason) == "sleep")
          #expect(try await remote.position() == held)
          #expect(login.grants.count == 1)
          let played = Remote.now
          try await remote(.play)
          let word = try await recorder.wait(for: "Word", since: played)
          #expect(word.media >= held - 700_000 && word.media < held + 900_000)
          try await eventually("and is put off again") { login.held("delay").count == 1 }
        }
      }
    }
  }
}
