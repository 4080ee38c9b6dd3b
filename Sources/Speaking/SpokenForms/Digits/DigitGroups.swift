/// A number as it is written: groups of digits with signs between them, such as `+49 170 1234567`.
struct DigitGroups {
  private static let signs: Set<Unicode.Scalar> = [" ", "-", "/", "(", ")", ".", "\u{2011}", "\u{2013}"]
  /// The most digits of a telephone number (E.164), and a bound on the work.
  private static let mostDigits = 15

  /// The groups, as ranges of the text.
  let groups: [Range<Int>]
  private let lengths: [Int]
  /// The signs between the groups.
  private let between: Set<Unicode.Scalar>
  private let hasPlus: Bool
  private let beginsWithZero: Bool
  /// True if it is part of an amount, a fraction, a time or a longer number.
  private let isPart: Bool

  /// The number that begins with a digit of a text.
  init(_ scalars: [Unicode.Scalar], from start: Int) {
    var groups = [start..<DigitReading.endOfDigits(scalars, start)]
    var between: Set<Unicode.Scalar> = []
    var total = groups[0].count
    while let last = groups.last, total <= Self.mostDigits {
      var next = last.upperBound
      while next < scalars.count, next < last.upperBound + 2, Self.signs.contains(scalars[next]) { next += 1 }
      guard next > last.upperBound, next < scalars.count, DigitReading.isDigit(scalars[next]) else { break }
      between.formUnion(scalars[last.upperBound..<next])
      let group = next..<DigitReading.endOfDigits(scalars, next)
      groups.append(group)
      total += group.count
    }
    (self.groups, self.between, lengths) = (groups, between, groups.map(\.count))
    var before = start - 1
    if before >= 0, scalars[before] == "(" { before -= 1 }
    hasPlus = before >= 0 && scalars[before] == "+"
    beginsWithZero = scalars[start] == "0"
    isPart = Self.isPart(scalars, start..<groups[groups.count - 1].upperBound)
  }

  private static func isPart(_ scalars: [Unicode.Scalar], _ range: Range<Int>) -> Bool {
    func isCurrency(_ index: Int) -> Bool {
      guard scalars.indices.contains(index) else { return false }
      return scalars[index].properties.generalCategory == .currencySymbol || scalars[index] == "%"
    }
    func joins(_ index: Int, _ beyond: Int) -> Bool {
      guard scalars.indices.contains(index), scalars.indices.contains(beyond) else { return false }
      return [",", ":", "."].contains(scalars[index]) && DigitReading.isDigit(scalars[beyond])
    }
    let (before, after) = (range.lowerBound - 1, range.upperBound)
    if joins(before, before - 1) || joins(after, after + 1) { return true }
    let blankBefore = scalars.indices.contains(before) && scalars[before] == " " ? before - 1 : before
    let blankAfter = scalars.indices.contains(after) && scalars[after] == " " ? after + 1 : after
    return isCurrency(blankBefore) || isCurrency(blankAfter)
  }

  private var total: Int { lengths.reduce(0, +) }

  /// True for telephone numbers: international ones, national ones with a zero, and those of North America.
  var isTelephone: Bool {
    guard !isPart, (7...Self.mostDigits).contains(total) else { return false }
    if hasPlus { return true }
    if lengths == [3, 3, 4] || lengths == [1, 3, 3, 4] { return true }
    // Dates have points, or two digits at their beginning; 06 12 34 56 78 is French.
    guard beginsWithZero, !between.contains(".") else { return false }
    return lengths[0] >= 3 || lengths == [2, 2, 2, 2, 2]
  }

  /// True for groups that are one code, such as `123 456` or `123-456`.
  var isGroupedCode: Bool {
    guard !isPart, groups.count > 1, between.isSubset(of: [" ", "-", "\u{2011}"]) else { return false }
    return groups.count <= 4 && lengths[0] >= 3 && Set(lengths).count == 1
  }

  /// True if its first group is a code for itself, near a word for one.
  var isCode: Bool { !isPart && !isWritten && (4...Self.mostDigits).contains(lengths[0]) }

  /// True if its groups are one thing that is no code, such as a date.
  var isWritten: Bool {
    guard groups.count > 1 else { return false }
    return between.contains(".") || between.contains("/") || (between.contains("-") && groups.count == 3)
  }
}
