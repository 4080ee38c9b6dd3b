extension LanguageFacts {
  /// The facts about Thai.
  static let thai = """
    # Only spaces divide sentences.
    spaces

    # A mark that ends no sentences.
    inner .

    # Continues the sentence after a quotation, or after a space where spaces divide sentences.
    continuation และ
    continuation หรือ
    continuation โดย
    continuation เพื่อ
    continuation ที่
    continuation ซึ่ง
    continuation เช่น
    continuation ดังเช่น
    continuation ได้แก่
    continuation คือ
    continuation เป็น
    continuation จะ
    continuation ใน
    continuation ของ
    continuation กับ
    continuation แก่
    continuation ต่อ
    continuation ตาม
    continuation จาก
    continuation ด้วย
    continuation ว่า
    continuation อัน
    continuation ทั้ง
    continuation ต่าง
    continuation ยัง
    continuation ก็
    continuation จึง
    continuation รวม
    continuation เพราะ
    continuation เนื่อง
    continuation ตลอด
    continuation อย่าง

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
