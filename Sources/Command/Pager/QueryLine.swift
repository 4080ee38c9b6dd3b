import CommandOutput

/// The line for typing the words of a search. Pure.
package struct QueryLine: Equatable {
  /// The words that have been typed; empty at first.
  package private(set) var text = ""
  /// The number of characters before the cursor.
  package private(set) var cursor = 0

  /// A line before the first key.
  package init() {}

  /// The cells before the cursor.
  package var cellsBefore: Int { TextWidth.cells(text.prefix(cursor)) }

  /// The effect of a key: the user goes on typing, has entered the words, or has left the line.
  package enum Answer: Equatable { case typing, entered, left }

  /// Changes the line by a key. Backspace leaves an empty line; keys without a meaning change nothing.
  package mutating func press(_ key: Key) -> Answer {
    switch key {
    case .character(let character):
      text.insert(character, at: index(cursor))
      cursor += 1
    case .backspace:
      if text.isEmpty { return .left }
      guard cursor > 0 else { break }
      text.remove(at: index(cursor - 1))
      cursor -= 1
    case .delete: if cursor < text.count { text.remove(at: index(cursor)) }
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = text.count
    case .eraseLine: self = QueryLine()
    case .enter: return .entered
    case .escape: return .left
    case .up, .down, .pageUp, .pageDown, .other, .ground, .knowsDirections: break
    }
    return .typing
  }

  private func index(_ offset: Int) -> String.Index { text.index(text.startIndex, offsetBy: offset) }
}
