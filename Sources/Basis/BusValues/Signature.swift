/// A D-Bus type signature: none, one or several complete types, such as `a{sv}` or `sa{sv}`.
///
/// Always valid by the specification: at most 255 bytes, 32 arrays and 32 structures deep, dictionary entries only in
/// arrays and with a basic key.
public struct Signature: Hashable, Sendable, CustomStringConvertible {
  /// The signature as it is on the wire, ASCII.
  public let text: String

  /// The signature with this text; `nil` if the specification refuses it.
  public init?(_ text: String) {
    guard Self.isValid(text.utf8) else { return nil }
    self.text = text
  }

  /// For text that is valid by its origin: made of signatures, or checked by the wire's decoder.
  package init(trusted text: String) { self.text = text }

  /// The text itself.
  public var description: String { text }

  /// The signature of a message without arguments.
  public static let empty = Signature(trusted: "")

  /// True for exactly one complete type, as a property, an array's element or a variant's value must have.
  public var isSingle: Bool {
    let bytes = Array(text.utf8)
    return SignatureGrammar(bytes).endOfType(at: 0) == bytes.count
  }

  /// The complete types in order.
  public var completeTypes: [Signature] {
    let bytes = Array(text.utf8)
    var types: [Signature] = []
    var start = 0
    while start < bytes.count, let end = SignatureGrammar(bytes).endOfType(at: start) {
      types.append(Signature(trusted: String(decoding: bytes[start..<end], as: UTF8.self)))
      start = end
    }
    return types
  }

  /// The signature of an array of `element`.
  public static func array(of element: Signature) -> Signature { Signature(trusted: "a" + element.text) }

  private static func isValid(_ text: String.UTF8View) -> Bool {
    guard text.count <= 255 else { return false }
    let bytes = Array(text)
    var start = 0
    while start < bytes.count {
      guard let end = SignatureGrammar(bytes).endOfType(at: start) else { return false }
      start = end
    }
    return true
  }
}

extension Signature: ExpressibleByStringLiteral {
  /// A signature from a literal; traps if it is invalid.
  public init(stringLiteral text: String) {
    guard let signature = Signature(text) else { preconditionFailure("not a signature: \(text)") }
    self = signature
  }
}

/// The grammar of signatures over ASCII bytes.
struct SignatureGrammar {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func isBasic(_ code: UInt8) -> Bool {
    switch code {
    case UInt8(ascii: "y"), UInt8(ascii: "b"), UInt8(ascii: "n"), UInt8(ascii: "q"), UInt8(ascii: "i"),
      UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "s"),
      UInt8(ascii: "o"), UInt8(ascii: "g"), UInt8(ascii: "h"):
      true
    default: false
    }
  }

  /// The end of the complete type that begins at `start`; `nil` if none begins there.
  func endOfType(at start: Int, arrays: Int = 0, structures: Int = 0) -> Int? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "a"):
      guard arrays < 32 else { return nil }
      let element = start + 1
      if element < bytes.count, bytes[element] == UInt8(ascii: "{") {
        return endOfEntry(at: element, arrays: arrays + 1, structures: structures)
      }
      return endOfType(at: element, arrays: arrays + 1, structures: structures)
    case UInt8(ascii: "("):
      guard structures < 32 else { return nil }
      var next = start + 1
      while next < bytes.count, bytes[next] != UInt8(ascii: ")") {
        guard let end = endOfType(at: next, arrays: arrays, structures: structures + 1) else { return nil }
        next = end
      }
      // An unfinished or empty structure is not a type.
      return next < bytes.count && next > start + 1 ? next + 1 : nil
    case UInt8(ascii: "v"): return start + 1
    case let code: return Self.isBasic(code) ? start + 1 : nil
    }
  }

  private func endOfEntry(at start: Int, arrays: Int, structures: Int) -> Int? {
    let key = start + 1
    // The specification counts a dictionary entry as a structure.
    guard structures < 32, key < bytes.count, Self.isBasic(bytes[key]),
      let end = endOfType(at: key + 1, arrays: arrays, structures: structures + 1),
      end < bytes.count, bytes[end] == UInt8(ascii: "}")
    else { return nil }
    return end + 1
  }
}
