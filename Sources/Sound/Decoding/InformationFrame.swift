import Recordings

/// The first frame of many MP3 files, which has no sound but tells the length (Xing, Info, VBRI) and the padding
/// (LAME).
struct InformationFrame: Equatable {
  /// Samples that the usual decoder of layer III is late.
  private static let decoderDelay: Int64 = 529

  /// The frames after this one; `nil` if it is not told.
  var frames: Int64?
  /// Bytes from this frame on; `nil` if it is not told.
  var bytes: Int64?
  /// Samples in front that nobody hears.
  var delay: Int64 = 0
  /// Samples at the end that nobody hears; `nil` if no encoder said so.
  var padding: Int64?

  /// - Parameter frame: the first frame of the file.
  init?(_ frame: ArraySlice<UInt8>, _ header: MPEGAudioHeader) {
    guard header.coding == .layer3 else { return nil }
    let mark = frame.dropFirst(header.markOffset)
    if mark.starts(with: "Xing".utf8) || mark.starts(with: "Info".utf8) {
      guard take(xing: mark.dropFirst(4)) else { return nil }
    } else if frame.dropFirst(36).starts(with: "VBRI".utf8), frame.count >= 54 {
      // A version, a delay and a quality come before the numbers.
      bytes = Self.number(frame.dropFirst(46).prefix(4))
      frames = Self.number(frame.dropFirst(50).prefix(4))
    } else {
      return nil
    }
  }

  /// - Parameter xing: the bytes behind the mark.
  /// - Returns: false if they are not enough.
  private mutating func take(xing: ArraySlice<UInt8>) -> Bool {
    var rest = xing.dropFirst(4)
    guard xing.count >= 4 else { return false }
    let flags = xing[xing.startIndex + 3]
    func take(_ flag: UInt8, _ count: Int) -> ArraySlice<UInt8>? {
      guard flags & flag != 0, rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    frames = take(1, 4).map(Self.number)
    bytes = take(2, 4).map(Self.number)
    _ = take(4, 100)
    _ = take(8, 4)
    let encoders = ["LAME", "Lavf", "Lavc"]
    guard rest.count >= 24, encoders.contains(where: { rest.starts(with: $0.utf8) }) else { return true }
    let both = Self.number(rest.dropFirst(21).prefix(3))
    delay = both >> 12 + Self.decoderDelay
    padding = max(0, both & 0xFFF - Self.decoderDelay)
    return true
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }
}
