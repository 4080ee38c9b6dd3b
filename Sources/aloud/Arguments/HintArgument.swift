import BusValues

/// A hint of a notification: `TYPE:NAME:VALUE`, as notify-send takes it.
struct HintArgument: Equatable {
  var name: String
  var value: BusValue

  static let forms = "TYPE:NAME:VALUE, with the type boolean, int, double, string or byte"

  init?(_ argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 3, !parts[1].isEmpty else { return nil }
    name = parts[1]
    let text = parts[2]
    let value: BusValue? =
      switch parts[0].lowercased() {
      case "boolean", "bool": Self.flag(text).map { .bool($0) }
      case "int", "integer": Int32(text).map { .int32($0) }
      case "double": Double(text).map { .double($0) }
      case "string": .string(text)
      case "byte": UInt8(text).map { .byte($0) }
      default: nil
      }
    guard let value else { return nil }
    self.value = value
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }
}

/// A button of a notification: `NAME=Text`, or a text alone, whose name is then its number from 0 on.
struct ActionArgument: Equatable {
  var name: String
  var label: String

  init(_ argument: String, index: Int) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
    (name, label) = parts.count == 2 && !parts[0].isEmpty ? (parts[0], parts[1]) : (String(index), argument)
  }
}
