internal import BusValues
internal import Documents
import Vocabulary

/// Takes options out of a table by their descriptions, and refuses the remaining ones at the end.
struct OptionReader {
  /// The prefix of keys for clients' own use.
  private static let privatePrefix = "x-"
  /// No known key is so long; longer ones are not compared.
  private static let longestName = 64

  private var rest: [String: BusValue]
  private var known: [String] = []

  init(_ options: [String: BusValue]) { rest = options }

  /// Ends the reading. An unknown option is an error of the caller, because it would be ignored silently. Options
  /// that begin with `x-` are exempt.
  ///
  /// - Throws: `InvalidOption` with the option and the known one that resembles it most.
  func finish() throws(APIError) {
    guard let name = rest.keys.filter({ !$0.hasPrefix(Self.privatePrefix) }).min() else { return }
    let shown = String(name.prefix(Self.longestName))
    guard !known.isEmpty else {
      throw APIError(.invalidOption, "option '\(shown)' is not known; this method knows none")
    }
    let nearest = NearestWord.of(shown, among: known).map { "did you mean '\($0)'?" }
    let list = "known are \(known.joined(separator: ", "))"
    throw APIError(.invalidOption, "option '\(shown)' is not known; \(nearest ?? list)")
  }

  private mutating func take(_ option: OptionDescription) -> BusValue? {
    known.append(option.name)
    return rest.removeValue(forKey: option.name)
  }

  /// A nonempty string of at most ``AloudBus/maximumOptionBytes``.
  mutating func string(_ option: OptionDescription) throws(APIError) -> String? {
    guard let value = take(option) else { return nil }
    guard let text = value.asString, !text.isEmpty, text.utf8.count <= AloudBus.maximumOptionBytes else {
      throw option.refusal()
    }
    return text
  }

  /// A text for display: on one line, without characters that control a terminal or the direction of text; `nil` if
  /// nothing remains.
  mutating func line(_ option: OptionDescription) throws(APIError) -> String? {
    guard let text = try string(option) else { return nil }
    let line = Line.clean(text, limit: AloudBus.maximumOptionBytes)
    return line.isEmpty ? nil : line
  }

  /// Several texts for display; see ``line(_:)``.
  mutating func lines(_ option: OptionDescription) throws(APIError) -> [String]? {
    let texts = try strings(option)?.map { Line.clean($0, limit: AloudBus.maximumOptionBytes) }
    return texts?.filter { !$0.isEmpty }
  }

  /// A nonempty URI of at most ``AloudBus/maximumURIBytes``.
  mutating func uri(_ option: OptionDescription) throws(APIError) -> String? {
    guard let value = take(option) else { return nil }
    guard let text = value.asString, !text.isEmpty, text.utf8.count <= AloudBus.maximumURIBytes else {
      throw option.refusal()
    }
    return FileURI.printable(text)
  }

  /// A list of strings; empty ones are left out.
  mutating func strings(_ option: OptionDescription) throws(APIError) -> [String]? {
    guard let value = take(option) else { return nil }
    guard let texts = value.asStrings, texts.count <= AloudBus.maximumListCount,
      texts.reduce(0, { $0 + $1.utf8.count }) <= AloudBus.maximumOptionBytes
    else { throw option.refusal() }
    return texts.filter { !$0.isEmpty }
  }

  /// A number within `range`; NaN is in no range.
  mutating func number(
    _ option: OptionDescription, in range: ClosedRange<Double>
  ) throws(APIError) -> Double? {
    guard let value = take(option) else { return nil }
    guard let number = value.asNumber, range.contains(number) else { throw option.refusal() }
    return number
  }

  /// Microseconds from 0 to `limit`.
  mutating func duration(_ option: OptionDescription, upTo limit: Duration) throws(APIError) -> Duration? {
    guard let value = take(option) else { return nil }
    guard let microseconds = value.asInt64, microseconds >= 0, .microseconds(microseconds) <= limit else {
      throw option.refusal()
    }
    return .microseconds(microseconds)
  }

  /// A list of so many numbers within `range`; NaN is in no range.
  mutating func numbers(
    _ option: OptionDescription, in range: ClosedRange<Double>, count: ClosedRange<Int>
  ) throws(APIError) -> [Double]? {
    guard let value = take(option) else { return nil }
    guard let values = value.asArray, count.contains(values.count) else { throw option.refusal() }
    let numbers = values.compactMap { $0.asNumber }
    guard numbers.count == values.count, numbers.allSatisfy(range.contains) else { throw option.refusal() }
    return numbers
  }

  /// Microseconds within `range`.
  mutating func time(
    _ option: OptionDescription, in range: ClosedRange<Microseconds>
  ) throws(APIError) -> Microseconds? {
    guard let value = take(option) else { return nil }
    guard let time = value.asMicroseconds, range.contains(time) else { throw option.refusal() }
    return time
  }

  /// A table of options.
  mutating func table(_ option: OptionDescription) throws(APIError) -> [String: BusValue]? {
    guard let value = take(option) else { return nil }
    guard let table = value.asVardict else { throw option.refusal() }
    return table
  }

  /// A number counted from 1.
  mutating func ordinal(_ option: OptionDescription) throws(APIError) -> Int? {
    guard let value = take(option) else { return nil }
    guard let number = value.asUInt32, (1...1_000_000).contains(number) else { throw option.refusal() }
    return Int(number)
  }

  mutating func flag(_ option: OptionDescription) throws(APIError) -> Bool? {
    guard let value = take(option) else { return nil }
    guard let flag = value.asBool else { throw option.refusal() }
    return flag
  }

  /// A whole number of 32 bits.
  mutating func count(_ option: OptionDescription) throws(APIError) -> UInt32? {
    guard let value = take(option) else { return nil }
    guard let number = value.asUInt32 else { throw option.refusal() }
    return number
  }

  /// An object path.
  mutating func path(_ option: OptionDescription) throws(APIError) -> ObjectPath? {
    guard let value = take(option) else { return nil }
    guard let path = value.asObjectPath else { throw option.refusal() }
    return path
  }

  /// One of the words of `Word`.
  mutating func word<Word: RawRepresentable<String>>(
    _ option: OptionDescription, as type: Word.Type = Word.self
  ) throws(APIError) -> Word? {
    guard let value = take(option) else { return nil }
    guard let text = value.asString, let word = Word(rawValue: text) else { throw option.refusal() }
    return word
  }
}
