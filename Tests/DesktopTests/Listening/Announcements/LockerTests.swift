import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing

extension ListeningTests {
  /// The locked screens of all desktops, and lockers in trouble.
  struct LockerTests {
    private static let secret = "Your code is four eight two one zero."

    /// Announces the secret of a bank, and returns its number.
    @Core private static func announce(_ remote: Remote, _ text: String = secret) async throws -> UInt64 {
      var options = AnnounceOptions()
      options.application = "Bank"
      return try #require(try await remote(.announce([.text(text)], options)).first?.asUInt64)
    }

    /// The texts that were begun, told to a subscriber to texts.
    @Core
    private struct Told {
      private let signals: Signals

      init(_ remote: Remote) async throws {
        signals = Signals(of: AnnouncementSignal.member, on: remote)
        try await remote(.subscribe([.announcement], withText: true))
      }

      var all: [AnnouncementSignal] { signals.arguments.compactMap { AnnouncementSignal(arguments: $0) } }

      /// Waits for the end of an announcement, and returns the text that was spoken; `nil` if none was.
      func spoken(_ number: UInt64) async throws -> String? {
        try await eventually("the end of announcement \(number)") {
          all.contains { $0.id == number && ["finished", "dropped", "cut"].contains($0.event) } ? () : nil
        }
        return all.last { $0.id == number && $0.event == "started" }?.text
      }
    }

    private static func with(
      configuration: String = "", _ body: @Core (Remote, Told, PrivateDesktop) async throws -> Void
    ) async throws {
      try await Scene.inDesktop { desktop in
        if !configuration.isEmpty { try Scene.write(configuration, in: desktop) }
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        try await body(remote, try await Told(remote), desktop)
        withExtendedLifetime(service) {}
      }
    }

    @Test func theLockedScreenOfEachDesktopIsSeen_S1_01() async throws {
      try await Self.with { remote, told, desktop in
        for (name, _) in LockerDouble.names {
          let locker = try await LockerDouble(name, isLocked: true, in: desktop)
          let locked = try await Self.announce(remote)
          #expect(try await told.spoken(locked) == "Bank", "\(name)")
          #expect(await remote.failure(of: .listHistory) == "NotAllowed", "\(name)")
          locker.lock(false)
          let unlocked = try await Self.announce(remote)
          #expect(try await told.spoken(unlocked) == Self.secret, "\(name)")
        }
      }
    }

    @Test func noEventTellsALockedScreenMoreThanIsSpoken() async throws {
      try await Self.with { remote, told, desktop in
        let locker = try await LockerDouble(isLocked: true, in: desktop)
        let locked = try await Self.announce(remote)
        #expect(try await told.spoken(locked) == "Bank")
        #expect(!told.all.contains { $0.text?.contains("four") ?? false }, "\(told.all)")
        locker.lock(false)
        let unlocked = try await Self.announce(remote)
        #expect(try await told.spoken(unlocked) == Self.secret)
      }
    }

    @Test func aLockerThatDoesNotAnswerMeansLocked() async throws {
      try await Self.with { remote, told, desktop in
        let locker = try await LockerDouble(isLocked: true, in: desktop)
        for manner in [LockerDouble.Manner.never, .failing(BusError.Name.failed)] {
          locker.manner = manner
          let number = try await Self.announce(remote)
          #expect(try await told.spoken(number) == "Bank", "\(manner)")
          #expect(await remote.failure(of: .listHistory) == "NotAllowed", "\(manner)")
        }
        // A program that has the name for wishes against the screen saver is no locker.
        locker.manner = .failing(BusError.Name.unknownMethod)
        let number = try await Self.announce(remote)
        #expect(try await told.spoken(number) == Self.secret)
      }
    }

    @Test func anAnswerFromBeforeTheLockDecidesNothing() async throws {
      try await Self.with { remote, told, desktop in
        let locker = try await LockerDouble(isLocked: false, in: desktop)
        locker.manner = .late
        let first = try await Self.announce(remote, "The first one.")
        try await eventually("the locker is asked") { locker.asked == 1 }
        try await remote(.hush)
        #expect(try await told.spoken(first) == nil)
        // Nobody listens now.
        locker.lock(true)
        let second = try await Self.announce(remote)
        try await eventually("the locker is asked again") { locker.asked == 2 }
        locker.answer()
        #expect(try await told.spoken(second) == "Bank")
      }
    }

