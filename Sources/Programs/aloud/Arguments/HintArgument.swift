import BusValues
import CommandOutput
import Vocabulary

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

  /// The hints of a notification from the options that set them.
  static func table(
    _ hints: [String], urgency: String?, category: String?, task: String
  ) throws(Failure) -> [String: BusValue] {
    func wrong(_ value: String, _ kind: String, _ cure: String) -> Failure {
      Failure(.usage, "cannot \(task): '\(value)' is not \(kind)", cure: cure)
    }
    var table: [String: BusValue] = [:]
    for hint in hints {
      guard let argument = HintArgument(hint) else { throw wrong(hint, "a hint", "--hint \(forms)") }
      table[argument.name] = argument.value
    }
    if let urgency {
      guard let value = NotificationUrgency(rawValue: urgency.lowercased()) else {
        throw wrong(urgency, "an urgency", "--urgency \(NotificationUrgency.words)")
      }
      table["urgency"] = .byte(UInt8(NotificationUrgency.allCases.firstIndex(of: value) ?? 1))
    }
    if let category { table["category"] = .string(category) }
    return table
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
