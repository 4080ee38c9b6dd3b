extension LanguageFacts {
  /// The facts about Hindi.
  static let hindi = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never डॉ
    never डा
    never श्री
    never प्रो
    never पं
    never कु
    never मो
    never सु
    never इंजी
    never स्व
    never ले
    never जन
    never मि

    # Not the end of a sentence before a number.
    number रु
    number सं
    number पृ
    number क्र
    number नं

    # The end of a sentence only before a word that begins sentences.
    may ई.पू
    may ई
    may वि.सं
    """
}
