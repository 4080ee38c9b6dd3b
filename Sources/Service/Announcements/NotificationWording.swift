import Vocabulary

/// The parts of one notification as they are spoken, to be put into a template. A value.
///
/// A part is never expanded again, whatever it contains.
struct NotificationWording {
  /// A part, as it is and digit by digit.
  struct Part {
    var text: String
    var digits: String

    /// A part without numbers.
    init(_ text: String) { (self.text, digits) = (text, text) }

    /// A part in both forms.
    init(_ text: String, digits: String) { (self.text, self.digits) = (text, digits) }
  }

  var application: Part
  var summary: Part
  var body: Part

  /// The template that applies if neither a rule nor the settings have one.
  static let usual: [NotificationTemplate.Piece] = [
    .field(.app, digitByDigit: false), .text(": "), .field(.summary, digitByDigit: false), .text(". "),
    .field(.body, digitByDigit: false),
  ]

  private static let stops: Set<Character> = [
    ".", "!", "?", "…", ":", ";", ",", "。", "！", "？", "：", "；", "，", "।", "؟", "۔",
  ]

  /// The text. The punctuation between two parts is left out if the first is empty, and is not doubled if the first
  /// ends with some of its own.
  func text(of pieces: [NotificationTemplate.Piece]) -> String {
    var result = ""
    // True if nothing stands before a punctuation: it belongs to an empty part.
    var isAfterNothing = false
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .field(let field, let isDigitByDigit):
        let part = self[field]
        let text = isDigitByDigit ? part.digits : part.text
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

  private subscript(_ field: NotificationTemplate.Field) -> Part {
    switch field {
    case .app: application
    case .summary: summary
    case .body: body
    }
  }
}
