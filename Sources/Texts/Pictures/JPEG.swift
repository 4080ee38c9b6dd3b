import CTurboJPEG
import Documents
import Vocabulary

/// JPEG files into pixels.
enum JPEG {
  /// Reads a file, made smaller by a power of two, or nearly, where its longer side stays longer than `side`.
  ///
  /// A file that ends early, or that makes the library warn, is damaged: half a cover is worse than the book's own. So
  /// is one in the four colours of a press, which the library does not make red, green and blue of.
  /// - Throws: `damaged`; `tooLarge` for more than ``Pixels/maximumCount`` pixels.
  static func read(_ file: [UInt8], side: Int) throws(Trouble) -> Pixels {
    guard let decoder = tjInitDecompress() else { throw Trouble(.tooLarge, "no memory for a JPEG decoder") }
    defer { tjDestroy(decoder) }
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard
      tjDecompressHeader3(decoder, file, UInt(file.count), &width, &height, &sampling, &space) == 0
    else { throw damaged(decoder) }
    // A file of tables has no picture.
    guard width > 0, height > 0 else { throw Trouble(.damaged, "there is no picture in the file") }
    guard Pixels.isAllowed(width: Int(width), height: Int(height)) else {
      throw Trouble(.tooLarge, "a picture of \(width) by \(height) pixels")
    }
    (width, height) = scaled(width, height, side: Int32(clamping: side))
    var pixels = Pixels(
      width: Int(width), height: Int(height), bytes: [UInt8](repeating: 0, count: Int(width) * Int(height) * 4))
    // A few bytes can claim many passes over the whole picture.
    let flags = Int32(TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS)
    let isRead = pixels.bytes.withUnsafeMutableBufferPointer { bytes in
      tjDecompress2(
        decoder, file, UInt(file.count), bytes.baseAddress, width, 0, height, Int32(TJPF_RGBA.rawValue), flags)
    }
    guard isRead == 0 else { throw damaged(decoder) }
    return pixels
  }

  /// The smallest size that the decoder makes by itself and that is no smaller than what is wanted.
  private static func scaled(_ width: Int32, _ height: Int32, side: Int32) -> (Int32, Int32) {
    var count: Int32 = 0
    guard let factors = tjGetScalingFactors(&count) else { return (width, height) }
    let sizes = UnsafeBufferPointer(start: factors, count: Int(count)).filter { $0.num < $0.denom }.map { factor in
      // As TJSCALED does it.
      func size(_ length: Int32) -> Int32 { (length * factor.num + factor.denom - 1) / factor.denom }
      return (size(width), size(height))
    }
    return sizes.filter { max($0.0, $0.1) >= side }.min { max($0.0, $0.1) < max($1.0, $1.1) } ?? (width, height)
  }

  private static func damaged(_ decoder: tjhandle) -> Trouble {
    Trouble(.damaged, "libjpeg-turbo: \(tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "")")
  }
}
