/// The first four bytes of a frame of MPEG audio (MP3 and its relatives), or of AAC in ADTS.
struct MPEGAudioHeader: Equatable {
  /// The bits that are the same in all frames of a file: version, layer and sample rate.
  private let kind: UInt32
  /// Bytes of the frame, header included.
  private let length: Int

  /// True if at least so many frames follow one another from the first byte on, up to the end of the sample. A file
  /// that ends within them may have fewer, but one whole frame.
  static func follow(in sample: ArraySlice<UInt8>, least: Int) -> Bool {
    guard let first = MPEGAudioHeader(sample) else { return false }
    var place = sample.startIndex
    var count = 0
    while let header = MPEGAudioHeader(sample[place...]), header.kind == first.kind {
      count += 1
      guard sample.endIndex - place > header.length else { break }
      place += header.length
      if sample.endIndex - place < 7 { return count >= min(least, 2) }
    }
    return count >= least
  }

  private init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 7 else { return nil }
    let word = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // The byte order mark of UTF-16 has the bits of layer I, which nobody uses in files.
    guard word >> 21 == 0x7FF, word >> 16 != 0xFFFE, word >> 16 != 0xFFFF else { return nil }
    let (version, layer) = (Int(word >> 19 & 3), 4 - Int(word >> 17 & 3))
    if layer == 4 {
      guard word >> 20 == 0xFFF, word >> 10 & 0xF < 13 else { return nil }
      let start = bytes.startIndex
      length = Int(bytes[start + 3] & 3) << 11 | Int(bytes[start + 4]) << 3 | Int(bytes[start + 5]) >> 5
      guard length > 7 else { return nil }
      kind = word & 0xFFFF_FDC0
      return
    }
    let rate = Int(word >> 10 & 3)
    guard version != 1, rate < 3, let table = Self.bitRates[version == 3 ? layer : layer + 3] else { return nil }
    let bits = table[Int(word >> 12 & 15)]
    guard bits > 0 else { return nil }
    let hertz = [44_100, 48_000, 32_000][rate] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    let padding = Int(word >> 9 & 1)
    length =
      switch layer {
      case 1: (12 * bits * 1000 / hertz + padding) * 4
      case 3 where version != 3: 72 * bits * 1000 / hertz + padding
      default: 144 * bits * 1000 / hertz + padding
      }
    kind = word & 0xFFFE_0C00
  }

  /// In kbit/s: layers I to III of MPEG 1, then of MPEG 2. The free rate and the forbidden one are 0.
  private static let bitRates: [Int: [Int]] = [
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 0],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
    4: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 0],
    5: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
    6: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
  ]
}
