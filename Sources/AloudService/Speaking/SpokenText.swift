import Store

/// The bytes of a text that grows, in pieces of one size: a long text is never copied as a whole, which would hold the
/// core loop up, and takes no more room than it has bytes.
struct SpokenText {
  static let pieceSize = 64 << 10

  /// All full but the last.
  private var pieces: [[UInt8]] = []
  private(set) var count = 0

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
  mutating func cut(from start: Int) -> [UInt8] {
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
  func bytes(_ range: Range<Int>) -> [UInt8] {
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

  /// Tells it from other texts.
  var fingerprint: UInt64 {
    var hashing = hashing
    while hashing.next() {}
    return hashing.value
  }

  /// The beginning of the work on ``fingerprint``.
  var hashing: Hashing { Hashing(pieces, count: count) }

  /// Hashes a text piece by piece, for ``EventLoop/SlicedWork``.
  struct Hashing {
    private let pieces: [[UInt8]]
    private var index = 0
    private var print: TextFingerprint

    fileprivate init(_ pieces: [[UInt8]], count: Int) {
      self.pieces = pieces
      print = TextFingerprint(byteCount: count)
    }

    /// Takes the next piece; returns true if there is a further one.
    mutating func next() -> Bool {
      guard index < pieces.count else { return false }
      print.add(pieces[index])
      index += 1
      return index < pieces.count
    }

    /// The fingerprint, when all pieces were taken.
    var value: UInt64 { print.value }
  }
}
