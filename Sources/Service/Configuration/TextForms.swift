extension Configuration {
  /// `text` as a TOML basic string.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// `1.0` as `1`, `0.25` as `0.25`: TOML accepts both for a number.
  package static func number(_ value: Double) -> String {
    value.rounded() == value && value.magnitude < 1e15 ? String(Int64(value)) : String(value)
  }
}

/// Suggestions for mistyped words.
public enum Suggestion {
  /// The word nearest to `word`, by the number of wrong, missing, added or swapped letters; case does not matter. `nil`
  /// if none is near enough.
  ///
  /// - Parameter most: the most wrong letters, 1 or more; `nil`: a third of the letters, at least one.
  public static func nearest(
    to word: String, among words: some Sequence<String>, atMost most: Int? = nil
  ) -> String? {
    let wanted = Array(word.lowercased())
    let limit = most ?? max(1, (wanted.count + 1) / 3)
    var best: (word: String, distance: Int)?
    for candidate in words {
      let distance = distance(wanted, Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// The edits between `a` and `b`; a swap of neighbours counts as one (optimal string alignment).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
