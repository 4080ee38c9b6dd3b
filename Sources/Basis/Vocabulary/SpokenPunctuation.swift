/// The punctuation marks that are read by name (option `punctuation`).
public enum SpokenPunctuation: String, CaseIterable, Sendable {
  case none
  /// Only the marks that change the meaning of code and figures, as the engine sees it.
  case some
  case all
}
