public import Documents
import Speech
public import Vocabulary

/// Finds the sentences of a document that comes piece by piece.
///
/// The sentences do not depend on how the document is divided into pieces. Memory is bounded: text of finished
/// sentences is forgotten, and a sentence without an end is cut.
public struct SentenceStream: ~Copyable {
  /// Code units after which a sentence counts as endless.
  private static let window = 4096

  private var finder: SentenceFinder
  private var cutter: SentenceCutter
  private var state = SentenceFinder.State()

  /// The rest of the current paragraph, and its start in the document.
  private var units: [UInt16] = []
  private var origin = TextPlace.start
  /// The bytes of an incomplete character.
  private var partial: [UInt8] = []
  /// The last sentence found. It is held because the end of its paragraph may follow.
  private var held: SentenceRecord?
  /// Complete sentences that have not been taken.
  private var found: [SentenceRecord] = []

  /// - Parameter language: BCP 47; empty for English. It decides which rules apply beside Unicode's: which
  ///   abbreviations end no sentence, which marks end one.
  public init(language: String) throws(LinguisticsError) {
    let locale = Boundaries.locale(for: language)
    // Local constants come first, because a noncopyable value cannot be partly initialised.
    let finder = try SentenceFinder(locale: locale)
    let cutter = try SentenceCutter(locale: locale)
    self.finder = finder
    self.cutter = cutter
  }

  /// The text that follows is in another language. Only allowed between paragraphs.
  public mutating func change(language: String) throws(LinguisticsError) {
    let locale = Boundaries.locale(for: language)
    let finder = try SentenceFinder(locale: locale)
    let cutter = try SentenceCutter(locale: locale)
    self.finder = finder
    self.cutter = cutter
  }

  /// Takes the next part of the current paragraph, in UTF-8. It may end within a character.
  public mutating func append(_ text: ArraySlice<UInt8>) {
    let bytes = partial.isEmpty ? text : partial[...] + text
    let complete = Self.completeEnd(bytes)
    partial = Array(bytes[complete...])
    units.append(utf8: bytes[..<complete])
  }

  /// Takes the next part of the current paragraph, in UTF-8. It may end within a character.
  public mutating func append(_ text: [UInt8]) { append(text[...]) }

  /// Takes white space: line ends within a paragraph, and the space between paragraphs.
  public mutating func appendSpaces(_ count: Int) {
    units.append(contentsOf: repeatElement(0x20, count: count))
  }

  /// Ends the paragraph, which was a block of this class.
  public mutating func endParagraph(as block: BlockClass = .paragraph) {
    cut(isComplete: true, block)
    state = SentenceFinder.State()
    if var last = held {
      last.flags.insert(.endsParagraph)
      found.append(last)
      held = nil
    }
  }

  /// Takes the sentences that are certain by now. The result does not depend on when it is called; rare calls are
  /// cheaper.
  public mutating func takeSentences() -> [SentenceRecord] {
    cut(isComplete: false, .paragraph)
    defer { found.removeAll() }
    return found
  }

  // MARK: Cutting

  private mutating func cut(isComplete: Bool, _ block: BlockClass) {
    var ends = finder.ends(in: units, &state, isComplete: isComplete)
    if isComplete, !units.isEmpty { ends.append(units.count) }
    var cursor = PlaceCursor(units[...])
    var start = 0
    for end in ends {
      cut(&cursor, start, end, leaving: 0, block)
      start = end
    }
    if !isComplete && units.count - start > Self.window * 2 {
      start = cut(&cursor, start, units.count, leaving: Self.window, block)
      state.isRest = true
    }
    // From here on places are counted from this sentence.
    cursor.advance(to: start)
    origin = origin + cursor.place
    units.removeFirst(start)
    // More of the paragraph follows, so the held sentence is not its last one.
    if !isComplete, let last = held, hasLetter(units) {
      found.append(last)
      held = nil
    }
  }

  private func hasLetter(_ units: [UInt16]) -> Bool {
    var cursor = PlaceCursor(units[...])
    var found = false
    cursor.advance(
      past: { scalar in
        found = scalar.kind == .letterOrDigit
        return found
      }, atMost: units.count)
    return found
  }

  /// Cuts one sentence into pieces until at most `leaving` units are left.
  ///
  /// - Returns: the beginning of the rest.
  @discardableResult
  private mutating func cut(
    _ cursor: inout PlaceCursor, _ start: Int, _ end: Int, leaving: Int, _ block: BlockClass
  ) -> Int {
    var start = start
    while end - start > SentenceCutter.limit && end - start > leaving {
      let length = cutter.firstCut(of: units[start..<end])
      add(&cursor, start + length, flags: .continues, block)
      start += length
    }
    guard leaving == 0 else { return start }
    add(&cursor, end, flags: [], block)
    return end
  }

  /// Adds a record of the text between the cursor and `end` if a voice can say any of it.
  private mutating func add(_ cursor: inout PlaceCursor, _ end: Int, flags: SentenceRecord.Flags, _ block: BlockClass) {
    let piece = units[cursor.place.utf16..<end]
    guard let first = piece.firstIndex(where: { !Self.isSpace($0) }),
      let last = piece.lastIndex(where: { !Self.isSpace($0) })
    else { return cursor.advance(to: end) }
    cursor.advance(to: first)
    let start = cursor.place
    var speakability = Speakability()
    // The first letter decides.
    cursor.advance(
      past: { scalar in
        speakability.add(scalar)
        return speakability.isCertain
      }, atMost: last + 1)
    cursor.advance(to: last + 1)
    let stop = cursor.place
    cursor.advance(to: end)
    guard speakability.isSpeakable else { return }
    if let held { found.append(held) }
    held = SentenceRecord(span: TextSpan(origin + start, origin + stop), flags: flags, block: block)
  }

  /// A half of a surrogate pair is never a space.
  private static func isSpace(_ unit: UInt16) -> Bool { Unicode.Scalar(unit)?.kind == .space }

  /// The end of the bytes at the front that form whole characters.
  private static func completeEnd(_ bytes: ArraySlice<UInt8>) -> Int {
    var start = bytes.endIndex
    while start > bytes.startIndex, bytes.endIndex - start < 4 {
      start -= 1
      let byte = bytes[start]
      if byte < 0x80 { return bytes.endIndex }
      guard byte >= 0xC0 else { continue }
      let width = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      return bytes.endIndex - start >= width ? bytes.endIndex : start
    }
    return bytes.endIndex
  }
}
