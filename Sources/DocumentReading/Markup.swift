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
    return bytes.withUnsafeBytes { bytes in
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
            HandlerBox.from(context).handler.text(UnsafeBufferPointer(start: text, count: Int(count)))
          })
      }
    }
  }
}

/// The attributes of an element, valid as long as its start is being heard.
struct MarkupAttributes {
  private let list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  fileprivate init(_ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) { self.list = list }

  /// The value of the attribute of this very name, prefix included.
  subscript(name: String) -> String? {
    guard var entry = list else { return nil }
    while let key = entry.pointee {
      if String(cString: key) == name { return entry[1].map { String(cString: $0) } ?? "" }
      entry += 2
    }
    return nil
  }

  /// Whether there are none at all.
  var isEmpty: Bool { list?.pointee == nil }

  /// Whether a value made of words holds this one, in any case.
  func has(_ word: String, in name: String) -> Bool {
    self[name]?.split(whereSeparator: \.isWhitespace).contains { $0.lowercased() == word } ?? false
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
