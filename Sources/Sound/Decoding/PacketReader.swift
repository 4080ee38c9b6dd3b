import CFFmpegDecoding

/// The packets of a recording in their order, from any place on.
protocol PacketReader: AnyObject {
  /// The place in the media time that belongs to a packet, in frames. It is negative for priming, which nobody hears.
  typealias Place = Int64

  /// The kind of sound in the packets.
  var parameters: UnsafePointer<AVCodecParameters> { get }
  /// Frames a second of the places, those of the decoder after ``setOutput(rate:samples:)``.
  var rate: Int { get }
  /// The length, as far as it is known.
  var length: SoundLength? { get }

  /// Tells what the decoder makes of the packets.
  ///
  /// - Parameters:
  ///   - rate: the decoder's rate, which may be twice that of the parameters (HE-AAC).
  ///   - samples: the samples of each packet, if all have the same number; otherwise 0.
  ///   - place: the place of the first samples, if it is known. The recording begins with them, or after them if they
  ///     are priming.
  func setOutput(rate: Int, samples: Int, place: Place?)
  /// Reads the next packet and sets its `pts` to its place; `aloud_no_time` if it follows the one before.
  func read(into packet: UnsafeMutablePointer<AVPacket>) -> PacketResult
  /// The next packet is far enough before the frame for a decoder that knows nothing of what was before it.
  func seek(before frame: Int64) -> PacketResult
  /// Learns more about the length, for a few milliseconds.
  ///
  /// - Returns: true if there is more to learn.
  func study() -> Bool
  /// The index that ``study()`` has made, for another reader of the same file; `nil` while there is none, or if none is
  /// worth it.
  var index: [UInt8]? { get }
  /// Takes the index of another reader of the same file.
  ///
  /// - Returns: false if it is damaged, or of another file.
  func take(index: [UInt8]) -> Bool
}

extension PacketReader {
  var index: [UInt8]? { nil }
  func take(index: [UInt8]) -> Bool { false }
}

/// The result of a step to the next packet.
enum PacketResult: Equatable {
  case done
  case end
  /// The file cannot be read here; the reason for people.
  case failed(String)
}

/// The length of a recording in frames.
struct SoundLength: Equatable {
  var frames: Int64
  /// False for an estimate.
  var isExact: Bool
  /// True if sound beyond it is no part of the recording but padding.
  var isLimit = false
  /// True if the file tells of more sound than there is in it.
  var isCutShort = false
}
