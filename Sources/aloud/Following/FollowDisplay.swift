import AloudAPI
import Configuration
import EventLoop
import Glibc

/// The display of the text, for `follow`, `say -i`, `read -i` and `aloud` alone.
enum FollowDisplay {
  /// The events for the display.
  static let kinds: Set<EventKind> = [.sentence, .word, .progress, .state, .utterance, .error]

  /// Shows the text: on the whole screen of a terminal if possible, else by lines.
  ///
  /// - Parameters:
  ///   - service: the connection, which already receives signals of properties.
  ///   - isPlain: true for lines in any case, as they suit a screen reader.
  ///   - attendance: the texts; the display ends after them. `nil`: it ends when the user leaves it.
  @Core
  static func run(
    _ service: Service, _ console: Console, isPlain: Bool = false, attendance: Attendance? = nil
  ) async throws(Failure) {
    guard console.isMovable, !isPlain else {
      return try await FollowLines(service, console, attendance).run()
    }
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    let paint = Paint(colors: Paint.colors(isPainted: console.isPainted, environment: environment))
    let settings = try await UserSettings.read(task: "show the text").settings.follow
    let theme = DisplayTheme(paint, settings.theme, ground: environment("COLORFGBG").flatMap(Ground.init(colorFGBG:)))
    try await FollowScreen(service, console, theme, settings, attendance).run()
  }
}

/// The colours of the display, as they are set, and as the terminal answers. Pure.
struct DisplayTheme: Equatable {
  private let able: Paint
  private(set) var setting: Settings.Theme
  /// The terminal's own; `nil` while it has not said.
  var ground: Ground?

  init(_ able: Paint, _ setting: Settings.Theme, ground: Ground?) {
    (self.able, self.setting, self.ground) = (able, setting, ground)
  }

  /// It depends on the terminal's ground.
  var asksForGround: Bool { setting == .auto && able.colors != .none && able.colors != .sixteen }

  var paint: Paint {
    switch setting {
    case .auto: Paint(colors: able.colors, ground: ground ?? .dark)
    case .dark: Paint(colors: able.colors, ground: ground.flatMap { $0.isLight ? nil : $0 } ?? .dark)
    case .light: Paint(colors: able.colors, ground: ground.flatMap { $0.isLight ? $0 : nil } ?? .light)
    case .plain: Paint(colors: .none)
    }
  }

  /// Takes the next one; the first one behind the last.
  mutating func change() {
    let all = Settings.Theme.allCases
    setting = all[((all.firstIndex(of: setting) ?? 0) + 1) % all.count]
  }
}
