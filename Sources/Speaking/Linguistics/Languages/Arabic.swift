extension LanguageFacts {
  /// The facts about Arabic.
  static let arabic = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never د
    never أ
    never ا
    never م
    never ص
    never ق
    never أ.د

    # Not the end of a sentence before a number.
    number ص
    number رقم
    number ج
    number ت
    number م
    number هـ
    number ط
    """
}
