extension LanguageFacts {
  /// The facts about Norwegian.
  static let norwegian = """
    # A full stop makes a number an ordinal number.
    ordinals

    # Never the end of a sentence: titles, and what stands before an explanation.
    never hr
    never fr
    never dr
    never prof
    never St
    never f.eks
    never bl.a
    never dvs
    never d.v.s
    never ca
    never evt
    never inkl
    never ekskl
    never jf
    never jfr
    never hhv
    never ifm
    never iht
    never pga
    never vedr
    never tlf
    never s.k
    never såk
    never el
    never eg
    never adm
    never dir
    never kand
    never stud

    # Not the end of a sentence before a number.
    number nr
    number s
    number kap
    number bd
    number fig
    number art
    number kl
    number tlf
    number §
    number avsn
    number pkt
    number vol
    number tab
    number p
    number jan
    number feb
    number apr
    number aug
    number sept
    number okt
    number nov
    number des

    # The end of a sentence only before a word that begins sentences.
    may fig
    may kap
    may tab
    may f.Kr
    may e.Kr
    may mill
    may mrd
    may kr
    may Co
    may Inc
    may Ltd

    # The end of a sentence before a capital letter.
    final osv
    final etc
    final mv
    final m.v
    final m.m
    final mm
    final o.l
    final m.fl
    final jan
    final feb
    final apr
    final aug
    final sept
    final okt
    final nov
    final des

    # Follows the number of a day.
    month januar
    month februar
    month mars
    month april
    month mai
    month juni
    month juli
    month august
    month september
    month oktober
    month november
    month desember

    # One letter, but a word and no initial.
    word å
    word i
    word ø

    # Begins sentences.
    starter Den
    starter Det
    starter De
    starter Der
    starter Denne
    starter Dette
    starter Disse
    starter En
    starter Et
    starter Ei
    starter Han
    starter Hun
    starter Jeg
    starter Du
    starter Vi
    starter Dere
    starter Man
    starter Og
    starter Men
    starter Eller
    starter For
    starter Så
    starter Da
    starter Nå
    starter Her
    starter Hva
    starter Hvem
    starter Hvor
    starter Hvordan
    starter Hvorfor
    starter Når
    starter Hvis
    starter Fordi
    starter Mens
    starter Etter
    starter Før
    starter På
    starter Med
    starter Til
    starter Fra
    starter Ved
    starter Om
    starter Under
    starter Over
    starter Uten
    starter Også
    starter Derfor
    starter Dessuten
    starter Alle
    starter Mange
    starter Noen
    starter Ingen
    starter Ja
    starter Nei
    starter Kanskje
    starter I
    starter Hans
    starter Hennes
    starter Min
    starter Vår
    starter Er
    starter Var
    starter Har
    starter Kan
    starter Senere
    """
}
