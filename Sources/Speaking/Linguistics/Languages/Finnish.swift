extension LanguageFacts {
  /// The facts about Finnish.
  static let finnish = """
    # A full stop makes a number an ordinal number.
    ordinals

    # Never the end of a sentence: titles, and what stands before an explanation.
    never esim
    never ks
    never mm
    never ts
    never ns
    never vrt
    never tri
    never prof
    never dipl
    never fil
    never toht
    never maist
    never n
    never jne.t
    never alk
    never puh
    never synt
    never kirj
    never suom
    never toim

    # Not the end of a sentence before a number.
    number nro
    number n:o
    number s
    number ss
    number kpl
    number kuva
    number puh
    number klo
    number §
    number art
    number luku
    number os
    number v
    number vv

    # The end of a sentence only before a word that begins sentences.
    may eKr
    may jKr
    may milj
    may mrd
    may Oy
    may Ab
    may Co
    may Inc
    may Ltd
    may os
    may toim

    # The end of a sentence before a capital letter.
    final jne
    final yms
    final ym
    final tms
    final jms
    final ynnä

    # Follows the number of a day.
    month tammikuuta
    month helmikuuta
    month maaliskuuta
    month huhtikuuta
    month toukokuuta
    month kesäkuuta
    month heinäkuuta
    month elokuuta
    month syyskuuta
    month lokakuuta
    month marraskuuta
    month joulukuuta

    # Begins sentences.
    starter Hän
    starter Se
    starter Ne
    starter He
    starter Minä
    starter Sinä
    starter Me
    starter Te
    starter Tämä
    starter Nämä
    starter Tuo
    starter Nuo
    starter Joka
    starter Mikä
    starter Kuka
    starter Missä
    starter Miten
    starter Miksi
    starter Milloin
    starter Kun
    starter Jos
    starter Koska
    starter Vaikka
    starter Mutta
    starter Ja
    starter Tai
    starter Sitten
    starter Nyt
    starter Tänään
    starter Eilen
    starter Huomenna
    starter Siellä
    starter Täällä
    starter Siksi
    starter Myös
    starter Kaikki
    starter Moni
    starter Monet
    starter Jotkut
    starter Ei
    starter En
    starter Kyllä
    starter Ehkä
    starter On
    starter Oli
    starter Ovat
    starter Olivat
    starter Sen
    starter Hänen
    starter Niin
    starter Että
    starter Lisäksi
    starter Kuitenkin
    starter Myöhemmin
    """
}
