import CommandOutput
import Configuration
import Study
import Vocabulary

/// A change of a phrase as people write it: `split 1:02.5`, `join 3`, `start 3 -50ms`, `end 3 1:04.2`, `restore 3`,
/// `restore all`.
struct PhraseEditArgument: Equatable {
  /// A place in the recording, or a step from where an edge is.
  struct Place: Equatable {
    /// Less than 0 for a step back.
    var time: Microseconds
    var isRelative: Bool
  }

  let kind: PhraseEdit.Kind
  /// The number of the phrase, from 1; `nil` where none is named.
  let phrase: Int?
  /// `nil` where none is needed.
  let place: Place?

  /// - Throws: a mistake of the command line.
  init(_ text: String) throws(Failure) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    guard let edit = Self.parse(words) else {
      throw Failure(
        .usage, "cannot edit the phrases: '\(text)' is no edit",
        cure:
          "--edit \"split 1:02.5\", \"join 3\", \"start 3 -50ms\", \"end 3 1:04.2\", \"restore 3\" or \"restore all\"")
    }
    self = edit
  }

  private init(_ kind: PhraseEdit.Kind, phrase: Int? = nil, place: Place? = nil) {
    (self.kind, self.phrase, self.place) = (kind, phrase, place)
  }

  private static func parse(_ words: [String]) -> Self? {
    guard words.count > 1 else { return nil }
    if words == ["restore", "all"] { return Self(.restoreAll) }
    if words[0] == "split", words.count == 2 {
      return place(words[1]).flatMap { $0.isRelative ? nil : Self(.split, place: $0) }
    }
    guard let kind = PhraseEdit.Kind(rawValue: words[0]), let phrase = Int(words[1]), phrase > 0,
      phrase <= Int(UInt32.max)
    else { return nil }
    switch (kind, words.count) {
    case (.join, 2), (.restore, 2): return Self(kind, phrase: phrase)
    case (.start, 3), (.end, 3): return place(words[2]).map { Self(kind, phrase: phrase, place: $0) }
    default: return nil
    }
  }

  private static func place(_ text: String) -> Place? {
    let sign: Int64? = text.hasPrefix("+") ? 1 : text.hasPrefix("-") ? -1 : nil
    guard let time = DurationText.parse(sign == nil ? text : String(text.dropFirst())) else { return nil }
    return Place(time: Microseconds(Microseconds(time).asPlace.count * (sign ?? 1)), isRelative: sign != nil)
  }
}
