/// The facts about a cover that a container needs: its format and its size in pixels.
struct Picture {
  var isPNG: Bool
  var width: Int
  var height: Int
  var bytes: [UInt8]

  var mediaType: String { isPNG ? "image/png" : "image/jpeg" }
  var fileName: String { isPNG ? "cover.png" : "cover.jpg" }

  /// `nil` if the size cannot be found.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      guard bytes.count >= 24 else { return nil }
      isPNG = true
      width = Self.number(bytes[16..<20])
      height = Self.number(bytes[20..<24])
    } else {
      guard let place = Self.frameHeader(bytes) else { return nil }
      isPNG = false
      height = Self.number(bytes[place + 5..<place + 7])
      width = Self.number(bytes[place + 7..<place + 9])
    }
    guard 1...65_535 ~= width, 1...65_535 ~= height else { return nil }
  }

  /// The offset of a JPEG's frame header (ITU T.81, B.2.2).
  private static func frameHeader(_ bytes: [UInt8]) -> Int? {
    var place = 2
    while place + 9 <= bytes.count, bytes[place] == 0xFF {
      switch bytes[place + 1] {
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF: return place
      case 0xFF:
        place += 1
        continue
      default: break
      }
      place += 2 + number(bytes[place + 2..<place + 4])
    }
    return nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// The cover as Ogg's METADATA_BLOCK_PICTURE, before base64 (RFC 9639, 8.8).
  var block: [UInt8] {
    func word(_ value: Int) -> [UInt8] { stride(from: 24, through: 0, by: -8).map { UInt8(value >> $0 & 0xFF) } }
    let type = Array(mediaType.utf8)
    let frontCover = 3
    return word(frontCover) + word(type.count) + type + word(0) + word(width) + word(height) + word(24) + word(0)
      + word(bytes.count) + bytes
  }
}
