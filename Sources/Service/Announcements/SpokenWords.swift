/// Words of a text that is to be read aloud, as they come, without what nobody can hear.
struct SpokenWords {
  private let limit: Int
  private var result = String.UnicodeScalarView()
  private var count = 0
  private var word: [Unicode.Scalar] = []
  /// True if nothing more has room.
  private(set) var isFull = false

  init(limit: Int) { self.limit = limit }

  var text: String { String(result) }

  mutating func append(_ scalar: Unicode.Scalar) {
    switch Self.kind(of: scalar) {
    case .blank: endWord()
    case .silent: break
    case .spoken: if word.count < PlainBody.longestWord { word.append(scalar) }
    }
  }

  /// Adds the word that has been collected, if it has room.
  mutating func endWord() {
    guard !word.isEmpty, !isFull else { return }
    let spoken = Address.shortened(word)
    word = []
    let room = limit - count - (count == 0 ? 0 : 1)
    guard spoken.count <= room else {
      isFull = true
      // A text without blanks, such as a Chinese one, is cut within.
      if count == 0 { result.append(contentsOf: spoken.prefix(limit)) }
      return
    }
    if count > 0 { result.append(" ") }
    result.append(contentsOf: spoken)
    count = limit - room + spoken.count
  }

  private enum Kind { case blank, silent, spoken }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x21...0x7E: return .spoken
    // Zero-width joiner and non-joiner belong to words of some scripts, and to emoji.
    case 0x200C, 0x200D: return .spoken
    default: break
    }
    let properties = scalar.properties
    // U+0085 and the like are white space and control characters.
    if properties.isWhitespace { return .blank }
    switch properties.generalCategory {
    case .control: return .blank
    // Marks, overrides and isolates of direction, soft hyphens, tags.
    case .format, .privateUse, .surrogate, .unassigned: return .silent
    default: return .spoken
    }
  }
}
