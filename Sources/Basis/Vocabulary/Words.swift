extension RawRepresentable<String> where Self: CaseIterable {
  /// All words of this type in order, separated by commas: for documentation and error messages.
  public static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The same with "or" before the last one: `none, some or all`.
  public static var choices: String {
    let words = allCases.map(\.rawValue)
    return words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? "")
  }
}
