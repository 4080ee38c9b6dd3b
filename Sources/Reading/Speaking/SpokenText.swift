import Documents

/// The bytes of a text that grows, in pieces of one size: a long text is never copied as a whole, which would hold the
/// core loop up, and takes no more room than it has bytes.
package struct SpokenText {
  static let pieceSize = 64 << 10

  /// All full but the last.
  package private(set) var pieces: [[UInt8]] = []
  /// The number of bytes.
  package private(set) var count = 0

  mutating func append(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let used = count % Self.pieceSize
      if used == 0 { pieces.append([]) }
      let part = rest.prefix(Self.pieceSize - used)
      pieces[pieces.count - 1] += part
      count += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  /// Takes the end of the text away, from a byte on.
  package mutating func cut(from start: Int) -> [UInt8] {
    let tail = bytes(max(0, start)..<max(count, start))
    guard start < count else { return [] }
    let kept = max(0, start)
    pieces.removeLast(pieces.count - (kept + Self.pieceSize - 1) / Self.pieceSize)
    if kept % Self.pieceSize > 0 {
      // An array that is shortened keeps its room: of ten thousand short chapters each would have a whole piece.
      pieces[pieces.count - 1] = Array(pieces[pieces.count - 1].prefix(kept % Self.pieceSize))
    }
    count = kept
    return tail
  }

  /// A piece of the text; what lies behind the end is left out.
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var next = range.lowerBound
    while next < range.upperBound {
      let start = next % Self.pieceSize
      let end = min(start + range.upperBound - next, Self.pieceSize)
      bytes += pieces[next / Self.pieceSize][start..<end]
      next += end - start
    }
    return bytes
  }
}
