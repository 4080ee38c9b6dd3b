extension LanguageFacts {
  /// The facts about Czech.
  static let czech = """
    # A full stop makes a number an ordinal number.
    ordinals

    # Never the end of a sentence: titles, and what stands before an explanation.
    never prof
    never doc
    never MUDr
    never JUDr
    never PhDr
    never RNDr
    never PaedDr
    never MVDr
    never sv
    never p
    never pí
    never sl
    never např
    never tzv
    never tj
    never tzn
    never resp
    never popř
    never příp
    never cca
    never ca
    never mj
    never aj
    never vč
    never ev
    never vl
    never odst
    never nám
    never ul
    never arch
    never gen
    never plk
    never mjr
    never kpt
    never por
    never red
    never hl
    never dle
    never srov
    never viz
    never zejm
    never zvl
    never tř
    never bř
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
    number odst
    number par
    number kap
    number sv
    number tel
    number roč
    number ods
    number §
    number písm
    number vyd
    number díl
    number cca

    # The end of a sentence only before a word that begins sentences.
    may obr
    may tab
    may kap
    may s.r.o
    may a.s
    may v.o.s
    may o.p.s
    may n.l
    may př.n.l
    may hod
    may min
    may sek
    may tis
    may mil
    may mld
    may Kč
    may Co
    may Inc
    may Ltd
    may vyd

    # The end of a sentence before a capital letter.
    final atd
    final apod
    final atp
    final aj

    # Follows the number of a day.
    month ledna
    month února
    month března
    month dubna
    month května
    month června
    month července
    month srpna
    month září
    month října
    month listopadu
    month prosince

    # Words need no vowel.
    consonants

    # Begins sentences.
    starter To
    starter Ten
    starter Ta
    starter Ti
    starter Ty
    starter Tato
    starter Tento
    starter Toto
    starter Tam
    starter Tady
    starter On
    starter Ona
    starter Ono
    starter Oni
    starter Já
    starter My
    starter Vy
    starter Kdo
    starter Co
    starter Kde
    starter Kdy
    starter Jak
    starter Proč
    starter Který
    starter Která
    starter Které
    starter A
    starter I
    starter Ale
    starter Nebo
    starter Však
    starter Proto
    starter Protože
    starter Když
    starter Kdyby
    starter Jestli
    starter Pokud
    starter Potom
    starter Pak
    starter Později
    starter Nyní
    starter Teď
    starter Dnes
    starter Včera
    starter Zítra
    starter V
    starter Ve
    starter Na
    starter Do
    starter Od
    starter Z
    starter Ze
    starter Za
    starter Po
    starter Před
    starter Při
    starter Pro
    starter O
    starter Bez
    starter Pod
    starter Nad
    starter S
    starter Se
    starter Ne
    starter Ano
    starter Je
    starter Jsou
    starter Byl
    starter Byla
    starter Bylo
    starter Byli
    starter Má
    starter Jeho
    starter Její
    starter Jejich
    starter Můj
    starter Náš
    starter Všichni
    starter Všechno
    starter Mnoho
    starter Někteří
    starter Nikdo
    starter Nic
    starter Někdo
    starter Něco
    starter Možná
    starter Také
    starter Už
    starter Ještě
    starter Každý
    """
}
