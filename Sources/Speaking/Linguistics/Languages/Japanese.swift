extension LanguageFacts {
  /// The facts about Japanese.
  static let japanese = """
    # Continues the sentence after a quotation, or after a space where spaces divide sentences.
    continuation と
    continuation って
    continuation という
    continuation の
    continuation を
    continuation が

    # Begins sentences.
    starter ところで
    starter ところが
    starter とにかく
    starter とりあえず
    starter とても
    starter とうとう
    starter とつぜん
    starter ときどき
    starter とき
    starter とはいえ
    starter のち
    starter のちに
    starter がんばれ
    starter がっかり
    """
}
