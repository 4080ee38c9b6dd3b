import CommandOutput

/// The parser's help on a narrow terminal, where its two columns leave too few cells for the text: there each text is
/// below its label.
enum NarrowHelp {
  /// The columns from which on the parser's own form is readable.
  private static let wide = 64
  /// The most columns of the parser's form.
  private static let widest = 100

  /// - Parameters:
  ///   - columns: those of the terminal.
  ///   - help: makes the help for so many columns.
  static func text(columns: Int, _ help: (Int) -> String) -> String {
    guard columns < wide else { return help(min(columns, widest)) }
    return help(10_000).split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { rows(of: String($0), columns: max(columns, 10)) }.joined(separator: "\n")
  }

  private static func rows(of line: String, columns: Int) -> [String] {
    let indentation = String(line.prefix { $0 == " " })
    let text = line.dropFirst(indentation.count)
    guard !indentation.isEmpty, let gap = text.firstRange(of: "   ") ?? text.firstRange(of: "> ") else {
      return WrappedText.rows(String(text), width: columns, indentation: indentation)
    }
    // A long label has its text after one space only.
    let label = text[..<gap.lowerBound] + (text[gap].hasPrefix(">") ? ">" : "")
    let about = text[gap.upperBound...].drop { $0 == " " }
    return WrappedText.rows(String(label), width: columns, indentation: indentation)
      + (about.isEmpty ? [] : WrappedText.rows(String(about), width: columns, indentation: indentation + "    "))
  }
}
