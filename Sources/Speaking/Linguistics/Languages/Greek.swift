extension LanguageFacts {
  /// The facts about Greek.
  static let greek = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never κ
    never κκ
    never κα
    never δρ
    never καθ
    never αγ
    never π.χ
    never δηλ
    never βλ
    never πρβλ
    never λ.χ
    never τηλ
    never οδ
    never λεωφ
    never Στρ
    never αριθ
    never ταχ
    never μ.τ.φ
    never ό.π

    # Not the end of a sentence before a number.
    number αρ
    number αριθ
    number σ
    number σελ
    number σσ
    number κεφ
    number τ
    number τόμ
    number εικ
    number πίν
    number άρθ
    number παρ
    number τηλ
    number εδ
    number §

    # The end of a sentence only before a word that begins sentences.
    may π.Χ
    may μ.Χ
    may π.μ
    may μ.μ
    may εκ
    may χιλ
    may δρχ
    may Α.Ε
    may Ε.Π.Ε
    may Η.Π.Α
    may Ε.Ε
    may εικ

    # The end of a sentence before a capital letter.
    final κ.λπ
    final κ.λ.π
    final κλπ
    final κ.ά
    final κ.τ.λ
    final κ.ο.κ

    # A mark that ends sentences.
    stop ;
    stop \u{37E}

    # The last letter of a whole word, after which a full stop ends a sentence before a small letter.
    letter α
    letter ά
    letter ε
    letter έ
    letter η
    letter ή
    letter ι
    letter ί
    letter ο
    letter ό
    letter υ
    letter ύ
    letter ω
    letter ώ
    letter ν
    letter ς

    # Begins sentences.
    starter Ο
    starter Η
    starter Το
    starter Οι
    starter Τα
    starter Τον
    starter Την
    starter Του
    starter Της
    starter Των
    starter Τους
    starter Τις
    starter Ένας
    starter Μία
    starter Μια
    starter Ένα
    starter Αυτός
    starter Αυτή
    starter Αυτό
    starter Αυτοί
    starter Εκείνος
    starter Εγώ
    starter Εσύ
    starter Εμείς
    starter Εσείς
    starter Και
    starter Αλλά
    starter Ή
    starter Όμως
    starter Αν
    starter Όταν
    starter Πού
    starter Πώς
    starter Γιατί
    starter Ποιος
    starter Τι
    starter Στο
    starter Στη
    starter Στην
    starter Στον
    starter Στα
    starter Στις
    starter Στους
    starter Με
    starter Για
    starter Από
    starter Σε
    starter Μετά
    starter Πριν
    starter Τώρα
    starter Σήμερα
    starter Χθες
    starter Αύριο
    starter Εδώ
    starter Εκεί
    starter Δεν
    starter Ναι
    starter Όχι
    starter Είναι
    starter Ήταν
    starter Έχει
    starter Θα
    starter Να
    starter Όλοι
    starter Όλα
    starter Πολλοί
    starter Κανείς
    starter Τίποτα
    starter Ίσως
    starter Επίσης
    starter Ύστερα
    starter Έτσι
    starter Τότε
    starter Μου
    starter Σου
    """
}
