import CUchardet

/// Guesses the encoding of a text that does not declare it.
enum EncodingGuess {
  /// The name of the encoding as ICU knows it; `nil` if none fits.
  ///
  /// - Parameter sample: a part of the text, best a few thousand bytes around those beyond ASCII.
  static func name(of sample: some Collection<UInt8>) -> String? {
    guard let detector = uchardet_new() else { return nil }
    defer { uchardet_delete(detector) }
    let bytes = Array(sample)
    let result = bytes.withUnsafeBytes { bytes in
      uchardet_handle_data(detector, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard result == 0 else { return nil }
    uchardet_data_end(detector)
    guard let name = uchardet_get_charset(detector).map({ String(cString: $0) }), !name.isEmpty, name != "ASCII" else {
      return nil
    }
    return name
  }

  /// The byte order of UTF-16 without a byte order mark: true if the first byte of each pair is 0, as with Latin
  /// characters, false if the second is. `nil` for other texts.
  static func isBigEndianUTF16(_ sample: ArraySlice<UInt8>) -> Bool? {
    let pairs = sample.count / 2
    guard pairs >= 4 else { return nil }
    var zeros = (0, 0)
    for pair in 0..<pairs {
      if sample[sample.startIndex + pair * 2] == 0 { zeros.0 += 1 }
      if sample[sample.startIndex + pair * 2 + 1] == 0 { zeros.1 += 1 }
    }
    if zeros.0 == 0 && zeros.1 * 2 > pairs { return false }
    if zeros.1 == 0 && zeros.0 * 2 > pairs { return true }
    return nil
  }
}
