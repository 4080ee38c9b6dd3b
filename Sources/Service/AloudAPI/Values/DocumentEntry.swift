public import BusValues
public import Vocabulary

/// The property `Document`: the current chapter and place in the whole document.
public struct DocumentEntry: Equatable, Sendable {
  /// The document's title; empty if there is none.
  public var title: String
  /// The number of the current chapter, from 1 on.
  public var chapter: Int
  /// The number of chapters found so far.
  public var chapters: Int
  /// True if all chapters have been found.
  public var isWhole: Bool
  /// The position in all chapters together.
  public var positionMicroseconds: Microseconds
  /// The length of all chapters together.
  public var lengthMicroseconds: Microseconds
  /// True if every sentence of all chapters has been measured; otherwise the length is an estimate.
  public var isLengthExact: Bool

  /// A place in a document.
  public init(
    title: String, chapter: Int, chapters: Int, isWhole: Bool, positionMicroseconds: Microseconds,
    lengthMicroseconds: Microseconds,
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

  /// The property for the bus.
  public var table: [String: BusValue] {
    [
      "title": .string(title), "chapter": .uint32(UInt32(clamping: chapter)),
      "chapters": .uint32(UInt32(clamping: chapters)), "whole": .bool(isWhole),
      "position": .microseconds(positionMicroseconds), "length": .microseconds(lengthMicroseconds),
      "length-exact": .bool(isLengthExact),
    ]
  }

  /// Parses the property; `nil` if there is no document.
  public init?(_ table: [String: BusValue]) {
    guard let chapter = table["chapter"]?.asUInt32, let chapters = table["chapters"]?.asUInt32 else { return nil }
    self.init(
      title: table["title"]?.asString ?? "", chapter: Int(chapter), chapters: Int(chapters),
      isWhole: table["whole"]?.asBool ?? false, positionMicroseconds: table["position"]?.asMicroseconds ?? 0,
      lengthMicroseconds: table["length"]?.asMicroseconds ?? 0, isLengthExact: table["length-exact"]?.asBool ?? false)
  }
}
