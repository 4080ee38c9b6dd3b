extension LanguageFacts {
  /// The facts about Slovak.
  static let slovak = """
    # A full stop makes a number an ordinal number.
    ordinals

    # Never the end of a sentence: titles, and what stands before an explanation.
    never prof
    never doc
    never MUDr
    never JUDr
    never PhDr
    never RNDr
    never sv
    never p
    never pí
    never sl
    never napr
    never tzv
    never tj
    never t.j
    never tzn
    never resp
    never popr
    never príp
    never cca
    never vrát
    never nám
    never ul
    never gen
    never plk
    never mjr
    never kpt
    never por
    never red
    never hl
    never podľa
    never porov
    never pozri
    never vs
    never dr
    never mgr
    never ing
    never bc

    # Not the end of a sentence before a number.
    number č
    number čís
    number s
    number str
    number r
    number obr
    number tab
    number ods
    number par
    number kap
    number zv
    number tel
    number roč
    number §
    number písm
    number vyd
    number diel

    # The end of a sentence only before a word that begins sentences.
    may obr
    may tab
    may kap
    may s.r.o
    may a.s
    may v.o.s
    may n.o
    may n.l
    may pr.n.l
    may hod
    may min
    may sek
    may tis
    may mil
    may mld
    may Co
    may Inc
    may Ltd

    # The end of a sentence before a capital letter.
    final atď
    final apod
    final a
    final pod
    final atp

    # Follows the number of a day.
    month január
    month február
    month marec
    month apríl
    month máj
    month jún
    month júl
    month august
    month september
    month október
    month november
    month december
    month januára
    month februára
    month marca
    month apríla
    month mája
    month júna
    month júla
    month augusta
    month septembra
    month októbra
    month novembra
    month decembra

    # Words need no vowel.
    consonants

    # Begins sentences.
    starter To
    starter Ten
    starter Tá
    starter Tí
    starter Tie
    starter Táto
    starter Tento
    starter Toto
    starter Tam
    starter Tu
    starter On
    starter Ona
    starter Ono
    starter Oni
    starter Ja
    starter My
    starter Vy
    starter Kto
    starter Čo
    starter Kde
    starter Kedy
    starter Ako
    starter Prečo
    starter Ktorý
    starter Ktorá
    starter Ktoré
    starter A
    starter I
    starter Ale
    starter Alebo
    starter Však
    starter Preto
    starter Pretože
    starter Keď
    starter Keby
    starter Ak
    starter Potom
    starter Neskôr
    starter Teraz
    starter Dnes
    starter Včera
    starter Zajtra
    starter V
    starter Vo
    starter Na
    starter Do
    starter Od
    starter Z
    starter Zo
    starter Za
    starter Po
    starter Pred
    starter Pri
    starter Pre
    starter O
    starter Bez
    starter Pod
    starter Nad
    starter S
    starter So
    starter Nie
    starter Áno
    starter Je
    starter Sú
    starter Bol
    starter Bola
    starter Bolo
    starter Boli
    starter Má
    starter Jeho
    starter Jej
    starter Ich
    starter Môj
    starter Náš
    starter Všetci
    starter Všetko
    starter Veľa
    starter Niektorí
    starter Nikto
    starter Nič
    starter Niekto
    starter Niečo
    starter Možno
    starter Tiež
    starter Už
    starter Ešte
    starter Každý
    """
}
