extension LanguageFacts {
  /// The facts about Thai.
  static let thai = """
    # Only spaces divide sentences.
    spaces

    # A mark that ends no sentences.
    inner .

    # Begins sentences.
    starter เรา
    starter ผม
    starter ฉัน
    starter ดิฉัน
    starter เขา
    starter เธอ
    starter มัน
    starter พวกเรา
    starter พวกเขา
    starter วันนี้
    starter พรุ่งนี้
    starter เมื่อวาน
    starter ตอนนี้
    starter แต่
    starter ถ้า
    starter ดังนั้น
    starter หลังจาก
    starter คุณ
    starter ทุกคน

    # A particle after which a space ends a sentence.
    particle ครับ
    particle ค่ะ
    particle คะ
    particle นะ
    """
}
