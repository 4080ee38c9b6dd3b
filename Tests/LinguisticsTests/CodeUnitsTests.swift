import Speech
import Testing

@testable import Linguistics

@Suite(.timeLimit(.minutes(3)))
struct CodeUnitsTests {
  private static let texts = [
    "", "a", "plain text of more than eight letters", "Привет, мир! Как дела?", "おはようございます。", "é" + "abcdefgh" + "é",
    "😀a😀", "abcdefg😀abcdefgh", "𠀀漢字𠀁", "nul \u{0} within", "ab\u{FFFD}cd",
    "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}",
  ]

  @Test(arguments: texts) func unitsAreThoseOfAString(text: String) {
    for copies in [1, 3, 40_000] {
      let whole = String(repeating: text, count: copies)
      var units: [UInt16] = [1, 2]
      units.append(utf8: Array(whole.utf8)[...])
      #expect(units == [1, 2] + Array(whole.utf16))
    }
  }

  @Test(
    arguments: [[0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xD0]] as [[UInt8]])
  func brokenTextIsRepairedAsAString(broken: [UInt8]) {
    let bytes = Array("Привет abcdefghij".utf8) + broken
    var units: [UInt16] = []
    units.append(utf8: bytes[...])
    #expect(units == Array(String(decoding: bytes, as: UTF8.self).utf16))
  }

  @Test(arguments: texts) func placesCountEveryCharacter(text: String) {
    for copies in [1, 40_000] {
      let whole = String(repeating: text, count: copies)
      var cursor = PlaceCursor(Array(whole.utf16)[...])
      var place = TextPlace.start
      // The middle between two copies.
      cursor.advance(to: text.utf16.count * (copies / 2))
      for scalar in String(repeating: text, count: copies / 2).unicodeScalars { place = place.after(scalar) }
      #expect(cursor.place == place)
      cursor.advance(to: whole.utf16.count)
      #expect(
        cursor.place
          == TextPlace(scalars: whole.unicodeScalars.count, utf8: whole.utf8.count, utf16: whole.utf16.count))
    }
  }
}
