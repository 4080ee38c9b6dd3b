public import Study
import Vocabulary

/// Gaps and speeds of an exercise as people write them, in the one grammar of options and settings.
public enum StudyText {
  /// A gap: a time such as `2.5s`, or a factor of the phrase's length such as `1.5x`.
  ///
  /// - Returns: `nil` for anything else, and for a gap that is too long.
  public static func gap(_ text: some StringProtocol) -> ExerciseSettings.Gap? {
    var rest = text.lowercased()[...]
    if rest.hasSuffix("x") || rest.hasSuffix("×") {
      rest.removeLast()
      return decimal(rest).flatMap { ExerciseSettings.factors.contains($0) ? .factor($0) : nil }
    }
    return DurationText.parse(text).map { Microseconds($0) }.flatMap {
      ExerciseSettings.gaps.contains($0) ? .time($0) : nil
    }
  }

  /// The form that ``gap(_:)`` accepts.
  public static func format(_ gap: ExerciseSettings.Gap) -> String {
    switch gap {
    case .time(let time): DurationText.format(.microseconds(time.count))
    case .factor(let factor): "\(Configuration.number(factor))x"
    }
  }

  /// Speeds one after another: `0.7,0.7,1`. With a comma within numbers they are divided by semicolons: `0,7;1`.
  ///
  /// - Returns: `nil` for anything else, for too many, and for a speed that is too low or too high.
  public static func speeds(_ text: String) -> [Double]? {
    let words = text.split(separator: text.contains(";") ? ";" : ",", omittingEmptySubsequences: false)
    guard 1...ExerciseSettings.mostRepetitions ~= words.count else { return nil }
    let speeds = words.compactMap { word -> Double? in
      var rest = Substring(word.lowercased().filter { $0 != " " })
      if rest.hasSuffix("x") || rest.hasSuffix("×") { rest.removeLast() }
      return decimal(rest).flatMap { ExerciseSettings.speedRange.contains($0) ? $0 : nil }
    }
    return speeds.count == words.count ? speeds : nil
  }

  /// The form that ``speeds(_:)`` accepts.
  public static func format(_ speeds: [Double]) -> String {
    speeds.map { Configuration.number($0) }.joined(separator: ",")
  }

  /// Only digits and one dot or comma.
  private static func decimal(_ text: Substring) -> Double? {
    let number = String(text.map { $0 == "," ? "." : $0 })
    guard number.first?.isNumber ?? false, number.allSatisfy({ $0 == "." || $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Double(number)
  }
}
