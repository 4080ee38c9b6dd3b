/// A chapter of a recording. It extends to the next one or to the end.
public struct RecordingChapter: Equatable, Sendable {
  /// The title on one line; empty if it has none.
  public var title: String
  /// The first frame of the media time, 0 or more.
  public var firstFrame: Int64

  /// A chapter that begins at a frame.
  public init(title: String, firstFrame: Int64) {
    self.title = title
    self.firstFrame = firstFrame
  }
}
