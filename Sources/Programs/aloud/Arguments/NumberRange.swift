/// Numbers of a list on the command line, counted from 1: `3`, `2-4`, `2-`. All verbs that take several numbers parse
/// them here.
enum NumberRange {
  static let forms = "3, 2-4 or 2-"

  /// The numbers, from 1 on; those of `2-` go up to `.max`. `nil` if `argument` is no such range.
  static func parse(_ argument: String) -> ClosedRange<Int64>? {
    let ends = argument.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    func number(_ text: Substring) -> Int64? { text.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(text) : nil }
    guard let first = number(ends[0]) else { return nil }
    guard let last = ends.count == 1 ? first : ends[1].isEmpty ? .max : number(ends[1]) else { return nil }
    return first >= 1 && last >= first ? first...last : nil
  }

  /// The places in a list, from 0 on; `nil` if `argument` is no range, or goes beyond the list.
  static func places(_ argument: String, count: Int) -> ClosedRange<Int>? {
    guard let numbers = parse(argument) else { return nil }
    let last = numbers.upperBound == .max ? Int64(count) : numbers.upperBound
    guard last <= count, numbers.lowerBound <= last else { return nil }
    return Int(numbers.lowerBound) - 1...Int(last) - 1
  }

  /// True if a listener who types this means a number, even one that no list has.
  static func isMeant(_ argument: String) -> Bool {
    !argument.isEmpty && argument.allSatisfy { ($0.isASCII && $0.isNumber) || $0 == "-" }
  }
}
