extension LanguageFacts {
  /// The facts about Hebrew.
  static let hebrew = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never פרופ
    never ד״ר
    never עו״ד
    never ר
    never מס
    never עמ
    never רח
    never שד
    never טל

    # Not the end of a sentence before a number.
    number מס
    number עמ
    number רח
    number סע
    """
}
