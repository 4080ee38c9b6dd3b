extension LanguageFacts {
  /// The facts about Turkish.
  static let turkish = """
    # A full stop makes a number an ordinal number.
    ordinals

    # Never the end of a sentence: titles, and what stands before an explanation.
    never Yrd
    never Uzm
    never Op
    never Alb
    never Gen
    never Org
    never Bnb
    never Yzb
    never Tğm
    never Sn
    never Mah
    never Cad
    never Sok
    never Bul
    never bkz
    never örn
    never yak
    never vb
    never ör
    never ing
    never fr
    never alm
    never dr
    never doç
    never prof
    never av
    never hz

    # Not the end of a sentence before a number.
    number no
    number s
    number sf
    number sh
    number md
    number c
    number cilt
    number Tel
    number böl
    number Bl
    number şek
    number tab
    number fık

    # The end of a sentence only before a word that begins sentences.
    may A.Ş
    may Ltd
    may Şti
    may M.Ö
    may M.S
    may İ.Ö
    may İ.S
    may T.C
    may A.B.D
    may Sok
    may Cad
    may Mah
    may Co
    may Inc

    # The end of a sentence before a capital letter.
    final vb
    final vs
    final vd
    final vds

    # Follows the number of a day.
    month Ocak
    month Şubat
    month Mart
    month Nisan
    month Mayıs
    month Haziran
    month Temmuz
    month Ağustos
    month Eylül
    month Ekim
    month Kasım
    month Aralık

    # One letter, but a word and no initial.
    word o

    # Begins sentences.
    starter Bu
    starter Şu
    starter O
    starter Bunlar
    starter Onlar
    starter Ben
    starter Sen
    starter Biz
    starter Siz
    starter Bir
    starter Ve
    starter Ama
    starter Fakat
    starter Ancak
    starter Çünkü
    starter Eğer
    starter Ne
    starter Nasıl
    starter Neden
    starter Niçin
    starter Kim
    starter Nerede
    starter Sonra
    starter Önce
    starter Şimdi
    starter Bugün
    starter Dün
    starter Yarın
    starter Burada
    starter Orada
    starter Hayır
    starter Evet
    starter Her
    starter Herkes
    starter Hiç
    starter Bazı
    starter Çok
    starter Belki
    starter Onun
    starter Benim
    starter Böylece
    starter Ayrıca
    starter Daha
    starter En
    starter Kimse
    """
}
