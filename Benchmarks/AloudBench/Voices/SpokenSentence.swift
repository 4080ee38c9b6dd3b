import Foundation

/// A sentence of the tests of hearing: as it is written, and as it is said where that is another way to write it.
struct SpokenSentence {
  var text: String
  /// The ways to write what is heard, as words.
  private var spellings: [[String]]

  /// - Parameter line: the text, and after each tab another way to write it.
  init(_ line: some StringProtocol) {
    let parts = String(line).split(separator: "\t" as Character).map { String($0) }
    text = parts.first ?? ""
    spellings = parts.map { Self.words(of: $0) }
  }

  /// Reads a file with a sentence on each line.
  static func all(of path: String) throws -> [SpokenSentence] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { SpokenSentence($0) }
  }

  /// Returns the number of words that have to be added, left out or changed, and of all words, for the spelling that
  /// comes nearest.
  func misheard(in heard: String) -> (wrong: Int, all: Int) {
    let heard = Self.words(of: heard)
    let found = spellings.map { (wrong: Self.distance($0, heard), all: $0.count) }
    return found.min { $0.wrong * $1.all < $1.wrong * $0.all } ?? (0, 0)
  }

  /// Numbers that are written in both ways.
  private static let numbers = [
    "0": "zero", "1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "10": "ten", "11": "eleven", "12": "twelve", "13": "thirteen", "14": "fourteen",
    "15": "fifteen", "16": "sixteen", "17": "seventeen", "18": "eighteen", "19": "nineteen", "20": "twenty",
    "30": "thirty", "40": "forty", "50": "fifty", "60": "sixty", "70": "seventy", "80": "eighty", "90": "ninety",
  ]

  /// Letters and digits only, in small letters. Short numbers are words, and a comma within a number is nothing.
  static func words(of text: String) -> [String] {
    let characters = Array(text.lowercased())
    var plain = ""
    for (index, character) in characters.enumerated() {
      let isInNumber =
        index > 0 && index + 1 < characters.count && characters[index - 1].isNumber && characters[index + 1].isNumber
      switch character {
      case "’", "'": plain += "'"
      case ",", ".": plain += isInNumber ? (character == "." ? "." : "") : " "
      case "%": plain += " percent "
      case _ where character.isLetter || character.isNumber: plain.append(character)
      default: plain += " "
      }
    }
    return plain.split(separator: " ").map { numbers[String($0)] ?? String($0) }
  }

  /// The least number of words to add, leave out or change (Levenshtein).
  private static func distance(_ a: [String], _ b: [String]) -> Int {
    var row = Array(0...b.count)
    for (i, word) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let change = diagonal + (word == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
