/// What a document says about itself. Every text in it is one clean line.
public struct DocumentDescription: Equatable, Sendable {
  /// Authors beyond these are left out.
  public static let maximumAuthors = 16
  /// Bytes of UTF-8 of the longest text.
  public static let maximumLength = 1024

  /// Empty where it has none.
  public var title: String
  /// In their order, at most ``maximumAuthors``.
  public var authors: [String]
  /// BCP 47; empty where it is not said.
  public var language: String
  /// What names it: an ISBN, a URN; as it stands in the document.
  public var identifier: String
  /// When it was published, as it stands in the document (an ISO 8601 date as a rule).
  public var date: String
  /// Who published it.
  public var publisher: String
  /// What kind of picture its cover is; it comes by itself. `nil` where there is none, or none that is handed out.
  public var cover: CoverImage.Kind?

  /// Cleans and cuts all texts, see ``Line``.
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
  /// One line of at most `limit` bytes of UTF-8: white space is one space, what controls a terminal or the direction of
  /// text is gone. Cut between characters. Doing it twice changes nothing.
  public static func clean(_ text: some StringProtocol, limit: Int) -> String {
    var line = String.UnicodeScalarView()
    var length = 0
    var isSpaceDue = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        isSpaceDue = length > 0
        continue
      }
      // A byte of a file's name that no character is made of.
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

  /// A text for a terminal as it is, but for what would control it or turn what stands beside it around. Ends of lines,
  /// tabs and runs of spaces stay.
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

  /// Neither a control character but for those that lay out lines, nor one that embeds, overrides or isolates a
  /// direction of writing.
  public static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: false
    default: !FileName.isByte(scalar)
    }
  }

  /// Whether a name can be handed out as it is: nothing in it ends a line or controls a terminal. Characters that only
  /// join or direct others are part of a name.
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

/// Names of languages.
public enum LanguageTag {
  /// Bytes of the longest tag.
  public static let maximumLength = 35

  /// A BCP 47 tag with `-` between its parts; empty where `tag` is none.
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
