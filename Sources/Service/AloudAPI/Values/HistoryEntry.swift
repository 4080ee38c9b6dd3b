public import BusValues
import Vocabulary

/// One row of `ListHistory`: a spoken text.
public struct HistoryEntry: Equatable, Sendable {
  /// The time when it was first heard, in seconds since 1970.
  public var time: Int64
  /// The spoken text, or its beginning.
  public var text: String
  /// BCP 47; empty if unknown.
  public var language: String
  /// True if ``text`` is the whole spoken text.
  public var isWhole: Bool
  /// True if it is the text of a notification.
  public var isNotification: Bool

  /// A row with these values.
  public init(
    time: Int64, text: String, language: String = "", isWhole: Bool = true, isNotification: Bool = false
  ) {
    self.time = time
    self.text = text
    self.language = LanguageSpelling.usual(language)
    self.isWhole = isWhole
    self.isNotification = isNotification
  }

  /// The row for the bus.
  public var table: [String: BusValue] {
    [
      "time": .int64(time), "text": .string(text), "language": .string(language), "whole": .bool(isWhole),
      "notification": .bool(isNotification),
    ]
  }

  /// Parses a row; `nil` if the text is missing. All other values have defaults.
  public init?(_ table: [String: BusValue]) {
    guard let text = table["text"]?.asString else { return nil }
    self.init(
      time: table["time"]?.asInt64 ?? 0, text: text, language: table["language"]?.asString ?? "",
      isWhole: table["whole"]?.asBool ?? true, isNotification: table["notification"]?.asBool ?? false)
  }
}
