import Documents
package import Vocabulary

/// A JSON value. Its text is one line with the keys in the given order.
package indirect enum JSON: Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// Compares the texts; the order of an object's keys matters.
  package static func == (a: JSON, b: JSON) -> Bool { a.text == b.text }

  /// An object with the version first, as in every JSON answer of the command line.
  ///
  /// - Parameter version: of this answer; a key that goes or changes its meaning raises it.
  package static func answer(version: Int64 = 1, _ members: [(String, JSON)]) -> JSON {
    .object([("version", .int(version))] + members)
  }

  /// A string; `null` for `nil`.
  package static func string(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
  /// An integer; `null` for `nil`.
  package static func int(_ value: Int64?) -> JSON { value.map { .int($0) } ?? .null }
  /// A number of microseconds; `null` for `nil`.
  package static func int(_ value: Microseconds?) -> JSON { int(value?.count) }

  /// The value in JSON on one line. A number that JSON cannot represent, such as infinity, is `null`.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    // JSON cannot represent infinity.
    case .double(let value):
      !value.isFinite
        ? "null" : value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : String(value)
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.0) + ":" + $0.1.text }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where !Line.isPrintable(scalar) && scalar.value <= 0xFFFF || [0x2028, 0x2029].contains(scalar.value):
        result += "\\u" + digits(scalar.value, 4, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
