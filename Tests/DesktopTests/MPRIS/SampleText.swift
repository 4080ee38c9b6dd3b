/// A text to read.
struct SampleText: Sendable {
  let name: String
  let content: String

  /// About a second.
  static let word = SampleText(name: "word.txt", content: "One word.")
  /// About six seconds.
  static let short = SampleText(
    name: "short.txt",
    content: "The first sentence of the short text. The second sentence follows it. Here the short text ends.")
  /// About fifteen seconds.
  static let first = SampleText(name: "first.txt", content: sentences(7, of: "first"))
  /// About fifteen seconds.
  static let second = SampleText(name: "second.txt", content: sentences(7, of: "second"))
  /// About fifteen seconds.
  static let third = SampleText(name: "third.txt", content: sentences(7, of: "third"))

  private static func sentences(_ count: Int, of text: String) -> String {
    (1...count).map { "This is sentence \($0) of the \(text) text." }.joined(separator: " ")
  }
}
