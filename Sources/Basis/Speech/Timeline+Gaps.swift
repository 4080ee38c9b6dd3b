extension Timeline {
  /// The silences of a track, in frames.
  public struct Gaps: Equatable, Sendable {
    /// Before the first sentence.
    public var leadingDelay: Frame
    /// After the last sentence, instead of its gap.
    public var trailingDelay: Frame
    /// After a sentence that does not end a paragraph.
    public var sentence: Frame
    /// After a sentence that ends a paragraph.
    public var paragraph: Frame

    /// The longest silence, in frames: an hour at any sample rate. Kept ones may be anything.
    public static let longest: Frame = 1 << 32

    /// All 0 or more; those after ``longest`` count as that.
    public init(leadingDelay: Frame = 0, trailingDelay: Frame = 0, sentence: Frame = 0, paragraph: Frame = 0) {
      self.leadingDelay = min(leadingDelay, Self.longest)
      self.trailingDelay = min(trailingDelay, Self.longest)
      self.sentence = min(sentence, Self.longest)
      self.paragraph = min(paragraph, Self.longest)
    }
  }
}
