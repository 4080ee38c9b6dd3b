import Recordings
import Wire

/// The format of a sound file: its container and its codec.
public enum SoundFormat: UInt8, Sendable, CaseIterable {
  case wav = 1
  case flac = 2
  /// Opus in Ogg.
  case opus = 3
  /// AAC in MP4, as in audiobooks.
  case m4b = 4
  /// FLAC in Matroska.
  case mka = 5
  /// MPEG audio, layer III, with ID3v2.3.
  case mp3 = 6
}

/// The samples that become a sound file.
public enum SoundInput: Equatable, Sendable {
  /// A file of signed 16-bit mono: so many samples from `first` on. Both are 0 or more. The sample rate is in Hz, one
  /// of ``RecordingDescription/sampleRates``.
  case speech(sampleRate: Int, first: Int, count: Int)
  /// A pipe of interleaved floats in −1…1, up to its end. The sample rate is in Hz, one of
  /// ``RecordingDescription/sampleRates``, and there are 1 or 2 channels. `frames` is the expected number of frames, 0
  /// or more, where the last chapter ends.
  case recording(sampleRate: Int, channels: Int, frames: Int64)
}

/// An order to encode samples.
public struct SoundOrder: Equatable, Sendable {
  /// The format of the result.
  public var format: SoundFormat
  /// The samples.
  public var input: SoundInput

  /// An order for a file of this format.
  public init(format: SoundFormat, input: SoundInput) {
    self.format = format
    self.input = input
  }
}

/// A tag that players show.
public struct SoundTag: Equatable, Sendable {
  /// The longest value in bytes of UTF-8; a longer one is cut.
  public static let maximumValue = 8_192

  /// FFmpeg's name: `title`, `artist`, `album`, `date`, `language`, `publisher`.
  public var name: String
  /// The value on one line.
  public var value: String

  /// A tag; a long value is cut.
  public init(name: String, value: String) {
    self.name = name
    self.value = value.utf8.count > Self.maximumValue ? String(value.prefix(Self.maximumValue / 4)) : value
  }
}

/// A chapter of a sound. It extends to the next one or to the end.
public struct SoundPart: Equatable, Sendable {
  /// The start, in frames from the start of the sound, 0 or more.
  public var start: Int
  /// The title on one line.
  public var title: String

  /// A chapter that begins at a frame.
  public init(start: Int, title: String) {
    self.start = start
    self.title = title
  }
}

extension ByteWriter {
  mutating func sound(_ order: SoundOrder) {
    u8(order.format.rawValue)
    switch order.input {
    // 32 bits hold 54 hours of speech; a longer one is refused before.
    case .speech(let sampleRate, let first, let samples):
      u8(0)
      count(sampleRate)
      count(first)
      count(samples)
    case .recording(let sampleRate, let channels, let frames):
      u8(1)
      count(sampleRate)
      u8(UInt8(channels))
      frame(frames)
    }
  }

  mutating func part(_ part: SoundPart) {
    frame(Int64(part.start))
    string(part.title)
  }

  mutating func tag(_ tag: SoundTag) {
    string(tag.name)
    string(tag.value)
  }
}

extension ByteReader {
  mutating func sound() -> SoundOrder? {
    guard let raw = u8(), let format = SoundFormat(rawValue: raw), let input = soundInput() else { return nil }
    return SoundOrder(format: format, input: input)
  }

  private mutating func soundInput() -> SoundInput? {
    switch u8() {
    case 0?:
      guard let rate = count(), RecordingDescription.sampleRates.contains(rate), let first = count(),
        let samples = count()
      else { return nil }
      return .speech(sampleRate: rate, first: first, count: samples)
    case 1?:
      guard let rate = count(), RecordingDescription.sampleRates.contains(rate), let channels = u8(), 1...2 ~= channels,
        let frames = frame()
      else { return nil }
      return .recording(sampleRate: rate, channels: Int(channels), frames: frames)
    default: return nil
    }
  }

  mutating func tag() -> SoundTag? {
    guard let name = string(), let value = string() else { return nil }
    return SoundTag(name: name, value: value)
  }

  mutating func part() -> SoundPart? {
    guard let start = frame(), let title = string() else { return nil }
    return SoundPart(start: Int(start), title: title)
  }
}
