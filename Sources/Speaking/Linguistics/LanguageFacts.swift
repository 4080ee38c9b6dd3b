import Synchronization

/// The facts about the words and marks of one language that decide where its sentences end.
///
/// The facts are text, so that somebody who knows the language can edit them: one fact a line, first its kind, then the
/// word; `#` begins a comment. A full stop after a word is not written. `Languages` contains one file for each
/// language.
///
/// A word in small letters stands for `Word` and `WORD`, too; `Word` stands for `WORD`.
final class LanguageFacts: Sendable {
  /// The kinds of facts about words.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt16

    /// `never dr`: its full stop never ends a sentence.
    static let never = Kinds(rawValue: 1)
    /// `may inc`: its full stop ends a sentence only if a word follows that begins sentences.
    static let may = Kinds(rawValue: 2)
    /// `final etc`: its full stop ends a sentence if a capital letter follows.
    static let final = Kinds(rawValue: 4)
    /// `number fig`: its full stop ends no sentence before a number. `number -str` stands for all words with this end.
    static let number = Kinds(rawValue: 8)
    /// `starter The`: the word begins sentences.
    static let starter = Kinds(rawValue: 16)
    /// `month Mai`: it follows the number of a day, which has a full stop.
    static let month = Kinds(rawValue: 32)
    /// `ordinal Absatz`: it follows an ordinal number, which has a full stop.
    static let ordinal = Kinds(rawValue: 64)
    /// `article am`: it precedes an ordinal number.
    static let article = Kinds(rawValue: 128)
    /// `follows Monday`: it belongs to the time of day before it.
    static let follows = Kinds(rawValue: 256)
    /// `word I`: one letter that is a word and no initial.
    static let word = Kinds(rawValue: 512)
    /// `attribution said`: it follows the name of a speaker.
    static let attribution = Kinds(rawValue: 1024)
    /// `name Yahoo!`: the mark belongs to the name.
    static let name = Kinds(rawValue: 2048)

