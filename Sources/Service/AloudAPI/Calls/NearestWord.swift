/// Finds the known word that resembles a mistyped one most.
enum NearestWord {
  /// The word of `words` that begins with `word`, or that differs from it in the fewest changed, added or missing
  /// characters. Among equals, the one with the longest common prefix. `nil` if no word is similar enough to be a
  /// typing error.
  ///
  /// - Complexity: the product of the lengths, for each of `words`.
  static func of(_ word: String, among words: [String]) -> String? {
    let wanted = Array(word.lowercased())
    let ranked = words.map { (word: $0, distance: distance(wanted, Array($0)), shared: shared(wanted, Array($0))) }
    if wanted.count > 2, let whole = words.first(where: { $0.hasPrefix(word) }) { return whole }
    guard let best = ranked.min(by: { ($0.distance, -$0.shared) < ($1.distance, -$1.shared) }) else { return nil }
    let isNear = best.distance <= max(2, best.word.count / 2) && best.distance < max(wanted.count, best.word.count)
    return isNear ? best.word : nil
  }

  private static func shared(_ first: [Character], _ second: [Character]) -> Int {
    zip(first, second).prefix { $0 == $1 }.count
  }

  /// Levenshtein's distance.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (index, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let cost = min(row[column] + 1, row[column + 1] + 1, diagonal + (character == other ? 0 : 1))
        diagonal = row[column + 1]
        row[column + 1] = cost
      }
    }
    return row[second.count]
  }
}
