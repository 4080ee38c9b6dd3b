import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// The banners of `aloud notify`, and their turns to be spoken.
  struct BannerTests {
    private static let aloud = Project.program("aloud")
    private static let long = String(repeating: "It goes on. ", count: 60)

    /// A desktop with a notification server of the test, and a service.
    private static func with(
      _ configuration: String = "",
      _ body: @Core (PrivateDesktop, NotificationsDouble, Remote, AnnouncementNews) async throws -> Void
    ) async throws {
      try await Scene.inDesktop { desktop in
        if !configuration.isEmpty { try Scene.write(configuration, in: desktop) }
        let server = try await NotificationsDouble(in: desktop)
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        try await body(desktop, server, remote, try await AnnouncementNews(remote))
        withExtendedLifetime(service) {}
      }
    }

    @Test func tenBannersAndTenVoicesGoTogether_S1_24() async throws {
      try await Self.with("[notify]\nshow = \"spoken\"\n") { desktop, server, _, news in
        // The number of ends before each banner, and of beginnings.
        var moments: [(began: Int, ended: Int)] = []
        server.onShown = {
          guard server.shown.last?.replaced == 0 else { return }
          moments.append((news.all.count { $0.event == "started" }, news.all.count { $0.event == "finished" }))
        }
        let commands = try (1...10).map { number in
          try desktop.start([Self.aloud, "notify", "-a", "App \(number)", "number \(number)"])
        }
        for command in commands {
          let result = try await command.waitForEnd(within: watchdog)
          #expect(result.succeeded, "\(result)")
        }
        let banners = server.shown.filter { $0.replaced == 0 }
        #expect(
          banners.count == 10 && banners.allSatisfy { $0.milliseconds == 0 }, "they are up until they were spoken")
        let spoken = news.all.filter { $0.event == "started" }.map(\.application)
        #expect(banners.map(\.application) == spoken, "in the order of the voices")
        // The news of its own beginning may still be on its way to the test, and its own end cannot.
        #expect(moments.indices.allSatisfy { moments[$0].ended <= $0 && moments[$0].began <= $0 + 1 }, "\(moments)")
        let again = server.shown.filter { $0.replaced != 0 }
        #expect(again.map(\.replaced) == banners.map(\.id), "then each has the usual time")
        #expect(again.allSatisfy { $0.milliseconds == -1 })
      }
    }

    @Test func oneThatIsNotSpokenIsShownAllTheSame_S1_24() async throws {
      try await Self.with { desktop, server, remote, news in
        try await remote(.pauseAnnouncements(true))
        let waiting = try desktop.start([Self.aloud, "notify", "--show", "spoken", "-t", "7000", "Waits"])
        try await eventually("it waits") { news.all.contains { $0.event == "queued" } ? () : nil }
        #expect(server.shown.isEmpty)
        try await remote(.hush)
        let result = try await waiting.waitForEnd(within: watchdog)
        #expect(result.succeeded, "\(result)")
        #expect(server.shown.map(\.summary) == ["Waits"] && server.shown.first?.milliseconds == 7000)
        // At once, the other choice, needs no turn.
        let atOnce = try await desktop.run(Self.aloud, "notify", "--show", "at-once", "Now")
        #expect(atOnce.succeeded && server.shown.last?.summary == "Now", "\(atOnce)")
        let wrong = try await desktop.run(Self.aloud, "notify", "--show", "never", "x")
        #expect(wrong.exitCode == 2 && wrong.errors.contains("at-once, spoken"), "\(wrong)")
      }
    }

    @Test func closingTheBannerEndsTheVoice_S1_24_S1_06() async throws {
      try await Self.with { desktop, server, _, news in
        let command = try desktop.start([Self.aloud, "notify", "--show", "spoken", "Long", Self.long])
        let shown = try await eventually("it is shown") { server.shown.last }
        let number = try #require(news.all.first?.id)
        server.dismiss(shown.id)
        // Nothing else ends it before its end, which is minutes away.
        #expect(try await news.end(of: number) == "cut (cancelled)")
        let result = try await command.waitForEnd(within: watchdog)
        #expect(result.succeeded, "\(result)")
        #expect(server.shown.count == 1, "a banner that the listener has closed does not come back")
      }
    }
  }
}
