/// The first bytes of a frame of MPEG audio: layers I to III (MP3), or AAC in ADTS.
public struct MPEGAudioHeader: Equatable, Sendable {
  /// The coding of the frame.
  public enum Coding: Sendable {
    case layer1
    case layer2
    case layer3
    case aac
  }

  /// Bytes that decide.
  public static let size = 7

  /// The bits that are the same in all frames of a file: version, layer and sample rate.
  public let kind: UInt32
  /// The coding of the frame.
  public let coding: Coding
  /// In Hz.
  public let sampleRate: Int
  /// 1 or 2; 0 if an AAC frame describes its channels itself.
  public let channels: Int
  /// The samples of each channel in the frame.
  public let samples: Int
  /// Bytes of the frame, header included.
  public let length: Int
  /// The offset of an information frame's mark (Xing, Info) in a frame of layer III; 0 for all others.
  public let markOffset: Int

  /// Decodes the header at the start of `bytes`; `nil` if there is none, or if the frame tells no length.
  public init?(_ bytes: some RandomAccessCollection<UInt8>) {
    guard bytes.count >= Self.size else { return nil }
    let word = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // The byte order mark of UTF-16 has the bits of layer I, which nobody uses in files.
    guard word >> 21 == 0x7FF, word >> 16 != 0xFFFE, word >> 16 != 0xFFFF else { return nil }
    if word >> 17 & 3 == 0 {
      self.init(adts: word, rest: bytes.dropFirst(4).prefix(3).reduce(0) { $0 << 8 | Int($1) })
    } else {
      self.init(layers: word)
    }
  }

  private init?(adts word: UInt32, rest: Int) {
    let rate = Int(word >> 10 & 15)
    guard word >> 20 == 0xFFF, rate < Self.ratesOfAAC.count else { return nil }
    length = Int(word & 3) << 11 | rest >> 13
    guard length > Self.size else { return nil }
    coding = .aac
    sampleRate = Self.ratesOfAAC[rate]
    channels = min(2, Int(word >> 6 & 7))
    samples = 1024 * (rest & 3 + 1)
    markOffset = 0
    kind = word & 0xFFFF_FDC0
  }

  private init?(layers word: UInt32) {
    let (version, layer, rate) = (Int(word >> 19 & 3), 4 - Int(word >> 17 & 3), Int(word >> 10 & 3))
    // 3 is MPEG 1, 2 is MPEG 2, and 0 is MPEG 2.5.
    guard version != 1, rate < 3 else { return nil }
    let isFirst = version == 3
    let kilobits = Self.bitRates[(isFirst ? 0 : 3) + layer - 1][Int(word >> 12 & 15)]
    guard kilobits > 0 else { return nil }
    sampleRate = [44_100, 48_000, 32_000][rate] >> (isFirst ? 0 : version == 2 ? 1 : 2)
    channels = word >> 6 & 3 == 3 ? 1 : 2
    samples = layer == 1 ? 384 : layer == 2 || isFirst ? 1152 : 576
    let padding = Int(word >> 9 & 1)
    length =
      layer == 1
      ? (12_000 * kilobits / sampleRate + padding) * 4 : samples / 8 * 1000 * kilobits / sampleRate + padding
    coding = layer == 1 ? .layer1 : layer == 2 ? .layer2 : .layer3
    let sideInformation = isFirst ? (channels == 1 ? 17 : 32) : channels == 1 ? 9 : 17
    markOffset = layer == 3 ? 4 + sideInformation : 0
    kind = word & 0xFFFE_0C00
  }

  private static let ratesOfAAC = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
  ]

  /// In kbit/s: layers I to III of MPEG 1, then of MPEG 2. The free rate and the forbidden one are 0.
  private static let bitRates: [[Int]] = [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 0],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 0],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
  ]
}

extension MPEGAudioHeader {
  /// True if at least so many frames of one kind follow one another from the first byte on. A sample that ends within
  /// them may have fewer, but two.
  public static func follow(in sample: ArraySlice<UInt8>, least: Int) -> Bool {
    var place = sample.startIndex
    var count = 0
    var kind: UInt32?
    while let header = MPEGAudioHeader(sample[place...]), header.kind == kind ?? header.kind {
      kind = header.kind
      count += 1
      if count >= least { return true }
      guard sample.endIndex - place > header.length else { return false }
      place += header.length
      if sample.endIndex - place < size { return count >= min(least, 2) }
    }
    return false
  }
}
