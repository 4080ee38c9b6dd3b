public import Speech
public import Vocabulary

/// A word of an announcement that begins to be heard.
public struct AnnouncedWord: Equatable, Sendable {
  /// Its place in the text that is spoken.
  public var span: TextSpan
  /// The media time of its first sample, from the start of the announcement.
  public var mediaMicroseconds: Microseconds

  /// A word at a place, with the media time of its first sample.
  public init(span: TextSpan, mediaMicroseconds: Microseconds) {
    self.span = span
    self.mediaMicroseconds = mediaMicroseconds
  }
}
