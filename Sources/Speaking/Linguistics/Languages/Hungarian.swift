extension LanguageFacts {
  /// The facts about Hungarian.
  static let hungarian = """
    # A full stop makes a number an ordinal number.
    ordinals

    # Never the end of a sentence: titles, and what stands before an explanation.
    never dr
    never prof
    never id
    never ifj
    never özv
    never Szt
    never pl
    never ún
    never ill
    never vö
    never kb
    never stb
    never ua
    never uo
    never szerk
    never ford
    never gr
    never br
    never tkp

    # Not the end of a sentence before a number.
    number sz
    number old
    number o
    number fej
    number ábra
    number táb
    number tel
    number ker
    number em
    number bek
    number köt
    number évf
    number §

    # The end of a sentence only before a word that begins sentences.
    may Kft
    may Bt
    may Zrt
    may Nyrt
    may Rt
    may Co
    may Inc
    may Ltd
    may Kr.e
    may Kr.u
    may i.e
    may i.sz
    may u
    may id
    may szept
    may okt
    may nov
    may dec
    may jan
    may febr
    may márc
    may ápr
    may jún
    may júl
    may aug

    # The end of a sentence before a capital letter.
    final stb

    # Follows the number of a day.
    month január
    month február
    month március
    month április
    month május
    month június
    month július
    month augusztus
    month szeptember
    month október
    month november
    month december
    month januárban
    month februárban
    month márciusban
    month áprilisban
    month májusban
    month júniusban
    month júliusban
    month augusztusban
    month szeptemberben
    month októberben
    month novemberben
    month decemberben

    # One letter, but a word and no initial.
    word ő
    word s
    word ó

    # Begins sentences.
    starter A
    starter Az
    starter Ez
    starter Ezek
    starter Azok
    starter Egy
    starter Ő
    starter Ők
    starter Én
    starter Te
    starter Mi
    starter Ti
    starter Ön
    starter Aki
    starter Ami
    starter Ki
    starter Hol
    starter Mikor
    starter Hogyan
    starter Miért
    starter Ha
    starter Amikor
    starter Mert
    starter És
    starter De
    starter Vagy
    starter Hanem
    starter Azonban
    starter Ezért
    starter Tehát
    starter Akkor
    starter Most
    starter Ma
    starter Tegnap
    starter Holnap
    starter Itt
    starter Ott
    starter Később
    starter Utána
    starter Nem
    starter Igen
    starter Is
    starter Van
    starter Volt
    starter Voltak
    starter Lesz
    starter Minden
    starter Mindenki
    starter Sok
    starter Néhány
    starter Senki
    starter Semmi
    starter Talán
    starter Már
    starter Még
    starter Csak
    starter Így
    starter Úgy
    starter Ezután
    """
}
