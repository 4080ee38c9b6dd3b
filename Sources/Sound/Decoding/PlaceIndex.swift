/// The places of frames in a file, as bytes that are kept for the next time.
///
/// The bytes are a version, the kind of the frames, the size of the file, the number of frames, and the distance of
/// each place from the one before. Numbers are in groups of seven bits, the lowest first; the highest bit says that
/// another group follows (LEB128).
struct PlaceIndex: Equatable {
  private static let version: UInt8 = 1

  /// The bits of the header that all frames have in common.
  var kind: UInt32
  /// Bytes of the file.
  var fileSize: Int64
  /// All frames of the file.
  var frames: Int64
  /// The places of some of them; they grow, and lie within the file.
  var places: [Int64]

  init(kind: UInt32, fileSize: Int64, frames: Int64, places: [Int64]) {
    (self.kind, self.fileSize, self.frames, self.places) = (kind, fileSize, frames, places)
  }

  /// `nil` if the bytes are no index.
  init?(bytes: [UInt8]) {
    var rest = bytes[...]
    func number() -> Int64? {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 63, by: 7) {
        guard let byte = rest.popFirst() else { return nil }
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return Int64(value) }
      }
      return nil
    }
    guard rest.popFirst() == Self.version, let kind = number(), let kind = UInt32(exactly: kind),
      let fileSize = number(), let frames = number()
    else { return nil }
    (self.kind, self.fileSize, self.frames, places) = (kind, fileSize, frames, [])
    places.reserveCapacity(rest.count / 2)
    while !rest.isEmpty {
      guard let distance = number(), distance > 0 || places.isEmpty else { return nil }
      let (place, isTooFar) = (places.last ?? 0).addingReportingOverflow(distance)
      guard !isTooFar, place < fileSize else { return nil }
      places.append(place)
    }
  }

  /// The bytes for ``init(bytes:)``.
  var bytes: [UInt8] {
    var bytes = [Self.version]
    bytes.reserveCapacity(32 + 3 * places.count)
    func add(_ number: Int64) {
      var rest = UInt64(number)
      while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    for number in [Int64(kind), fileSize, frames] { add(number) }
    var last: Int64 = 0
    for place in places {
      add(place - last)
      last = place
    }
    return bytes
  }
}
