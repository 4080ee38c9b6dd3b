import CommandOutput
import Documents
import Glibc
import Vocabulary

/// A document that comes through standard input: its kind and title, which a file's name would tell.
struct PipedDocument {
  /// The format; ``DocumentFormat/auto`` if the service recognises it by itself.
  let format: DocumentFormat
  /// The title; `nil`: the document's own.
  let title: String?

  /// - Parameters:
  ///   - bytes: the whole input, or its beginning.
  ///   - format: the format that the listener has chosen; `nil`: it is recognised.
  ///   - name: the file's name that the listener has given; `nil` if they have given none.
  init(_ bytes: ArraySlice<UInt8>, format: DocumentFormat? = nil, name: String? = nil) {
    let chosen = format == .auto ? nil : format
    let file = name.map { FileName.last(of: $0) }
    self.format = chosen ?? Self.recognised(bytes, name: file ?? "")
    if let file {
      title = Line.clean(FileName.title(file), limit: 1024)
      return
    }
    let beginning = String(decoding: bytes.prefix(Self.sample), as: UTF8.self)
    switch self.format {
    case .text: title = Self.firstLine(of: PrintedText.cleaned(Array(bytes.prefix(Self.sample))))
    case .markdown: title = MarkdownGuess(beginning).hasOwnTitle ? nil : MarkdownGuess(beginning).heading
    default: title = nil
    }
  }

  /// The number of bytes that decide.
  private static let sample = 16_384
  /// The most characters of a line that becomes a title.
  private static let longestTitle = 80

  private static func recognised(_ bytes: ArraySlice<UInt8>, name: String) -> DocumentFormat {
    switch FormatGuess(bytes.prefix(FormatGuess.sampleLength), name: name) {
    case .format(.text) where name.isEmpty:
      MarkdownGuess(String(decoding: bytes.prefix(sample), as: UTF8.self)).isMarkdown ? .markdown : .text
    case .format(let format): format == .text || !name.isEmpty ? format : .auto
    default: .auto
    }
  }

  private static func firstLine(of bytes: [UInt8]) -> String? {
    guard
      let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first(where: {
        $0.contains { !$0.isWhitespace }
      })
    else { return nil }
    return TextWidth.truncated(Line.clean(String(line), limit: 1024), to: longestTitle)
  }
}

/// Tells Markdown from other text by its signs, for input without a name.
struct MarkdownGuess {
  /// The first heading; `nil` if there is none.
  let heading: String?
  /// True if the front matter has a title.
  let hasOwnTitle: Bool
  /// True if it is Markdown.
  let isMarkdown: Bool

  /// - Parameter text: the beginning of the input.
  init(_ text: String) {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(Self.trimmed)[...]
    while lines.first?.isEmpty == true { lines.removeFirst() }
    var score = 0
    var hasTitle = false
    if let end = Self.endOfFrontMatter(lines) {
      hasTitle = lines[..<end].contains { $0.lowercased().hasPrefix("title:") }
      score += 2
      lines = lines[(end + 1)...].drop { $0.isEmpty }
    }
    // A script's comments look like headings.
    let isScript = lines.first?.hasPrefix("#!") == true
    var heading: String?
    var headings = 0
    for index in lines.indices {
      func line(_ place: Int) -> Substring { lines.indices.contains(place) ? lines[place] : "" }
      let isApart = line(index - 1).isEmpty
      if isApart, line(index + 1).isEmpty, let text = Self.heading(lines[index]) {
        // A document begins with its title.
        score += index == lines.startIndex ? 2 : headings < 2 ? 1 : 0
        headings += 1
        heading = heading ?? text
      } else if isApart, !lines[index].isEmpty, line(index + 2).isEmpty, Self.isUnderline(line(index + 1)) {
        score += index == lines.startIndex ? 2 : headings < 2 ? 1 : 0
        headings += 1
        heading = heading ?? String(lines[index])
      }
    }
    if lines.count(where: { $0.hasPrefix("```") || $0.hasPrefix("~~~") }) >= 2 { score += 1 }
    if lines.contains(where: { $0.contains("](") && $0.contains("[") }) { score += 1 }
    if lines.contains(where: { $0.split(separator: "**", omittingEmptySubsequences: false).count >= 3 }) { score += 1 }
    self.heading = heading
    hasOwnTitle = hasTitle
    isMarkdown = !isScript && score >= 2
  }

  private static func trimmed(_ line: Substring) -> Substring {
    var line = line
    while let last = line.last, last.isWhitespace { line.removeLast() }
    return line
  }

  /// The index of the line that ends the front matter; `nil` if there is none.
  private static func endOfFrontMatter(_ lines: ArraySlice<Substring>) -> Int? {
    guard lines.first == "---", let end = lines.dropFirst().firstIndex(where: { $0 == "---" || $0 == "..." }),
      end > lines.startIndex + 1
    else { return nil }
    let isKeys = lines[(lines.startIndex + 1)..<end].allSatisfy { line in
      line.isEmpty || line.contains(":") || line.first?.isWhitespace == true || line.hasPrefix("-")
    }
    return isKeys ? end : nil
  }

  /// The text of `## A heading`; `nil` for another line.
  private static func heading(_ line: Substring) -> String? {
    let text = line.drop { $0 == "#" }
    guard (1...6).contains(line.count - text.count), text.first == " " else { return nil }
    let title = String(text.dropFirst()).split(separator: "#", omittingEmptySubsequences: true).first
    return title.map { String(trimmed($0)) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func isUnderline(_ line: Substring) -> Bool {
    line.count >= 3 && (line.allSatisfy { $0 == "=" } || line.allSatisfy { $0 == "-" })
  }
}

extension DocumentFormat {
  /// The format for a word of the command line: its name, or an ending of its files.
  init?(typed: String) {
    let word = typed.lowercased()
    if let format = DocumentFormat(rawValue: word) {
      self = format
      return
    }
    switch word.hasPrefix(".") ? String(word.dropFirst()) : word {
    case "txt", "plain": self = .text
    case "md", "mkd", "mdown": self = .markdown
    case "htm", "xhtml", "web": self = .html
    case "srt", "vtt", "lrc": self = .subtitles
    default: return nil
    }
  }
}
