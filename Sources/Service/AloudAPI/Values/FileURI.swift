internal import Documents

/// Conversion between paths and `file:` URIs (RFC 8089), the only ones that are opened.
public enum FileURI {
  /// The reason why a URI names no file of this machine.
  public enum Problem: Error, Equatable, Sendable {
    /// A URI with another scheme or none.
    case scheme(String)
    /// A file of another machine.
    case host(String)
    /// A relative path, a wrong escape, or a NUL.
    case malformed
  }

  /// The absolute path of a URI, decoded once and never with a NUL in it. Bytes that are not UTF-8 are escaped as in
  /// `FileName`. Any thread.
  public static func path(of uri: String) throws(Problem) -> String {
    guard let colon = uri.firstIndex(of: ":"), uri[..<colon].lowercased() == "file" else {
      throw .scheme(uri.firstIndex(of: ":").map { String(uri[..<$0]) } ?? uri)
    }
    var rest = uri[uri.index(after: colon)...]
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { throw .host(String(host)) }
      rest = rest.dropFirst(host.count)
    }
    // A query or fragment is not part of the file's name.
    let encoded = rest.prefix { $0 != "?" && $0 != "#" }
    guard encoded.hasPrefix("/"), let path = decoded(encoded.utf8), !path.utf8.contains(0) else { throw .malformed }
    return path
  }

  /// The URI of an absolute path. All characters except RFC 3986's unreserved ones and slashes are percent-encoded.
  ///
  /// - Parameter path: a path with bytes that are not UTF-8 escaped as in `FileName`.
  public static func uri(path: String) -> String {
    var text = "file://"
    for byte in FileName.bytes(path) {
      let character = Character(UnicodeScalar(byte))
      if character.isASCII, character.isLetter || character.isNumber || "/-._~".contains(character) {
        text.append(character)
      } else {
        text += percent(byte)
      }
    }
    return text
  }

  /// A URI of any scheme as it was written, with percent-encoding for characters that control a terminal or the
  /// direction of text.
  public static func printable(_ uri: String) -> String {
    guard uri.unicodeScalars.contains(where: { !isPrintable($0) }) else { return uri }
    return uri.unicodeScalars.map { scalar in
      isPrintable(scalar) ? String(scalar) : FileName.bytes(String(scalar)).map(percent).joined()
    }.joined()
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    Line.isPrintable(scalar) && scalar != "\n" && scalar != "\t"
  }

  private static func percent(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
  }

  private static func decoded(_ encoded: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = encoded[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return FileName.text(bytes)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension APIError {
  /// The error for a URI that names no file of this machine.
  public init(_ problem: FileURI.Problem, uri: String) {
    switch problem {
    case .scheme(let scheme): self.init(.unsupported, "only file: URIs are read, not '\(scheme.prefix(40))'")
    case .host(let host): self.init(.unsupported, "the file is on another machine ('\(host.prefix(40))')")
    case .malformed: self.init(.noSuchFile, "'\(uri.prefix(200))' names no file")
    }
  }
}
