internal import BusValues
internal import Documents

/// Takes options out of a table, each by its description, and knows at the end which were not asked for.
struct OptionReader {
  private var rest: [String: BusValue]

  init(_ options: [String: BusValue]) { rest = options }

  /// Names of options that nobody asked for, in ascending order.
  ///
  /// At most 20, and each cut to 64 characters, since they end up in a log.
  var unknown: [String] { rest.keys.sorted().prefix(20).map { String($0.prefix(64)) } }

  /// A string of at most ``AloudBus/maximumOptionBytes``, not empty.
  mutating func string(_ option: OptionDescription) throws(APIError) -> String? {
    guard let value = rest.removeValue(forKey: option.name) else { return nil }
    guard let text = value.asString, !text.isEmpty, text.utf8.count <= AloudBus.maximumOptionBytes else {
      throw option.refusal()
    }
    return text
  }

  /// A text that people are shown: on one line, without what controls a terminal or the direction of text; `nil` where
  /// nothing else is in it.
  mutating func line(_ option: OptionDescription) throws(APIError) -> String? {
    guard let text = try string(option) else { return nil }
    let line = Line.clean(text, limit: AloudBus.maximumOptionBytes)
    return line.isEmpty ? nil : line
  }

  /// Several texts that people are shown; see ``line(_:)``.
  mutating func lines(_ option: OptionDescription) throws(APIError) -> [String]? {
    let texts = try strings(option)?.map { Line.clean($0, limit: AloudBus.maximumOptionBytes) }
    return texts?.filter { !$0.isEmpty }
  }

  /// A URI of at most ``AloudBus/maximumURIBytes``, not empty.
  mutating func uri(_ option: OptionDescription) throws(APIError) -> String? {
    guard let value = rest.removeValue(forKey: option.name) else { return nil }
    guard let text = value.asString, !text.isEmpty, text.utf8.count <= AloudBus.maximumURIBytes else {
      throw option.refusal()
    }
    return FileURI.printable(text)
  }

  /// A list of strings; empty ones are left out.
  mutating func strings(_ option: OptionDescription) throws(APIError) -> [String]? {
    guard let value = rest.removeValue(forKey: option.name) else { return nil }
    guard let texts = value.asStrings, texts.count <= AloudBus.maximumListCount,
      texts.reduce(0, { $0 + $1.utf8.count }) <= AloudBus.maximumOptionBytes
    else { throw option.refusal() }
    return texts.filter { !$0.isEmpty }
  }

  /// A number within `range`; "not a number" is in no range.
  mutating func number(
    _ option: OptionDescription, in range: ClosedRange<Double>
  ) throws(APIError) -> Double? {
    guard let value = rest.removeValue(forKey: option.name) else { return nil }
    guard let number = value.asDouble, range.contains(number) else { throw option.refusal() }
    return number
  }

  /// Microseconds from 0 to `limit`.
  mutating func duration(_ option: OptionDescription, upTo limit: Duration) throws(APIError) -> Duration? {
    guard let value = rest.removeValue(forKey: option.name) else { return nil }
    guard let microseconds = value.asInt64, microseconds >= 0, .microseconds(microseconds) <= limit else {
      throw option.refusal()
    }
    return .microseconds(microseconds)
  }

  /// A number that counts from 1.
  mutating func ordinal(_ option: OptionDescription) throws(APIError) -> Int? {
    guard let value = rest.removeValue(forKey: option.name) else { return nil }
    guard let number = value.asUInt32, (1...1_000_000).contains(number) else { throw option.refusal() }
    return Int(number)
  }

  mutating func flag(_ option: OptionDescription) throws(APIError) -> Bool? {
    guard let value = rest.removeValue(forKey: option.name) else { return nil }
    guard let flag = value.asBool else { throw option.refusal() }
    return flag
  }

  /// A whole number of 32 bits.
  mutating func count(_ option: OptionDescription) throws(APIError) -> UInt32? {
    guard let value = rest.removeValue(forKey: option.name) else { return nil }
    guard let number = value.asUInt32 else { throw option.refusal() }
    return number
  }

  /// An object path.
  mutating func path(_ option: OptionDescription) throws(APIError) -> ObjectPath? {
    guard let value = rest.removeValue(forKey: option.name) else { return nil }
    guard let path = value.asObjectPath else { throw option.refusal() }
    return path
  }

  /// One of the words of `Word`.
  mutating func word<Word: RawRepresentable<String>>(
    _ option: OptionDescription, as type: Word.Type = Word.self
  ) throws(APIError) -> Word? {
    guard let value = rest.removeValue(forKey: option.name) else { return nil }
    guard let text = value.asString, let word = Word(rawValue: text) else { throw option.refusal() }
    return word
  }
}

extension Duration {
  /// Whole microseconds, cut toward zero; saturates beyond what 64 bits hold.
  public var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return carry ? (seconds < 0 ? .min : .max) : sum
  }
}
