package import CommandOutput
import Documents
import Speech
import Vocabulary

// The forms in which an explanation is printed.
extension ExplainedSentence {
  /// Lines for people: the sentence, its voice, and the differences between what is written and what is said.
  ///
  /// - Parameters:
  ///   - phonemes: true to show the phonemes.
  ///   - symbols: the signs that the terminal shows.
  ///   - width: the columns for words with their phonemes below them.
  package func lines(phonemes: Bool, symbols: Symbols, width: Int = 100) -> [String] {
    var lines = [Line.printable(text)]
    func add(_ name: String, _ value: String) {
      lines.append("  \(TextWidth.padded(name, to: 9)) \(Line.printable(value))")
    }
    for run in runs {
      if runs.count > 1 { add("part", run.text) }
      add(
        "voice",
        "\(run.voice.name) (\(run.voice.id)), "
          + (run.language.isEmpty ? "unknown language" : LanguageSpelling.usual(run.language)))
      if let trouble = run.trouble { add("trouble", trouble) }
      guard let account = run.account else { continue }
      let said = account.said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if said != run.text { add("said", said) }
      for rule in account.rules where rule.rule != "line-end" {
        // A rule of sentences changes nothing.
        let change = rule.to == rule.from ? "" : " \(symbols.arrow) \(Self.visible(rule.to))"
        add("rule", "\(rule.rule): \(Self.visible(rule.from))\(change)")
      }
      guard phonemes else { continue }
      guard let rows = Self.rows(said.split(separator: " "), account.phonemes, width: width - 12) else {
        for (index, clause) in account.phonemes.split(separator: "\n").enumerated() {
          add(index == 0 ? "phonemes" : "", String(clause))
        }
        continue
      }
      for (index, row) in rows.enumerated() {
        add("", row.words)
        add(index == 0 ? "phonemes" : "", row.phonemes)
      }
    }
    return lines
  }

  /// The words in rows, each with its phonemes below it; `nil` if the engine joins or divides words, so that one cannot
  /// be told for the other.
  static func rows(_ words: [Substring], _ phonemes: String, width: Int) -> [(words: String, phonemes: String)]? {
    let sounds = phonemes.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty, words.count == sounds.count else { return nil }
    var rows: [(words: String, phonemes: String)] = []
    var row = (words: "", phonemes: "")
    for (word, sound) in zip(words, sounds) {
      let cells = max(TextWidth.cells(word), TextWidth.cells(sound))
      if !row.words.isEmpty, TextWidth.cells(row.words) + cells > width {
        rows.append(row)
        row = ("", "")
      }
      row.words += TextWidth.padded(String(word), to: cells) + "  "
      row.phonemes += TextWidth.padded(String(sound), to: cells) + "  "
    }
    rows.append(row)
    return rows.map { (String($0.words.trimmingSpaces), String($0.phonemes.trimmingSpaces)) }
  }

  /// The text between quotation marks, with white space and control characters by their numbers.
  private static func visible(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      let isClear = scalar == " " || Line.isPrintable(scalar) && !scalar.properties.isWhitespace
      return isClear ? String(scalar) : "U+" + Self.hexadecimal(scalar.value)
    }
    return "'" + scalars.joined() + "'"
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The sentence as one line of JSON.
  package var json: JSON {
    .object([
      ("text", .string(text)), ("language", .string(LanguageSpelling.usual(language))), ("said", .string(said)),
      ("phonemes", .string(phonemes)), ("voice", .string(voice.id.text)),
      ("engine", .string(voice.id.engine)), ("rules", .array(rules.map(\.json))), ("runs", .array(runs.map(\.json))),
    ])
  }
}

extension ExplainedSentence.Run {
  fileprivate var json: JSON {
    .object([
      ("text", .string(text)), ("language", .string(LanguageSpelling.usual(language))),
      ("voice", .string(voice.id.text)), ("engine", .string(voice.id.engine)), ("said", .string(account?.said)),
      ("phonemes", .string(account.map { $0.phonemes.split(separator: "\n").joined(separator: " ") })),
    ])
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmingSpaces: Substring {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension AppliedRule {
  fileprivate var json: JSON { .object([("rule", .string(rule)), ("from", .string(from)), ("to", .string(to))]) }
}
