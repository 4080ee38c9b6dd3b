import Testing

@testable import Flite

struct EnglishTextTests {
  @Test(arguments: [
    ("The café’s “menu” — naïve", "The cafe's \"menu\" ,  naive"), ("e\u{301}a", "ea"),
    ("10–12 °C…", "10-12  degrees C..."),
    ("日本 ok 👩‍👩‍👧", "   ok    "), ("", ""), ("Straße", "Strasse"),
  ]) func aTextIsPutIntoTheLettersThatFliteReads(_ text: String, english: String) {
    #expect(String(decoding: EnglishText(Array(text.utf8)).bytes, as: UTF8.self) == english)
  }

  @Test func eachLetterKnowsItsPlaceInTheText() {
    let text = EnglishText(Array("e\u{301}æ’x".utf8))
    #expect(text.places == [0, 2, 2, 3, 4])
    #expect(text[4] == 4 && text[5] == 5)
  }

  @Test func aWordIsFoundFromAPlaceOn() {
    let text = EnglishText(Array("Well-known, well".utf8))
    #expect(text.range(of: Array("well".utf8), in: 0..<16) == 12..<16)
    #expect(text.range(of: Array("well".utf8), in: 0..<16, ignoringCase: true) == 0..<4)
    #expect(text.range(of: Array("known".utf8), in: 4..<8) == nil)
    #expect(text.range(of: [], in: 0..<16) == nil)
    #expect(text.range(of: Array("well".utf8), in: 14..<16) == nil)
  }
}
