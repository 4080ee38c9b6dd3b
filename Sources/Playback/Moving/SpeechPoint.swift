/// A place in the speech of a track. The same sentence always gives the same sound, so that a place of it stays the
/// same place, whatever is learnt about the lengths of others.
public struct SpeechPoint: Comparable, Hashable, Sendable {
  /// From 0 on.
  public var sentence: Int
  /// Frames of the sentence that have passed, 0 or more.
  public var offset: Int64

  /// A place from its parts.
  public init(sentence: Int, offset: Int64 = 0) {
    self.sentence = sentence
    self.offset = offset
  }

  /// Whether `a` comes first in the text.
  public static func < (a: SpeechPoint, b: SpeechPoint) -> Bool { (a.sentence, a.offset) < (b.sentence, b.offset) }
}
