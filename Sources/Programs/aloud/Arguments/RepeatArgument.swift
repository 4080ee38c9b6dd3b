import AloudAPI
import Vocabulary

/// The object of `repeat`: a part of the text, or the queue in the words of other players.
enum RepeatArgument: Equatable {
  case part(RepeatMode)
  case queue

  static let forms = "sentence, paragraph, chapter, a, b, ab or off"

  private static let words: [(String, RepeatArgument)] = [
    ("off", .part(.off)), ("none", .part(.off)), ("no", .part(.off)), ("a", .part(.a)), ("b", .part(.b)),
    ("ab", .part(.ab)), ("a-b", .part(.ab)), ("sentence", .part(.sentence)),
    ("phrase", .part(.sentence)), ("paragraph", .part(.paragraph)),
    ("chapter", .part(.chapter)), ("track", .part(.chapter)), ("one", .part(.chapter)), ("song", .part(.chapter)),
    ("on", .queue), ("all", .queue), ("queue", .queue), ("playlist", .queue),
  ]

  /// Parses a word, or a beginning of at least three letters.
  static func parse(_ argument: String) -> RepeatArgument? {
    let argument = argument.lowercased()
    return words.first { $0.0 == argument }?.1
      ?? (argument.count < 3 ? nil : words.first { $0.0.hasPrefix(argument) }?.1)
  }
}
