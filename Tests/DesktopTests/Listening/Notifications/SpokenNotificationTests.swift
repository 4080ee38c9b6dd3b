import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// Notifications of other programs, with real `notify-send` and real notification daemons.
  struct SpokenNotificationTests {
    private static let aloud = Project.program("aloud")

    @Core private static func turnOn(_ scene: Scene) async throws {
      let result = try await scene.desktop.run(aloud, "notify", "on", "--json")
      let start = #"{"version":1,"watched":true,"step":"monitor","start":"autostart","paused":false,"notSeen":["#
      #expect(result.output.hasPrefix(start), "\(result)")
    }

    private static let rules = """
      [[notify.rule]]
      application = "chat"
      action = "mute"

      [[notify.rule]]
      application = "bank"
      template = "{app}: {body:digits}"
      """

    @Test(arguments: [["/usr/bin/dunst"], ["/usr/lib/notification-daemon/notification-daemon"]])
    func notificationsOfARealDesktopAreHeardInOrder_S1_01(daemon: [String]) async throws {
      try await Scene.with(configuration: Self.rules) { scene in
        try await NotificationDesktop.withDaemon(daemon, scene) { display in
          func send(_ arguments: String...) async throws {
            let sender = try scene.desktop.start(["notify-send"] + arguments, environment: display)
            let result = try await sender.waitForEnd()
            #expect(result.succeeded, "\(result)")
          }
          try await send("-a", "Mail", "Before", "nobody watches")
          try await Self.turnOn(scene)
          try await send("-a", "Mail", "First", "<b>bold</b> &amp; plain")
          try await send("-a", "Chat", "Secret", "never heard")
          try await send("-a", "Bank", "In", "48210")
          try await send("-a", "Mail", "-h", "boolean:x-aloud-speak:false", "Silent", "by its hint")
          try await send("-u", "low", "Last", "")
          try await eventually("all are spoken") {
            try await NotificationDesktop.spoken(scene).contains("Last.") ? () : nil
          }
          #expect(
            try await NotificationDesktop.spoken(scene) == ["Mail: First. bold & plain", "Bank: 4 8 2 1 0", "Last."])
          #expect(try await scene.remote.text(.notificationStep) == "monitor")
          let off = try await scene.desktop.run(Self.aloud, "notify", "off")
          #expect(off.succeeded)
          try await send("-a", "Mail", "After", "nobody watches")
          let own = try await scene.desktop.run(Self.aloud, "notify", "Own", "by aloud", environment: display)
          #expect(own.succeeded, "\(own)")
          try await eventually("it is spoken") { try await NotificationDesktop.spoken(scene).count > 3 ? () : nil }
          #expect(try await NotificationDesktop.spoken(scene).suffix(1) == ["Own. by aloud"])
        }
      }
    }

    @Test func aNotificationOfAloudIsShownAndSpokenOnce_S1_06() async throws {
      try await Scene.with { scene in
        try await NotificationDesktop.withDaemon(NotificationDesktop.dunst, scene) { display in
          try await Self.turnOn(scene)
          let shown = try await scene.desktop.run(
            Self.aloud, "notify", "-p", "-a", "Oven", "Ready", "The cake.", environment: display)
          let number = try #require(UInt32(shown.output.dropLast()))
          try await eventually("it is spoken") { try await NotificationDesktop.spoken(scene).isEmpty ? nil : () }
          let again = try await scene.desktop.run(
            Self.aloud, "notify", "-r", "\(number)", "-w", "-t", "500", "--", "on", environment: display)
          #expect(again.succeeded, "\(again)")
          #expect(try await NotificationDesktop.spoken(scene) == ["Oven: Ready. The cake.", "on."])
        }
      }
    }

    @Test func closingANotificationSilencesIt_S1_06() async throws {
      try await Scene.with { scene in
        try await NotificationDesktop.withDaemon(NotificationDesktop.dunst, scene) { display in
          try await Self.turnOn(scene)
          let long = String(repeating: "This goes on. ", count: 60)
          let sent = try await scene.desktop.run(
            "notify-send", "-p", "-t", "60000", "-a", "Mail", "Long", long, environment: display)
          let number = try #require(UInt32(sent.output.dropLast()))
          _ = try await eventually("it is heard") {
            scene.recorder.all("Announcement").first { $0.words.first == "started" }
          }
          _ = try await scene.desktop.run(
            "gdbus", "call", "--session", "--dest", NotificationDesktop.server, "--object-path",
            "/org/freedesktop/Notifications",
            "--method", NotificationDesktop.server + ".CloseNotification", "\(number)")
          // Nothing else ends it before its end, which is minutes away.
          try await eventually("it is cut") { scene.recorder.all("Announcement").first { $0.words.first == "cut" } }
        }
      }
    }

    @Test func theWishOutlivesTheService_S1_18() async throws {
      try await Scene.inDesktop { desktop in
        let first = try await desktop.startService()
        let on = try await desktop.run(Self.aloud, "notify", "on")
        #expect(on.succeeded && on.output == "notifications are spoken from now on\n", "\(on)")
        _ = try await first.end()
        let second = try await desktop.startService()
        let remote = try Remote(desktop)
        try await remote.wait(.notificationStep, "monitor")
        // Without a server, a notification of aloud is spoken all the same.
        let spoken = try await desktop.run(Self.aloud, "notify", "--wait", "--json", "Nobody shows this")
        #expect(spoken.succeeded && spoken.output.contains(#""notification":null,"announcement":1"#), "\(spoken)")
        let doctor = try await desktop.run(Self.aloud, "doctor")
        #expect(doctor.output.contains("watched through a monitor connection"), "\(doctor)")
        withExtendedLifetime(second) {}
      }
    }

    @Test(arguments: [("copies", "eavesdropping"), ("none", "own")])
    func aBusThatForbidsMonitorsIsWatchedAsFarAsItAllows_S1_02(watchers: String, step: String) async throws {
      var options = PrivateDesktop.Options()
      options.environment["ALOUD_DESKTOP_WATCHERS"] = watchers
      try await Scene.inDesktop(options) { desktop in
        let service = try await desktop.startService()
        let on = try await desktop.run(Self.aloud, "notify", "on")
        #expect(on.succeeded && on.output.contains("the bus lets nobody see them") == (step == "own"), "\(on)")
        let remote = try Remote(desktop)
        #expect(try await remote.text(.notificationStep) == step)
        let doctor = try await desktop.run(Self.aloud, "doctor")
        #expect(
          doctor.output.contains(step == "own" ? "only those of `aloud notify`" : "copies of messages"), "\(doctor)")
        let scene = Scene(desktop: desktop, service: service, remote: remote)
        try await NotificationDesktop.withDaemon(NotificationDesktop.dunst, scene) { display in
          let sent = try await desktop.run("notify-send", "-a", "Mail", "Hello", environment: display)
          #expect(sent.succeeded)
          let own = try await desktop.run(Self.aloud, "notify", "Own", environment: display)
          #expect(own.succeeded)
          let expected = step == "own" ? ["Own."] : ["Mail: Hello.", "Own."]
          try await eventually("\(expected)") { try await NotificationDesktop.spoken(scene) == expected ? () : nil }
        }
      }
    }

    /// The part of the accessibility bus that says if a screen reader runs.
    @Core private final class Accessibility: ExportedObject {
      let interfaces = [
        InterfaceDescription(
          "org.a11y.Status", properties: [PropertyDescription("ScreenReaderEnabled", .bool, doc: "True if one runs.")],
          doc: "Accessibility.")
      ]
      func handle(_ call: IncomingCall) {}
      func value(of property: String, in interface: String) throws(BusError) -> BusValue { .bool(true) }
    }

    @Test func besideAScreenReaderItHasToBeSaidTwice() async throws {
      try await Scene.inDesktop { desktop in
        let remote = try Remote(desktop)
        remote.bus.export(Accessibility(), at: "/org/a11y/bus")
        _ = try await remote.bus.requestName("org.a11y.Bus")
        let service = try await desktop.startService()
        let first = try await desktop.run(Self.aloud, "notify", "on")
        #expect(first.exitCode == 1 && first.errors.contains("a screen reader runs"), "\(first)")
        #expect(try await remote.get(.notificationsWatched) == .bool(false))
        let second = try await desktop.run(Self.aloud, "notify", "on")
        #expect(second.succeeded, "\(second)")
        _ = try await desktop.run(Self.aloud, "notify", "off")
        let forced = try await desktop.run(Self.aloud, "notify", "on", "--force")
        #expect(forced.succeeded, "\(forced)")
        #expect(try await remote.get(.notificationsWatched) == .bool(true))
        withExtendedLifetime(service) {}
      }
    }

    @Test func theRulesAreExplained_S1_03() async throws {
      try await Scene.with(configuration: Self.rules) { scene in
        let test = try await scene.desktop.run(
          Self.aloud, "notify", "test", "--app", "Bank", "--json", "In", "48210")
        #expect(test.output.contains(#""action":"speak","text":"Bank: 4 8 2 1 0""#), "\(test)")
        #expect(test.output.contains(#""steps":["rule 2: template {app}: {body:digits}"]"#), "\(test)")
        let muted = try await scene.desktop.run(Self.aloud, "notify", "test", "--app", "Chat", "x")
        #expect(muted.output == "is silent\n  rule 1: action mute\n", "\(muted)")
        let rules = try await scene.desktop.run(Self.aloud, "notify", "rules")
        #expect(rules.output.hasPrefix("1  application = \"chat\", action = \"mute\"  ("), "\(rules)")
        #expect(try await NotificationDesktop.spoken(scene).isEmpty)
      }
    }
  }
}
