/// A place in the speech of a track. The same sentence always gives the same sound. The place therefore stays the same
/// when the lengths of other sentences become known.
public struct SpeechPoint: Comparable, Hashable, Sendable {
  /// The index of the sentence, from 0 on.
  public var sentence: Int
  /// Frames since the start of the sentence, 0 or more.
  public var offset: Int64

  /// A place from its parts.
  public init(sentence: Int, offset: Int64 = 0) {
    self.sentence = sentence
    self.offset = offset
  }

  /// True if `a` comes first in the text.
  public static func < (a: SpeechPoint, b: SpeechPoint) -> Bool { (a.sentence, a.offset) < (b.sentence, b.offset) }
}
