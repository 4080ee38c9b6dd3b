import CPNG
import Documents
import Vocabulary

/// PNG files into pixels, and back.
enum PNG {
  /// Reads a file.
  ///
  /// - Throws: `damaged`; `tooLarge` for more than ``Pixels/maximumCount`` pixels.
  static func read(_ file: [UInt8]) throws(Trouble) -> Pixels {
    var image = png_image()
    defer { png_image_free(&image) }
    // libpng reads from the bytes until it has finished.
    let result: Result<Pixels, Trouble> = file.withUnsafeBytes { file in
      guard aloud_png_begin(&image, file.baseAddress, file.count) != 0 else { return .failure(damaged(image)) }
      let (width, height) = (Int(image.width), Int(image.height))
      guard Pixels.isAllowed(width: width, height: height) else {
        return .failure(Trouble(.tooLarge, "a picture of \(width) by \(height) pixels"))
      }
      var pixels = Pixels(width: width, height: height, bytes: [UInt8](repeating: 0, count: width * height * 4))
      let isRead = pixels.bytes.withUnsafeMutableBytes { aloud_png_finish(&image, $0.baseAddress) }
      return isRead != 0 ? .success(pixels) : .failure(damaged(image))
    }
    return try result.get()
  }

  /// - Throws: `tooLarge` if there is no memory for it.
  static func file(_ pixels: Pixels) throws(Trouble) -> [UInt8] {
    var image = png_image()
    defer { png_image_free(&image) }
    // As large as the file can become: to ask libpng for its exact size is to have it made twice.
    let bound = pixels.bytes.count + pixels.bytes.count / 8 + pixels.height + 1024
    var size = bound
    var file = [UInt8](repeating: 0, count: bound)
    let isWritten = file.withUnsafeMutableBytes { file in
      aloud_png_write(
        UInt32(clamping: pixels.width), UInt32(clamping: pixels.height), pixels.bytes, &image, file.baseAddress, &size)
    }
    guard isWritten != 0, size <= bound else { throw Trouble(.tooLarge, "libpng: \(message(image))") }
    return Array(file[..<size])
  }

  private static func damaged(_ image: png_image) -> Trouble {
    Trouble(.damaged, "libpng: \(message(image))")
  }

  private static func message(_ image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
