import BusValues
import DBusKit
import EventLoop
import Glibc

/// One place in which a desktop or a notification server keeps its do-not-disturb, and the way to ask for it.
@Core
struct DoNotDisturbSource {
  /// The answer of a source.
  enum Answer: Equatable, Sendable {
    /// The listener wants no banners.
    case on
    /// The listener wants them.
    case off
    /// There is no such place here.
    case absent
    /// It is there, and does not answer in time.
    case silent
  }

  /// Its name, for tests and logs.
  let name: String
  /// Asks it; the answer comes once, in this turn or later.
  let ask: @Core (_ done: @escaping @Core (Answer) -> Void) -> Void

  /// The time that a program on the bus has to answer.
  static let patience = Duration.seconds(2)
  /// The time that a program has to start and to answer, or a disk.
  static let toolPatience = Duration.seconds(3)

  // MARK: The bus

  /// A question on the bus.
  ///
  /// An owner that answers with an error has no such place: `Get` of a property of another server, a channel that was
  /// never written. Only silence says nothing.
  static func asking(
    _ name: String, _ bus: LastingBus, _ call: BusCall, isOn: @escaping (BusValue) -> Bool?
  ) -> DoNotDisturbSource {
    DoNotDisturbSource(name: name) { done in
      guard let connection = bus.connection else { return done(.silent) }
      connection.call(call, timeout: patience, autoStart: false) { result in done(answer(in: result, isOn: isOn)) }
    }
  }

  private static func answer(
    in result: Result<BusReply, BusError>, isOn: (BusValue) -> Bool?
  ) -> Answer {
    switch result {
    case .success(let reply): reply.arguments.first.flatMap(isOn).map { $0 ? .on : .off } ?? .absent
    case .failure(let error):
      error.name == BusError.Name.noReply || error.name == BusError.Name.disconnected ? .silent : .absent
    }
  }

  // MARK: Settings of a desktop

  /// A key of GSettings.
  struct Setting: Equatable, Sendable {
    /// The word in `XDG_CURRENT_DESKTOP` of the desktop that has it.
    let desktop: String
    let schema: String
    let key: String
    /// The path of the schema in dconf.
    let path: String
    /// The value with which the listener wants no banners.
    let silence: String
  }

  /// GNOME, MATE and Cinnamon tell nobody on the bus; their settings do.
  static let settings = [
    Setting(
      desktop: "GNOME", schema: "org.gnome.desktop.notifications", key: "show-banners",
      path: "/org/gnome/desktop/notifications/", silence: "false"),
    Setting(
      desktop: "MATE", schema: "org.mate.NotificationDaemon", key: "do-not-disturb",
      path: "/org/mate/notification-daemon/", silence: "true"),
    Setting(
      desktop: "X-Cinnamon", schema: "org.cinnamon.desktop.notifications", key: "display-notifications",
      path: "/org/cinnamon/desktop/notifications/", silence: "false"),
  ]

  /// A setting, read by `gsettings`. Without that program it is not seen, which `aloud doctor` says.
  static func reading(_ setting: Setting) -> DoNotDisturbSource {
    let reader = SettingReader(setting)
    return DoNotDisturbSource(name: setting.schema) { reader.ask($0) }
  }

  /// Reads a setting with one program at a time: those who ask meanwhile get the answer of the next one together.
  @Core
  private final class SettingReader {
    private let setting: Setting
    private var isRunning = false
    private var waiting: [@Core (Answer) -> Void] = []

    init(_ setting: Setting) { self.setting = setting }

    func ask(_ done: @escaping @Core (Answer) -> Void) {
      waiting.append(done)
      if !isRunning { run() }
    }

    private func run() {
      let asked = waiting
      waiting = []
      isRunning = true
      Task { @Core [self] in
        let answer = await read()
        isRunning = false
        if !waiting.isEmpty { run() }
        for done in asked { done(answer) }
      }
    }

    private func read() async -> Answer {
      let result = await ToolRun.run(
        ["gsettings", "get", setting.schema, setting.key], limit: 4096, patience: toolPatience)
      let word = String(decoding: result.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return switch result.end {
      case .exited(0): word == setting.silence ? .on : .off
      case .exited, .absent: .absent
      case .late, .tooMuch, .notStarted: .silent
      }
    }
  }

  // MARK: Files

  /// A file of the desktop. Without it, the desktop's default holds: banners are shown.
  ///
  /// - Parameter isOn: gets the text; it runs on another thread.
  static func file(
    _ name: String, _ path: String, scheduler: any Scheduler, isOn: @escaping @Sendable (String) -> Bool
  ) -> DoNotDisturbSource {
    DoNotDisturbSource(name: name) { done in
      BlockingWork.run(within: toolPatience, scheduler: scheduler) { () -> Bool in
        guard let file = Descriptor(opening: path, O_RDONLY | O_NONBLOCK) else { return false }
        return isOn(String(decoding: file.readAll(limit: 64 << 10), as: UTF8.self))
      } done: { result in
        done((try? result.get()).map { $0 ? .on : .off } ?? .silent)
      }
    }
  }

  /// The do-not-disturb in LXQt's `notifications.conf`.
  nonisolated static func isOn(inLXQt text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmed }
      return parts.count == 2 && parts[0] == "doNotDisturb" && parts[1] == "true"
    }
  }

  /// The do-not-disturb in COSMIC's file of that name.
  nonisolated static func isOn(inCOSMIC text: String) -> Bool { text[...].trimmed == "true" }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