    static let abbreviations: Kinds = [.never, .may, .final, .number]
    static let named: [String: Kinds] = [
      "never": .never, "may": .may, "final": .final, "number": .number, "starter": .starter, "month": .month,
      "ordinal": .ordinal, "article": .article, "follows": .follows, "word": .word, "attribution": .attribution,
      "name": .name,
    ]
  }

  /// The longest word that can be looked up, in code units.
  static let longestWord = 24

  private let words: [[UInt16]: Kinds]
  private let hasSuffixes: Bool
  /// A set of the abbreviations with false hits, by their first and last letters and their lengths.
  private let filter: [Bool]
  /// The first parts of abbreviations with inner full stops, in small letters.
  private let beginnings: Set<[UInt16]>
  /// True if there are facts about speakers.
  let hasAttributions: Bool
  /// `stop :`: marks that end sentences in this language only.
  let stops: [UInt16]
  /// `inner .`: marks that end no sentences in this language.
  let innerMarks: [UInt16]
  /// `letter ς`: the last letters of whole words. After such a word a full stop ends a sentence before a small letter.
  let finalLetters: [UInt16]
  /// `continuation と`: what continues a sentence after a quotation, or after a space where only spaces divide them.
  let continuations: [[UInt16]]
  /// The words that begin sentences, for languages without spaces.
  let starters: [[UInt16]]
  /// `particle ครับ`: a word after which a space ends a sentence.
  let particles: [[UInt16]]
  /// `spaces`: only spaces divide sentences.
  let hasSpaces: Bool
  /// `ordinals`: "5." is the fifth.
  let hasOrdinals: Bool
  /// `consonants`: words need no vowel, so that a word without one is not an abbreviation.
  let hasConsonantWords: Bool

  /// Parses the facts of a language. Lines that are not understood count as comments; a test finds them.
  init(_ text: String) {
    var words: [[UInt16]: Kinds] = [:]
    var marks: [String: [[UInt16]]] = [:]
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let parts = line.prefix { $0 != UInt8(ascii: "#") }.split(separator: UInt8(ascii: " "))
      guard let first = parts.first else { continue }
      let kind = String(Substring(first))
      let word = parts.dropFirst().first.map { Array(String(Substring($0)).utf16) } ?? []
      if let kind = Kinds.named[kind] {
        words[word, default: []].formUnion(kind)
      } else {
        marks[kind, default: []].append(word)
      }
    }
    self.words = words
    hasSuffixes = words.keys.contains { $0.first == 0x2D }
    var filter = [Bool](repeating: false, count: Self.filterSize)
    for (word, kinds) in words where !kinds.isDisjoint(with: .abbreviations) {
      // The first part of "z.B" is an abbreviation, too.
      for part in [word[...], word.prefix { $0 != 0x2E }] {
        guard let first = part.first, let last = part.last else { continue }
        filter[Self.filterIndex(first, last, part.count)] = true
      }
      if word.first == 0x2D, let last = word.last {
        for index in filter.indices where index & 31 == Int(last.lowercased & 31) { filter[index] = true }
      }
    }
    self.filter = filter
    beginnings = Set(
      words.keys.compactMap { word in
        word.firstIndex(of: 0x2E).map { word[..<$0].map(\.lowercased) }
      })
    hasAttributions = words.values.contains { $0.contains(.attribution) }
    stops = (marks["stop"] ?? []).compactMap(\.first)
    innerMarks = (marks["inner"] ?? []).compactMap(\.first)
    finalLetters = (marks["letter"] ?? []).compactMap(\.first)
    continuations = marks["continuation"] ?? []
    let hasStarters = marks["continuation"] != nil || marks["spaces"] != nil
    starters = !hasStarters ? [] : words.filter { $0.value.contains(.starter) }.map(\.key)
    particles = marks["particle"] ?? []
    hasSpaces = marks["spaces"] != nil
    hasOrdinals = marks["ordinals"] != nil
    hasConsonantWords = marks["consonants"] != nil
  }

  private static let filterSize = 8192

  private static func filterIndex(_ first: UInt16, _ last: UInt16, _ count: Int) -> Int {
    Int(last.lowercased & 31) | (Int(first.lowercased & 31) << 5) | (count & 7) << 10
  }

  /// False if no abbreviation has these letters and this length. Most words of a text are found out by this alone.
  func mayBeAbbreviation(first: UInt16, last: UInt16, count: Int) -> Bool {
    filter[Self.filterIndex(first, last, count)]
  }

  /// The facts about a word as it is written, without regard to its capital letters.
  func exactly(_ word: [UInt16]) -> Kinds { words[word] ?? [] }

  /// True if an abbreviation of several parts begins with this word.
  func mayBeginAbbreviation(_ word: [UInt16]) -> Bool { beginnings.contains(word.map(\.lowercased)) }

  /// The facts about a word before a full stop. Capital letters at the beginning of a sentence or a heading count as
  /// small ones.
  func abbreviation(_ word: [UInt16]) -> Kinds {
    guard !word.isEmpty, word.count <= Self.longestWord else { return [] }
    if let kinds = words[word] { return kinds.intersection(.abbreviations.union(.word)) }
    let small = word.map(\.lowercased)
    if word.count > 1, small != word {
      if let kinds = words[small] { return kinds.intersection(.abbreviations) }
      if word.allSatisfy({ !$0.isLower }), let kinds = words[Array(word.prefix(1)) + small.dropFirst()] {
        return kinds.intersection(.abbreviations)
      }
    }
    guard hasSuffixes else { return [] }
    for length in [4, 3, 2] where word.count > length {
      if let kinds = words[[0x2D] + small.suffix(length)] { return kinds }
    }
    return []
  }
}

extension LanguageFacts {
  /// The facts that were needed in this process.
  private static let known = Mutex<[String: LanguageFacts]>([:])

  /// The facts about a language. A language's text is parsed when it is needed for the first time.
  ///
  /// - Parameter locale: an ICU locale; only its language counts.
  static func of(_ locale: String) -> LanguageFacts {
    let language = locale.prefix { $0 != "_" && $0 != "@" }.lowercased()
    return known.withLock { known in
      if let facts = known[language] { return facts }
      let facts = LanguageFacts(text(of: language))
      known[language] = facts
      return facts
    }
  }
}
