public import Vocabulary

/// The silences of a track as a request asks for them, and as they are kept: whatever rate its voice has.
public struct Silences: Equatable, Sendable {
  /// Before the first sentence.
  public var leadingDelay: Microseconds
  /// After the last sentence, instead of its gap.
  public var trailingDelay: Microseconds
  /// After a sentence that does not end a paragraph.
  public var sentence: Microseconds
  /// After a sentence that ends a paragraph.
  public var paragraph: Microseconds

  /// The longest silence: three days. Kept ones may be anything.
  public static let longest = Microseconds(3 * 86_400_000_000)

  /// Each becomes the nearest from 0 to ``longest``.
  public init(
    leadingDelay: Microseconds = 0, trailingDelay: Microseconds = 0, sentence: Microseconds = 0,
    paragraph: Microseconds = 0
  ) {
    func bounded(_ duration: Microseconds) -> Microseconds { min(max(duration, 0), Self.longest) }
    self.leadingDelay = bounded(leadingDelay)
    self.trailingDelay = bounded(trailingDelay)
    self.sentence = bounded(sentence)
    self.paragraph = bounded(paragraph)
  }

  /// The silences of a further chapter: the delay before a document comes before its first chapter only.
  public var withoutLeadingDelay: Silences {
    Silences(trailingDelay: trailingDelay, sentence: sentence, paragraph: paragraph)
  }

  /// The silences of a timeline. Those that are made of them for the same rate are the same, to the frame.
  public init(_ gaps: Timeline.Gaps, at rate: SampleRate) {
    self.init(
      leadingDelay: gaps.leadingDelay.microseconds(at: rate), trailingDelay: gaps.trailingDelay.microseconds(at: rate),
      sentence: gaps.sentence.microseconds(at: rate), paragraph: gaps.paragraph.microseconds(at: rate))
  }
}

extension Timeline.Gaps {
  /// The silences in frames.
  public init(_ silences: Silences, at rate: SampleRate) {
    func frames(_ duration: Microseconds) -> Frame { Frame(microseconds: duration, at: rate) }
    self.init(
      leadingDelay: frames(silences.leadingDelay), trailingDelay: frames(silences.trailingDelay),
      sentence: frames(silences.sentence), paragraph: frames(silences.paragraph))
  }

  /// The silences of a further chapter: the delay before a document comes before its first chapter only.
  public var withoutLeadingDelay: Timeline.Gaps {
    Timeline.Gaps(trailingDelay: trailingDelay, sentence: sentence, paragraph: paragraph)
  }
}
