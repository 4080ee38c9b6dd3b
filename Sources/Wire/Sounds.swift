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

/// An order to encode samples of a file.
public struct SoundOrder: Equatable, Sendable {
  /// The format of the result.
  public var format: SoundFormat
  /// The first sample to encode.
  public var first: Int
  /// The number of samples.
  public var count: Int

  /// An order; both numbers count samples and are 0 or more.
  public init(format: SoundFormat, first: Int, count: Int) {
    self.format = format
    self.first = first
    self.count = count
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
  /// The start, in samples from the start of the sound.
  public var start: Int
  /// The title on one line.
  public var title: String

  /// A chapter that begins at a sample.
  public init(start: Int, title: String) {
    self.start = start
    self.title = title
  }
}

extension WorkerRequest {
  /// The most bytes of a picture in one packet.
  public static let maximumPictureBytes = Wire.maximumPayload
}

extension ByteWriter {
  // 32 bits hold 54 hours of sound; a longer one is refused before.
  mutating func sound(_ order: SoundOrder) {
    u8(order.format.rawValue)
    count(order.first)
    count(order.count)
  }

  mutating func part(_ part: SoundPart) {
    count(part.start)
    string(part.title)
  }
}

extension ByteReader {
  mutating func sound() -> SoundOrder? {
    guard let raw = u8(), let format = SoundFormat(rawValue: raw), let first = count(), let count = count()
    else { return nil }
    return SoundOrder(format: format, first: first, count: count)
  }

  mutating func tag() -> SoundTag? {
    guard let name = string(), let value = string() else { return nil }
    return SoundTag(name: name, value: value)
  }

  mutating func part() -> SoundPart? {
    guard let start = count(), let title = string() else { return nil }
    return SoundPart(start: start, title: title)
  }
}
