extension LanguageFacts {
  /// The facts about Croatian.
  static let croatian = """
    # A full stop makes a number an ordinal number.
    ordinals

    # Never the end of a sentence: titles, and what stands before an explanation.
    never dr
    never prof
    never mr
    never mag
    never doc
    never akad
    never sv
    never g
    never gđa
    never gđica
    never ing
    never dipl
    never npr
    never tj
    never tzv
    never odn
    never ul
    never trg
    never gen
    never puk
    never sl
    never vlč
    never o

    # Not the end of a sentence before a number.
    number br
    number str
    number čl
    number st
    number sv
    number tel
    number toč
    number god
    number gl
    number pogl
    number sl
    number tab

    # The end of a sentence only before a word that begins sentences.
    may god
    may d.o.o
    may d.d
    may pr.Kr
    may n.e
    may Kr
    may Co
    may Inc
    may Ltd
    may min
    may sek
    may tis
    may mil
    may mlrd

    # The end of a sentence before a capital letter.
    final itd
    final itsl
    final sl
    final dr

    # Follows the number of a day.
    month siječnja
    month veljače
    month ožujka
    month travnja
    month svibnja
    month lipnja
    month srpnja
    month kolovoza
    month rujna
    month listopada
    month studenoga
    month studenog
    month prosinca
    month januara
    month februara
    month marta
    month aprila
    month maja
    month juna
    month jula
    month avgusta
    month septembra
    month oktobra
    month novembra
    month decembra

    # Words need no vowel.
    consonants

    # Begins sentences.
    starter To
    starter Taj
    starter Ta
    starter Ti
    starter Te
    starter Ovo
    starter Ovaj
    starter Ova
    starter On
    starter Ona
    starter Ono
    starter Oni
    starter One
    starter Ja
    starter Mi
    starter Vi
    starter Tko
    starter Ko
    starter Što
    starter Šta
    starter Gdje
    starter Gde
    starter Kada
    starter Kad
    starter Kako
    starter Zašto
    starter A
    starter I
    starter Ali
    starter Ili
    starter No
    starter Pa
    starter Zato
    starter Jer
    starter Ako
    starter Onda
    starter Zatim
    starter Poslije
    starter Posle
    starter Sada
    starter Sad
    starter Danas
    starter Jučer
    starter Juče
    starter Sutra
    starter U
    starter Na
    starter Do
    starter Od
    starter Iz
    starter Za
    starter Po
    starter Prije
    starter Pre
    starter Kod
    starter O
    starter Bez
    starter Pod
    starter Nad
    starter S
    starter Sa
    starter Ne
    starter Da
    starter Je
    starter Su
    starter Bio
    starter Bila
    starter Bilo
    starter Bili
    starter Ima
    starter Njegov
    starter Njegova
    starter Njen
    starter Njezin
    starter Njihov
    starter Moj
    starter Naš
    starter Svi
    starter Sve
    starter Mnogi
    starter Neki
    starter Nitko
    starter Niko
    starter Ništa
    starter Netko
    starter Neko
    starter Nešto
    starter Možda
    starter Također
    starter Već
    starter Još
    starter Svaki
    """
}