    @Test func aLockerThatCrashesUnlocksNothingAndItsSuccessorDecides() async throws {
      try await Self.with { remote, told, desktop in
        let locker = try await LockerDouble(isLocked: true, in: desktop)
        #expect(try await told.spoken(try await Self.announce(remote)) == "Bank")
        locker.vanish()
        for _ in 0..<2 { #expect(try await told.spoken(try await Self.announce(remote)) == "Bank") }
        let next = try await LockerDouble(isLocked: false, in: desktop)
        #expect(try await told.spoken(try await Self.announce(remote)) == Self.secret)
        withExtendedLifetime(next) {}
      }
    }

    /// With `private-titles`, the lock forbids what is being read, and the wish to hear notifications.
    @Test func aLockedScreenForbidsNeitherOwnNotificationsNorSilence_S1_01() async throws {
      try await Self.with(configuration: "[service]\nprivate-titles = true\n") { remote, told, desktop in
        let locker = try await LockerDouble(isLocked: true, in: desktop)
        #expect(await remote.failure(of: .watchNotifications(true)) == "NotAllowed", "the lock does not count")
        func aloud(_ arguments: String...) async throws -> String {
          let result = try await desktop.start([Project.program("aloud")] + arguments).waitForEnd()
          #expect(result.succeeded, "\(arguments): \(result)")
          return result.output
        }
        let shown = try await aloud("notify", "--app", "Bank", "--json", Self.secret)
        let rest = try #require(shown.split(separator: "\"announcement\":").last, "\(shown)")
        let number = try #require(UInt64(rest.prefix { $0.isNumber }), "\(shown)")
        // It is heard, and no program learns its words.
        #expect(try await told.spoken(number) == nil)
        #expect(told.all.filter { $0.id == number }.map(\.event) == ["queued", "started", "finished"])
        #expect(try await aloud("notify", "test", "--app", "Bank", "Hello").contains("Bank: Hello"))
        _ = try await aloud("notify", "pause")
        #expect(try await remote.get(.announcementsPaused) == .bool(true))
        _ = try await aloud("notify", "resume")
        #expect(try await remote.get(.announcementsPaused) == .bool(false))
        locker.lock(false)
        #expect(await remote.failure(of: .watchNotifications(true)) == "")
        #expect(try await remote.get(.notificationsWatched) == .bool(true))
        locker.lock(true)
        _ = try await aloud("notify", "off")
        #expect(try await remote.get(.notificationsWatched) == .bool(false))
      }
    }

    @Test func oneSourceDoesNotUnlockWhatAnotherLocks() async throws {
      try await Self.with { remote, told, desktop in
        let first = try await LockerDouble("org.gnome.ScreenSaver", isLocked: true, in: desktop)
        let second = try await LockerDouble("org.mate.ScreenSaver", isLocked: true, in: desktop)
        #expect(try await told.spoken(try await Self.announce(remote)) == "Bank")
        second.lock(false)
        #expect(try await told.spoken(try await Self.announce(remote)) == "Bank")
        first.lock(false)
        #expect(try await told.spoken(try await Self.announce(remote)) == Self.secret)
      }
    }

    /// A program of that name stands for swaylock, which tells nobody.
    @Test func aProgramThatLocksAndTellsNobodyIsSeenAlsoInTheMiddle() async throws {
      try await Self.with { remote, told, desktop in
        let path = desktop.directory + "/swaylock"
        #expect(try await desktop.run("cp", "/bin/sleep", path).succeeded)
        let locker = try desktop.start([path, "1000"])
        try await eventually("it runs") { try Self.name(ofProcess: locker.pid) == "swaylock" }
        #expect(try await told.spoken(try await Self.announce(remote)) == "Bank")
        _ = try await locker.end()
        let long = try await Self.announce(remote, String(repeating: "This secret goes on and on. ", count: 40))
        try await eventually("it is heard") { told.all.contains { $0.id == long && $0.event == "started" } }
        let again = try desktop.start([path, "1000"])
        try await eventually("it is cut") { told.all.contains { $0.id == long && $0.reason == "locked" } }
        _ = try await again.end()
      }
    }

    /// While the reading is paused, the watch for `pause-on-lock` looks for no program.
    @Test func announcementsAskAnewAlsoWhileTheLockIsWatchedForThePause_S1_01() async throws {
      try await Self.with(configuration: "[interruptions]\npause-on-lock = true\n") { remote, told, desktop in
        #expect(try await told.spoken(try await Self.announce(remote)) == Self.secret)
        let path = desktop.directory + "/swaylock"
        #expect(try await desktop.run("cp", "/bin/sleep", path).succeeded)
        let locker = try desktop.start([path, "1000"])
        try await eventually("it runs") { try Self.name(ofProcess: locker.pid) == "swaylock" }
        #expect(try await told.spoken(try await Self.announce(remote)) == "Bank")
        _ = try await locker.end()
      }
    }

    private static func name(ofProcess pid: Int32) throws -> String {
      try String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    static let hasMATE = FileManager.default.isExecutableFile(atPath: "/usr/bin/mate-screensaver")

    /// The real locker of MATE on a display without a screen: it locks, is stopped, is killed, and is started again.
    @Test(.enabled(if: LockerTests.hasMATE, "mate-screensaver is not installed"))
    func theRealLockerOfMATEIsHeardAlsoInTrouble() async throws {
      try await Self.with { remote, told, desktop in
        let display = try await XDisplay.start(in: desktop)
        let environment = display.environment.merging(["XDG_CURRENT_DESKTOP": "MATE"]) { $1 }
        func start() async throws -> RunningProcess {
          let locker = try desktop.start(["mate-screensaver", "--no-daemon"], environment: environment)
          try await eventually("it is on the bus") { try await desktop.processID(of: "org.mate.ScreenSaver") }
          return locker
        }
        let locker = try await start()
        #expect(try await told.spoken(try await Self.announce(remote)) == Self.secret)
        #expect(try await desktop.run("mate-screensaver-command", "--lock", environment: environment).succeeded)
        try await eventually("it has locked") {
          let call = BusCall(
            "org.mate.ScreenSaver", "/org/mate/ScreenSaver", "org.mate.ScreenSaver", "GetActive", expecting: "b")
          return try await remote.bus.call(call).arguments.first?.asBool ?? false
        }
        #expect(try await told.spoken(try await Self.announce(remote)) == "Bank")
        locker.send(signal: SIGSTOP)
        #expect(try await told.spoken(try await Self.announce(remote)) == "Bank")
        locker.send(signal: SIGKILL)
        _ = try await locker.waitForEnd()
        #expect(try await told.spoken(try await Self.announce(remote)) == "Bank")
        let next = try await start()
        #expect(try await told.spoken(try await Self.announce(remote)) == Self.secret)
        _ = try await next.end()
        _ = try await display.server.end()
      }
    }

    @Test func loginManagersOrdersToLockAndUnlockAreHeard() async throws {
      try await Self.with(configuration: "[interruptions]\npause-on-lock = true\nresume-on-unlock = true\n") {
        remote, told, desktop in
        let login = try await LoginManagerDouble(in: desktop)
        try await remote.speak(String(repeating: "It goes on and on. ", count: 60))
        try await remote.wait(.playbackStatus, "Playing")
        // Signals are lost until the service knows their sender, so they are repeated until one arrives.
        try await eventually("the order to lock pauses") {
          login.emitFromSession("Lock")
          return try await remote.text(.pauseReason) == "lock"
        }
        login.emitFromSession("Unlock")
        try await remote.wait(.playbackStatus, "Playing")
      }
    }

    @Test func doctorNamesTheLockerThatIsHeard() async throws {
      try await Self.with { remote, _, desktop in
        let locker = try await LockerDouble("org.mate.ScreenSaver", isLocked: false, in: desktop)
        let steps = try await remote(.diagnose).first?.asArray?.compactMap { DiagnosisStep($0) } ?? []
        let step = try #require(steps.first { $0.part == .lock })
        #expect(step.detail.contains("org.mate.ScreenSaver") && step.cure.isEmpty, "\(step)")
        locker.manner = .never
        let again = try await remote(.diagnose).first?.asArray?.compactMap { DiagnosisStep($0) } ?? []
        let silent = try #require(again.first { $0.part == .lock })
        #expect(silent.detail.contains("does not answer") && !silent.cure.isEmpty, "\(silent)")
      }
    }
  }
}
