/// As what a document is read: the option `format`.
public enum DocumentFormat: String, CaseIterable, Sendable {
  /// What its first bytes and its name say.
  case auto
  /// Plain text, to the letter.
  case text
  /// A book: EPUB 2 or 3.
  case epub
  /// A page of the web: its article, without what is around it.
  case html
  case markdown
  /// SubRip or WebVTT, without the times.
  case subtitles
  /// OpenDocument text (LibreOffice and others).
  case odt
  /// Office Open XML text (Word and others).
  case docx
  case pdf

  /// The words, for people.
  public static let words = allCases.map(\.rawValue).joined(separator: ", ")
}
