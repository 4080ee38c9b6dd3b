import Documents

/// The bytes of a text that grows, in pieces of one size. A long text is never copied as a whole, which would block the
/// core loop, and takes no more memory than it has bytes.
package struct SpokenText {
  static let pieceSize = 64 << 10

  /// All pieces but the last are full.
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

  /// Removes the end of the text, from a byte on, and returns it.
  package mutating func cut(from start: Int) -> [UInt8] {
    let tail = bytes(max(0, start)..<max(count, start))
    guard start < count else { return [] }
    let kept = max(0, start)
    pieces.removeLast(pieces.count - (kept + Self.pieceSize - 1) / Self.pieceSize)
    if kept % Self.pieceSize > 0 {
      // A shortened array keeps its capacity: each of ten thousand short chapters would have that of a whole piece.
      pieces[pieces.count - 1] = Array(pieces[pieces.count - 1].prefix(kept % Self.pieceSize))
    }
    count = kept
    return tail
  }

  /// Removes a piece at the end. Returns true if there is more.
  mutating func removePiece() -> Bool {
    if let piece = pieces.popLast() { count -= piece.count }
    return !pieces.isEmpty
  }

  /// A piece of the text. Positions after the end are left out.
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
