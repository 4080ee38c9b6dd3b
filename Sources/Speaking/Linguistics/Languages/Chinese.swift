extension LanguageFacts {
  /// The facts about Chinese.
  static let chinese = """
    # Continues the sentence after a quotation, or after a space where spaces divide sentences.
    continuation 他说
    continuation 他问
    continuation 他答
    continuation 他喊
    continuation 他叫
    continuation 他道
    continuation 他想
    continuation 她说
    continuation 她问
    continuation 她答
    continuation 她喊
    continuation 她叫
    continuation 她道
    continuation 她想
    continuation 我说
    continuation 我问
    continuation 我答
    continuation 我喊
    continuation 我叫
    continuation 我道
    continuation 我想
    continuation 说道
    continuation 问道
    continuation 答道
    continuation 喊道
    continuation 叫道
    continuation 笑道
    continuation 他們說
    continuation 他们说
    continuation 她們說
    continuation 她们说
    continuation 他說
    continuation 她說
    continuation 我說
    continuation 他問
    continuation 她問
    continuation 我問
    continuation 說道
    continuation 問道
    """
}
