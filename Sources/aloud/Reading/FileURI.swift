import Glibc

/// Paths and `file:` URIs (RFC 8089).
enum FileURI {
  /// The path that `argument` names: a path, or a `file:` URI of this machine.
  static func path(_ argument: String) throws(Failure) -> String {
    guard !argument.isEmpty else { throw Failure(.usage, "cannot read '': a file name is missing") }
    guard let scheme = scheme(argument) else { return argument }
    guard scheme == "file" else {
      throw Failure(
        .unsupported, "cannot read '\(argument)': '\(scheme):' is not read, only files are",
        cure: scheme.hasPrefix("http") ? "curl -s \(shellQuoted(argument)) | aloud read -" : "save it to a file first")
    }
    var rest = argument.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      let host = rest.dropFirst(2).prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else {
        throw Failure(.unsupported, "cannot read '\(argument)': it is on another machine, '\(host)'")
      }
      rest = rest.dropFirst(2 + host.count)
    }
    rest = rest.prefix { $0 != "?" && $0 != "#" }
    guard rest.hasPrefix("/"), let path = decoded(rest) else {
      throw Failure(.usage, "cannot read '\(argument)': it is no valid URI", cure: "file:///an/absolute/path")
    }
    return path
  }

  /// The scheme of a URI, in lower case. `C:` and `chapter 1: x` are none: two letters at least, and `//` after it or
  /// one of the schemes that go without.
  private static func scheme(_ argument: String) -> String? {
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    let scheme = argument[..<colon].lowercased()
    guard scheme.count >= 2, scheme.first?.isLetter == true,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    let rest = argument[argument.index(after: colon)...]
    let isKnown = ["file", "data", "mailto", "about"].contains(scheme)
    return rest.hasPrefix("//") || (isKnown && !rest.isEmpty) ? scheme : nil
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// An absolute path as a URI, everything but RFC 3986's unreserved characters and slashes in percent form.
  static func uri(path: String) -> String {
    var text = "file://"
    for byte in path.utf8 {
      let character = Character(UnicodeScalar(byte))
      if character.isASCII, character.isLetter || character.isNumber || "/-._~".contains(character) {
        text.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }

  /// `path` from the root, without `.` and `..`; symbolic links stay as they are, like the shell shows them.
  static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : workingDirectory() + "/" + path).split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func workingDirectory() -> String {
    guard let name = getcwd(nil, 0) else { return "" }
    defer { free(name) }
    return String(cString: name)
  }
}
