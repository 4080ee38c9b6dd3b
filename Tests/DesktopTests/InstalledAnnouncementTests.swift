import DesktopSupport
import EventLoop
import Foundation
import Testing

/// Notifications with the installed service under a real `systemd --user`, where the programs that tell what the
/// desktop wants run in the unit's confinement. pipewire-pulse is beside.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled("no systemd --user can be started by this user here") { await PrivateDesktop.hasSystemd() })
struct InstalledAnnouncementTests {
  /// A service that was started by the bus on a display of GNOME, with dunst as its notification daemon.
  static func withDisplay(
    configuration: String = "", _ body: @Core (NotificationSender) async throws -> Void
  ) async throws {
    try await Scene.onCore {
      try await PrivateDesktop.withInstalledUnits(environment: ["ALOUD_DESKTOP_PULSE": "1"]) { desktop, installation in
        if !configuration.isEmpty { try Scene.write(configuration, in: desktop) }
        let display = try await XDisplay.start(in: desktop)
        let gnome = ["XDG_CURRENT_DESKTOP": "test:GNOME", "GSETTINGS_BACKEND": "keyfile"]
        let environment = display.environment.merging(gnome) { $1 }
        // A desktop's session gives them to systemd at its start.
        let assignments = environment.map { "\($0)=\($1)" }
        let set = try await desktop.start(["systemctl", "--user", "set-environment"] + assignments).waitForEnd()
        #expect(set.succeeded, "\(set)")
        let daemon = try await NotificationDesktop.start(NotificationDesktop.dunst, desktop, environment)
        let aloud = installation.file("bin/aloud")
        let on = try await desktop.run(aloud, "notify", "on")
        #expect(on.output == "notifications are spoken from now on\n", "\(on)")
        let remote = try Remote(desktop)
        let news = try await AnnouncementNews(remote)
        try await body(NotificationSender(desktop: desktop, news: news, environment: environment, aloud: aloud))
        withExtendedLifetime(remote) {}
        #expect(try await desktop.property("NRestarts", of: "aloudd.service") == "0")
        _ = try await daemon.end()
        _ = try await display.server.end()
      }
    }
  }

  @Test func theDesktopsWishesAreKnownUnderTheUnit_S1_07() async throws {
    try await Self.withDisplay { sender in
      #expect(try await sender.notify("One") == "finished")
      try await sender.run("gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "false")
      #expect(try await sender.notify("Two") == "dropped (do-not-disturb)")
      try await sender.run("gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "true")
      try await sender.run("dunstctl", "set-paused", "true")
      #expect(try await sender.notify("Three") == "dropped (do-not-disturb)")
      try await sender.run("dunstctl", "set-paused", "false")
      #expect(try await sender.notify("Four") == "finished")
      let screen = try await FilledScreen.open(sender)
      try await screen.fill()
      #expect(try await sender.notify("Five") == "dropped (fullscreen)")
      try await screen.empty()
      #expect(try await sender.notify("Six") == "finished")
    }
  }

  @Test func theFloorIsRaisedAndRestoredUnderTheUnit_S1_09() async throws {
    try await Self.withDisplay(configuration: "[announcements]\nfloor = 0.4\nfloor-cap = 0.6\n") { sender in
      // From PipeWire 1.4 on a sink that nobody hears tells no change of its volume.
      let recorder = try await Recorder.open(in: sender.desktop, beforeTheService: true)
      defer { withExtendedLifetime(recorder) {} }
      try await Graph.turn(0.1, in: sender.desktop)
      try await sender.run("notify-send", "-a", "Mail", "A letter has come", "from the other end of the world")
      try await sender.news.start(of: 1)
      try await Graph.wait(forVolume: 0.4, in: sender.desktop)
      #expect(try await sender.news.end(of: 1) == "finished")
      try await Graph.wait(forVolume: 0.1, in: sender.desktop)
    }
  }

  struct Measured {
    @Test func notificationsAreHeardUnderTheUnit_S1_01() async throws {
      try await InstalledAnnouncementTests.withDisplay { sender in
        let recorder = try await Recorder.open(in: sender.desktop, beforeTheService: true)
        let start = Remote.now
        try await sender.run("notify-send", "-a", "Mail", "A letter has come", "from the other end of the world")
        #expect(try await sender.news.end(of: 1) == "finished")
        let recording = try await recorder.recording(until: Remote.now)
        #expect(recording.peak(start, .max) > 0.05)
      }
    }
  }
}
