/// The options of the command line.
struct Options {
  static let usage = "aloud-bench [--rounds N] [--calls N] [--minutes N] [PART]... | --books FOLDER"

  /// The number of measurements; `nil` for the default.
  var rounds: Int?
  /// The number of calls in a flood.
  var calls = 50_000
  /// The length of a measurement that is long by its nature; `nil` for its own.
  var minutes: Double?
  /// A folder of books to read instead of measuring, see ``BookFolder``.
  var books: String?
  /// The parts to measure, in the order of the table; if empty, the default ones.
  var parts: [String] = []

  /// - Returns: `nil` if the arguments are invalid.
  init?(_ arguments: [String], parts known: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      func number<Number: LosslessStringConvertible & Comparable & ExpressibleByIntegerLiteral>() -> Number? {
        rest.popFirst().flatMap { Number($0) }.flatMap { $0 > 0 ? $0 : nil }
      }
      switch argument {
      case "--rounds":
        guard let value: Int = number() else { return nil }
        rounds = value
      case "--calls":
        guard let value: Int = number() else { return nil }
        calls = value
      case "--minutes":
        guard let value: Double = number() else { return nil }
        minutes = value
      case "--books":
        guard let folder = rest.popFirst() else { return nil }
        books = folder
      case _ where known.contains(argument): parts.append(argument)
      default: return nil
      }
    }
  }
}
