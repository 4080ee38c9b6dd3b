/// Which options that the service does not know are worth a line of the log. A value.
///
/// One line for a call, whatever number of options it has, and each option once for a method, so that a program that
/// calls again and again is complained of once. What clients can think of does not fill the log.
struct OptionComplaints: Equatable {
  private static let mostLines = 32
  private static let mostNames = 4
  private static let longestName = 40

  private var lines = 0
  private var known: [String: Set<String>] = [:]

  /// The line for a call with unknown options; `nil` where there is nothing new to say.
  mutating func line(for options: [String], in method: String) -> String? {
    let names = Set(options.map { String($0.prefix(Self.longestName)) }).subtracting(known[method] ?? []).sorted()
    guard let first = names.first, lines < Self.mostLines else { return nil }
    lines += 1
    let told = names.prefix(Self.mostNames)
    known[method, default: []].formUnion(told)
    guard names.count > 1 else { return "\(method): option '\(first)' is not known and ignored" }
    let further = names.count > told.count ? " and \(names.count - told.count) more" : ""
    return "\(method): options \(told.map { "'\($0)'" }.joined(separator: ", "))\(further) are not known and ignored"
  }
}
