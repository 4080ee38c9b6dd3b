import Linguistics
import PlainText
public import Wire

/// Makes UTF-8 of a text in whatever encoding, piece by piece.
///
/// UTF-8, and UTF-16 with a mark, are recognised by themselves. What is neither is guessed from the first piece that
/// shows it; one that no table knows is taken for Windows-1252.
public struct EncodedText: ~Copyable {
  private var decoder = TextDecoder()
  private var converter: CharacterConverter?
  /// Whether a NUL may be in it.
  private var isWide = false
  private var isFirst = true
  /// Bytes of the file so far, of the text so far, and of the mark at its front.
  private var taken = 0
  private var given = 0
  private var mark = 0
  /// The last bytes of the piece before, among them half a character.
  private var tail: [UInt8] = []
  private var hasOnlyASCII = true

  /// At the start of a text.
  public init() {}

  /// Appends the text of the next bytes.
  ///
  /// - Throws: `notText` where a character is 0, `wrongEncoding` where it is in none that is known.
  public mutating func decode(
    _ bytes: ArraySlice<UInt8>, isLast: Bool, into text: inout [UInt8]
  ) throws(WorkerFailure) {
    if isFirst { begin(bytes) }
    if let converter { return try convert(bytes, isLast, converter, into: &text) }
    let before = text.count
    do throws(TextError) {
      if !bytes.isEmpty { try decoder.decode(bytes, into: &text) }
      if isLast { try decoder.finish(into: &text) }
    } catch {
      guard error.code == .wrongEncoding, !isWide else { throw WorkerFailure(error) }
      // Half a character may be left of the piece before, which the decoder has not given out.
      let pending = tail.suffix(taken - given - mark)
      text.removeLast(text.count - before)
      let name = hasOnlyASCII ? Self.guess(pending + bytes) : "UTF-8"
      guard let converter = CharacterConverter(encoding: name) else { throw WorkerFailure(error) }
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
  ) throws(WorkerFailure) {
    if !isWide && bytes.contains(0) { throw WorkerFailure(.notText, "a byte is 0") }
    let before = text.count
    converter.convert(bytes, isLast: isLast, into: &text)
    if isWide && text[before...].contains(0) { throw WorkerFailure(.notText, "a character is 0") }
  }

  /// What is no UTF-8 is in an encoding that is never far from these.
  private static func guess(_ bytes: ArraySlice<UInt8>) -> String {
    guard let name = EncodingGuess.name(of: bytes), CharacterConverter(encoding: name) != nil else {
      return "windows-1252"
    }
    return normal(name)
  }

  /// The larger encodings that those of these names really are.
  private static func normal(_ name: String) -> String {
    switch name.lowercased() {
    case "iso-8859-1", "latin1", "us-ascii", "ascii": "windows-1252"
    case "iso-8859-9": "windows-1254"
    case "gb2312", "gbk", "gb_2312-80", "hz-gb-2312": "GB18030"
    case "shift_jis", "shift-jis", "sjis", "x-sjis": "windows-31j"
    default: name
    }
  }

  /// A text that is there as a whole.
  ///
  /// - Parameter declared: what it says about itself, which counts where it is neither UTF-8 nor marked.
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
    // A NUL ends the text for a parser in C.
    if text.contains(0) { text = text.map { $0 == 0 ? 0x20 : $0 } }
    return text
  }
}

extension String {
  fileprivate static func isUTF8(_ bytes: [UInt8]) -> Bool {
    // As the zeros of UTF-16 are valid, too, and no text has any.
    EncodingGuess.isBigEndianUTF16(bytes.prefix(4096)) == nil && String(validating: bytes, as: UTF8.self) != nil
  }
}

extension [UInt8] {
  /// Up to 64 kB from the first byte on that is no ASCII.
  fileprivate var sampleAroundText: ArraySlice<UInt8> {
    let first = firstIndex { $0 >= 0x80 } ?? 0
    return self[Swift.max(0, first - 1024)...].prefix(64 << 10)
  }
}

extension WorkerFailure {
  fileprivate init(_ error: TextError) {
    switch error.code {
    case .notText: self.init(.notText, "byte \(error.offset) is 0")
    case .wrongEncoding: self.init(.wrongEncoding, "from byte \(error.offset) on")
    }
  }
}
