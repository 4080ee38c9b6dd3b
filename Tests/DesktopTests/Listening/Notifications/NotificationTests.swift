import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import Glibc
import Testing
import Vocabulary

extension ListeningTests {
  /// A notification on the desktop, only if the listener has to act.
  struct NotificationTests {
    /// The number belongs to the desktop that gave it: a notification of another desktop must not be closed.
    @Test func aNotificationOfAnEarlierDesktopIsForgotten() async throws {
      try await Scene.inDesktop { desktop in
        let notifications = try await NotificationsDouble(in: desktop)
        _ = try await desktop.startService()
        let remote = try Remote(desktop)
        try await openDamagedBook(in: desktop, remote)
        try await eventually("it is shown") { !notifications.shown.isEmpty }
        try await desktop.order(.restart(.bus))
        let other = try await NotificationsDouble(in: desktop, firstID: 71)
        let client = try Remote(desktop)
        try await eventually("it is back") { try await client.text(.state) != "" }
        // A reading settles what was shown before.
        try await client.speak(reading)
        try await client.wait(.state, "speaking")
        let own = Set(other.shown.map(\.id))
        #expect(own.isSuperset(of: other.closed), "\(other.closed)")
      }
    }

    @Test func anUnspeakableTextIsShownWithItsReason_S0_13() async throws {
      try await Scene.inDesktop { desktop in
        let notifications = try await NotificationsDouble(in: desktop)
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        try await remote.speak(String(repeating: "This is a long text that does not end soon. ", count: 400))
        try await remote.wait(.state, "speaking")
        #expect(notifications.shown.isEmpty)
        // Each process that is started ends at once: the engine is given up.
        try await eventually("it is shown") {
          for speaker in speakers(below: service.pid).reversed() { kill(speaker, SIGKILL) }
          return !notifications.shown.isEmpty
        }
        let shown = try #require(notifications.shown.last)
        #expect(shown.summary == "Reading has stopped" && !shown.body.contains("long text"))
        #expect(shown.body == (try await remote.text(.lastError)))
        try await remote.speak(reading)
        try await remote.wait(.state, "speaking")
        try await eventually("it is taken back") { notifications.closed == [shown.id] }
      }
    }

    /// Lets the desktop open a file that cannot be read, as a file manager does.
    @Core
    private func launch(_ name: String, _ bytes: [UInt8]?, in desktop: PrivateDesktop, _ remote: Remote) async throws {
      let path = "\(desktop.directory)/\(name)"
      if let bytes { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
      // The service owns this name a moment after its first one.
      let name = ApplicationInterface.name
      _ = try await eventually("the application is there") { try await desktop.isOwned(name.text) ? true : nil }
      let call = BusCall(
        name, ApplicationInterface.path, ApplicationInterface.description.name, "Open",
        [.strings([FileURI.uri(path: path)]), .vardict([:])])
      await #expect(throws: BusError.self) { try await remote.bus.call(call) }
    }

    @Test(arguments: [true, false])
    func namesOfFilesBringNoMarkupAndNoControls_B8_B16(markup: Bool) async throws {
      try await Scene.inDesktop { desktop in
        let capabilities = markup ? ["body", "body-markup", "actions"] : ["body"]
        let notifications = try await NotificationsDouble(in: desktop, capabilities: capabilities)
        _ = try await desktop.startService()
        let remote = try Remote(desktop)
        try await launch("<b>R&D<\u{1B}[31m.txt", nil, in: desktop, remote)
        let shown = try await eventually("it is shown") { notifications.shown.last }
        #expect(shown.summary == "Cannot read ‘<b>R&D<.txt’", "a summary has no markup")
        #expect(!(shown.summary + shown.body).unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(shown.body.contains(markup ? "&lt;b&gt;R&amp;D&lt;[31m.txt" : "<b>R&D<[31m.txt"), "\(shown.body)")
        #expect(shown.actions.isEmpty, "there is no file to show")
        try await launch("damaged.zip", [0x50, 0x4B, 3, 4, 0, 0], in: desktop, remote)
        let damaged = try await eventually("the second one is shown") { notifications.shown.dropFirst().last }
        #expect(damaged.actions == (markup ? ["show-file", "Show File"] : []))
      }
    }

    @Test func privateTitlesReachNoNotificationAndNoMixer_D5() async throws {
      try await Scene.inDesktop { desktop in
        try Scene.write("[service]\nprivate-titles = true\n", in: desktop)
        let notifications = try await NotificationsDouble(in: desktop)
        _ = try await desktop.startService()
        let remote = try Remote(desktop)
        try await launch("secret.zip", [0x50, 0x4B, 3, 4, 0, 0], in: desktop, remote)
        let shown = try await eventually("it is shown") { notifications.shown.last }
        #expect(!"\(shown)".contains("secret") && shown.actions.isEmpty, "\(shown)")
        try await remote.speak(reading, SpeakOptions(title: "A secret diary"))
        try await remote.wait(.state, "speaking")
        let graph = try await desktop.run("pw-dump").output
        #expect(graph.contains("\"media.name\": \"Aloud\"") && !graph.contains("secret"))
      }
    }

    /// Opens a book whose second chapter cannot be read.
    @Core
    private func openDamagedBook(in desktop: PrivateDesktop, _ remote: Remote) async throws {
      var parts = (1...3).map(Library.chapter)
      parts[1].content = "not markup at all"
      let path = "\(desktop.directory)/book.epub"
      try Data(Library.book(parts).bytes).write(to: URL(fileURLWithPath: path))
      try await remote.set(.rate, .double(4))
      _ = try await remote.open(path)
    }

    @Test func aButtonReadsOnAfterADamagedChapter_D8_S3_17() async throws {
      try await Scene.inDesktop { desktop in
        let notifications = try await NotificationsDouble(in: desktop)
        _ = try await desktop.startService()
        let remote = try Remote(desktop)
        try await openDamagedBook(in: desktop, remote)
        let shown = try await eventually("it is shown") { notifications.shown.last }
        #expect(shown.summary == "Reading has stopped" && shown.body.contains("Chapter 2"), "\(shown)")
        #expect(shown.actions == ["read-on", "Read on After It"])
        // The spoken notice does not withdraw the notification.
        try await remote.wait(.state, "error")
        #expect(notifications.closed.isEmpty)
        notifications.press("something-else", of: shown.id)
        notifications.press("read-on", of: shown.id)
        try await eventually("the chapter after it is read") {
          try await remote.get(.metadata).asVardict?["xesam:title"]?.asString == "Chapter 3"
        }
        try await eventually("and that settles it") { notifications.closed == [shown.id] }
      }
    }
  }
}
