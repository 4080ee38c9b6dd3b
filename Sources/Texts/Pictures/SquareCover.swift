public import Documents
public import Vocabulary

/// Covers for desktops that draw every cover as a square and distort other shapes.
public enum SquareCover {
  /// Pixels of the longest side that a copy has; what is smaller keeps its size.
  public static let side = 512

  /// A copy in the middle of a transparent square, as PNG; `nil` if the picture is a square, or nearly one.
  ///
  /// The picture may be anything: call it in a process that is confined, and limited in memory and time.
  /// - Throws: `damaged`, `tooLarge`.
  public static func copy(of image: CoverImage) throws(Trouble) -> CoverImage? {
    let pixels: Pixels
    switch image.kind {
    case .png: pixels = try PNG.read(image.bytes)
    case .jpeg: pixels = try JPEG.read(image.bytes, side: side)
    }
    let longest = max(pixels.width, pixels.height)
    // Nobody sees a fiftieth.
    guard longest - min(pixels.width, pixels.height) > longest / 50 else { return nil }
    func length(_ old: Int) -> Int { longest > side ? max(1, (old * side + longest / 2) / longest) : old }
    let square = pixels.scaled(width: length(pixels.width), height: length(pixels.height)).squared
    guard let copy = CoverImage(try PNG.file(square)) else { throw Trouble(.tooLarge, "the square copy") }
    return copy
  }
}
