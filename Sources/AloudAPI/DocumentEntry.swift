public import BusValues

/// The property `Document`: where the current chapter, and the place in it, stand in the whole.
public struct DocumentEntry: Equatable, Sendable {
  /// Of the book; empty where it has none.
  public var title: String
  /// Place of the current chapter, from 1 on.
  public var chapter: Int
  /// How many have been found.
  public var chapters: Int
  /// Whether that is all of them.
  public var isWhole: Bool
  /// In all chapters together.
  public var positionMicroseconds: Int64
  /// Of all chapters together.
  public var lengthMicroseconds: Int64
  /// Whether every sentence of all of them has been measured; an estimate otherwise.
  public var isLengthExact: Bool

  /// A place in a document.
  public init(
    title: String, chapter: Int, chapters: Int, isWhole: Bool, positionMicroseconds: Int64, lengthMicroseconds: Int64,
    isLengthExact: Bool
  ) {
    self.title = title
    self.chapter = chapter
    self.chapters = chapters
    self.isWhole = isWhole
    self.positionMicroseconds = positionMicroseconds
    self.lengthMicroseconds = lengthMicroseconds
    self.isLengthExact = isLengthExact
  }

  /// As it goes over the bus.
  public var table: [String: BusValue] {
    [
      "title": .string(title), "chapter": .uint32(UInt32(clamping: chapter)),
      "chapters": .uint32(UInt32(clamping: chapters)), "whole": .bool(isWhole),
      "position": .int64(positionMicroseconds), "length": .int64(lengthMicroseconds),
      "length-exact": .bool(isLengthExact),
    ]
  }

  /// Reads the property; `nil` where there is no document.
  public init?(_ table: [String: BusValue]) {
    guard let chapter = table["chapter"]?.asUInt32, let chapters = table["chapters"]?.asUInt32 else { return nil }
    self.init(
      title: table["title"]?.asString ?? "", chapter: Int(chapter), chapters: Int(chapters),
      isWhole: table["whole"]?.asBool ?? false, positionMicroseconds: table["position"]?.asInt64 ?? 0,
      lengthMicroseconds: table["length"]?.asInt64 ?? 0, isLengthExact: table["length-exact"]?.asBool ?? false)
  }
}
