/// A recording, an audio file or the sound of a video file, as far as it is known when it is opened.
public struct RecordingDescription: Equatable, Sendable {
  /// The most chapters; further ones are left out.
  public static let maximumChapters = 10_000
  /// Frames a second that a recording may have. Others are refused.
  public static let sampleRates = 1...768_000
  /// The most frames: more than two weeks at any rate. A file may tell anything.
  public static let mostFrames: Int64 = 1 << 40

  /// The format's name for people, such as `MP3` or `AAC in MP4`.
  public var format: String
  /// Frames a second of the media time: the source's own, one of ``sampleRates``.
  public var sampleRate: Int
  /// 1 or 2. A source with more channels is mixed down to 2.
  public var channels: Int
  /// The length in frames, as far as it is known; `nil` if the file tells nothing about it.
  public var frames: Int64?
  /// True if the length is exact. Otherwise it is an estimate, which improves while the file is played.
  public var isExact: Bool
  /// The tags.
  public var tags: RecordingTags
  /// The chapters in order, at most ``maximumChapters``; empty if there are none.
  public var chapters: [RecordingChapter]
  /// The replay gain of the recording by itself, in dB; `nil` if it is not tagged.
  public var gain: Double?
  /// The highest sample that belongs to the gain, where 1 is full scale; `nil` if it is not tagged.
  public var peak: Double?

  /// A recording without a known length, tags, chapters and gain.
  ///
  /// - Precondition: the sample rate is one of ``sampleRates``, and there are 1 or 2 channels.
  public init(format: String, sampleRate: Int, channels: Int) {
    precondition(Self.sampleRates.contains(sampleRate) && 1...2 ~= channels, "no such sound")
    self.format = format
    self.sampleRate = sampleRate
    self.channels = channels
    frames = nil
    isExact = false
    tags = RecordingTags()
    chapters = []
    gain = nil
    peak = nil
  }
}
