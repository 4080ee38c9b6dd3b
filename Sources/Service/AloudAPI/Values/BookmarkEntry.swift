public import BusValues
public import Vocabulary

/// One row of `ListBookmarks`, and the answer of `AddBookmark`.
public struct BookmarkEntry: Equatable, Sendable {
  /// The number, an argument of `GoToBookmark` and `RemoveBookmark`; never reused.
  public var number: Int64
  /// The id of its document.
  public var document: String
  /// The document's title.
  public var title: String
  /// The index of the chapter, from 0.
  public var chapter: Int
  /// The position in microseconds from the start of the chapter.
  public var positionMicroseconds: Microseconds
  /// The sentence at that place.
  public var sentence: String
  /// The listener's own words; empty if there are none.
  public var note: String
  /// The time of creation, in seconds since 1970.
  public var created: Int64
  /// True if the call made it, false if the place had it already; `nil` in lists.
  public var isNew: Bool?

  /// A row with these values.
  public init(
    number: Int64, document: String, title: String, chapter: Int = 0, positionMicroseconds: Microseconds = 0,
    sentence: String = "", note: String = "", created: Int64 = 0, isNew: Bool? = nil
  ) {
    self.number = number
    self.document = document
    self.title = title
    self.chapter = chapter
    self.positionMicroseconds = positionMicroseconds
    self.sentence = sentence
    self.note = note
    self.created = created
    self.isNew = isNew
  }

  /// The row for the bus.
  public var table: [String: BusValue] {
    var table: [String: BusValue] = [
      "number": .int64(number), "document": .string(document), "title": .string(title),
      "chapter": .uint32(UInt32(clamping: chapter)), "position": .microseconds(positionMicroseconds),
      "sentence": .string(sentence), "note": .string(note), "created": .int64(created),
    ]
    table["new"] = isNew.map { .bool($0) }
    return table
  }

  /// Parses a row; `nil` if the number is missing. All other values have defaults.
  public init?(_ table: [String: BusValue]) {
    guard let number = table["number"]?.asInt64 else { return nil }
    self.init(
      number: number, document: table["document"]?.asString ?? "", title: table["title"]?.asString ?? "",
      chapter: Int(table["chapter"]?.asUInt32 ?? 0), positionMicroseconds: table["position"]?.asMicroseconds ?? 0,
      sentence: table["sentence"]?.asString ?? "", note: table["note"]?.asString ?? "",
      created: table["created"]?.asInt64 ?? 0, isNew: table["new"]?.asBool)
  }
}
