/// The unit of `Next` and `Previous`.
public enum MovingUnit: String, CaseIterable, Sendable {
  /// A chapter of a book, or a whole text.
  case track
  /// A part that begins with a heading.
  case heading
  /// A page of the printed edition.
  case page
  /// A block of the text.
  case paragraph
  case sentence
  /// A sentence with a bookmark of the listener.
  case bookmark
  /// A time: `skip-interval` of the configuration.
  case skip
}
