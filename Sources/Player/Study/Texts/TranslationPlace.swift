/// The place of a translation in a text that has one sentence after another in two languages.
public enum TranslationPlace: String, CaseIterable, Sendable {
  /// There is none: all sentences are phrases.
  case none
  /// Behind the sentences that it translates.
  case after
  /// Before them.
  case before
}
