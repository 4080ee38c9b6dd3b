/// A pattern with `*` for any characters and `?` for one character. Case does not matter. A value.
///
/// The time is bounded by the length of the text times that of the pattern.
public struct NotificationPattern: Equatable, Sendable {
  /// A character of the pattern.
  private enum Piece: Equatable, Sendable {
    case any
    case one
    case character(Character)
  }

  private let pieces: [Piece]

  /// A pattern for a whole text. Every text is a valid pattern.
  public init(_ pattern: String) {
    pieces = pattern.lowercased().reduce(into: []) { pieces, character in
      switch character {
      case "*": if pieces.last != .any { pieces.append(.any) }
      case "?": pieces.append(.one)
      default: pieces.append(.character(character))
      }
    }
  }

  private init(pieces: [Piece]) { self.pieces = pieces }

  /// The pattern for any text that has a part with this one.
  public var anywhere: NotificationPattern {
    NotificationPattern(
      pieces: (pieces.first == .any ? [] : [.any]) + pieces + (pieces.last == .any || pieces.isEmpty ? [] : [.any]))
  }

  /// True if the pattern is that of the whole text.
  public func matches(_ text: String) -> Bool { matches(Array(text.lowercased())) }

  /// True if the pattern is that of these characters, which are in lower case.
  func matches(_ text: [Character]) -> Bool {
    var (place, piece) = (0, 0)
    // The latest `*`, and the place from which it is tried to be longer.
    var star: (piece: Int, place: Int)?
    while place < text.count {
      if piece < pieces.count, pieces[piece] == .any {
        star = (piece, place)
        piece += 1
      } else if piece < pieces.count, pieces[piece] == .one || pieces[piece] == .character(text[place]) {
        place += 1
        piece += 1
      } else if let latest = star {
        star = (latest.piece, latest.place + 1)
        (place, piece) = (latest.place + 1, latest.piece + 1)
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .any }
  }
}
