extension LanguageFacts {
  /// The facts about Kazakh.
  static let kazakh = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never т.б
    never б.з.б
    never б.з.д
    never ғ
    never ж
    never проф
    never акад
    never млрд
    never млн
    never мыс

    # Not the end of a sentence before a number.
    number №
    number б
    number т
    """
}
