/// What the worker that reads the configuration files tells the service, as lines that need no parser.
///
/// `section.key`, a tab and the value for each key that differs from its default, and `!`, a tab and a sentence for
/// each warning. A line is not empty and has at most ``longestLine`` bytes of UTF-8; it may contain line breaks, so
/// that whoever carries lines has to keep them apart.
public struct SettingsReport: Equatable, Sendable {
  /// Of a line, in bytes of UTF-8; longer warnings are cut.
  public static let longestLine = 4096
  /// More lines than this are no report.
  public static let mostLines = 200
  private static let mostWarnings = 100

  /// Every key with the value that holds.
  public var settings: Settings
  /// What could not be honoured, with file and line.
  public var warnings: [String]

  /// A report of `settings` and `warnings`.
  public init(settings: Settings = Settings(), warnings: [String] = []) {
    self.settings = settings
    self.warnings = warnings
  }

  /// The report as lines; of very many warnings the first ones, and how many follow.
  public var lines: [String] {
    let defaults = Settings()
    var lines: [String] = []
    for key in ConfigurationKey.all where key.value(in: settings) != key.value(in: defaults) {
      lines.append("\(key.path)\t\(key.value(in: settings).text)")
    }
    for warning in warnings.prefix(Self.mostWarnings) { lines.append("!\t\(Self.cut(warning))") }
    if warnings.count > Self.mostWarnings {
      lines.append("!\tand \(warnings.count - Self.mostWarnings) more; `aloud config check` names them all")
    }
    return lines
  }

  /// Reads what ``lines`` wrote.
  ///
  /// - Returns: `nil` where a line is not one of this build's: an unknown key, a value that the key cannot have.
  public init?(lines: [String]) {
    self.init()
    for line in lines {
      guard let tab = line.utf8.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let text = String(line[line.utf8.index(after: tab)...])
      if line[..<tab] == "!" {
        warnings.append(text)
      } else {
        guard let key = ConfigurationKey.named(String(line[..<tab])), let value = key.value(from: text),
          key.kind.store(value, &settings)
        else { return nil }
      }
    }
  }

  private static func cut(_ text: String) -> String {
    let room = longestLine - 16
    guard text.utf8.count > room else { return text }
    // A character that the cut would halve is left out.
    var end = text.utf8.index(text.startIndex, offsetBy: room)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }
}

extension ConfigurationKey {
  /// What ``Value/text`` wrote, as a value of this key's type; `nil` where it is none. Its range is not checked.
  fileprivate func value(from text: String) -> RawValue? {
    switch kind.read(Settings()) {
    case .text: .text(text)
    case .integer: Int(text).map(RawValue.integer)
    case .number: Double(text).map(RawValue.number)
    case .flag: Bool(text).map(RawValue.flag)
    case .other: nil
    }
  }
}
