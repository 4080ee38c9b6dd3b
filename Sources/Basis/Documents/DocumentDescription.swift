/// The metadata of a document. Every text in it is one clean line.
public struct DocumentDescription: Equatable, Sendable {
  /// The most authors; further ones are left out.
  public static let maximumAuthors = 16
  /// Bytes of UTF-8 of the longest text.
  public static let maximumLength = 1024

  /// Empty if the document has none.
  public var title: String
  /// The authors in their order, at most ``maximumAuthors``.
  public var authors: [String]
  /// BCP 47; empty if it is not declared.
  public var language: String
  /// The document's own identifier, such as an ISBN or a URN, as it is written there.
  public var identifier: String
  /// The date of publication as it is written in the document, usually in ISO 8601.
  public var date: String
  /// The publisher.
  public var publisher: String
  /// The format of the cover, which is delivered separately. `nil` if there is none that may be handed out.
  public var cover: CoverImage.Kind?

  /// Cleans and shortens all texts, see ``Line``.
  public init(
    title: String = "", authors: [String] = [], language: String = "", identifier: String = "", date: String = "",
    publisher: String = "", cover: CoverImage.Kind? = nil
  ) {
    func clean(_ text: String) -> String { Line.clean(text, limit: Self.maximumLength) }
    self.title = clean(title)
    self.authors = authors.map(clean).filter { !$0.isEmpty }.prefix(Self.maximumAuthors).map { $0 }
    self.language = LanguageTag.clean(language)
    self.identifier = clean(identifier)
    self.date = clean(date)
    self.publisher = clean(publisher)
    self.cover = cover
  }
}

/// A text for a title or a label.
public enum Line {
  /// Makes one line of at most `limit` bytes of UTF-8. Runs of white space become one space. Sequences for terminals
  /// and printers (``PrintedText``), and characters that control the direction of text, are removed. The cut is between
  /// characters. The result is unchanged by a second call.
  public static func clean(_ text: some StringProtocol, limit: Int) -> String {
    var line = String.UnicodeScalarView()
    var length = 0
    var isSpaceDue = false
    for scalar in PrintedText.cleaned(String(text)).unicodeScalars {
      if scalar.properties.isWhitespace {
        isSpaceDue = length > 0
        continue
      }
      // A byte of a file's name that is not valid UTF-8.
      let scalar = FileName.isByte(scalar) ? "\u{FFFD}" : scalar
      switch scalar.properties.generalCategory {
      case .control, .surrogate, .privateUse, .unassigned: continue
      case .format where scalar.value != 0x200D && scalar.value != 0x200C: continue
      default: break
      }
      let width = UTF8.width(scalar) + (isSpaceDue ? 1 : 0)
      if length + width > limit { break }
      if isSpaceDue { line.append(" ") }
      isSpaceDue = false
      line.append(scalar)
      length += width
    }
    return String(line)
  }

  /// Removes the characters that control a terminal or change the direction of the text around them. Line ends, tabs
  /// and runs of spaces stay.
  public static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { !isPrintable($0) }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if FileName.isByte(scalar) {
        result.append("\u{FFFD}")
      } else if isPrintable(scalar) {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text for a place where `&`, `<` and `>` are markup, as in notifications and in subtitles of WebVTT.
  ///
  /// - Parameter quotes: true to replace quotation marks, too.
  public static func escaped(_ text: some StringProtocol, quotes: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where quotes: result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// True unless the character is a control character other than tab and line feed, or embeds, overrides or isolates a
  /// direction of writing.
  public static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: false
    default: !FileName.isByte(scalar)
    }
  }

  /// True if a name can be handed out unchanged: nothing in it ends a line or controls a terminal. Characters that only
  /// join others or direct text are part of a name.
  static func isLiteral(_ text: String, limit: Int) -> Bool {
    text.utf8.count <= limit
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
  }
}

/// Language tags.
public enum LanguageTag {
  /// Bytes of the longest tag.
  public static let maximumLength = 35

  /// Returns a BCP 47 tag with `-` between its parts; empty if `tag` is not well-formed.
  public static func clean(_ tag: some StringProtocol) -> String {
    let tag = tag.drop { $0 == " " }.prefix { $0 != " " }
    let parts = tag.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    let isPlain = parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.isLetterOrDigit } }
    guard isPlain, let first = parts.first, (2...8).contains(first.utf8.count), tag.utf8.count <= maximumLength else {
      return ""
    }
    return parts.joined(separator: "-")
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
