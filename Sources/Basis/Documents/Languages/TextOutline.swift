import Speech

/// A stretch of letters of one script without a space. In scripts without spaces it is as long as a sentence.
struct ScriptWord {
  /// The bytes in the text.
  var utf8: Range<Int>
  var system: WritingSystem
  /// Letters without their combining marks.
  var letters: Int
  /// The index of the declared span in which the word begins.
  var declared: Int?
}

/// A stretch of a sentence without quotations and brackets, or the inside of one of these with its marks.
struct TextSegment {
  /// The bytes in the text. The segments are in order and cover it.
  var utf8: Range<Int>
  var words: Range<Int>
  /// The sentence to which the segment belongs: a quotation is a sentence of its own.
  var group: Int
}

/// A sentence without its quotations and brackets, or a sentence within one of these.
struct SentenceGroup {
  /// The group whose language this one has, if it does not show another: the sentence around a quotation, or the first
  /// sentence of the same quotation. Nil for a sentence of the text itself.
  var parent: Int?
  /// True for a further sentence of the quotation that begins with `parent`.
  var continuesQuotation = false
  /// The sentence of the text itself in which it stands, which may be this one.
  var root: Int
}

/// The words, sentences and quotations of a text. The sentences are rough: to split one in two does no harm here.
struct TextOutline {
  private(set) var words: [ScriptWord] = []
  private(set) var segments: [TextSegment] = []
  private(set) var groups: [SentenceGroup] = []

  /// Scans `text`, which begins at byte `start` of the block that `declared` refers to.
  init(_ text: ArraySlice<UInt8>, declared: [LanguageSpan]) {
    var scan = Scan(text: text, declared: declared)
    scan.run()
    words = scan.words
    segments = scan.segments
    groups = scan.groups
  }
}

extension TextOutline {
  /// A quotation or bracket that is open.
  private struct Opened {
    var mark: PairedMark
    /// The group around it.
    var outer: Int
    /// The group of its first sentence.
    var first: Int
  }

  private struct Scan {
    let text: ArraySlice<UInt8>
    let declared: [LanguageSpan]
    var words: [ScriptWord] = []
    var segments: [TextSegment] = []
    var groups = [SentenceGroup(parent: nil, root: 0)]

    private var group = 0
    private var opened: [Opened] = []
    private var segmentStart: Int
    private var firstWord = 0
    private var word: ScriptWord?
    /// The next declared span that does not end before the place.
    private var nextDeclared = 0

    /// The scalar before the place.
    private var previous: Unicode.Scalar = " "
    /// The mark that may have ended the sentence.
    private var sentenceMark: Unicode.Scalar?
    /// The place after the space that follows such a mark.
    private var breakPlace: Int?
    /// The place after the space that follows a colon.
    private var colonPlace: Int?

    /// The most quotations within each other.
    private static let mostOpened = 8

    init(text: ArraySlice<UInt8>, declared: [LanguageSpan]) {
      self.text = text
      self.declared = declared
      segmentStart = text.startIndex
    }

    mutating func run() {
      var place = text.startIndex
      while place < text.endIndex {
        let (scalar, length) = text.scalar(at: place)
        take(scalar, at: place, length: length)
        previous = scalar
        place += length
      }
      endWord()
      endSegment(at: text.endIndex)
    }

    private mutating func take(_ scalar: Unicode.Scalar, at place: Int, length: Int) {
      if let (system, isMark) = WritingSystem.found(scalar) {
        takeLetter(scalar, system, isMark: isMark, utf8: place..<place + length)
        return
      }
      if continuesWord(scalar, at: place + length) {
        extendWord(to: place + length)
        return
      }
      endWord()
      switch scalar {
      case "\n", "\u{2028}", "\u{2029}":
        endSentence(at: place + length)
      case _ where scalar.isSpace:
        // More spaces only.
        if sentenceMark != nil, breakPlace == nil || breakPlace == place { breakPlace = place + length }
        if colonPlace == place { colonPlace = place + length }
      case ".", "!", "?", "…", "؟", "۔", "।", "॥", "።", "։":
        (sentenceMark, breakPlace, colonPlace) = (scalar, nil, nil)
      case "。", "！", "？", "．":
        (sentenceMark, breakPlace, colonPlace) = (scalar, place + length, nil)
      case ":", "：":
        colonPlace = scalar == "：" || nextIsSpace(at: place + length) ? place + length : nil
      default:
        takeMark(scalar, at: place, length: length)
      }
    }

    // MARK: Words

