/// Everything about a file of sound but its samples.
public struct Sound: Sendable {
  /// How samples are packed, and into what.
  public enum Kind: Sendable, CaseIterable {
    case wav
    case flac
    case opus
    case m4b
    case mka
    case mp3
  }

  /// A chapter; it ends where the next one begins.
  public struct Part: Sendable {
    /// In samples of the input.
    public var start: Int
    /// One line.
    public var title: String

    /// A chapter from a sample on.
    public init(start: Int, title: String) {
      self.start = start
      self.title = title
    }
  }

  /// What it becomes.
  public var kind: Kind
  /// Of the input, in Hz.
  public var sampleRate: Int
  /// Samples that will be given.
  public var count: Int
  /// What players show: names as FFmpeg has them.
  public var tags: [(name: String, value: String)]
  /// In their order; the first one begins at 0.
  public var parts: [Part]
  /// PNG or JPEG; empty where there is none.
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
