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
    /// The start, in frames of the input.
    public var start: Int
    /// The title on one line.
    public var title: String

    /// A chapter that begins at a frame.
    public init(start: Int, title: String) {
      self.start = start
      self.title = title
    }
  }

  /// The origin of the samples, which decides about the quality of the file.
  public enum Source: Sendable {
    /// A voice in mono, made by the engine; its samples have 16 bits.
    case speech
    /// Any sound in 1 or 2 channels; its samples are floats.
    case recording(channels: Int)
  }

  /// The container and the codec.
  public var kind: Kind
  /// The origin of the samples.
  public var source: Source
  /// The frames a second of the input.
  public var sampleRate: Int
  /// The number of frames that will be appended; for a recording an estimate, by which only its last chapter ends.
  public var count: Int
  /// Tags that players show; the names are FFmpeg's.
  public var tags: [(name: String, value: String)]
  /// The chapters in order; the first one begins at 0.
  public var parts: [Part]
  /// PNG or JPEG; empty if there is none.
  public var cover: [UInt8]

  /// A sound without tags, chapters and cover.
  public init(kind: Kind, source: Source = .speech, sampleRate: Int, count: Int) {
    self.kind = kind
    self.source = source
    self.sampleRate = sampleRate
    self.count = count
    tags = []
    parts = []
    cover = []
  }

  /// The samples of a frame.
  var channels: Int {
    switch source {
    case .speech: 1
    case .recording(let channels): channels
    }
  }
}
