import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop

/// A thousand notifications at once, from one connection and of ten applications: none is lost, those that are spoken
/// keep their order, and memory comes back.
@Core
enum NotificationBurst {
  private static let count = 1000
  private static let applications = [
    "Arlo", "Lorna", "Willow", "Marlow", "Yarrow", "Lemon", "Amalia", "Merlin", "Norma", "Aurora",
  ]
  /// More than the time after which the stream of announcements is given up.
  private static let settling = Duration.seconds(5)
  /// A silence of the service that is longer than any between two pieces of news.
  private static let end = Duration.seconds(3)

  /// The notifications that the server has shown.
  @Core
  private final class Answers {
    private(set) var count = 0
    /// The moment of the last one.
    private(set) var last = Core.loop.now

    func take(_ answer: Result<BusReply, BusError>) {
      last = Core.loop.now
      if case .success = answer { count += 1 }
    }
  }

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    guard let desktop = try await NotificationDesktop.start(rig) else {
      return report.notes.append("A burst of notifications: left out, \(NotificationDesktop.needed).")
    }
    let aloud = Aloud(rig: rig)
    // A fresh service is started, so that it does not release memory of earlier parts meanwhile.
    try await aloud.quit()
    try await aloud.warm()
    try await aloud.watchNotifications(true)
    try await aloud.setRate(6)
    let client = try BusConnection.session()
    let recorder = try await AnnouncementRecorder(words: false)
    _ = try await client.call(notification("Warm", "This is the first one."))
    try await eventually("the first one is spoken") { recorder.news.contains { $0.event == "finished" } }
    recorder.forget()
    await pause(settling)

    let processes = try await aloud.processes()
    let before = Processes.memory(of: processes).pss / 1024
    let peak = MemoryPeak(of: processes[0])
    let begin = Core.loop.now
    let answers = send(client)
    let (account, end) = try await settle(recorder, peak)
    await pause(settling)
    let after = Processes.memory(of: try await aloud.processes()).pss / 1024

    let what = "Burst of \(count) notifications"
    // Showing them takes the server longer than all else, and it may give up.
    try? await eventually("all are shown", within: .seconds(60)) { answers.count == count }
    report.notes.append(
      "\(what): \(desktop.name) showed \(answers.count) of them within "
        + "\(figure(answers.last.milliseconds(since: begin))) ms.")
    report.add("\(what): the last has ended after", "aloud", "ms", end.milliseconds(since: begin))
    let kinds: [AnnouncementSignal.News] = [.finished, .summed, .replaced, .dropped, .cut]
    for kind in kinds { report.add("\(what): \(kind.rawValue)", "aloud", "", Double(account.count(kind))) }
    report.add("\(what): lost", "aloud", "", Double(count - account.accounted), goal: .neverAbove(0))
    report.add("\(what): spoken out of order", "aloud", "", Double(account.disordered), goal: .neverAbove(0))
    report.add("\(what): memory (PSS) before", "aloud", "MB", before)
    report.add("\(what): memory (PSS) at most", "aloud", "MB", peak.all / 1024)
    report.add("\(what): memory (PSS) after", "aloud", "MB", after)

    client.close()
    try await aloud.setRate(1)
    try await aloud.watchNotifications(false)
    try await desktop.end()
  }

  private static func notification(_ application: String, _ summary: String) -> BusCall {
    BusCall(
      NotificationDesktop.server, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
      [
        .string(application), .uint32(0), .string(""), .string(summary), .string(""), .strings([]), .vardict([:]),
        .int32(1000),
      ])
  }

  /// Sends the notifications without waiting for answers.
  private static func send(_ client: BusConnection) -> Answers {
    let answers = Answers()
    for number in 1...count {
      let application = applications[number % applications.count]
      client.call(notification(application, "\(BurstAccount.marker)\(number)"), timeout: nil) { answers.take($0) }
    }
    return answers
  }

  /// Waits until nothing is spoken or waits any more.
  ///
  /// - Returns: what became of them, and the moment of the last news.
  private static func settle(
    _ recorder: AnnouncementRecorder, _ peak: MemoryPeak
  ) async throws -> (account: BurstAccount, end: Instant) {
    let start = Core.loop.now
    var last = start
    var told = 0
    var account = BurstAccount()
    while !account.isSettled || last.duration(to: Core.loop.now) < end {
      peak.sample()
      await pause(.milliseconds(50))
      let news = recorder.news
      if news.count > told { last = Core.loop.now }
      for news in news.dropFirst(told) { account.take(news) }
      told = news.count
      guard start.duration(to: Core.loop.now) < .seconds(240) else {
        throw BenchError("the burst does not end: \(account.accounted) have ended")
      }
    }
    return (account, last)
  }
}
