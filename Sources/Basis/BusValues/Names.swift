/// A text that follows one of the specification's grammars.
///
/// Each conforming type is valid by construction, so that the bus refuses nothing that is sent.
public protocol BusText: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral
where StringLiteralType == String {
  /// The text as it is on the wire, ASCII.
  var text: String { get }

  /// `nil` if the grammar refuses the text.
  init?(_ text: String)
}

extension BusText {
  /// The text itself.
  public var description: String { text }

  /// A text from a literal; traps if the grammar refuses it.
  public init(stringLiteral text: String) {
    guard let value = Self(text) else { preconditionFailure("not a \(Self.self): \(text)") }
    self = value
  }
}

/// The path of an object: `/`, or elements of letters, digits and underscores, each after a slash.
public struct ObjectPath: BusText {
  /// The path.
  public let text: String

  /// `nil` if the text is not an object path.
  public init?(_ text: String) {
    var previous: UInt8?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "/"): if previous == byte { return nil }
      case _ where byte.isNameCharacter: if previous == nil { return nil }
      default: return nil
      }
      previous = byte
    }
    guard let previous, previous != UInt8(ascii: "/") || text == "/" else { return nil }
    self.text = text
  }

  /// For text that the wire's decoder has checked.
  package init(trusted text: String) { self.text = text }

  /// The path without its last element; `nil` for the root.
  public var parent: ObjectPath? {
    guard text != "/", let slash = text.lastIndex(of: "/") else { return nil }
    return slash == text.startIndex ? ObjectPath(trusted: "/") : ObjectPath(trusted: String(text[..<slash]))
  }

  /// True if the path is `ancestor` or below it.
  public func isWithin(_ ancestor: ObjectPath) -> Bool {
    ancestor.text == "/" || text == ancestor.text || text.utf8.starts(with: (ancestor.text + "/").utf8)
  }
}

/// The name of a connection: unique (`:1.42`), or well-known (`org.aloud.Aloud1`).
public struct BusName: BusText {
  /// The name.
  public let text: String

  /// `nil` if the text is not a bus name.
  public init?(_ text: String) {
    if text.utf8.first == UInt8(ascii: ":") {
      guard text.utf8.count <= 255,
        isDotted(text.utf8.dropFirst(), allowsHyphen: true, allowsLeadingDigit: true)
      else { return nil }
    } else {
      guard text.utf8.count <= 255, isDotted(text.utf8[...], allowsHyphen: true, allowsLeadingDigit: false)
      else { return nil }
    }
    self.text = text
  }

  /// For text that the wire's decoder has checked.
  package init(trusted text: String) { self.text = text }

  /// True if the bus gave this name to exactly one connection, for its lifetime.
  public var isUnique: Bool { text.utf8.first == UInt8(ascii: ":") }

  /// The bus itself.
  public static let bus: BusName = "org.freedesktop.DBus"
}

/// The name of an interface, such as `org.mpris.MediaPlayer2.Player`; error names have the same grammar.
public struct InterfaceName: BusText {
  /// The name.
  public let text: String

  /// `nil` if the text is not an interface name.
  public init?(_ text: String) {
    guard text.utf8.count <= 255, isDotted(text.utf8[...], allowsHyphen: false, allowsLeadingDigit: false)
    else { return nil }
    self.text = text
  }

  /// For text that the wire's decoder has checked.
  package init(trusted text: String) { self.text = text }
}

/// The name of a method, a signal or a property: 1 to 255 letters, digits and underscores, not beginning with a digit.
public struct MemberName: BusText {
  /// The name.
  public let text: String

  /// `nil` if the text is not a member name.
  public init?(_ text: String) {
    guard (1...255).contains(text.utf8.count), text.utf8.first?.isDigit == false,
      text.utf8.allSatisfy(\.isNameCharacter)
    else { return nil }
    self.text = text
  }

  /// For text that the wire's decoder has checked.
  package init(trusted text: String) { self.text = text }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  fileprivate var isNameCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: isDigit
    }
  }
}

/// True if `text` is two or more elements with dots between them.
private func isDotted(_ text: Substring.UTF8View, allowsHyphen: Bool, allowsLeadingDigit: Bool) -> Bool {
  var elements = 0
  var atStart = true
  for byte in text {
    if byte == UInt8(ascii: ".") {
      if atStart { return false }
      atStart = true
      continue
    }
    guard byte.isNameCharacter || (allowsHyphen && byte == UInt8(ascii: "-")) else { return false }
    if atStart {
      if byte.isDigit && !allowsLeadingDigit { return false }
      elements += 1
      atStart = false
    }
  }
  return elements >= 2 && !atStart
}
