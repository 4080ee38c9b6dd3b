public import Vocabulary

/// The length of a voice's sentences by three numbers: for each sentence, for each letter, and for each pause within
/// it.
///
/// They are fitted to the sentences that the voice has spoken (least squares), beginning with what is usual. It is for
/// voices that tell no length before they have spoken: an estimate, which is never called exact. A value, pure.
public struct LengthFit: Equatable, Sendable {
  /// The parts of a sentence that take time.
  public struct Size: Equatable, Sendable {
    /// Letters, as many as take the time of what there is: a digit is a word of its own, and a character of East Asia a
    /// syllable.
    public var letters: Double
    /// Marks behind which a voice pauses, but for the end of the sentence.
    public var pauses: Double

    /// The size of a sentence of UTF-8.
    public init(_ text: some Sequence<UInt8>) {
      (letters, pauses) = (0, 0)
      var isPause = false
      for scalar in String(decoding: Array(text), as: UTF8.self).unicodeScalars {
        if scalar.properties.isWhitespace {
          letters += Self.blank
          // Only between words: a point or a comma in a number is none.
          if isPause { pauses += 1 }
          isPause = false
        } else if ",;:.!?…—–".unicodeScalars.contains(scalar) {
          isPause = true
        } else if "、。，；：！？؟،।".unicodeScalars.contains(scalar) {
          pauses += 1
        } else {
          letters += Self.weight(of: scalar)
          if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { isPause = false }
        }
      }
    }

    /// A blank takes no time, but words have more sounds than letters where they are many.
    private static let blank = 0.5

    private static func weight(of scalar: Unicode.Scalar) -> Double {
      let properties = scalar.properties
      if properties.numericType == .decimal { return 4 }
      guard properties.isAlphabetic else { return scalar.isASCII ? 0.5 : 0 }
      let isSyllable =
        properties.isIdeographic || 0x3040..<0x3100 ~= scalar.value || 0xAC00..<0xD7B0 ~= scalar.value
      return isSyllable ? 2.5 : 1
    }
  }

  /// The sentences that were noted.
  public private(set) var count = 0
  /// Fewer sentences decide nothing.
  public static let fewest = 3

  // The normal equations of the difference to what is usual: the upper half of a symmetric matrix (row by row), and the
  // right side. In seconds.
  private var matrix = [Double](repeating: 0, count: 6)
  private var side = [Double](repeating: 0, count: 3)

  /// The seconds for a sentence, a letter and a pause until more is known: English at 175 words a minute.
  private static let usual = [0.1, 0.062, 0.2]
  /// The uncertainty of these, in seconds.
  private static let spread = [0.3, 0.03, 0.2]
  /// The variance of the length of a sentence of a second around them, in square seconds.
  private static let variance = 0.01
  /// The weight that a sentence keeps when the next one is noted: some two hundred are remembered.
  private static let memory = 0.995
  /// The longest sentence that counts, in seconds. Voices that babble teach nothing.
  private static let longest = 600.0

  /// The sentences that were as long as when they were spoken first; more than ``trusted`` are not counted.
  private var repetitions: UInt8 = 0
  /// True if one was not.
  private var hasVaried = false
  /// A voice that has repeated so many lengths, and changed none, repeats all.
  private static let trusted: UInt8 = 3

  /// Nothing is known of the voice.
  public init() {}

  /// True if a length is known to be the same when the sentence is spoken again.
  public var repeatsItself: Bool { repetitions >= Self.trusted && !hasVaried }

  /// Notes that a sentence was spoken once more.
  ///
  /// - Parameter isSame: true if it was as long as before.
  public mutating func noteRepetition(isSame: Bool) {
    if isSame { repetitions = min(repetitions + 1, Self.trusted) } else { hasVaried = true }
  }

  private static func features(_ size: Size) -> [Double] { [1, size.letters, size.pauses] }

  /// Notes the length of a sentence that was spoken.
  public mutating func note(_ length: Microseconds, for size: Size) {
    let seconds = Double(length.count) / 1_000_000
    guard size.letters > 0, seconds > 0, seconds <= Self.longest else { return }
    let features = Self.features(size)
    // The longer a sentence, the more its length varies.
    let weight = 1 / (Self.variance * max(seconds, 0.5))
    let difference = seconds - zip(features, Self.usual).reduce(0) { $0 + $1.0 * $1.1 }
    var index = 0
    for row in 0..<3 {
      side[row] = side[row] * Self.memory + weight * features[row] * difference
      for column in row..<3 {
        matrix[index] = matrix[index] * Self.memory + weight * features[row] * features[column]
        index += 1
      }
    }
    count = min(count + 1, 1_000_000)
  }

  /// The seconds for a sentence, a letter and a pause.
  public var numbers: [Double] {
    var rows: [[Double]] = [
      [matrix[0], matrix[1], matrix[2], side[0]], [matrix[1], matrix[3], matrix[4], side[1]],
      [matrix[2], matrix[4], matrix[5], side[2]],
    ]
    for index in 0..<3 { rows[index][index] += 1 / (Self.spread[index] * Self.spread[index]) }
    // Gauss, without pivots: the matrix is positive definite.
    for pivot in 0..<3 {
      for row in pivot + 1..<3 {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        for column in pivot..<4 { rows[row][column] -= factor * rows[pivot][column] }
      }
    }
    var solution = [0.0, 0, 0]
    for row in (0..<3).reversed() {
      let rest = (row + 1..<3).reduce(rows[row][3]) { $0 - rows[row][$1] * solution[$1] }
      solution[row] = rest / rows[row][row]
    }
    return zip(Self.usual, solution).map { $0 + $1 }
  }

  /// The estimated length of a sentence; `nil` while too few were spoken.
  ///
  /// - Parameter numbers: ``numbers``, which takes longer to find than a length.
  public func length(of size: Size, _ numbers: [Double]) -> Microseconds? {
    guard count >= Self.fewest, numbers.count == 3 else { return nil }
    let seconds = zip(Self.features(size), numbers).reduce(0) { $0 + $1.0 * $1.1 }
    guard seconds.isFinite else { return nil }
    return Microseconds(Int64(min(max(seconds, 0.05), Self.longest) * 1_000_000))
  }

  // MARK: Keeping it

  private static let version: UInt8 = 2
  /// The version without what is known of repetitions.
  private static let formerVersion: UInt8 = 1

  /// The fit as bytes.
  public var bytes: [UInt8] {
    [Self.version]
      + ([Double(count)] + matrix + side).flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt64($0))) }
      } + [repetitions, hasVaried ? 1 : 0]
  }

  /// A fit from its bytes; `nil` if they are of another version, or broken.
  public init?(bytes: [UInt8]) {
    let isFormer = bytes.first == Self.formerVersion
    guard bytes.count == (isFormer ? 81 : 83), isFormer || bytes[0] == Self.version else { return nil }
    if !isFormer { (repetitions, hasVaried) = (min(bytes[81], Self.trusted), bytes[82] != 0) }
    let numbers = stride(from: 1, to: 81, by: 8).map { start in
      Double(
        bitPattern: bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
    guard numbers.allSatisfy({ $0.isFinite && abs($0) < 1e15 }), 0...1_000_000 ~= numbers[0] else { return nil }
    count = Int(numbers[0])
    matrix = Array(numbers[1...6])
    side = Array(numbers[7...9])
    // A matrix that is no sum of squares has no solution.
    guard [0, 3, 5].allSatisfy({ matrix[$0] >= 0 }), self.numbers.allSatisfy(\.isFinite) else { return nil }
  }
}
