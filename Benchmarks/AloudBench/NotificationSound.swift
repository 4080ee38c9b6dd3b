import BusValues
import DesktopSupport
import EventLoop

/// The time from `notify-send` to the sound of the notification, beside a script that runs `notify-send` and `spd-say`
/// at the same moment.
@Core
enum NotificationSound {
  private static let peer = "notify-send with spd-say"
  /// More than the time for which the streams of both programs outlive their last sound: notifications are rare.
  private static let beyondRelease = Duration.milliseconds(3300)

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    guard let desktop = try await NotificationDesktop.start(rig) else {
      return report.notes.append("Notifications: left out, \(NotificationDesktop.needed).")
    }
    let aloud = Aloud(rig: rig)
    try await aloud.warm()
    for isReading in [false, true] {
      let what = "notify-send → sound, " + (isReading ? "beside a book" : "idle")
      if isReading { try await aloud.readInaudibly() }
      let dispatcher = SpeechDispatcher(rig: rig)
      if dispatcher.isInstalled {
        report.add(Row(what: what, who: peer, unit: "ms", series: try await beside(dispatcher, desktop)))
        await dispatcher.end()
      }
      try await aloud.watchNotifications(true)
      let series = try await Announcing.series(rig, pausing: beyondRelease) {
      } start: {
        try await show(desktop, rig)
      } end: {
        try await aloud.cancelAnnouncements()
      }
      report.add(Row(what: what, who: "aloud", unit: "ms", series: series, goal: .ratioAtMost(1, peer: peer)))
      try await aloud.watchNotifications(false)
      try await aloud.call("Clear")
    }
    report.notes.append("Notifications: shown by \(desktop.name).")
    try await desktop.end()
  }

  /// Shows a notification and returns when the server has answered.
  private static func show(_ desktop: NotificationDesktop, _ rig: Rig) async throws {
    // The name of the program is not spoken then, so that both programs say the same.
    let process = try rig.desktop.start(
      ["notify-send", "--expire-time", "1000", Texts.short], environment: desktop.environment)
    let result = try await process.waitForEnd()
    guard result.succeeded else { throw BenchError("\(result)") }
  }

  private static func beside(_ dispatcher: SpeechDispatcher, _ desktop: NotificationDesktop) async throws -> Series {
    let rig = dispatcher.rig
    await dispatcher.end()
    // The server is started by the first text.
    try await dispatcher.sayAndStop()
    return try await Announcing.series(rig, pausing: beyondRelease) {
    } start: {
      // The peer's program has the head start.
      async let said = dispatcher.say(Texts.short)
      try await show(desktop, rig)
      _ = try await said
    } end: {
      _ = try await rig.desktop.run("spd-say", "-S")
    }
  }
}
