import CICU

/// Converts a text in another encoding to UTF-8, piece by piece. Bytes that cannot be decoded become U+FFFD.
public final class CharacterConverter {
  private let converter: OpaquePointer
  /// The first half of a surrogate pair; its second half has not come.
  private var lead: UInt16?

  /// - Parameter encoding: a name known to ICU, in any case: `Shift_JIS`, `windows-1252`, `GB18030`.
  /// - Returns: `nil` if ICU does not know the name.
  public init?(encoding: String) {
    guard let converter = aloud_converter_open(encoding) else { return nil }
    self.converter = converter
  }

  /// Converts the next bytes and appends their text.
  public func convert(_ bytes: ArraySlice<UInt8>, isLast: Bool = false, into text: inout [UInt8]) {
    var units = [UInt16](repeating: 0, count: 4096)
    bytes.withUnsafeBytes { bytes in
      var next = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let end = next.map { $0 + bytes.count }
      var isFull = true
      while isFull {
        var count: Int32 = 0
        isFull = aloud_converter_convert(converter, &units, Int32(units.count), &count, &next, end, isLast)
        append(units[..<Int(count)], into: &text)
      }
    }
    if isLast, lead != nil { append([0xFFFD], into: &text) }
  }

  private func append(_ units: ArraySlice<UInt16>, into text: inout [UInt8]) {
    var units = units
    if let lead { units = [lead] + units }
    lead = nil
    if let last = units.last, UTF16.isLeadSurrogate(last) { lead = units.removeLast() }
    text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
  }

  deinit { aloud_converter_close(converter) }
}
