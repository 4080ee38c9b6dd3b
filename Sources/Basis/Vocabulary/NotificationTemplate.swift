/// The text that is spoken of a notification, with places for its parts: `{app}`, `{summary}` and `{body}`.
///
/// `{body:digits}` has every number in the body spoken digit by digit. `{{` and `}}` are literal braces.
public struct NotificationTemplate: Equatable, Sendable {
  /// A part of a notification.
  public enum Field: String, CaseIterable, Sendable {
    /// The name of the application.
    case app
    /// The summary, which desktops show as the title.
    case summary
    /// The body.
    case body
  }

  /// A piece of a template.
  public enum Piece: Equatable, Sendable {
    /// A text that is spoken as it stands; never empty.
    case text(String)
    /// A part of the notification.
    case field(Field, digitByDigit: Bool)
  }

  /// The reason why a text is no template.
  public enum Mistake: Error, Equatable, Sendable {
    /// Nothing would ever be spoken.
    case empty
    /// There is no such placeholder; with its braces, cut after 40 characters.
    case unknown(String)
    /// A brace has no partner.
    case lonely(Character)
  }

  /// The pieces in their order. Two texts never follow each other.
  public let pieces: [Piece]

  /// Divides a text into its pieces. Takes time in proportion to its length.
  ///
  /// - Throws: the first ``Mistake``.
  public init(_ text: String) throws(Mistake) {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    var pieces: [Piece] = []
    var literal = ""
    // A mark that combines with a brace is no part of it.
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.unicodeScalars.append(scalar)
      case "{":
        guard let end = rest.firstIndex(where: { $0 == "}" || $0 == "{" }), rest[end] == "}" else {
          throw .lonely("{")
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        pieces.append(try Self.field(Substring(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      case "}": throw .lonely("}")
      default: literal.unicodeScalars.append(scalar)
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    self.pieces = pieces
  }

  /// - Parameter name: the placeholder without its braces.
  private static func field(_ name: Substring) throws(Mistake) -> Piece {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let field = Field(rawValue: String(parts[0])), parts.count == 1 || parts[1] == "digits" else {
      throw .unknown("{\(name.count > 40 ? name.prefix(40) + "…" : name)}")
    }
    return .field(field, digitByDigit: parts.count == 2)
  }
}
