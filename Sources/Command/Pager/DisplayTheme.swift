package import Configuration

/// The colours of the display, from the settings and the terminal's answers. Pure.
package struct DisplayTheme: Equatable {
  private let able: Paint
  /// The theme that the settings or the user chose.
  package private(set) var setting: Settings.Theme
  /// The terminal's own ground; `nil` before it has answered.
  package var ground: Ground?

  /// - Parameters:
  ///   - able: the colours that the terminal has.
  ///   - ground: the terminal's own ground if the environment tells it; see ``Ground/init(colorFGBG:)``.
  package init(_ able: Paint, _ setting: Settings.Theme, ground: Ground?) {
    (self.able, self.setting, self.ground) = (able, setting, ground)
  }

  /// True if the colours depend on the terminal's ground.
  package var asksForGround: Bool { setting == .auto && able.colors != .none && able.colors != .sixteen }

  /// The colours of the chosen theme. They suit the terminal's own ground if that is as dark or light as the theme;
  /// ``Settings/Theme/auto`` takes an unknown ground for a dark one.
  package var paint: Paint {
    switch setting {
    case .auto: Paint(colors: able.colors, ground: ground ?? .dark)
    case .dark: Paint(colors: able.colors, ground: ground.flatMap { $0.isLight ? nil : $0 } ?? .dark)
    case .light: Paint(colors: able.colors, ground: ground.flatMap { $0.isLight ? $0 : nil } ?? .light)
    case .plain: Paint(colors: .none)
    }
  }

  /// Selects the next theme; the first one after the last.
  package mutating func change() {
    let all = Settings.Theme.allCases
    setting = all[((all.firstIndex(of: setting) ?? 0) + 1) % all.count]
  }
}
