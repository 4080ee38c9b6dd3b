extension LanguageFacts {
  /// The facts about Bengali.
  static let bengali = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never ড
    never ডা
    never ডাঃ
    never মো
    never মোঃ
    never প্রফেসর
    never মি
    never মিসেস
    never শ্রী

    # Not the end of a sentence before a number.
    number নং
    number পৃ
    number টা
    """
}
