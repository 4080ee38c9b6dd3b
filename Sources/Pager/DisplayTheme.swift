package import Configuration

/// The colours of the display, as they are set, and as the terminal answers. Pure.
package struct DisplayTheme: Equatable {
  private let able: Paint
  package private(set) var setting: Settings.Theme
  /// The terminal's own; `nil` while it has not said.
  package var ground: Ground?

  package init(_ able: Paint, _ setting: Settings.Theme, ground: Ground?) {
    (self.able, self.setting, self.ground) = (able, setting, ground)
  }

  /// It depends on the terminal's ground.
  package var asksForGround: Bool { setting == .auto && able.colors != .none && able.colors != .sixteen }

  package var paint: Paint {
    switch setting {
    case .auto: Paint(colors: able.colors, ground: ground ?? .dark)
    case .dark: Paint(colors: able.colors, ground: ground.flatMap { $0.isLight ? nil : $0 } ?? .dark)
    case .light: Paint(colors: able.colors, ground: ground.flatMap { $0.isLight ? $0 : nil } ?? .light)
    case .plain: Paint(colors: .none)
    }
  }

  /// Takes the next one; the first one behind the last.
  package mutating func change() {
    let all = Settings.Theme.allCases
    setting = all[((all.firstIndex(of: setting) ?? 0) + 1) % all.count]
  }
}
