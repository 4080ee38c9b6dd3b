extension LanguageFacts {
  /// The facts about Slovenian.
  static let slovenian = """
    # A full stop makes a number an ordinal number.
    ordinals

    # Never the end of a sentence: titles, and what stands before an explanation.
    never dr
    never prof
    never mag
    never doc
    never sv
    never g
    never ga
    never gdč
    never ing
    never dipl
    never npr
    never tj
    never tim
    never t.i
    never oz
    never ul
    never gen
    never polk
    never gl
    never prim
    never sl

    # Not the end of a sentence before a number.
    number št
    number str
    number čl
    number odst
    number tel
    number pogl
    number tab
    number sl
    number zv
    number točk

    # The end of a sentence only before a word that begins sentences.
    may d.o.o
    may d.d
    may pr.n.št
    may n.št
    may pr.Kr
    may po.Kr
    may Co
    may Inc
    may Ltd
    may min
    may sek
    may tis
    may mio
    may mrd

    # The end of a sentence before a capital letter.
    final itd
    final ipd
    final idr

    # Follows the number of a day.
    month januar
    month februar
    month marec
    month april
    month maj
    month junij
    month julij
    month avgust
    month september
    month oktober
    month november
    month december
    month januarja
    month februarja
    month marca
    month aprila
    month maja
    month junija
    month julija
    month avgusta
    month septembra
    month oktobra
    month novembra
    month decembra

    # Words need no vowel.
    consonants

    # Begins sentences.
    starter To
    starter Ta
    starter Ti
    starter Te
    starter Tisti
    starter On
    starter Ona
    starter Ono
    starter Oni
    starter Jaz
    starter Mi
    starter Vi
    starter Kdo
    starter Kaj
    starter Kje
    starter Kdaj
    starter Kako
    starter Zakaj
    starter A
    starter In
    starter Ali
    starter Ter
    starter Toda
    starter Vendar
    starter Zato
    starter Ker
    starter Če
    starter Ko
    starter Potem
    starter Nato
    starter Pozneje
    starter Zdaj
    starter Danes
    starter Včeraj
    starter Jutri
    starter V
    starter Na
    starter Do
    starter Od
    starter Iz
    starter Za
    starter Po
    starter Pred
    starter Pri
    starter O
    starter Brez
    starter Pod
    starter Nad
    starter S
    starter Z
    starter Ne
    starter Da
    starter Je
    starter So
    starter Bil
    starter Bila
    starter Bilo
    starter Bili
    starter Ima
    starter Njegov
    starter Njen
    starter Njihov
    starter Moj
    starter Naš
    starter Vsi
    starter Vse
    starter Mnogi
    starter Nekateri
    starter Nihče
    starter Nič
    starter Nekdo
    starter Nekaj
    starter Morda
    starter Tudi
    starter Že
    starter Še
    starter Vsak
    """
}
