extension LanguageFacts {
  /// The facts about other languages.
  static let anyLanguage = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never Dr
    never Prof
    never Mr
    never Mrs
    never Ms
    never St
    never vs
    never cf
    never e.g
    never i.e

    # Not the end of a sentence before a number.
    number nr
    number no
    number p
    number pp
    number vol
    number fig
    number art
    number §

    # The end of a sentence only before a word that begins sentences.
    may Inc
    may Ltd
    may Co
    may Corp
    may Jr
    may Sr

    # The end of a sentence before a capital letter.
    final etc
    final a.m
    final p.m
    """
}
