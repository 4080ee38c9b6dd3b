/// The format in which a document is read: the option `format`.
public enum DocumentFormat: String, CaseIterable, Sendable {
  /// Detected by the first bytes and the name.
  case auto
  /// Plain text, unchanged.
  case text
  /// A book: EPUB 2 or 3.
  case epub
  /// A web page: its article, without the surroundings.
  case html
  case markdown
  /// SubRip or WebVTT, without the times.
  case subtitles
  /// OpenDocument text (LibreOffice and others).
  case odt
  /// Office Open XML text (Word and others).
  case docx
  case pdf
  /// An audio file, or the sound of a video file. It is heard as it is; there is no text in it.
  case recording
}
