public import Documents
public import Speech

/// A part of an utterance of texts and clips.
public struct KeptPart: Equatable, Sendable {
  /// Its span in the whole text.
  public var span: TextSpan
  /// The clip; `nil` for a text.
  public var clip: KeptClip?

  /// A text, or the clip that stands in the whole text.
  public init(span: TextSpan, clip: KeptClip? = nil) {
    self.span = span
    self.clip = clip
  }
}

/// A clip of an utterance.
public struct KeptClip: Equatable, Sendable {
  /// The path of its file; `nil` if it has none.
  public var path: String?
  /// The identity of that file.
  public var identity: FileIdentity
  /// Its length in frames of the utterance.
  public var frames: Frame
  /// The factor on its samples.
  public var gain: Double

  /// The value from its parts.
  public init(
    path: String?, identity: FileIdentity = FileIdentity(device: 0, inode: 0, size: 0, modified: 0), frames: Frame,
    gain: Double
  ) {
    self.path = path
    self.identity = identity
    self.frames = frames
    self.gain = gain
  }
}
