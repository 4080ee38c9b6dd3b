package import Configuration

/// The colours of the display, from the settings and the terminal's answers. Pure.
package struct DisplayTheme: Equatable {
  private let able: Paint
  package private(set) var setting: Settings.Theme
  /// The terminal's own ground; `nil` before it has answered.
  package var ground: Ground?

  package init(_ able: Paint, _ setting: Settings.Theme, ground: Ground?) {
    (self.able, self.setting, self.ground) = (able, setting, ground)
  }

  /// True if the colours depend on the terminal's ground.
  package var asksForGround: Bool { setting == .auto && able.colors != .none && able.colors != .sixteen }

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
