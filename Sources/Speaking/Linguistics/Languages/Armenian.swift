extension LanguageFacts {
  /// The facts about Armenian.
  static let armenian = """
    # A mark that ends sentences.
    stop :

    # A mark that ends no sentences.
    inner .
    inner ․
    """
}
