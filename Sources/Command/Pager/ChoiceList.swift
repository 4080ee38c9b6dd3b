import CommandOutput

/// A list in the place of the text, from which the user selects an entry: chapters, bookmarks, the library. Pure.
package struct ChoiceList: Equatable {
  /// A row of the list.
  package struct Entry: Equatable {
    /// The text after the entry's number; truncated if the row is too short.
    package var label: String
    /// Text at the right edge.
    package var detail = ""

    /// An entry; without a detail, the label has the whole row.
    package init(label: String, detail: String = "") { (self.label, self.detail) = (label, detail) }
  }

  /// The effect of a key: the user goes on looking, has taken the entry at an index, or has left the list.
  package enum Answer: Equatable {
    case looking
    case taken(Int)
    case left
    /// The key has no meaning in a list.
    case unknown
  }

  /// The heading above the list, such as `Chapters`.
  package let title: String
  /// The entries from top to bottom. Only leaving is possible if there are none.
  package let entries: [Entry]
  /// The index of the highlighted entry; 0 if there are none.
  package private(set) var selected: Int
  /// The number that is being typed.
  private var typed = 0

  /// A list with its highlight on an entry; an index out of range becomes the nearest one.
  package init(title: String, entries: [Entry], selected: Int = 0) {
    self.title = title
    self.entries = entries
    self.selected = max(0, min(selected, entries.count - 1))
  }

  /// - Parameter height: the rows that the list has on the screen.
  package mutating func press(_ key: Key, height: Int) -> Answer {
    let before = typed
    typed = 0
    switch key {
    case .up, .character("k"): move(-1)
    case .down, .character("j"): move(1)
    case .pageUp: move(-max(1, height - 1))
    case .pageDown: move(max(1, height - 1))
    case .home: move(-entries.count)
    case .end: move(entries.count)
    case .enter, .right: return entries.isEmpty ? .left : .taken(selected)
    case .escape, .character("q"), .left, .backspace: return .left
    case .character(let character):
      guard character.isASCII, let digit = character.wholeNumberValue else { return .unknown }
      return type(before * 10 + digit)
    default: return .unknown
    }
    return .looking
  }

  /// Selects an entry by its number: in a short list at once; in a long one, more digits may follow.
  private mutating func type(_ number: Int) -> Answer {
    guard entries.indices.contains(number - 1) else { return .looking }
    selected = number - 1
    if entries.count < 10 { return .taken(selected) }
    typed = number
    return .looking
  }

  private mutating func move(_ step: Int) { selected = max(0, min(selected + step, entries.count - 1)) }

  /// Returns the part of the list that fits, with the selected entry in it.
  ///
  /// - Parameter width: the cells of a row.
  package func rows(width: Int, height: Int, ellipsis: String) -> [(text: String, isSelected: Bool)] {
    let top = max(0, min(selected - height / 2, entries.count - height))
    let numbers = String(entries.count).count
    return entries.enumerated().dropFirst(top).prefix(height).map { index, entry in
      let number = TextWidth.aligned(String(index + 1), to: numbers) + "  "
      // The label takes precedence if there is no room for both.
      let room = width - numbers - 3
      let detail = TextWidth.cells(entry.detail) * 2 < room ? entry.detail : ""
      let space = detail.isEmpty ? room : room - TextWidth.cells(detail) - 2
      let label = TextWidth.truncated(PageView.clean(entry.label), to: max(0, space), ellipsis: ellipsis)
      let text = number + TextWidth.padded(label, to: max(0, space)) + (detail.isEmpty ? "" : "  \(detail)")
      return (TextWidth.truncated(TextWidth.padded(text, to: width), to: width, ellipsis: ""), index == selected)
    }
  }
}

extension ChoiceList {
  /// A list on the start screen takes these keys for itself.
  package static func takes(_ key: Key) -> Bool {
    switch key {
    case .up, .down, .pageUp, .pageDown, .home, .end, .enter, .right, .left, .character("j"), .character("k"): true
    case .character(let character): character.isASCII && character.wholeNumberValue != nil
    default: false
    }
  }
}
