import Espeak
import Testing

@testable import NaturalVoices

/// Phonemes with their words, and the alphabets of models.
@Suite struct PhonemeTests {
  private func sounds(_ list: [(String, Int)]) -> [PhonemeClause.Sound] {
    list.map { PhonemeClause.Sound(name: $0.0, word: $0.1) }
  }

  private func string(_ symbols: Symbols) -> String {
    let letters = Dictionary(uniqueKeysWithValues: KokoroAlphabet.numbers.map { ($1, $0) })
    return String(String.UnicodeScalarView(symbols.numbers.compactMap { letters[$0] }))
  }

  @Test func stressComesFromTheStringAndWordsFromTheEvents() {
    let clause = PhonemeClause(
      text: "ðə lˈæmp", end: 9, sounds: sounds([("ð", 0), ("ə", 0), ("l", 4), ("æ", 4), ("m", 4), ("p", 4)]),
      hasPause: true)
    let text = SpokenPhonemes(Array("The lamp.".utf8), [clause]) { _ in "" }
    #expect(text.words == [0..<3, 4..<9])
    #expect(text.clauses[0].mark == ".")
    let phonemes = text.clauses[0].phonemes
    #expect(phonemes.map(\.word) == [0, 0, 1, 1, 1, 1])
    #expect(phonemes.map(\.stress) == ["", "", "", "ˈ", "", ""])
    #expect(phonemes.map(\.isAfterSpace) == [false, false, true, false, false, false])
    #expect(string(KokoroAlphabet.symbols(text.clauses[...], of: text)) == "ðə lˈæmp.")
  }

  /// espeak-ng says "of the" as one word.
  @Test func joinedWordsKeepTheirOwnSounds() {
    let clause = PhonemeClause(
      text: "ʌvðə haʊs", end: 12,
      sounds: sounds([("ʌ", 0), ("v", 0), ("ð", 0), ("ə", 0), ("h", 7), ("aʊ", 7), ("s", 7)]), hasPause: true)
    let text = SpokenPhonemes(Array("of the house".utf8), [clause]) { $0 == "the" ? "ðə" : "" }
    #expect(text.clauses[0].phonemes.map(\.word) == [0, 0, 1, 1, 2, 2, 2])
    // The alphabet wants a space between words.
    #expect(string(KokoroAlphabet.symbols(text.clauses[...], of: text)).hasPrefix("ʌv ðə hWs"))
  }

  /// The clause that "Dr." ends is none for the ear.
  @Test func anAbbreviationEndsNoClause() {
    let first = PhonemeClause(text: "dˈɑːktɚ", end: 4, sounds: sounds([("d", 0), ("ɑː", 0)]), hasPause: false)
    let second = PhonemeClause(text: "smˈɪθ", end: 10, sounds: sounds([("s", 4), ("m", 4)]), hasPause: false)
    let text = SpokenPhonemes(Array("Dr. Smith.".utf8), [first, second]) { _ in "" }
    #expect(text.clauses.map(\.mark) == [nil, "."])
  }

  @Test func marksOfOtherScriptsAreThoseOfTheAlphabet() {
    for (mark, wanted) in [("…", "."), ("？", "?"), ("、", ","), ("।", "."), (".\"", "."), ("!", "!"), ("—", "")] {
      let bytes = Array("ab\(mark)".utf8)
      let clause = PhonemeClause(text: "a", end: bytes.count, sounds: sounds([("a", 0)]), hasPause: false)
      let text = SpokenPhonemes(bytes, [clause]) { _ in "" }
      #expect(text.clauses[0].mark.map { String($0) } ?? "" == wanted, "\(mark)")
    }
  }

  @Test func anArticleIsAnotherVowelThanAWeakSound() {
    for (word, wanted) in [("a", "ɐ"), ("about", "ə")] {
      let clause = PhonemeClause(text: "ɐ", end: word.utf8.count, sounds: sounds([("ɐ", 0)]), hasPause: false)
      let text = SpokenPhonemes(Array(word.utf8), [clause]) { _ in "" }
      #expect(string(KokoroAlphabet.symbols(text.clauses[...], of: text)).hasPrefix(wanted))
    }
  }

  /// A short text without a mark gets one: models mumble otherwise.
  @Test func aShortTextEndsWithAMark() {
    let clause = PhonemeClause(text: "ˈeɪ", end: 1, sounds: sounds([("eɪ", 0)]), hasPause: false)
    let text = SpokenPhonemes(Array("A".utf8), [clause]) { _ in "" }
    #expect(string(KokoroAlphabet.symbols(text.clauses[...], of: text)) == "ˈA.")
  }

  @Test func piperHasAPadBehindEachLetter() {
    let numbers: [Unicode.Scalar: [Int64]] = ["^": [1], "$": [2], "_": [0], " ": [3], ".": [10], "a": [14], "b": [15]]
    let clause = PhonemeClause(text: "ab a", end: 5, sounds: sounds([("a", 0), ("b", 0), ("a", 3)]), hasPause: false)
    let text = SpokenPhonemes(Array("ab a.".utf8), [clause]) { _ in "" }
    let symbols = PiperAlphabet(numbers).symbols(text.clauses[...], of: text)
    #expect(symbols.numbers == [1, 0, 14, 0, 15, 0, 3, 0, 14, 0, 10, 0, 2])
    #expect(symbols.owners[2] == .word(0) && symbols.owners[6] == .space(before: 1) && symbols.owners[8] == .word(1))
    let silent = SpokenPhonemes(Array("...".utf8), [PhonemeClause(text: "", end: 3, sounds: [], hasPause: false)]) {
      _ in ""
    }
    #expect(PiperAlphabet(numbers).symbols(silent.clauses[...], of: silent).isEmpty)
  }
}
