public import Recordings
public import Vocabulary

/// An event of a recording that is open. The last one is `failed`, if it comes at all.
public enum RecordingEvent: Equatable, Sendable {
  /// The first event, unless the recording fails before.
  case described(RecordingDescription)
  /// The cover, at most once: PNG or JPEG according to its first bytes.
  case cover(CoverImage)
  /// The next samples, interleaved, with as many channels as the description has. They come in order, and without a
  /// hole since the last seek. Each sample lies in −1…1.
  case samples(firstFrame: Int64, [Float])
  /// The loudness of the next frames, where that is wanted in place of samples: the loudest sample of each part, 255
  /// for full scale. The last part may be shorter.
  case peaks(firstFrame: Int64, frames: Int, [UInt8])
  /// The levels of the next hundredths of a second, where they are wanted in place of samples; see `Levels`.
  case levels(first: Int, [UInt8])
  /// Better knowledge of the length, in frames.
  case length(frames: Int64, isExact: Bool)
  /// The index of the file, for the next decoder that opens it; at most once.
  case index([UInt8])
  /// All frames have been decoded; the exact length. Seeking works after it.
  case atEnd(frames: Int64)
  /// The file is broken at this frame, and everything before it has been delivered. The text says for people why.
  /// Seeking back works after it.
  case brokenOff(atFrame: Int64, String)
  /// The recording cannot be played, or its process is lost.
  case failed(Trouble)
}
