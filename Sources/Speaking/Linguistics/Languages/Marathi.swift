extension LanguageFacts {
  /// The facts about Marathi.
  static let marathi = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never डॉ
    never श्री
    never सौ
    never प्रा
    never पं
    never कु
    never इ.स
    never ना

    # Not the end of a sentence before a number.
    number रु
    number क्र
    number पृ
    number नं
    number सन
    """
}
