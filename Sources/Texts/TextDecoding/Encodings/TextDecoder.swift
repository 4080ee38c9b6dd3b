import Documents

/// The reason why bytes are not a text.
public struct TextError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Code: Sendable {
    /// The bytes contain a NUL, as binary formats do and texts do not.
    case notText
    /// The bytes are neither UTF-8 nor UTF-16 with a byte order mark.
    case wrongEncoding
  }

  /// The kind of error.
  public var code: Code
  /// The offset in the file of the byte that cannot be decoded.
  public var offset: Int

  /// An error at a byte of the file, counted from 0.
  public init(_ code: Code, offset: Int) {
    self.code = code
    self.offset = offset
  }
}

/// Decodes a file that comes piece by piece: UTF-8, or UTF-16 if it begins with a byte order mark.
///
/// The result is valid UTF-8 without the mark. It does not depend on how the file is divided into pieces.
public struct TextDecoder: Sendable {
  private enum Encoding {
    case undecided
    case utf8
    case utf16(bigEndian: Bool)
  }

  private var encoding = Encoding.undecided
  /// The first bytes of an incomplete character.
  private var pending: [UInt8] = []
  /// Bytes of the file before `pending`.
  private var offset = 0

  /// A decoder before the first byte of a file.
  public init() {}

  /// Decodes the next bytes of the file and appends their text. Not to be called after an error.
  public mutating func decode(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) throws(TextError) {
    try decode(bytes, isLast: false, into: &text)
  }

  /// Ends the file; pending bytes are an incomplete character.
  public mutating func finish(into text: inout [UInt8]) throws(TextError) {
    try decode([], isLast: true, into: &text)
  }

  private mutating func decode(
    _ new: ArraySlice<UInt8>, isLast: Bool, into text: inout [UInt8]
  ) throws(TextError) {
    var bytes = pending.isEmpty ? new : (pending + new)[...]
    if case .undecided = encoding {
      // The longest byte order mark has three bytes.
      guard bytes.count >= 3 || isLast else {
        pending = Array(bytes)
        return
      }
      bytes = bytes.dropFirst(sniff(bytes))
    }
    let length: Int
    switch encoding {
    case .utf16(let bigEndian): length = try decodeUTF16(bytes, bigEndian: bigEndian, into: &text)
    case .undecided, .utf8: length = try decodeUTF8(bytes, into: &text)
    }
    offset += length
    pending = Array(bytes.dropFirst(length))
    if isLast && !pending.isEmpty { throw TextError(.wrongEncoding, offset: offset) }
  }

  /// Decides the encoding and returns the length of the byte order mark.
  private mutating func sniff(_ bytes: ArraySlice<UInt8>) -> Int {
    var mark = 0
    encoding = .utf8
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      mark = 3
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      (encoding, mark) = (.utf16(bigEndian: false), 2)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      (encoding, mark) = (.utf16(bigEndian: true), 2)
    }
    offset += mark
    return mark
  }

  /// Returns the number of bytes that form whole characters.
  private func decodeUTF8(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) throws(TextError) -> Int {
    var index = bytes.startIndex + Self.endOfWhole(bytes.span)
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte < 0x80 {
        if byte == 0 { throw TextError(.notText, offset: offset + index - bytes.startIndex) }
        index += 1
        continue
      }
      guard let (width, second) = Self.sequence(byte) else {
        throw TextError(.wrongEncoding, offset: offset + index - bytes.startIndex)
      }
      let end = min(index + width, bytes.endIndex)
      for position in index + 1..<max(end, index + 1) {
        let allowed = position == index + 1 ? second : 0x80...0xBF
        guard allowed ~= bytes[position] else {
          throw TextError(.wrongEncoding, offset: offset + index - bytes.startIndex)
        }
      }
      if end < index + width { break }
      index = end
    }
    text.append(contentsOf: bytes[..<index])
    return index - bytes.startIndex
  }

  /// The end of whole characters at the front: of all but the last few bytes if there is no error. An error, or a
  /// character that may be incomplete, is left to a closer look.
  private static func endOfWhole(_ bytes: Span<UInt8>) -> Int {
    var place = 0
    while place + 4 <= bytes.count {
      if bytes[place] < 0x80 {
        place = endOfASCII(bytes, from: place)
        guard place + 4 <= bytes.count, bytes[place] != 0 else { break }
      }
      let (_, length) = bytes.scalar(at: place)
      guard length > 1 || bytes[place] < 0x80 else { break }
      place += length
    }
    return place
  }

  /// The end of the ASCII text at `place`, in steps of eight bytes: up to seven bytes more may be ASCII. A NUL ends it.
  @inline(__always)
  private static func endOfASCII(_ bytes: Span<UInt8>, from place: Int) -> Int {
    var place = place
    while place + 8 <= bytes.count {
      let eight = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      // A byte of 0 borrows its highest bit, and a byte beyond ASCII has it.
      guard (eight &- 0x0101_0101_0101_0101 | eight) & 0x8080_8080_8080_8080 == 0 else { break }
      place += 8
    }
    return place
  }

  /// The length of the sequence that a byte begins, and the permitted second bytes (Unicode 15, table 3-7).
  private static func sequence(_ first: UInt8) -> (width: Int, second: ClosedRange<UInt8>)? {
    switch first {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }

  private func decodeUTF16(
    _ bytes: ArraySlice<UInt8>, bigEndian: Bool, into text: inout [UInt8]
  ) throws(TextError) -> Int {
    func unit(_ index: Int) -> UInt16 {
      bigEndian
        ? UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]) : UInt16(bytes[index + 1]) << 8 | UInt16(bytes[index])
    }
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let here = offset + index - bytes.startIndex
      let first = unit(index)
      var scalar = Unicode.Scalar(first)
      var width = 2
      if UTF16.isLeadSurrogate(first) {
        guard index + 3 < bytes.endIndex else { break }
        let second = unit(index + 2)
        guard UTF16.isTrailSurrogate(second) else { throw TextError(.wrongEncoding, offset: here) }
        scalar = Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)))
        width = 4
      }
      guard let scalar else { throw TextError(.wrongEncoding, offset: here) }
      if scalar.value == 0 { throw TextError(.notText, offset: here) }
      text.append(contentsOf: UTF8.encode(scalar)!)
      index += width
    }
    return index - bytes.startIndex
  }
}
