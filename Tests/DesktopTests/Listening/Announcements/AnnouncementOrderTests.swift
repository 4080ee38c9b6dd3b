import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Glibc
import MPRIS
import Testing
import Vocabulary

extension ListeningTests {
  /// Orders of the listener and of the machine that silence announcements, over the bus.
  struct AnnouncementOrderTests {
    private static let aloud = Project.program("aloud")
    private static let long = String(repeating: "This secret goes on and on. ", count: 40)

    @Core private static func announce(
      _ text: String, of application: String = "Mail", _ remote: Remote
    ) async throws -> UInt64 {
      var options = AnnounceOptions()
      options.application = application
      return try #require(try await remote(.announce([.text(text)], options)).first?.asUInt64)
    }

    /// Speaks a key echo, which passes the listener's pause, to its end: whatever might be spoken would have begun.
    @Core private static func echo(_ remote: Remote, _ news: AnnouncementNews) async throws {
      var key = AnnounceOptions()
      key.keepReady = true
      let number = try #require(try await remote(.announce([.text("a")], key)).first?.asUInt64)
      #expect(try await news.end(of: number) == "finished")
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func thePauseOutlivesTheService(signal: CInt) async throws {
      try await RestartableService.with { service in
        let paused = try await service.desktop.run(Self.aloud, "notify", "pause")
        #expect(paused.succeeded, "\(paused)")
        try await service.endAndBegin(signal)
        let remote = service.remote
        let news = try await AnnouncementNews(remote)
        #expect(try await remote.get(.announcementsPaused) == .bool(true))
        let doctor = try await service.desktop.run(Self.aloud, "doctor")
        #expect(doctor.output.contains("everything that is announced waits"), "\(doctor)")
        let held = try await Self.announce("This waits.", remote)
        try await Self.echo(remote, news)
        #expect(!news.all.contains { $0.id == held && $0.event == "started" }, "it was heard in the pause")
        let resumed = try await service.desktop.run(Self.aloud, "notify", "resume")
        #expect(resumed.succeeded, "\(resumed)")
        #expect(try await news.end(of: held) == "finished")
        try await service.endAndBegin(SIGTERM)
        #expect(try await remote.get(.announcementsPaused) == .bool(false))
      }
    }

    @Test func announcementsAreSilentBeforeTheMachineSleepsAndTheRestWaits_S0_02() async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let login = try await LoginManagerDouble(in: desktop)
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        let spoken = try await Self.announce(Self.long, remote)
        let waiting = try await Self.announce("The second.", remote)
        try await news.start(of: spoken)
        try await eventually("sleep is put off while something is announced") { login.held("delay").count == 1 }
        login.emit("PrepareForSleep", [.bool(true)])
        #expect(try await news.end(of: spoken) == "cut (sleep)")
        _ = try await eventually("the machine may sleep") { login.grants[0].released }
        let third = try await Self.announce("A third, that comes while the machine goes to sleep.", remote)
        try await eventually("it waits") { news.all.contains { $0.id == third && $0.event == "queued" } ? () : nil }
        #expect(!news.all.contains { $0.id != spoken && $0.event == "started" })
        login.emit("PrepareForSleep", [.bool(false)])
        #expect(try await news.end(of: waiting) == "finished")
        #expect(try await news.end(of: third) == "finished")
        withExtendedLifetime(service) {}
      }
    }

    /// The login manager is not known yet when it announces the sleep.
    @Test func aSleepThatBeganBeforeTheFirstAnnouncementHoldsIt() async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let login = try await LoginManagerDouble(in: desktop)
        login.isPreparingForSleep = true
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        let held = try await Self.announce("This waits.", remote)
        try await eventually("it is asked") { login.wasAskedForSleep ? () : nil }
        login.isPreparingForSleep = false
        login.emit("PrepareForSleep", [.bool(false)])
        #expect(try await news.end(of: held) == "finished")
        withExtendedLifetime(service) {}
      }
    }

    @Test func settingsThatSilenceReachWhatWaitsAndWhatIsSpoken_S1_01() async throws {
      try await Scene.inDesktop { desktop in
        try Scene.write("[notify]\nlocked = \"all\"\n", in: desktop)
        let saver = try await ScreenSaverDouble(isLocked: true, in: desktop)
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        let spoken = try await Self.announce(Self.long, remote)
        let waiting = try await Self.announce("Another secret.", of: "Bank", remote)
        try await news.start(of: spoken)
        try Scene.write("[notify]\nlocked = \"nothing\"\n", in: desktop)
        #expect(try await news.end(of: spoken) == "cut (locked)")
        #expect(try await news.end(of: waiting) == "dropped (locked)")
        withExtendedLifetime((saver, service)) {}
      }
    }

    @Test func turnedOffNothingThatWasSeenIsHeard() async throws {
      try await Scene.inDesktop { desktop in
        let server = try await NotificationsDouble(in: desktop)
        let service = try await desktop.startService()
        let on = try await desktop.run(Self.aloud, "notify", "on")
        #expect(on.succeeded, "\(on)")
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        for number in 1...3 {
          _ = try await remote.bus.call(
            BusCall(
              NotificationsDouble.name, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
              [
                .string("App"), .uint32(0), .string(""), .string("number \(number)"), .string(Self.long),
                .strings([]), .vardict([:]), .int32(-1),
              ]))
        }
        try await eventually("all are announced") { news.all.count { $0.event == "queued" } == 3 ? () : nil }
        try await eventually("one is heard") { news.all.contains { $0.event == "started" } ? () : nil }
        let off = try await desktop.run(Self.aloud, "notify", "off")
        #expect(off.succeeded, "\(off)")
        let ends = news.all.filter { $0.reason == "cancelled" }.map(\.event)
        #expect(ends == ["cut", "dropped", "dropped"], "\(news.all)")
        let own = try await Self.announce("Asked for.", remote)
        #expect(try await news.end(of: own) == "finished")
        withExtendedLifetime((server, service)) {}
      }
    }
  }
}
