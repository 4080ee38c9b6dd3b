import AloudAPI

/// Reading of `file:` URIs (RFC 8089), the only ones that are opened.
enum FileURI {
  /// The absolute path that a URI names; decoded once, and never with a NUL in it.
  static func path(of uri: String) throws(APIError) -> String {
    guard let colon = uri.firstIndex(of: ":"), uri[..<colon].lowercased() == "file" else {
      let scheme = uri.firstIndex(of: ":").map { String(uri[..<$0]) } ?? uri
      throw APIError(.unsupported, "only file: URIs are read, not '\(scheme.prefix(40))'")
    }
    var rest = uri[uri.index(after: colon)...]
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else {
        throw APIError(.unsupported, "the file is on another machine ('\(host.prefix(40))')")
      }
      rest = rest.dropFirst(host.count)
    }
    // A query or fragment is no part of a file's name.
    let encoded = rest.prefix { $0 != "?" && $0 != "#" }
    guard encoded.hasPrefix("/"), let path = decoded(encoded.utf8), !path.utf8.contains(0) else {
      throw APIError(.noSuchFile, "'\(uri.prefix(200))' names no file")
    }
    return path
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
    return String(validating: bytes, as: UTF8.self)
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
