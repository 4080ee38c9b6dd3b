public import Speech

/// A part of a document that is a track of its own. It goes on until the next one begins, the last one to the end.
public struct Chapter: Equatable, Sendable {
  /// Chapters of a document; what would begin beyond them is part of the last one.
  public static let maximumCount = 10_000
  /// Bytes of UTF-8 of the longest title.
  public static let maximumTitle = 1024
  /// Bytes of UTF-8 of the longest anchor.
  public static let maximumAnchor = 4096
  /// Chapters nested deeper are taken to be this deep.
  public static let maximumLevel = 255

  /// From 0 on, in the order of reading.
  public var index: Int
  /// One clean line; empty where it has none.
  public var title: String
  /// How deep it is nested, 0 at the top, at most ``maximumLevel``.
  public var level: Int
  /// Its place in the table of contents: `2.3` is the third below the second. Empty where that has none for it.
  public var number: String
  /// BCP 47; empty where it is the document's, or unknown.
  public var language: String
  /// Where it begins in the original: `path/in/the/archive.xhtml#fragment`, or empty where the text is the original.
  public var anchor: String
  /// Where it begins in the document's text.
  public var start: TextPlace

  /// Cleans and cuts all texts but the anchor: that names a part to the letter, or it is empty.
  public init(
    index: Int, title: String, level: Int = 0, number: String = "", language: String = "", anchor: String = "",
    start: TextPlace = .start
  ) {
    self.index = index
    self.title = Line.clean(title, limit: Self.maximumTitle)
    self.level = min(max(level, 0), Self.maximumLevel)
    self.number = Line.clean(number, limit: 64)
    self.language = LanguageTag.clean(language)
    self.anchor = Line.isLiteral(anchor, limit: Self.maximumAnchor) ? anchor : ""
    self.start = start
  }
}

/// Where a page of the printed edition begins.
public struct PageMark: Equatable, Sendable {
  /// Pages of a document; what is beyond is left out.
  public static let maximumCount = 100_000
  /// Bytes of UTF-8 of the longest label.
  public static let maximumLabel = 32

  /// What is printed on it: `12`, `xiv`.
  public var label: String
  /// Its first character in the document's text.
  public var start: TextPlace

  /// Cleans and cuts the label.
  public init(label: String, start: TextPlace) {
    self.label = Line.clean(label, limit: Self.maximumLabel)
    self.start = start
  }
}
