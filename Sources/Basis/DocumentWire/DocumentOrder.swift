public import Vocabulary
import Wire

/// An order to read a document.
public struct DocumentOrder: Equatable, Sendable {
  /// The format of the descriptor's content. With ``DocumentFormat/auto`` `aloud-read` detects it.
  public var format: DocumentFormat
  /// BCP 47, the default for documents that declare none. It decides which abbreviations end no sentence. Empty:
  /// English.
  public var language: String
  /// The languages that are told of sentences and their parts.
  public var languages: LanguageMode
  /// The file's name, for ``DocumentFormat/auto``; only its extension counts. Empty if there is none.
  public var name: String
  /// True if the times of subtitles and song texts are wanted. Each of them is a sentence then.
  public var isTimed: Bool
  /// The first bytes of a pipe, read from it by another worker; at most ``DocumentAnswer/maximumTaken``.
  public var taken: [UInt8]

  /// An order to read a document of this format and language.
  public init(
    format: DocumentFormat, language: String, languages: LanguageMode = .declared, name: String = "",
    isTimed: Bool = false, taken: [UInt8] = []
  ) {
    self.format = format
    self.language = language
    self.languages = languages
    self.name = name
    self.isTimed = isTimed
    self.taken = taken
  }
}

extension ByteWriter {
  mutating func order(_ order: DocumentOrder) {
    format(order.format)
    string(order.language)
    u8(order.languages.rawValue)
    u8(order.isTimed ? 1 : 0)
    string(order.name)
    raw(order.taken)
  }

  mutating func format(_ format: DocumentFormat) { u16(format.number) }
}

extension ByteReader {
  mutating func order() -> DocumentOrder? {
    guard let format = format(), let language = string(), let languages = u8().flatMap(LanguageMode.init(rawValue:)),
      let isTimed = u8(), isTimed <= 1, let name = string(), remaining <= DocumentAnswer.maximumTaken
    else { return nil }
    return DocumentOrder(
      format: format, language: language, languages: languages, name: name, isTimed: isTimed == 1, taken: Array(rest()))
  }

  mutating func format() -> DocumentFormat? {
    u16().flatMap { number in DocumentFormat.allCases.first { $0.number == number } }
  }
}

extension DocumentFormat {
  /// The format as it stands in a packet.
  fileprivate var number: UInt16 {
    switch self {
    case .text: 1
    case .epub: 2
    case .html: 3
    case .markdown: 4
    case .subtitles: 5
    case .odt: 6
    case .docx: 7
    case .pdf: 8
    case .recording: 9
    case .auto: 255
    }
  }
}
