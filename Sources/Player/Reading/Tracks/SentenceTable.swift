import Documents
import Speech
import Vocabulary

/// The places of a text's sentences and their blocks: five bytes per sentence of ASCII, ten per other sentence, in the
/// order of the text. A text may consist of one-word sentences only.
///
/// Each sentence is written as its distance from the previous one, in LEB128, of which the lowest bit is the sign: phrases
/// may be in another order. A sentence is found from the start of its
/// block. The bytes are in pieces: an array of some megabytes is copied as a whole when it outgrows its memory.
struct SentenceTable {
  private static let blockSize = 16
  /// The bits of an offset in a piece. A piece has room for a sentence more when it counts as full.
  private static let offsetBits = 17
  private static let fullPiece = 1 << offsetBits - 64
  /// In the first byte of a sentence, beside its ``BlockClass``.
  private static let continues: UInt8 = 0x40
  /// All three units count the same, and are written once.
  private static let isASCII: UInt8 = 0x80

  private struct Block: Equatable {
    /// Its start: the number of the piece, and in the lowest bits the offset there.
    let start: UInt32
    /// The end of the previous sentence in the text.
    let scalars, utf8, utf16: UInt32
  }

  private var blocks = PieceList<Block>()
  /// No sentence is in two pieces.
  private var pieces: [[UInt8]] = [[]]
  private(set) var count = 0
  /// The end of the last sentence.
  private var end = TextPlace.start

  /// Adds a sentence.
  mutating func append(_ sentence: SentenceRecord) {
    if pieces[pieces.count - 1].count >= Self.fullPiece { pieces.append([]) }
    if count % Self.blockSize == 0 {
      let start = UInt32(pieces.count - 1) << Self.offsetBits | UInt32(pieces[pieces.count - 1].count)
      blocks.append(
        Block(
          start: start, scalars: UInt32(end.scalars), utf8: UInt32(end.utf8), utf16: UInt32(end.utf16)))
    }
    let span = sentence.span
    let scalars = (span.scalars.lowerBound - end.scalars, span.scalars.count)
    let utf8 = (span.utf8.lowerBound - end.utf8, span.utf8.count)
    let utf16 = (span.utf16.lowerBound - end.utf16, span.utf16.count)
    let isASCII = scalars == utf8 && scalars == utf16
    pieces[pieces.count - 1].append(
      sentence.block.rawValue | (sentence.flags.contains(.continues) ? Self.continues : 0)
        | (isASCII ? Self.isASCII : 0))
    for (gap, length) in isASCII ? [scalars] : [scalars, utf8, utf16] {
      write(gap < 0 ? -gap << 1 | 1 : gap << 1)
      write(length)
    }
    end = span.end
    count += 1
  }

  /// A sentence. Of its flags only `continues` is stored.
  subscript(index: Int) -> SentenceRecord {
    precondition(index >= 0 && index < count, "no such sentence")
    var reader = Reader(blocks[index / Self.blockSize])
    for _ in 0..<index % Self.blockSize { _ = reader.next(in: pieces) }
    return reader.next(in: pieces)
  }

  /// Iterates over sentences in order, faster than by index.
  func forEach(in range: Range<Int>, _ body: (SentenceRecord) -> Void) {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    var reader = Reader(blocks[range.lowerBound / Self.blockSize])
    for _ in 0..<range.lowerBound % Self.blockSize { _ = reader.next(in: pieces) }
    for _ in range { body(reader.next(in: pieces)) }
  }

  private mutating func write(_ value: Int) {
    var rest = UInt32(clamping: value)
    while rest >= 0x80 {
      pieces[pieces.count - 1].append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    pieces[pieces.count - 1].append(UInt8(rest))
  }

  /// Reads sentence by sentence.
  private struct Reader {
    private var piece: Int
    private var offset: Int
    private var end: TextPlace

    init(_ block: Block) {
      piece = Int(block.start >> SentenceTable.offsetBits)
      offset = Int(block.start & (1 << SentenceTable.offsetBits - 1))
      end = TextPlace(scalars: Int(block.scalars), utf8: Int(block.utf8), utf16: Int(block.utf16))
    }

    mutating func next(in pieces: [[UInt8]]) -> SentenceRecord {
      if offset == pieces[piece].count { (piece, offset) = (piece + 1, 0) }
      let bytes = pieces[piece]
      let head = bytes[offset]
      offset += 1
      let scalars = measure(in: bytes)
      let isASCII = head & SentenceTable.isASCII != 0
      let utf8 = isASCII ? scalars : measure(in: bytes)
      let utf16 = isASCII ? scalars : measure(in: bytes)
      let start = end + TextPlace(scalars: scalars.gap, utf8: utf8.gap, utf16: utf16.gap)
      end = start + TextPlace(scalars: scalars.length, utf8: utf8.length, utf16: utf16.length)
      return SentenceRecord(
        span: TextSpan(start, end), flags: head & SentenceTable.continues != 0 ? .continues : [],
        block: BlockClass(rawValue: head & 0x0F) ?? .paragraph)
    }

    private mutating func measure(in bytes: [UInt8]) -> (gap: Int, length: Int) {
      let gap = read(bytes)
      return (gap & 1 == 0 ? gap >> 1 : -(gap >> 1), read(bytes))
    }

    private mutating func read(_ bytes: [UInt8]) -> Int {
      var value = 0
      var shift = 0
      while true {
        let byte = Int(bytes[offset])
        offset += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
    }
  }
}
