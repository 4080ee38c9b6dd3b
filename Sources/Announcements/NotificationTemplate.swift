import Vocabulary

/// A mistake in the template of a rule.
public enum NotificationTemplateError: Error, Equatable, Sendable {
  /// There is no such placeholder. The place is that of its `{`, in characters from 1 on.
  case unknownPlaceholder(name: String, place: Int)
  /// A `{` has no `}`. The place is counted in characters from 1 on.
  case unclosed(place: Int)
}

extension NotificationTemplateError: CustomStringConvertible {
  /// The mistake, its place, and what to write.
  public var description: String {
    switch self {
    case .unknownPlaceholder(let name, let place):
      "there is no placeholder {\(name)} (character \(place)); there are \(NotificationTemplate.names)"
    case .unclosed(let place): "the { at character \(place) has no }; write {{ for a brace"
    }
  }
}

/// A text with placeholders for the parts of a notification, such as `{app}: {summary}`. A value.
///
/// A part is never expanded again, whatever it contains. `{{` and `}}` are braces.
public struct NotificationTemplate: Equatable, Sendable {
  /// A part of a notification.
  enum Field: String, CaseIterable, Sendable {
    case app, summary, body
    case summaryDigits = "summary:digits"
    case bodyDigits = "body:digits"
  }

  /// The texts of the parts, as they are spoken.
  struct Values {
    var texts: [Field: String]
  }

  private enum Piece: Equatable, Sendable {
    case text(String)
    case field(Field)
  }

  /// The template that applies if no rule has one.
  public static let standard = NotificationTemplate(pieces: [
    .field(.app), .text(": "), .field(.summary), .text(". "), .field(.body),
  ])

  /// The placeholders, for messages.
  static let names = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")

  private static let stops: Set<Character> = [
    ".", "!", "?", "…", ":", ";", ",", "。", "！", "？", "：", "；", "，", "।", "؟", "۔",
  ]

  private let pieces: [Piece]

  private init(pieces: [Piece]) { self.pieces = pieces }

  /// A template as it is written in a rule.
  public init(parsing source: String) throws(NotificationTemplateError) {
    var pieces: [Piece] = []
    var text = ""
    let characters = Array(source)
    var index = 0
    while index < characters.count {
      let character = characters[index]
      let isDouble = index + 1 < characters.count && characters[index + 1] == character
      if character == "{" || character == "}", isDouble {
        text.append(character)
        index += 2
      } else if character == "{" {
        guard let end = characters[index...].firstIndex(of: "}") else { throw .unclosed(place: index + 1) }
        let name = String(characters[(index + 1)..<end])
        guard let field = Field(rawValue: name) else { throw .unknownPlaceholder(name: name, place: index + 1) }
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
        pieces.append(.field(field))
        index = end + 1
      } else {
        text.append(character)
        index += 1
      }
    }
    if !text.isEmpty { pieces.append(.text(text)) }
    self.pieces = pieces
  }

  // MARK: Filling

  /// The text. The punctuation between two parts is left out if the first is empty, and is not doubled if the first
  /// ends with some of its own.
  func filled(_ values: Values) -> String {
    var result = ""
    // True if nothing stands before a punctuation: it belongs to an empty part.
    var isAfterNothing = false
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .field(let field):
        let text = values.texts[field] ?? ""
        isAfterNothing = text.isEmpty
        result += text
      case .text(let text):
        let isBetween = index > 0 && text.allSatisfy { Self.stops.contains($0) || $0.isWhitespace || $0 == "-" }
        if isBetween, isAfterNothing { continue }
        if let last = result.last, let first = text.first, Self.stops.contains(last), Self.stops.contains(first) {
          result += text.drop { Self.stops.contains($0) }
        } else {
          result += text
        }
        isAfterNothing = false
      }
    }
    while let last = result.last, last.isWhitespace || last == ":" || last == "," || last == ";" { result.removeLast() }
    return String(result.drop(while: \.isWhitespace))
  }
}
