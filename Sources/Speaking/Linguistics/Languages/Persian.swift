extension LanguageFacts {
  /// The facts about Persian.
  static let persian = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never د
    never دکتر

    # Not the end of a sentence before a number.
    number ص
    number ش
    number ج
    """
}
