/// What a file of sound is made of: how it is packed, and by what codec.
public enum SoundFormat: UInt8, Sendable, CaseIterable {
  case wav = 1
  case flac = 2
  /// Opus in Ogg.
  case opus = 3
  /// AAC in MP4, as audiobooks are.
  case m4b = 4
  /// FLAC in Matroska.
  case mka = 5
  /// MPEG audio, layer III, with ID3v2.3.
  case mp3 = 6
}

/// Which samples of a file become a file of sound, and as what.
public struct SoundOrder: Equatable, Sendable {
  /// As what.
  public var format: SoundFormat
  /// The first sample of the file that belongs to it.
  public var first: Int
  /// How many do.
  public var count: Int

  /// An order; both numbers count samples and are 0 or more.
  public init(format: SoundFormat, first: Int, count: Int) {
    self.format = format
    self.first = first
    self.count = count
  }
}

/// What a player shows of a sound.
public struct SoundTag: Equatable, Sendable {
  /// The longest value in bytes of UTF-8; a longer one is cut.
  public static let maximumValue = 8_192

  /// As FFmpeg calls it: `title`, `artist`, `album`, `date`, `language`, `publisher`.
  public var name: String
  /// One line.
  public var value: String

  /// A tag; a long value is cut.
  public init(name: String, value: String) {
    self.name = name
    self.value = value.utf8.count > Self.maximumValue ? String(value.prefix(Self.maximumValue / 4)) : value
  }
}

/// A chapter of a sound. It goes on until the next one begins, the last one to the end.
public struct SoundPart: Equatable, Sendable {
  /// Where it begins, in samples from the start of the sound.
  public var start: Int
  /// One line.
  public var title: String

  /// A chapter that begins at a sample.
  public init(start: Int, title: String) {
    self.start = start
    self.title = title
  }
}

extension WorkerRequest {
  /// How many bytes of a picture fit into one packet.
  public static let maximumPictureBytes = Wire.maximumPayload
}

extension ByteWriter {
  // 54 hours of sound fit into 32 bits; what does not is refused before.
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
