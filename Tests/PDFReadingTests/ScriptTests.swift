import DocumentSupport
import Documents
import PDFReading
import Testing

/// Texts beyond Latin, or with glyphs that do not correspond to characters one to one.
@Suite(.timeLimit(.minutes(1)))
struct ScriptTests {
  private func text(_ document: ScriptPDF) throws -> String {
    var blocks: [String] = []
    try PDFReader.read(document.bytes) { part in
      if case .block(let block) = part { blocks.append(String(decoding: block.text, as: UTF8.self)) }
    }
    return blocks.joined(separator: "|")
  }

  @Test(arguments: [
    ["Στο λιμάνι ήταν ένα καράβι που το έλεγαν Ελπίδα,", "και όλοι περίμεναν τον άνεμο για να φύγει."],
    ["Река течёт мимо старого дома у высокого леса,", "и никто не помнит, кто его построил."],
    ["मैं हर सुबह नदी के किनारे टहलने जाता हूँ।"], ["แมวตัวหนึ่งนอนอยู่ข้างหน้าต่าง"],
  ])
  func aScriptIsReadAsItIsWritten(lines: [String]) throws {
    #expect(try text(ScriptPDF(lines)) == lines.joined(separator: " "))
  }

  @Test func linesOfJapaneseAreJoinedWithoutASpace() throws {
    let lines = ["川のそばに古い家があって、そこには年をとった", "猫が一匹住んでいた。毎朝、"]
    #expect(try text(ScriptPDF(lines, width: 1000)) == lines.joined())
  }

  @Test(arguments: [
    ["في الصباح يجلس الرجل العجوز قرب النهر", "ويقرأ كتابا قديما عن البحر."],
    ["בבוקר יושב האיש הזקן ליד הנהר", "וקורא ספר ישן על הים."],
  ])
  func aRightToLeftTextIsReadToItsEnd(lines: [String]) throws {
    #expect(try text(ScriptPDF(rightToLeft: lines)) == lines.joined(separator: " "))
    #expect(try text(ScriptPDF(rightToLeft: [lines[1]])) == lines[1])
  }

  @Test func ligaturesAreTheirLetters() throws {
    let expected = "The first office flows."
    for signs in [["ﬁ", "ﬃ", "ﬂ"], ["fi", "ffi", "fl"]] {
      let row = ["T", "h", "e", " ", signs[0], "r", "s", "t", " ", "o", signs[1], "c", "e", " ", signs[2]]
      #expect(try text(ScriptPDF([.init(row + ["o", "w", "s", "."], baseline: 100)])) == expected)
    }
  }

  @Test func aSoftHyphenIsNoneAndBreaksAWordOnlyAtTheEndOfALine() throws {
    let lines = ["It is a long story of the extra\u{AD}", "ordinary co\u{AD}operative by the river, which ends\u{AD}"]
    let expected = "It is a long story of the extraordinary cooperative by the river, which ends"
    #expect(try text(ScriptPDF(lines)) == expected)
  }

  @Test func lettersThatDoNotJoinStayApart() throws {
    // "I go", with a mark that keeps two letters from joining. Without the mark it is another word.
    let word = "می\u{200C}روم"
    #expect(try text(ScriptPDF(rightToLeft: [word])) == word)
  }

  @Test func anAccentByItselfBelongsToItsLetter() throws {
    let text = try text(ScriptPDF(["Il e\u{301}tait une fois a\u{300} la mer."]))
    #expect(text == "Il était une fois à la mer.", "\(text.unicodeScalars.map { $0.value })")
  }

  @Test(arguments: [([], ""), (["el-GR"], "el-GR"), (["el", "en"], "el"), (["x-default"], ""), (["&amp;"], "")])
  func theMetadataSayInWhichLanguageItIs(said: [String], language: String) throws {
    var document = ScriptPDF(["Η γάτα κοιμάται."])
    document.languages = said
    var found: [String] = []
    try PDFReader.read(document.bytes) { part in
      if case .description(let description) = part { found.append(description.language) }
    }
    #expect(found == [language])
  }
}
