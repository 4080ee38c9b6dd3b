/// The distance that `Next` and `Previous` move by.
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
  /// The sentence of a bookmark of the listener's.
  case bookmark
  /// A time: `skip-interval` of the configuration.
  case skip
}
