import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing

/// A display without a screen, with a real notification daemon.
enum NotificationDesktop {
  static let server = "org.freedesktop.Notifications"
  static let dunst = ["/usr/bin/dunst"]

  /// A daemon on a display without a screen, and the environment of programs that show notifications.
  @Core static func withDaemon(
    _ command: [String], _ scene: Scene, _ body: @Core ([String: String]) async throws -> Void
  ) async throws {
    let display = try await XDisplay.start(in: scene.desktop)
    let daemon = try await start(command, scene.desktop, display.environment)
    try await body(display.environment)
    _ = try await daemon.end()
    _ = try await display.server.end()
  }

  /// Starts a notification daemon.
  @Core static func start(
    _ command: [String], _ desktop: PrivateDesktop, _ display: [String: String]
  ) async throws -> RunningProcess {
    let daemon = try desktop.start(command, environment: display)
    try await eventually("a notification server") { try await desktop.processID(of: server) }
    return daemon
  }

  /// The texts that began to be spoken, by the history.
  @Core static func spoken(_ scene: Scene) async throws -> [String] {
    let answer = try await scene.remote(.listHistory)
    let entries = (answer.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(HistoryEntry.init) }
    return entries.reversed().map { ($0.isNotification ? "" : "no notification: ") + $0.text }
  }
}

/// The news about announcements.
@Core
struct AnnouncementNews {
  private let signals: Signals

  init(_ remote: Remote) async throws {
    signals = Signals(of: AnnouncementSignal.member, on: remote)
    try await remote(.subscribe([.announcement]))
  }

  /// All news in their order.
  var all: [AnnouncementSignal] { signals.arguments.compactMap { AnnouncementSignal(arguments: $0) } }

  /// Waits for the end of an announcement: "finished", "dropped (locked)".
  func end(of number: UInt64) async throws -> String {
    do {
      return try await eventually("the end of announcement \(number)") {
        all.first { $0.id == number && ["finished", "dropped", "cut"].contains($0.event) }.map { signal in
          signal.event + (signal.reason.map { " (\($0))" } ?? "")
        }
      }
    } catch {
      // A failure tells what the announcement waits for.
      Issue.record("announcement \(number): \(all.filter { $0.id == number }.map(\.event))")
      throw error
    }
  }

  /// Waits until an announcement is heard.
  func start(of number: UInt64) async throws {
    try await eventually("the beginning of announcement \(number)") {
      // One that has ended without it never begins.
      let told = all.filter { $0.id == number }
      if told.contains(where: { ["dropped", "cut"].contains($0.event) }), told.allSatisfy({ $0.event != "started" }) {
        throw CancellationError()
      }
      return told.contains { $0.event == "started" } ? () : nil
    }
  }
}

/// A program that shows notifications, which are announced.
@Core
struct NotificationSender {
  let desktop: PrivateDesktop
  let news: AnnouncementNews
  /// The environment of programs on the display.
  let environment: [String: String]
  var aloud = Project.program("aloud")

  /// Shows a notification, waits until it is announced, and returns the end: "finished", "dropped (locked)".
  func notify(_ text: String, urgency: String = "normal") async throws -> String {
    let shown = try await desktop.run(
      aloud, "notify", "-u", urgency, "-a", "Mail", "--json", text, environment: environment)
    let rest = try #require(shown.output.split(separator: "\"announcement\":").last, "\(shown)")
    return try await news.end(of: try #require(UInt64(rest.prefix { $0.isNumber })))
  }

  /// Runs a command, which must succeed.
  func run(_ command: String...) async throws {
    let result = try await desktop.start(command, environment: environment).waitForEnd()
    #expect(result.succeeded, "\(result)")
  }
}
