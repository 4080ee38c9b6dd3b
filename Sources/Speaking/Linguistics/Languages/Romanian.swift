extension LanguageFacts {
  /// The facts about Romanian.
  static let romanian = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never dl
    never dr
    never prof
    never ing
    never av
    never acad
    never lt
    never mr
    never sf
    never șt
    never str
    never bd
    never ex
    never de.ex
    never ş.a
    never ș.a
    never approx
    never aprox
    never cca
    never vs
    never cf

    # Not the end of a sentence before a number.
    number nr
    number pag
    number p
    number pp
    number art
    number alin
    number cap
    number fig
    number vol
    number tab
    number lit
    number tel
    number sec
    number pct
    number ed

    # The end of a sentence only before a word that begins sentences.
    may fig
    may cap
    may vol
    may S.A
    may S.R.L
    may a.Chr
    may d.Chr
    may î.Hr
    may d.Hr
    may ian
    may feb
    may mart
    may apr
    may iun
    may iul
    may aug
    may sept
    may oct
    may nov
    may dec
    may Co
    may Inc
    may Ltd
    may mil
    may mld

    # The end of a sentence before a capital letter.
    final etc
    final ș.a.m.d
    final ş.a.m.d

    # Begins sentences.
    starter El
    starter Ea
    starter Ei
    starter Ele
    starter Eu
    starter Tu
    starter Noi
    starter Voi
    starter Un
    starter O
    starter Acest
    starter Această
    starter Acesta
    starter Aceasta
    starter Aceștia
    starter Acel
    starter Acea
    starter Și
    starter Dar
    starter Sau
    starter Ori
    starter Însă
    starter Deci
    starter Când
    starter Unde
    starter Cum
    starter Cine
    starter Ce
    starter De
    starter La
    starter În
    starter Din
    starter Pe
    starter Cu
    starter Fără
    starter Pentru
    starter Prin
    starter După
    starter Înainte
    starter Apoi
    starter Acum
    starter Azi
    starter Ieri
    starter Mâine
    starter Aici
    starter Acolo
    starter Nu
    starter Da
    starter Este
    starter Sunt
    starter Era
    starter Au
    starter Are
    starter A
    starter Toți
    starter Toate
    starter Mulți
    starter Unii
    starter Nimeni
    starter Nimic
    starter Dacă
    starter Deși
    starter Astfel
    starter Totuși
    starter Mai
    starter Se
    starter S-a
    """
}
