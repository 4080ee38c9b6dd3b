import CommandOutput

/// A list in which a listener names an entry by its number or by words of its title: the queue, the chapters, the
/// library, the bookmarks. All verbs look for a title here.
struct TitleSearch {
  /// An entry of the list.
  struct Entry {
    /// The number that lists show; `nil` if it can be named by its title only.
    var number: Int64?
    /// The title, as lists show it.
    var title: String
    /// The texts that name it, too, but as a whole: its number in the contents, the name of its file.
    var names: [String] = []
    /// The texts with further words of it: the authors, the sentence of a bookmark.
    var about: [String] = []
    /// True if it has priority over equally good matches elsewhere: a chapter of the book that is read.
    var isNear = false
  }

  /// The ways in which words fit a title, from the best to the weakest.
  enum Rank: Int, CaseIterable, Comparable {
    /// The words are the title.
    case exact
    /// The title begins with them.
    case beginning
    /// Each of them begins a word of the title, in any order.
    case words
    /// Each of them begins a word of the title or of the texts about it.
    case wordsAbout
    /// They are in the title somewhere, even within words.
    case within

    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  enum Found: Equatable {
    /// The index of the entry.
    case one(Int)
    /// The indices of entries that match equally well.
    case several([Int])
    case none
  }

  /// The maximum number of candidates in an error.
  private static let mostNamed = 5

  /// The word for an entry: `document`.
  let kind: String
  /// The words for the list: `the library`.
  let list: String
  /// The action that fails: `find 'x' in the library`.
  let task: (String) -> String
  /// The words after the task for a title that is not there.
  let absence: String
  /// The command that shows the list.
  let cure: String
  /// The command with an entry's number.
  let choice: (Int64?) -> String
  let entries: [Entry]

  // MARK: Titles

  /// Finds the entries that fit best. Case and accents do not matter.
  ///
  /// - Parameter weakest: the weakest way that counts.
  func match(_ wanted: String, weakest: Rank = .within) -> Found {
    let whole = FoldedText.of(wanted)
    let words = FoldedText.words(of: wanted)
    let titles = entries.map { FoldedText.of($0.title) }
    for rank in Rank.allCases where rank <= weakest {
      let found = entries.indices.filter { fits(rank, entries[$0], titles[$0], whole, words) }
      let near = found.filter { entries[$0].isNear }
      let best = near.isEmpty ? found : near
      if best.count == 1 { return .one(best[0]) }
      if best.count > 1 { return .several(best) }
    }
    return .none
  }

  private func fits(_ rank: Rank, _ entry: Entry, _ title: String, _ whole: String, _ words: [Substring]) -> Bool {
    func begin(_ texts: [String]) -> Bool {
      let known = texts.flatMap { FoldedText.words(of: $0) }
      return !words.isEmpty && words.allSatisfy { word in known.contains { $0.hasPrefix(word) } }
    }
    return switch rank {
    case .exact: title == whole || entry.names.contains { FoldedText.of($0) == whole }
    case .beginning: !whole.isEmpty && title.hasPrefix(whole)
    case .words: begin([title])
    case .wordsAbout: begin([title] + entry.names + entry.about)
    case .within: !whole.isEmpty && title.contains(whole)
    }
  }

  // MARK: Numbers and titles

  /// The index of the entry that `wanted` names by its number or title. A number is a number, unless the list does not
  /// have it and an entry has this title, such as 1984.
  ///
  /// - Throws: ``Failure`` if nothing matches, or several match equally well.
  func find(_ wanted: String) throws(Failure) -> Int {
    if NumberRange.isMeant(wanted) {
      if let number = Int64(wanted), let index = entries.firstIndex(where: { $0.number == number }) { return index }
      guard entries.contains(where: { $0.title == wanted || $0.names.contains(wanted) }) else {
        throw noNumber(wanted)
      }
    }
    switch match(wanted) {
    case .one(let index): return index
    case .several(let found): throw ambiguous(wanted, found)
    case .none:
      guard !entries.isEmpty else { throw noNumber(wanted) }
      throw Failure(.usage, "cannot \(task(wanted)): \(absence)", cure: cure)
    }
  }

  /// The indices of several entries, ascending. Numbers and ranges may be mixed; anything else is one title.
  ///
  /// - Throws: ``Failure`` if one of them names nothing, or the title several.
  func find(all wanted: [String]) throws(Failure) -> [Int] {
    guard wanted.allSatisfy(NumberRange.isMeant) else { return [try find(wanted.joined(separator: " "))] }
    var chosen: Set<Int> = []
    for text in wanted {
      guard text.contains("-") else {
        chosen.insert(try find(text))
        continue
      }
      guard let range = NumberRange.parse(text) else { throw noNumber(text) }
      let found = entries.indices.filter { entries[$0].number.map(range.contains) ?? false }
      // The end of a range has to be there, so that a wrong digit removes nothing.
      guard !found.isEmpty, range.upperBound == .max || range.upperBound <= last else { throw noNumber(text) }
      chosen.formUnion(found)
    }
    return chosen.sorted()
  }

  private var last: Int64 { entries.compactMap(\.number).max() ?? 0 }

  private func noNumber(_ wanted: String) -> Failure {
    let reason =
      entries.compactMap(\.number).min().map {
        "\(list) has the \(last == $0 ? "number \($0) only" : "numbers \($0) to \(last)")"
      }
      ?? "\(list) is empty"
    return Failure(.usage, "cannot \(task(wanted)): \(reason)", cure: cure)
  }

  /// The error for words that fit several entries, with their numbers.
  func ambiguous(_ wanted: String, _ found: [Int]) -> Failure {
    Failure(
      .usage, "cannot tell which \(kind) '\(wanted)' is: \(candidates(found))", cure: choice(entries[found[0]].number))
  }

  /// `1 'Of mice', 2 'Of men', 7 more`
  func candidates(_ found: [Int]) -> String {
    var names = found.prefix(Self.mostNamed).map { index in
      (entries[index].number.map { "\($0) " } ?? "") + "'\(entries[index].title)'"
    }
    if found.count > Self.mostNamed { names.append("\(found.count - Self.mostNamed) more") }
    return names.joined(separator: ", ")
  }
}
