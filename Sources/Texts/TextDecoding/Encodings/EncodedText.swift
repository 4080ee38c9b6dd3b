import Linguistics
public import Vocabulary

/// Converts a text in any encoding to UTF-8, piece by piece.
///
/// UTF-8, and UTF-16 with a byte order mark, are recognised directly. Any other encoding is guessed from the first
/// piece that has characters beyond ASCII. Windows-1252 is the last resort.
public struct EncodedText: ~Copyable {
  private var decoder = TextDecoder()
  private var converter: CharacterConverter?
  /// True if the encoding has NUL bytes in ordinary text.
  private var isWide = false
  private var isFirst = true
  /// Bytes of the file taken so far, of the text delivered so far, and of the byte order mark.
  private var taken = 0
  private var given = 0
  private var mark = 0
  /// The last bytes of the previous piece, with an incomplete character.
  private var tail: [UInt8] = []
  private var hasOnlyASCII = true

  /// A converter at the start of a text.
  public init() {}

  /// Decodes the next bytes and appends their text.
  ///
  /// - Throws: `notText` for a NUL character, `wrongEncoding` if no known encoding fits.
  public mutating func decode(
    _ bytes: ArraySlice<UInt8>, isLast: Bool, into text: inout [UInt8]
  ) throws(Trouble) {
    if isFirst { begin(bytes) }
    if let converter { return try convert(bytes, isLast, converter, into: &text) }
    let before = text.count
    do throws(TextError) {
      if !bytes.isEmpty { try decoder.decode(bytes, into: &text) }
      if isLast { try decoder.finish(into: &text) }
    } catch {
      guard error.code == .wrongEncoding, !isWide else { throw Trouble(error) }
      // The decoder may hold an incomplete character of the previous piece.
      let pending = tail.suffix(taken - given - mark)
      text.removeLast(text.count - before)
      let name = hasOnlyASCII ? Self.guess(pending + bytes) : "UTF-8"
      guard let converter = CharacterConverter(encoding: name) else { throw Trouble(error) }
      self.converter = converter
      return try convert(pending + bytes, isLast, converter, into: &text)
    }
    taken += bytes.count
    given += text.count - before
    tail = Array((tail + bytes.suffix(4)).suffix(4))
    if hasOnlyASCII && text[before...].contains(where: { $0 >= 0x80 }) { hasOnlyASCII = false }
  }

  private mutating func begin(_ bytes: ArraySlice<UInt8>) {
    isFirst = bytes.isEmpty
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { mark = 3 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      isWide = true
    } else if let isBigEndian = EncodingGuess.isBigEndianUTF16(bytes) {
      isWide = true
      converter = CharacterConverter(encoding: isBigEndian ? "UTF-16BE" : "UTF-16LE")
    }
  }

  private func convert(
    _ bytes: ArraySlice<UInt8>, _ isLast: Bool, _ converter: CharacterConverter, into text: inout [UInt8]
  ) throws(Trouble) {
    if !isWide && bytes.contains(0) { throw Trouble(.notText, "a byte is 0") }
    let before = text.count
    converter.convert(bytes, isLast: isLast, into: &text)
    if isWide && text[before...].contains(0) { throw Trouble(.notText, "a character is 0") }
  }

  /// Guesses the encoding of text that is not UTF-8.
  private static func guess(_ bytes: ArraySlice<UInt8>) -> String {
    guard let name = EncodingGuess.name(of: bytes), CharacterConverter(encoding: name) != nil else {
      return "windows-1252"
    }
    return normal(name)
  }

  /// The larger encodings that files with these names really use.
  private static func normal(_ name: String) -> String {
    switch name.lowercased() {
    case "iso-8859-1", "latin1", "us-ascii", "ascii": "windows-1252"
    case "iso-8859-9": "windows-1254"
    case "gb2312", "gbk", "gb_2312-80", "hz-gb-2312": "GB18030"
    case "shift_jis", "shift-jis", "sjis", "x-sjis": "windows-31j"
    default: name
    }
  }

  /// Decodes a text that is complete.
  ///
  /// - Parameter declared: the encoding that the text declares. It counts if the text is not UTF-8 and has no byte
  ///   order mark.
  public static func whole(_ bytes: [UInt8], declared: String?) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    let isShifting = declared?.lowercased().hasPrefix("iso-2022") == true
    if !isShifting && String.isUTF8(bytes) {
      text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      CharacterConverter(encoding: "UTF-16LE")?.convert(bytes.dropFirst(2), isLast: true, into: &text)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      CharacterConverter(encoding: "UTF-16BE")?.convert(bytes.dropFirst(2), isLast: true, into: &text)
    } else if let isBigEndian = EncodingGuess.isBigEndianUTF16(bytes.prefix(4096)) {
      CharacterConverter(encoding: isBigEndian ? "UTF-16BE" : "UTF-16LE")?
        .convert(bytes[...], isLast: true, into: &text)
    } else {
      let said = declared.flatMap { $0.lowercased().hasPrefix("utf-16") ? nil : normal($0) }
      let converter =
        said.flatMap { CharacterConverter(encoding: $0) }
        ?? CharacterConverter(encoding: guess(bytes.sampleAroundText))
      converter?.convert(bytes[...], isLast: true, into: &text)
    }
    // C parsers take a NUL for the end of the text.
    if text.contains(0) { text = text.map { $0 == 0 ? 0x20 : $0 } }
    return text
  }
}

extension String {
  fileprivate static func isUTF8(_ bytes: [UInt8]) -> Bool {
    // The zero bytes of UTF-16 are valid UTF-8, too, but no text contains a NUL.
    EncodingGuess.isBigEndianUTF16(bytes.prefix(4096)) == nil && String(validating: bytes, as: UTF8.self) != nil
  }
}

extension [UInt8] {
  /// Up to 64 kB from the first byte beyond ASCII.
  fileprivate var sampleAroundText: ArraySlice<UInt8> {
    let first = firstIndex { $0 >= 0x80 } ?? 0
    return self[Swift.max(0, first - 1024)...].prefix(64 << 10)
  }
}

extension Trouble {
  fileprivate init(_ error: TextError) {
    switch error.code {
    case .notText: self.init(.notText, "byte \(error.offset) is 0")
    case .wrongEncoding: self.init(.wrongEncoding, "from byte \(error.offset) on")
    }
  }
}
