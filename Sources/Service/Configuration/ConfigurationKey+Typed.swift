extension ConfigurationKey {
  /// Converts typed input to TOML: a text without its quotes, a number with a comma, a flag as `on` or `no`.
  ///
  /// - Returns: `nil` if the key cannot have such a value.
  public func toml(typed: String) -> String? {
    var settings = Settings()
    for value in candidates(typed) where kind.store(value, &settings) { return toml(in: settings) }
    return nil
  }

  /// The permitted word nearest to a wrong one; `nil` if none is near.
  public func nearest(to typed: String) -> String? { Suggestion.nearest(to: typed, among: words) }

  private func candidates(_ typed: String) -> [RawValue] {
    let number = String(typed.map { $0 == "," ? "." : $0 })
    switch kind.read(Settings()) {
    case .text:
      // Quotes that were typed for the file do not belong to the text.
      let isQuoted = typed.count > 1 && typed.hasPrefix("\"") && typed.hasSuffix("\"")
      return (isQuoted ? [.text(String(typed.dropFirst().dropLast()))] : []) + [
        .text(typed), .text(typed.lowercased()),
      ] + (Int(typed).map { [.integer($0)] } ?? [])
    case .integer: return Int(typed).map { [.integer($0)] } ?? []
    case .number: return Double(number).map { [.number($0)] } ?? []
    case .flag:
      switch typed.lowercased() {
      case "true", "yes", "on", "1": return [.flag(true)]
      case "false", "no", "off", "0": return [.flag(false)]
      default: return []
      }
    case .other: return []
    }
  }
}
