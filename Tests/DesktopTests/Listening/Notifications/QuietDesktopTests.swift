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
      _ body: @Core (Scene, NotificationSender) async throws -> Void
    ) async throws {
      try await Scene.inDesktop { desktop in
        if !configuration.isEmpty { try Scene.write(configuration, in: desktop) }
        let display = try await XDisplay.start(in: desktop)
        let environment = display.environment.merging(environment) { $1 }
        let service = try await desktop.startService(environment: environment)
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        let scene = Scene(desktop: desktop, service: service, remote: remote)
        try await body(scene, NotificationSender(desktop: desktop, news: news, environment: environment))
        _ = try await display.server.end()
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

    /// The part of the user's systemd that knows the variables of a desktop that has begun.
    @Core private final class Manager: ExportedObject {
      let interfaces = [
        InterfaceDescription(
          "org.freedesktop.systemd1.Manager",
          properties: [PropertyDescription("Environment", "as", doc: "The variables.")], doc: "The manager.")
      ]
      func handle(_ call: IncomingCall) {}
      func value(of property: String, in interface: String) throws(BusError) -> BusValue {
        .strings(["WAYLAND_DISPLAY=wayland-77", "XDG_CURRENT_DESKTOP=test:GNOME"])
      }
    }

    /// The user's systemd starts the service at a login, before the desktop.
    @Test func theSettingOfADesktopThatBeginsAfterTheServiceIsRespected_S1_07() async throws {
      try await Scene.inDesktop { desktop in
        let backend = ["GSETTINGS_BACKEND": "keyfile", "XDG_CURRENT_DESKTOP": ""]
        let service = try await desktop.startService(environment: backend)
        let remote = try Remote(desktop)
        let sender = NotificationSender(
          desktop: desktop, news: try await AnnouncementNews(remote), environment: backend)
        try await sender.run("gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "false")
        #expect(try await sender.notify("Before the desktop") == "finished")
        remote.bus.export(Manager(), at: "/org/freedesktop/systemd1")
        _ = try await remote.bus.requestName("org.freedesktop.systemd1")
        #expect(try await sender.notify("On the desktop") == "dropped (do-not-disturb)")
        try await sender.run("gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "true")
        #expect(try await sender.notify("With banners") == "finished")
        withExtendedLifetime(service) {}
      }
    }

    @Test func aWindowThatFillsTheScreenKeepsNotificationsSilent() async throws {
      try await Self.withDisplay { scene, sender in
        let screen = try await FilledScreen.open(sender)
        #expect(try await sender.notify("One") == "finished")
        try await screen.fill()
        #expect(try await sender.notify("Two") == "dropped (fullscreen)")
        #expect(try await sender.notify("Three", urgency: "critical") == "finished")
        try await screen.empty()
        #expect(try await sender.notify("Four") == "finished")
      }
    }

    @Test func theDoctorTellsWhatCannotBeSeen() async throws {
      let desktop = ["XDG_CURRENT_DESKTOP": "GNOME", "PATH": Project.nowhere]
      try await Self.withDisplay(environment: desktop) { scene, _ in
        let aloud = Self.aloud
        let on = try await scene.desktop.run(aloud, "notify", "on")
        #expect(on.succeeded)
        let doctor = try await scene.desktop.run(aloud, "doctor")
        #expect(doctor.output.contains("a window that fills the screen is not seen, since xprop is not installed"))
        #expect(doctor.output.contains("GNOME's do-not-disturb is not seen, since gsettings is not installed"))
        #expect(doctor.output.contains("apt install x11-utils libglib2.0-bin"), "\(doctor)")
      }
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
