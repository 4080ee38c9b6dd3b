package import Configuration

/// The side that orders right-to-left text: the terminal or this program. Pure.
///
/// Terminals differ. Most do not reorder text. Konsole, mlterm, PuTTY and the terminal of macOS reorder each row and
/// have no control for it. VTE and mintty reorder, too, and accept the direction of each paragraph
/// (https://terminal-wg.pages.freedesktop.org/bidi).
package enum Directions: Equatable {
  case own
  /// The terminal orders text by its own rules.
  case terminal
  /// The terminal orders text and accepts directions (SCP of ECMA-48).
  case toldTerminal

  /// The directions of a setting, before the terminal has answered.
  package init(_ setting: Settings.Bidi, environment: (String) -> String?) {
    switch setting {
    case .own: self = .own
    case .terminal: self = .terminal
    case .auto: self = Self.isKnown(environment) ? .terminal : .own
    }
  }

  /// True if the environment names a terminal that reorders text; tmux may run in it.
  private static func isKnown(_ environment: (String) -> String?) -> Bool {
    let term = environment("TERM") ?? ""
    if ["mlterm", "putty", "konsole"].contains(where: { term.hasPrefix($0) }) { return true }
    if ["Apple_Terminal", "mintty"].contains(environment("TERM_PROGRAM")) { return true }
    if environment("KONSOLE_VERSION") != nil || environment("MLTERM") != nil { return true }
    return (environment("VTE_VERSION").flatMap { Int($0) } ?? 0) >= 5800
  }

  /// Returns the sequence that selects the direction of a row (SCP); empty for terminals without it.
  package func path(isRightToLeft: Bool) -> String { self == .toldTerminal ? "\u{1B}[\(isRightToLeft ? 2 : 1) k" : "" }

  /// Returns a text on one line in the order of writing; its first letter decides the direction.
  package func line(_ text: String) -> String {
    guard self == .own, !VisualLine.isPlain(text.unicodeScalars) else { return text }
    let pieces = text.map { RowPiece(text: String($0), style: .plain) }
    return ordered(pieces, isRightToLeft: TextDirection.isRightToLeft(CollectionOfOne(text))).map(\.text).joined()
  }

  /// Returns the pieces of a row in the order of writing.
  func ordered(_ pieces: [RowPiece], isRightToLeft: Bool) -> [RowPiece] {
    guard self == .own, isRightToLeft || !pieces.allSatisfy({ VisualLine.isPlain($0.text.unicodeScalars) }) else {
      return pieces
    }
    var scalars: [Unicode.Scalar] = []
    var starts: [Int: Int] = [:]
    for (number, piece) in pieces.enumerated() {
      starts[scalars.count] = number
      scalars += piece.text.unicodeScalars
    }
    let line = VisualLine(scalars, isRightToLeft: isRightToLeft)
    return line.order.compactMap { index in
      // Combining marks belong to the piece of their base.
      guard let number = starts[index] else { return nil }
      var piece = pieces[number]
      let count = piece.text.unicodeScalars.count
      piece.text = String(String.UnicodeScalarView(line.shown[index..<index + count]))
      return piece
    }
  }
}

/// A character to show, and its style.
struct RowPiece: Equatable {
  var text: String
  var style: Paint.Style
}
