import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// Notifications on a desktop that wants silence.
  struct QuietDesktopTests {
    private static let aloud = Project.program("aloud")

    /// A service that knows the display.
    private static func withDisplay(
      configuration: String = "", environment: [String: String] = [:],
      _ body: @Core (Scene, Sender) async throws -> Void
    ) async throws {
      try await Scene.inDesktop { desktop in
        if !configuration.isEmpty { try Scene.write(configuration, in: desktop) }
        let display = try await XDisplay.start(in: desktop)
        let environment = display.environment.merging(environment) { $1 }
        let service = try await desktop.startService(environment: environment)
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        let scene = Scene(desktop: desktop, service: service, remote: remote)
        try await body(scene, Sender(desktop: desktop, news: news, environment: environment))
        _ = try await display.server.end()
      }
    }

    /// A program that shows notifications.
    @Core private struct Sender {
      let desktop: PrivateDesktop
      let news: AnnouncementNews
      let environment: [String: String]

      /// Shows a notification, which is announced, and returns its end.
      func notify(_ text: String, urgency: String = "normal") async throws -> String {
        let shown = try await desktop.run(
          aloud, "notify", "-u", urgency, "-a", "Mail", "--json", text, environment: environment)
        let rest = try #require(shown.output.split(separator: "\"announcement\":").last, "\(shown)")
        return try await news.end(of: try #require(UInt64(rest.prefix { $0.isNumber })))
      }

      func run(_ command: String...) async throws {
        let result = try await desktop.start(command, environment: environment).waitForEnd()
        #expect(result.succeeded, "\(result)")
      }
    }

    @Test(arguments: [("respect", "dropped (do-not-disturb)"), ("critical", "finished")])
    func dunstsPauseIsRespected_S1_07(setting: String, critical: String) async throws {
      try await Self.withDisplay(configuration: "[notify]\ndo-not-disturb = \"\(setting)\"\n") { scene, sender in
        let daemon = try await NotificationDesktop.start(NotificationDesktop.dunst, scene.desktop, sender.environment)
        #expect(try await sender.notify("One") == "finished")
        try await sender.run("dunstctl", "set-paused", "true")
        #expect(try await sender.notify("Two") == "dropped (do-not-disturb)")
        #expect(try await sender.notify("Three", urgency: "critical") == critical)
        // A script's own text is no notification.
        try await sender.run(Self.aloud, "announce", "--wait", "Four")
        try await sender.run("dunstctl", "set-paused", "false")
        #expect(try await sender.notify("Five") == "finished")
        _ = try await daemon.end()
      }
    }

    @Test func gnomesSettingIsRespected_S1_07() async throws {
      let gnome = ["XDG_CURRENT_DESKTOP": "test:GNOME", "GSETTINGS_BACKEND": "keyfile"]
      try await Self.withDisplay(environment: gnome) { scene, sender in
        func show(_ isShown: Bool) async throws {
          try await sender.run(
            "gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "\(isShown)")
        }
        #expect(try await sender.notify("One") == "finished")
        try await show(false)
        #expect(try await sender.notify("Two") == "dropped (do-not-disturb)")
        try await show(true)
        #expect(try await sender.notify("Three") == "finished")
      }
    }

    @Test func aWindowThatFillsTheScreenKeepsNotificationsSilent() async throws {
      try await Self.withDisplay { scene, sender in
        // A program can only follow a property whose name is known to the X server.
        try await sender.run("xprop", "-root", "-f", "_NET_ACTIVE_WINDOW", "32x", "-set", "_NET_ACTIVE_WINDOW", "0x0")
        let windows = try scene.desktop.start(["jwm"], environment: sender.environment)
        let active = try scene.desktop.start(
          ["stdbuf", "-oL", "xprop", "-spy", "-root", "-notype", "_NET_ACTIVE_WINDOW"], environment: sender.environment)
        #expect(try await sender.notify("One") == "finished")
        let film = try scene.desktop.start(
          ["xterm", "-fullscreen", "-e", "sleep", "1000"], environment: sender.environment)
        let window = try await active.waitForOutput("its window") { @Sendable in Self.lastWindow(in: $0) }
        let state = try scene.desktop.start(
          ["stdbuf", "-oL", "xprop", "-spy", "-id", window, "-notype", "_NET_WM_STATE"], environment: sender.environment
        )
        _ = try await state.waitForOutput("its state") { @Sendable in $0.contains("_FULLSCREEN") ? "" : nil }
        #expect(try await sender.notify("Two") == "dropped (fullscreen)")
        #expect(try await sender.notify("Three", urgency: "critical") == "finished")
        _ = try await film.end()
        _ = try await active.waitForOutput("no window") { @Sendable in Self.lastWindow(in: $0) == nil ? "" : nil }
        #expect(try await sender.notify("Four") == "finished")
        for process in [state, active, windows] { _ = try await process.end() }
      }
    }

    /// The active window in the lines of `xprop -spy`; `nil` for none.
    private static func lastWindow(in output: String) -> String? {
      guard output.hasSuffix("\n"), let line = output.split(separator: "\n").last else { return nil }
      guard let word = line.split(separator: " ").first(where: { $0.hasPrefix("0x") }), word != "0x0" else {
        return nil
      }
      return String(word.prefix { $0 != "," })
    }

    @Test func hushEndsAnnouncementsToo() async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        for name in ["first", "second"] {
          let text = String(repeating: "This is the \(name). ", count: 60)
          _ = try await remote(.announce([.text(text)], AnnounceOptions()))
        }
        try await news.start(of: 1)
        #expect(try await desktop.run(Self.aloud, "hush").succeeded)
        #expect(try await news.end(of: 1) == "cut (cancelled)")
        #expect(try await news.end(of: 2) == "dropped (cancelled)")
        withExtendedLifetime(service) {}
      }
    }
  }
}
