/// What the command line asks for.
struct Options {
  static let usage = "aloud-bench [--rounds N] [--calls N] [--minutes N] [PART]... | --books FOLDER"

  /// How often each thing is measured; nil: as often as it needs to be.
  var rounds: Int?
  /// Of a flood.
  var calls = 50_000
  /// How long a soak lasts.
  var minutes = 60.0
  /// Books to be read instead of measuring anything, see ``BookFolder``.
  var books: String?
  /// The parts to measure, in the order of the table; none: those that are measured by default.
  var parts: [String] = []

  /// - Returns: nil where the arguments make no sense.
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
