import Foundation

/// Covers of books.
public enum SampleCover {
  /// A JPEG of 24 by 40 pixels: red above, blue below.
  public static let tall = [UInt8](
    Data(
      base64Encoded: """
        /9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgEBAQEBAUFBQUFBQYGBgYGBgYGBgYGBgYHBwcICAgHBwcGBgcHCAgICAkJCQgICAgJCQoKCgwMCw\
        sODg4RERT/xABcAAEBAQAAAAAAAAAAAAAAAAAABQYBAQEBAQAAAAAAAAAAAAAAAAAHAQYQAQADAQAAAAAAAAAAAAAAAAAWZOOjEQEAAQQDAQAA\
        AAAAAAAAAAAAAhiU0QFVVhED/8AAEQgAKAAYAwESAAISAAMSAP/aAAwDAQACEQMRAD8AxY5QX8AAAASJVT74o6p0zb7J9LaOVXTOoXfATuI4Td\
        YlVPvijpRTNvsn0to5VdSKhd8BO4jhN1iVU++KOlFM2+yfS2jlV1IqF3wE7iOE3ADxoAzxoAzxr//Z
        """)!)

  /// The same with other sides in its header; what follows is too short for them.
  ///
  /// - Parameters:
  ///   - width: at most 65,535 pixels.
  ///   - height: at most 65,535 pixels.
  public static func tall(claiming width: Int, by height: Int) -> [UInt8] {
    var file = tall
    // Behind the marker of the frame stand its length, the bits of a sample, the height and the width.
    let frame = file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 }! + 5
    for (offset, byte) in [height >> 8, height, width >> 8, width].enumerated() {
      file[frame + offset] = UInt8(truncatingIfNeeded: byte)
    }
    return file
  }
}

extension SampleCover {
  /// The header of a PNG of 60,000 by 60,000 pixels, and no pixel.
  public static let bomb: [UInt8] = {
    let side: [UInt8] = [0, 0, 0xEA, 0x60]
    let header = Array("IHDR".utf8) + side + side + [8, 6, 0, 0, 0]
    // CRC-32, as the format has it.
    var check: UInt32 = .max
    for byte in header {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    let sum = (~check).bigEndian
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + header
      + withUnsafeBytes(of: sum) { Array($0) } + [0, 0, 0, 0] + Array("IDAT".utf8) + [0x35, 0xAF, 0x06, 0x1E]
  }()
}
