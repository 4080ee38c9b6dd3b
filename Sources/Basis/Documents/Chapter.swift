public import Speech

/// A part of a document that is a track of its own. It extends to the next chapter or to the end of the document.
public struct Chapter: Equatable, Sendable {
  /// The most chapters of a document. Text beyond them belongs to the last chapter.
  public static let maximumCount = 10_000
  /// Bytes of UTF-8 of the longest title.
  public static let maximumTitle = 1024
  /// Bytes of UTF-8 of the longest anchor.
  public static let maximumAnchor = 4096
  /// A chapter that is nested deeper gets this level.
  public static let maximumLevel = 255

  /// The position in reading order, from 0 on.
  public var index: Int
  /// The title on one clean line; empty if the chapter has none.
  public var title: String
  /// The nesting depth: 0 at the top, at most ``maximumLevel``.
  public var level: Int
  /// The number in the table of contents: `2.3` is the third below the second. Empty if the table has none.
  public var number: String
  /// BCP 47; empty if it is the document's language, or unknown.
  public var language: String
  /// The beginning in the original: `path/in/the/archive.xhtml#fragment`; empty if the text is the original.
  public var anchor: String
  /// The beginning in the document's text.
  public var start: TextPlace

  /// Cleans and shortens all texts except the anchor. The anchor must stay literal; a malformed one becomes empty.
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

/// The beginning of a page of the printed edition.
public struct PageMark: Equatable, Sendable {
  /// The most pages of a document; further ones are left out.
  public static let maximumCount = 100_000
  /// Bytes of UTF-8 of the longest label.
  public static let maximumLabel = 32

  /// The printed label: `12`, `xiv`.
  public var label: String
  /// The first character of the page in the document's text.
  public var start: TextPlace

  /// Cleans and shortens the label.
  public init(label: String, start: TextPlace) {
    self.label = Line.clean(label, limit: Self.maximumLabel)
    self.start = start
  }
}
