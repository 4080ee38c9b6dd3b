package import CommandOutput
import Documents
import Speech

// The forms in which an explanation is printed.
extension ExplainedSentence {
  /// Lines for people: the sentence, its voice, and the differences between what is written and what is said.
  ///
  /// - Parameters:
  ///   - phonemes: true to show the phonemes.
  ///   - symbols: the signs that the terminal shows.
  package func lines(phonemes: Bool, symbols: Symbols) -> [String] {
    var lines = [Line.printable(text)]
    func add(_ name: String, _ value: String) {
      lines.append("  \(TextWidth.padded(name, to: 9)) \(Line.printable(value))")
    }
    for run in runs {
      if runs.count > 1 { add("part", run.text) }
      add(
        "voice",
        "\(run.voice.name) (\(run.voice.identifier)), \(run.language.isEmpty ? "unknown language" : run.language)")
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
      for clause in account.phonemes.split(separator: "\n") { add("phonemes", String(clause)) }
    }
    return lines
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
      ("text", .string(text)), ("language", .string(language)), ("said", .string(said)),
      ("phonemes", .string(phonemes)), ("voice", .string(voice.identifier)),
      ("rules", .array(rules.map(\.json))), ("runs", .array(runs.map(\.json))),
    ])
  }
}

extension ExplainedSentence.Run {
  fileprivate var json: JSON {
    .object([
      ("text", .string(text)), ("language", .string(language)), ("voice", .string(voice.identifier)),
      ("said", .string(account?.said)),
      ("phonemes", .string(account.map { $0.phonemes.split(separator: "\n").joined(separator: " ") })),
    ])
  }
}

extension AppliedRule {
  fileprivate var json: JSON { .object([("rule", .string(rule)), ("from", .string(from)), ("to", .string(to))]) }
}
