public import BusValues

/// One row of `ListHistory`: a text that was said.
public struct HistoryEntry: Equatable, Sendable {
  /// When it began to be heard, in seconds since 1970.
  public var time: Int64
  /// The text that was said, or its beginning.
  public var text: String
  /// BCP 47; empty where it is not known.
  public var language: String
  /// True if ``text`` is all that was said.
  public var isWhole: Bool

  /// A row with these values.
  public init(time: Int64, text: String, language: String = "", isWhole: Bool = true) {
    self.time = time
    self.text = text
    self.language = language
    self.isWhole = isWhole
  }

  /// As it goes over the bus.
  public var table: [String: BusValue] {
    ["time": .int64(time), "text": .string(text), "language": .string(language), "whole": .bool(isWhole)]
  }

  /// Reads a row; `nil` where the text is missing, everything else has a default.
  public init?(_ table: [String: BusValue]) {
    guard let text = table["text"]?.asString else { return nil }
    self.init(
      time: table["time"]?.asInt64 ?? 0, text: text, language: table["language"]?.asString ?? "",
      isWhole: table["whole"]?.asBool ?? true)
  }
}
