import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// Announcements that somebody else could hear.
  struct PrivateAnnouncementTests {
    private static let long = String(repeating: "This secret goes on and on. ", count: 40)

    /// Announces a text, and returns its number.
    @Core private static func announce(_ text: String, of application: String, _ remote: Remote) async throws -> UInt64
    {
      var options = AnnounceOptions()
      options.application = application.isEmpty ? nil : application
      return try #require(try await remote(.announce([.text(text)], options)).first?.asUInt64)
    }

    @Test func aLockedScreenHearsTheNameOfTheProgramOnly_S1_01() async throws {
      try await Scene.inDesktop { desktop in
        let saver = try await ScreenSaverDouble(isLocked: true, in: desktop)
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        let locked = try await Self.announce("The first secret.", of: "Mail", remote)
        #expect(try await news.end(of: locked) == "finished")
        let nameless = try await Self.announce("The second secret.", of: "", remote)
        #expect(try await news.end(of: nameless) == "dropped (locked)")
        saver.lock(false)
        let spoken = try await Self.announce(Self.long, of: "Mail", remote)
        let waiting = try await Self.announce("The third secret.", of: "Bank", remote)
        try await news.start(of: spoken)
        saver.lock(true)
        #expect(try await news.end(of: spoken) == "cut (locked)")
        #expect(try await news.end(of: waiting) == "finished")
        saver.lock(false)
        let scene = Scene(desktop: desktop, service: service, remote: remote)
        let heard = try await NotificationDesktop.spoken(scene)
        #expect(heard.count == 3 && heard[0].hasSuffix(": Mail") && heard[2].hasSuffix(": Bank"), "\(heard)")
      }
    }

    @Test func anotherSessionHearsNothing() async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let login = try await LoginManagerDouble(in: desktop)
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        let spoken = try await Self.announce(Self.long, of: "Mail", remote)
        let waiting = try await Self.announce("Another one.", of: "Mail", remote)
        try await news.start(of: spoken)
        // Signals are lost until the service knows their sender, so they are repeated until one arrives.
        try await eventually("it is cut") {
          login.announce("Active", .bool(false))
          return news.all.contains { $0.id == spoken && $0.event == "cut" && $0.reason == "seat" } ? () : nil
        }
        #expect(try await news.end(of: waiting) == "dropped (seat)")
        let later = try await Self.announce("Nobody hears this.", of: "Mail", remote)
        #expect(try await news.end(of: later) == "dropped (seat)")
        login.announce("Active", .bool(true))
        // This news and the announcement come on different buses, in any order.
        try await eventually("the listener is back") {
          let heard = try await Self.announce("The listener is back.", of: "Mail", remote)
          let end = try await news.end(of: heard)
          return end == "finished" ? () : nil
        }
        withExtendedLifetime((service, login)) {}
      }
    }

    @Test func aCallHoldsThemAlsoAfterAKeyEcho() async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        try await remote.speak(Self.long)
        try await remote.wait(.playbackStatus, "Playing")
        let phone = try Scene(desktop: desktop, service: service, remote: remote).call()
        try await remote.wait(.pauseReason, "call")
        var key = AnnounceOptions()
        key.keepReady = true
        func echo() async throws {
          let number = try await remote(.announce([.text("a")], key)).first?.asUInt64
          #expect(try await news.end(of: try #require(number)) == "finished")
        }
        try await echo()
        let held = try await Self.announce("After the call.", of: "Mail", remote)
        try await echo()
        #expect(!news.all.contains { $0.id == held && $0.event == "started" }, "it was heard in the call")
        _ = try await phone.end()
        #expect(try await news.end(of: held) == "finished")
        withExtendedLifetime(service) {}
      }
    }

    @Test func pulledHeadphonesSilenceIt_S0_16() async throws {
      var options = PrivateDesktop.Options()
      options.sink = nil
      try await Scene.inDesktop(options) { desktop in
        let cards = try await FakeCards.plugIn(["speakers", "usb"], in: desktop)
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        let spoken = try await Self.announce(Self.long, of: "Mail", remote)
        try await cards.wait(for: "usb", toBeHeard: true)
        try await cards("usb remove")
        #expect(try await news.end(of: spoken) == "cut (route-lost)")
        try await cards.wait(for: "speakers", toBeHeard: false)
        let next = try await Self.announce("Through the loudspeakers.", of: "Mail", remote)
        try await cards.wait(for: "speakers", toBeHeard: true)
        #expect(try await news.end(of: next) == "finished")
        withExtendedLifetime(service) {}
      }
    }
  }
}
