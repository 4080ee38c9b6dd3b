import Espeak

/// A text as a row of phonemes, each with the word to which it belongs: what a model reads.
///
/// espeak-ng tells a clause as one string, which has the stress, and as events, which have the words. Both are walked
/// side by side.
struct SpokenPhonemes {
  /// A phoneme.
  struct Phoneme: Equatable {
    /// The marks of stress before it, most often none.
    var stress: String
    /// The sound in the International Phonetic Alphabet.
    var sound: String
    /// The index of the word; `nil` for a sound that belongs to none.
    var word: Int?
    /// True if a space precedes it.
    var isAfterSpace: Bool
  }

  /// A clause.
  struct Clause: Equatable {
    var phonemes: [Phoneme]
    /// The mark that ends it, one of `,.?!:;`; `nil` if it is not heard as an end.
    var mark: Unicode.Scalar?
  }

  /// What lies between white space, in Unicode scalars.
  private(set) var words: [Range<Int>]
  private(set) var clauses: [Clause] = []
  private let scalars: [Unicode.Scalar]

  /// - Parameters:
  ///   - text: in UTF-8.
  ///   - clauses: what espeak-ng says for it.
  ///   - alone: what espeak-ng says for one word, without stress and length.
  init(_ text: [UInt8], _ clauses: [PhonemeClause], alone: (String) -> String) {
    scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    words = Self.words(in: scalars)
    var start = 0
    for (index, clause) in clauses.enumerated() {
      let end = max(start, min(clause.end, text.count))
      var mark = Self.mark(text[start..<end])
      if index < clauses.count - 1, !clause.hasPause { mark = nil }
      var phonemes = walk(clause)
      divideJoined(&phonemes, alone)
      self.clauses.append(Clause(phonemes: phonemes, mark: mark))
      start = end
    }
  }

  private static func words(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (index, scalar) in scalars.enumerated() {
      if scalar.properties.isWhitespace {
        if let first = start { words.append(first..<index) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    if let start { words.append(start..<scalars.count) }
    return words
  }

  /// The last mark among the last characters of a clause.
  private static func mark(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let last = String(decoding: bytes, as: UTF8.self).unicodeScalars.reversed().drop { $0.properties.isWhitespace }
    for scalar in last.prefix(4) {
      switch scalar {
      case ",", ".", "?", "!", ":", ";": return scalar
      case "…", "。", "।", "۔": return "."
      case "、", "，", "،": return ","
      case "？", "؟": return "?"
      case "！": return "!"
      default: break
      }
    }
    return nil
  }

  /// The letters of a word.
  func text(of word: Int) -> String { String(String.UnicodeScalarView(scalars[words[word]])) }

  private func word(at place: Int) -> Int? {
    words.firstIndex { $0.contains(place) }
  }

  /// Walks the string of a clause along its sounds.
  private func walk(_ clause: PhonemeClause) -> [Phoneme] {
    let text = Array(clause.text.unicodeScalars)
    var place = 0
    var word: (place: Int, index: Int?)?
    var phonemes: [Phoneme] = []
    for sound in clause.sounds {
      if let start = sound.word, word?.place != start { word = (start, self.word(at: start) ?? word?.index) }
      var phoneme = Phoneme(stress: "", sound: "", word: word?.index, isAfterSpace: false)
      while place < text.count, " ˈˌ".unicodeScalars.contains(text[place]) {
        if text[place] == " " { phoneme.isAfterSpace = true } else { phoneme.stress.unicodeScalars.append(text[place]) }
        place += 1
      }
      let wanted = sound.name.unicodeScalars.filter { $0 != "ː" }
      var found = 0
      while place < text.count {
        let next = text[place]
        if next == "ː" {
          phoneme.sound.unicodeScalars.append(next)
        } else if found == wanted.count {
          break
        } else if next == "ˈ" || next == "ˌ" {
          phoneme.stress.unicodeScalars.append(next)
        } else if next != " " {
          phoneme.sound.unicodeScalars.append(next)
          found += 1
        }
        place += 1
      }
      if phoneme.sound.isEmpty { phoneme.sound = sound.name }
      phonemes.append(phoneme)
    }
    return phonemes
  }

  /// Gives words their own sounds that espeak-ng says as one with the word before, such as "of the".
  private func divideJoined(_ phonemes: inout [Phoneme], _ alone: (String) -> String) {
    var start = 0
    while start < phonemes.count {
      let word = phonemes[start].word
      let end = phonemes[start...].firstIndex { $0.word != word } ?? phonemes.count
      if let word, end < phonemes.count, let next = phonemes[end].word, next - word > 1 {
        divide(&phonemes, start..<end, from: word, to: next, alone)
      }
      start = end
    }
  }

  private func divide(
    _ phonemes: inout [Phoneme], _ range: Range<Int>, from word: Int, to next: Int, _ alone: (String) -> String
  ) {
    var end = range.upperBound
    for skipped in stride(from: next - 1, to: word, by: -1) {
      let wanted = alone(text(of: skipped).trimmingMarks)
      guard !wanted.isEmpty else { continue }
      var (start, found) = (end, "")
      while start > range.lowerBound, found.unicodeScalars.count < wanted.unicodeScalars.count {
        start -= 1
        found = phonemes[start].sound.filter { $0 != "ː" } + found
      }
      guard found == wanted, start > range.lowerBound else { continue }
      for index in start..<end { phonemes[index].word = skipped }
      end = start
    }
  }
}

extension String {
  /// Without what is no letter and no digit at the ends.
  fileprivate var trimmingMarks: String {
    let isMark = { (letter: Character) in !letter.isLetter && !letter.isNumber }
    return String(drop(while: isMark).reversed().drop(while: isMark).reversed())
  }
}
