/// The text that is shown beside a recording.
public enum PairedText: Equatable, Sendable {
  /// That of the file beside it which has the same name and the ending of a text, if there is one.
  case beside
  /// That of the file at a path.
  case file(String)
  /// None.
  case none
}
