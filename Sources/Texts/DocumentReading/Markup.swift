import CXML2

/// Receives the events of an XML or HTML document as it is read.
protocol MarkupHandler: AnyObject {
  /// - Parameter attributes: valid during the call.
  func start(_ name: String, _ attributes: MarkupAttributes)
  func end(_ name: String)
  /// Text in UTF-8, valid during the call; a text may come in several pieces.
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// Reads XML and HTML with libxml2 as events: no tree, no entities except the language's own, no network.
enum Markup {
  enum Syntax {
    /// Names keep their case and lose their prefix.
    case xml
    /// As browsers read it: nothing is an error, and missing end tags are guessed.
    case html
  }

  /// - Parameter bytes: UTF-8, whatever encoding they declare.
  /// - Returns: true if the document has no error. The events before an error have been delivered.
  @discardableResult
  static func read(_ bytes: [UInt8], as syntax: Syntax, _ handler: any MarkupHandler) -> Bool {
    guard !bytes.isEmpty, bytes.count <= Int(Int32.max) else { return false }
    let box = HandlerBox(handler)
    let bytes = AttributeLimit.enforce(bytes)
    let start = syntax == .html ? skipDeclarations(bytes) : 0
    return bytes[start...].withUnsafeBytes { bytes in
      withExtendedLifetime(box) {
        aloud_markup_parse(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(bytes.count), syntax == .html,
          Unmanaged.passUnretained(box).toOpaque(),
          { context, name, attributes in
            guard let name else { return }
            HandlerBox.from(context).handler.start(HandlerBox.localName(name), MarkupAttributes(attributes))
          },
          { context, name in
            guard let name else { return }
            HandlerBox.from(context).handler.end(HandlerBox.localName(name))
          },
          { context, text, count in
            HandlerBox.from(context).tell(UnsafeBufferPointer(start: text, count: Int(count)))
          })
      }
    }
  }
}

extension Markup {
  /// The start of a page's text, after a document type with an internal subset. HTML has none, and its parser would
  /// take the end of the subset for text.
  private static func skipDeclarations(_ bytes: [UInt8]) -> Int {
    let head = bytes.prefix(1024)
    guard let type = head.indices.first(where: { head[$0...].starts(with: "<!DOCTYPE".utf8) }),
      let open = head[type...].firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ">") }),
      bytes[open] == UInt8(ascii: "[")
    else { return 0 }
    var index = open
    while let close = bytes[index...].firstIndex(of: UInt8(ascii: "]")) {
      let end = bytes[(close + 1)...].drop { $0 <= 0x20 }
      if end.first == UInt8(ascii: ">") { return end.startIndex + 1 }
      index = close + 1
    }
    return 0
  }
}

/// The attributes of an element, valid during the call that reports its start.
struct MarkupAttributes {
  private let list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  fileprivate init(_ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) { self.list = list }

  /// The value of the attribute with exactly this name, prefix included.
  subscript(name: StaticString) -> String? {
    guard let entry = entry(name) else { return nil }
    return entry[1].map { String(cString: $0) } ?? ""
  }

  /// The same value without a copy; it ends with a 0.
  func bytes(_ name: StaticString) -> UnsafePointer<UInt8>? { entry(name)?[1] }

  /// The value of the first attribute with this name, whatever its prefix.
  func local(_ name: StaticString) -> String? {
    guard var entry = list else { return nil }
    while let key = entry.pointee {
      var start = key
      var end = key
      while end.pointee != 0 {
        if end.pointee == UInt8(ascii: ":") { start = end + 1 }
        end += 1
      }
      if end - start == name.utf8CodeUnitCount,
        UnsafeBufferPointer(start: start, count: end - start).elementsEqual(
          UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
      {
        return entry[1].map { String(cString: $0) } ?? ""
      }
      entry += 2
    }
    return nil
  }

  // Most elements lack the attributes that are asked for, so this must be fast.
  private func entry(_ name: StaticString) -> UnsafeMutablePointer<UnsafePointer<UInt8>?>? {
    guard var entry = list else { return nil }
    while let key = entry.pointee {
      // A key ends with a 0, as a static string does.
      var index = 0
      while key[index] == name.utf8Start[index] {
        if key[index] == 0 { return entry }
        index += 1
      }
      entry += 2
    }
    return nil
  }

  /// True if there are no attributes.
  var isEmpty: Bool { list?.pointee == nil }

  /// True if a list of words contains this word; case does not matter.
  func has(_ word: String, in name: StaticString) -> Bool {
    bytes(name) != nil && words(name).contains { $0.lowercased() == word }
  }

  /// True if a list of words contains one of these.
  func has(any words: Set<String>, in name: StaticString) -> Bool {
    bytes(name) != nil && self.words(name).contains { words.contains($0.lowercased()) }
  }

  private func words(_ name: StaticString) -> [Substring] {
    (self[name] ?? "").utf8.split { $0 <= 0x20 }.map { Substring($0) }
  }

  /// The language that the element declares.
  var language: String? { self["xml:lang"] ?? self["lang"] }
}

/// The reference that C code holds for a handler.
private final class HandlerBox {
  let handler: any MarkupHandler

  init(_ handler: any MarkupHandler) { self.handler = handler }

  static func from(_ context: UnsafeMutableRawPointer?) -> HandlerBox {
    Unmanaged<HandlerBox>.fromOpaque(context!).takeUnretainedValue()
  }

  /// Bytes of the longest piece of text that a handler receives at a time; the parser may deliver megabytes.
  private static let longestPiece = 16 << 10

  func tell(_ text: UnsafeBufferPointer<UInt8>) {
    var rest = text[...]
    while rest.count > Self.longestPiece {
      // Cut between two characters.
      let end = rest.index(rest.startIndex, offsetBy: Self.longestPiece)
      let cut = rest[..<end].lastIndex { $0 & 0xC0 != 0x80 } ?? end
      handler.text(UnsafeBufferPointer(rebasing: rest[..<max(cut, rest.startIndex + 1)]))
      rest = rest[max(cut, rest.startIndex + 1)...]
    }
    handler.text(UnsafeBufferPointer(rebasing: rest))
  }

  static func localName(_ name: UnsafePointer<UInt8>) -> String {
    var start = name
    var next = name
    while next.pointee != 0 {
      if next.pointee == UInt8(ascii: ":") { start = next + 1 }
      next += 1
    }
    return String(cString: start)
  }
}
