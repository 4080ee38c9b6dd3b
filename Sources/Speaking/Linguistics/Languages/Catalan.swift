extension LanguageFacts {
  /// The facts about Catalan.
  static let catalan = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never Sr
    never Sra
    never Srs
    never Srta
    never Dr
    never Dra
    never Prof
    never St
    never Sta
    never Mn
    never En
    never Na
    never Av
    never Avda
    never C
    never Pl
    never Ctra
    never p.ex
    never ex
    never cf
    never vs

    # Not the end of a sentence before a number.
    number núm
    number n°
    number art
    number pàg
    number pàgs
    number p
    number pp
    number cap
    number vol
    number fig
    number tel

    # The end of a sentence only before a word that begins sentences.
    may S.A
    may S.L
    may a.C
    may d.C
    may EUA
    may gen
    may febr
    may abr
    may ag
    may set
    may oct
    may nov
    may des
    may Co
    may Inc
    may Ltd

    # The end of a sentence before a capital letter.
    final etc
    final a.m
    final p.m

    # Begins sentences.
    starter El
    starter La
    starter Els
    starter Les
    starter L
    starter Un
    starter Una
    starter Uns
    starter Unes
    starter Aquest
    starter Aquesta
    starter Aquests
    starter Això
    starter Aquell
    starter Ell
    starter Ella
    starter Ells
    starter Elles
    starter Jo
    starter Tu
    starter Nosaltres
    starter Vostè
    starter I
    starter O
    starter Però
    starter Perquè
    starter Si
    starter Quan
    starter On
    starter Com
    starter Que
    starter Qui
    starter Què
    starter Per
    starter Amb
    starter Sense
    starter En
    starter De
    starter Del
    starter Al
    starter A
    starter Des
    starter Fins
    starter Sobre
    starter Entre
    starter Segons
    starter Durant
    starter Després
    starter Abans
    starter Llavors
    starter Ara
    starter Avui
    starter Ahir
    starter Demà
    starter Aquí
    starter Allà
    starter Ja
    starter No
    starter Sí
    starter Es
    starter S
    starter Hi
    starter Ha
    starter És
    starter Són
    starter Era
    starter Tot
    starter Tots
    starter Molts
    starter Alguns
    starter Cada
    starter Ningú
    starter Res
    starter També
    starter Així
    starter Potser
    starter Gràcies
    """
}
