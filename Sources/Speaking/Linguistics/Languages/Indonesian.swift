extension LanguageFacts {
  /// The facts about Indonesian.
  static let indonesian = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never dr
    never Prof
    never Ir
    never Drs
    never Dra
    never H
    never Hj
    never Jl
    never Jln
    never Gg
    never Kab
    never Kec
    never Kel
    never Prov
    never Tn
    never Ny
    never Sdr
    never Sdri
    never Yth
    never Bpk
    never St
    never a.n
    never d.a
    never u.b
    never u.p
    never s.d
    never dsb
    never dll
    never dkk
    never a.l
    never Kol
    never Jend
    never Gen
    never Let

    # Not the end of a sentence before a number.
    number no
    number Nomor
    number hlm
    number hal
    number Rp
    number Tel
    number Telp
    number Bab
    number Pasal
    number Ayat
    number Jil
    number vol
    number Kav

    # The end of a sentence only before a word that begins sentences.
    may S.H
    may S.E
    may S.Pd
    may S.Kom
    may M.Si
    may M.M
    may M.Hum
    may Ph.D
    may M.A
    may Tbk
    may Co
    may Inc
    may Ltd
    may dkk

    # The end of a sentence before a capital letter.
    final dll
    final dsb
    final dst

    # Begins sentences.
    starter Dia
    starter Ia
    starter Mereka
    starter Saya
    starter Aku
    starter Kami
    starter Kita
    starter Kamu
    starter Anda
    starter Ini
    starter Itu
    starter Yang
    starter Di
    starter Ke
    starter Dari
    starter Pada
    starter Dalam
    starter Dengan
    starter Untuk
    starter Dan
    starter Atau
    starter Tetapi
    starter Tapi
    starter Namun
    starter Karena
    starter Jika
    starter Kalau
    starter Ketika
    starter Saat
    starter Setelah
    starter Sebelum
    starter Sekarang
    starter Hari
    starter Kemarin
    starter Besok
    starter Nanti
    starter Kemudian
    starter Lalu
    starter Selain
    starter Oleh
    starter Maka
    starter Jadi
    starter Apa
    starter Siapa
    starter Mengapa
    starter Kenapa
    starter Bagaimana
    starter Kapan
    starter Apakah
    starter Tidak
    starter Ya
    starter Ada
    starter Adalah
    starter Semua
    starter Setiap
    starter Banyak
    starter Beberapa
    starter Para
    starter Bahkan
    starter Juga
    starter Sudah
    starter Akan
    starter Sejak
    starter Menurut
    starter Seperti
    starter Meskipun
    """
}
