package import Documents
package import Recordings
package import Speech

/// An event of an open recording. The last one is `failed`, if it comes at all.
package enum RecordingEvent: Equatable, Sendable {
  /// The first event, unless the recording fails before.
  case described(RecordingDescription)
  /// The cover, at most once.
  case cover(CoverImage)
  /// The next samples, interleaved, with as many channels as the description has. They come in order, and without a
  /// hole since the last seek.
  case samples(firstFrame: Frame, [Float])
  /// Better knowledge of the length, in frames.
  case length(frames: Frame, isExact: Bool)
  /// All frames have been decoded; the exact length. Seeking works after it.
  case atEnd(frames: Frame)
  /// The file is broken at this frame, and everything before it has come. The text says for people why.
  case brokenOff(atFrame: Frame, String)
  /// The recording cannot be played, or not further.
  case failed(ReadingError)
}
