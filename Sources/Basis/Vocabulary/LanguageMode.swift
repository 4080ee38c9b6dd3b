/// The languages that may choose the voices of a text. The raw values are kept and sent to workers.
public enum LanguageMode: UInt8, CaseIterable, Sendable {
  /// One voice reads everything.
  case one = 0
  /// Each part is read in its own language. So far that is the declared one, as with ``declared``. A reader may also
  /// find the language of parts that declare none.
  case free = 1
  /// Parts that declare a language are read in it; everything else is in one language.
  case declared = 2
}
