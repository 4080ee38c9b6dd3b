import CXML2

/// Hears what is in a document of XML or HTML, as it is read.
protocol MarkupHandler: AnyObject {
  /// - Parameter attributes: valid during the call.
  func start(_ name: String, _ attributes: MarkupAttributes)
  func end(_ name: String)
  /// Text in UTF-8, valid during the call; a text may come in several pieces.
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// XML and HTML through libxml2, as events: no tree, no entities but those of the language itself, no network.
enum Markup {
  enum Syntax {
    /// Names keep their case and lose their prefix.
    case xml
    /// What browsers are given: nothing is an error, and missing ends of elements are guessed.
    case html
  }

  /// - Parameter bytes: UTF-8, whatever they say about themselves.
  /// - Returns: whether it was without a fault. What came before the fault has been heard.
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
  /// Where the text of a page begins: behind a document type with declarations of its own, which HTML has not and whose
  /// end its parser would take for text.
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

/// The attributes of an element, valid as long as its start is being heard.
struct MarkupAttributes {
  private let list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  fileprivate init(_ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) { self.list = list }

  /// The value of the attribute of this very name, prefix included.
  subscript(name: StaticString) -> String? {
    guard let entry = entry(name) else { return nil }
    return entry[1].map { String(cString: $0) } ?? ""
  }

  /// The same, without a copy; ends with a 0.
  func bytes(_ name: StaticString) -> UnsafePointer<UInt8>? { entry(name)?[1] }

  /// The value of the first attribute of this name, whatever its prefix is.
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

  // Most elements are asked for attributes that they have not, so that this has to be quick.
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

  /// Whether there are none at all.
  var isEmpty: Bool { list?.pointee == nil }

  /// Whether a value made of words holds this one, in any case.
  func has(_ word: String, in name: StaticString) -> Bool {
    bytes(name) != nil && words(name).contains { $0.lowercased() == word }
  }

  /// Whether a value made of words holds one of these.
  func has(any words: Set<String>, in name: StaticString) -> Bool {
    bytes(name) != nil && self.words(name).contains { words.contains($0.lowercased()) }
  }

  private func words(_ name: StaticString) -> [Substring] {
    (self[name] ?? "").utf8.split { $0 <= 0x20 }.map { Substring($0) }
  }

  /// The language that an element says it is in.
  var language: String? { self["xml:lang"] ?? self["lang"] }
}

/// What C code keeps hold of in a handler's place.
private final class HandlerBox {
  let handler: any MarkupHandler

  init(_ handler: any MarkupHandler) { self.handler = handler }

  static func from(_ context: UnsafeMutableRawPointer?) -> HandlerBox {
    Unmanaged<HandlerBox>.fromOpaque(context!).takeUnretainedValue()
  }

  /// Bytes of the longest piece of text that a handler is given at a time; the parser may give megabytes.
  private static let longestPiece = 16 << 10

  func tell(_ text: UnsafeBufferPointer<UInt8>) {
    var rest = text[...]
    while rest.count > Self.longestPiece {
      // Not within a character.
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
