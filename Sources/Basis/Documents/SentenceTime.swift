/// The time of a sentence by a clock of the text's own: that of a recording beside it, or of a film.
///
/// Times are in milliseconds from the beginning of that clock, 0…``latest``.
public struct SentenceTime: Hashable, Sendable {
  /// The time of a word.
  public struct Word: Hashable, Sendable {
    /// The word in bytes of its sentence, not empty.
    public var utf8: Range<Int>
    /// The time at which it begins.
    public var start: Int

    /// A word that begins at a time.
    public init(utf8: Range<Int>, start: Int) {
      self.utf8 = utf8
      self.start = start
    }
  }

  /// The latest time: 12 days.
  public static let latest = 1 << 30
  /// The most words of one sentence that have times.
  public static let mostWords = 255

  /// The time at which the sentence begins.
  public var start: Int
  /// The time at which it ends; not before ``start``.
  public var end: Int
  /// The words that have times of their own, in order and within the time of the sentence; at most ``mostWords``.
  public var words: [Word]

  /// A sentence with a time.
  public init(start: Int, end: Int, words: [Word] = []) {
    self.start = start
    self.end = end
    self.words = words
  }

  /// True if the times are possible for a sentence of `length` bytes.
  public func isPossible(within length: Int) -> Bool {
    guard 0 <= start, start <= end, end <= Self.latest, words.count <= Self.mostWords else { return false }
    var last = (utf8: 0, time: start)
    for word in words {
      guard last.utf8 <= word.utf8.lowerBound, !word.utf8.isEmpty, word.utf8.upperBound <= length,
        last.time <= word.start, word.start <= end
      else { return false }
      last = (word.utf8.upperBound, word.start)
    }
    return true
  }
}