    private mutating func takeLetter(_ scalar: Unicode.Scalar, _ system: WritingSystem, isMark: Bool, utf8: Range<Int>)
    {
      if word == nil || word?.system != system || isDeclaredBorder(utf8.lowerBound) {
        endWord()
        if !isMark { beginSentenceIfDue(scalar) }
        word = ScriptWord(utf8: utf8, system: system, letters: 0, declared: declaredIndex(at: utf8.lowerBound))
      }
      extendWord(to: utf8.upperBound)
      if !isMark { word?.letters += 1 }
    }

    /// True for what may be inside a word: joiners, accents, and an apostrophe before a letter.
    private func continuesWord(_ scalar: Unicode.Scalar, at next: Int) -> Bool {
      guard word != nil else { return false }
      switch scalar.value {
      case 0x300...0x36F, 0x200C, 0x200D, 0xAD, 0xFE00...0xFE0F: return true
      case 0x27, 0x2019, 0x2BC:
        return next < text.endIndex && WritingSystem(text.scalar(at: next).scalar) == word?.system
      default: return false
      }
    }

    private mutating func extendWord(to end: Int) {
      guard let start = word?.utf8.lowerBound else { return }
      word?.utf8 = start..<end
    }

    private mutating func endWord() {
      guard let word else { return }
      if word.letters > 0 { words.append(word) }
      self.word = nil
    }

    private mutating func declaredIndex(at place: Int) -> Int? {
      while nextDeclared < declared.count, declared[nextDeclared].utf8.upperBound <= place { nextDeclared += 1 }
      return nextDeclared < declared.count && declared[nextDeclared].utf8.lowerBound <= place ? nextDeclared : nil
    }

    private mutating func isDeclaredBorder(_ place: Int) -> Bool {
      !declared.isEmpty && declaredIndex(at: place) != word?.declared
    }

    // MARK: Sentences

    /// A letter follows: it decides whether the marks before it ended a sentence.
    private mutating func beginSentenceIfDue(_ letter: Unicode.Scalar) {
      defer { (sentenceMark, breakPlace, colonPlace) = (nil, nil, nil) }
      if let mark = sentenceMark, let place = breakPlace {
        let mayGoOn = mark == "." || mark == "…" || !opened.isEmpty || isAfterQuotation
        if !(mayGoOn && letter.properties.isLowercase) { endSentence(at: place) }
      } else if let place = colonPlace, place > segmentStart {
        endSegment(at: place)
        group = newGroup(parent: group)
      }
      isAfterQuotation = false
    }

    /// True after a quotation within the sentence: “Come!” said he.
    private var isAfterQuotation = false

    private mutating func newGroup(parent: Int?, continuesQuotation: Bool = false) -> Int {
      let root = parent.map { groups[$0].root } ?? groups.count
      groups.append(SentenceGroup(parent: parent, continuesQuotation: continuesQuotation, root: root))
      return groups.count - 1
    }

    private mutating func endSentence(at place: Int) {
      if place >= segmentStart {
        endSegment(at: place)
        group = newGroup(parent: opened.last?.first, continuesQuotation: !opened.isEmpty)
      }
      (sentenceMark, breakPlace, colonPlace) = (nil, nil, nil)
    }

    private mutating func endSegment(at place: Int) {
      guard place > segmentStart else { return }
      segments.append(TextSegment(utf8: segmentStart..<place, words: firstWord..<words.count, group: group))
      segmentStart = place
      firstWord = words.count
    }

    // MARK: Quotations and brackets

    private mutating func takeMark(_ scalar: Unicode.Scalar, at place: Int, length: Int) {
      guard let mark = PairedMark(scalar) else { return }
      let next = place + length < text.endIndex ? text.scalar(at: place + length).scalar : " "
      let match = opened.lastIndex { $0.mark.isClosed(by: mark) }
      switch mark.role(of: scalar, after: previous, before: next, isOpen: match != nil) {
      case .opens where opened.count < Self.mostOpened:
        // A quotation after the end of a sentence is not part of it.
        if sentenceMark != nil, let end = breakPlace { endSentence(at: end) }
        endSegment(at: place)
        opened.append(Opened(mark: mark, outer: group, first: groups.count))
        group = newGroup(parent: group)
        (sentenceMark, breakPlace, colonPlace) = (nil, nil, nil)
      case .closes:
        guard let match else { return }
        endSegment(at: place + length)
        group = opened[match].outer
        opened.removeSubrange(match...)
        isAfterQuotation = true
        if let sentenceMark, "。！？".unicodeScalars.contains(sentenceMark) { breakPlace = place + length }
      default: break
      }
    }

    private func nextIsSpace(at place: Int) -> Bool {
      place >= text.endIndex || text.scalar(at: place).scalar.isSpace
    }
  }
}

extension Unicode.Scalar {
  var isSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
