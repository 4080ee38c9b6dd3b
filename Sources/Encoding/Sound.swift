/// The description of a sound file, without its samples.
public struct Sound: Sendable {
  /// The container and the codec.
  public enum Kind: Sendable, CaseIterable {
    case wav
    case flac
    case opus
    case m4b
    case mka
    case mp3
  }

  /// A chapter; it extends to the next one.
  public struct Part: Sendable {
    /// The start, in samples of the input.
    public var start: Int
    /// The title on one line.
    public var title: String

    /// A chapter that begins at a sample.
    public init(start: Int, title: String) {
      self.start = start
      self.title = title
    }
  }

  /// The container and the codec.
  public var kind: Kind
  /// The sample rate of the input in Hz.
  public var sampleRate: Int
  /// The number of samples that will be appended.
  public var count: Int
  /// Tags that players show; the names are FFmpeg's.
  public var tags: [(name: String, value: String)]
  /// The chapters in order; the first one begins at 0.
  public var parts: [Part]
  /// PNG or JPEG; empty if there is none.
  public var cover: [UInt8]

  /// A sound without tags, chapters and cover.
  public init(kind: Kind, sampleRate: Int, count: Int) {
    self.kind = kind
    self.sampleRate = sampleRate
    self.count = count
    tags = []
    parts = []
    cover = []
  }
}
