import DocumentWire
import Documents
import Speech
import Vocabulary
import Wire

/// The part of a document that its reader has received, from processes that may repeat it and may send anything.
///
/// Repeated parts are removed; impossible ones are errors.
struct DocumentProgress: Equatable {
  /// The most bytes of text; a larger document is refused.
  private static let maximumBytes = 1 << 30

  /// True for a playlist, which has entries and nothing else.
  private let isList: Bool
  private var entries = 0
  private var isDescribed = false
  private var isCoverPromised = false
  private var cover: [UInt8] = []
  private var isCoverTold = false
  private var bytes = 0
  private var chapters = 0
  private var failedChapters = 0
  private var pages = 0
  private var sentences = 0
  /// The sentences that have a time so far.
  private var times = 0
  /// The bytes of the sentences without a time, if times are wanted.
  private var untimed: [Int] = []
  /// True if the times of sentences are wanted.
  var isTimed = false
  /// The end of the last sentence, the start of the last chapter, and the start of the last page in bytes of UTF-8.
  private var lastSentenceEnd = TextPlace.start
  private var chapterStart = TextPlace.start
  private var lastPageStart = 0

  init(ofList isList: Bool = false) { self.isList = isList }

  /// A new process begins from the start.
  mutating func beginAttempt() { cover = [] }

  /// The new part of an answer.
  enum News: Equatable {
    case event(DocumentEvent)
    /// The next files of a playlist.
    case entries([PlaylistEntry])
  }

  /// - Returns: the new part of an answer, if there is any.
  mutating func take(_ answer: DocumentAnswer) throws(Trouble) -> News? {
    guard isList else { return try event(of: answer).map { .event($0) } }
    guard case .entries(let first, let batch) = answer, first <= entries else {
      throw Trouble(.spokeOutOfTurn, "\(answer.kind) in a playlist")
    }
    let new = Array(batch.dropFirst(entries - first))
    entries += new.count
    guard entries <= PlaylistEntry.maximumCount else { throw Trouble(.spokeOutOfTurn, "a list without an end") }
    return new.isEmpty ? nil : .entries(new)
  }

  private mutating func event(of answer: DocumentAnswer) throws(Trouble) -> DocumentEvent? {
    switch answer {
    case .description(let description): return describe(description)
    case .cover(let first, let total, let piece): return try take(cover: piece, first: first, total: total)
    case .chapter(let chapter): return try begin(chapter)
    case .chapterFailed(let index, let failure):
      guard index < chapters else { throw Trouble(.spokeOutOfTurn, "chapter \(index) of \(chapters) failed") }
      guard index >= failedChapters else { return nil }
      failedChapters = index + 1
      return .chapterFailed(index: index, failure)
    case .page(let index, let page): return try begin(page, index)
    case .text(let first, let chunk) where first <= bytes:
      let known = bytes - first
      guard known < chunk.count else { return nil }
      guard first + chunk.count <= Self.maximumBytes else {
        throw Trouble(.spokeOutOfTurn, "text without an end")
      }
      bytes = first + chunk.count
      return .text(known == 0 ? chunk : Array(chunk[known...]))
    case .sentences(let first, let language, let batch) where first <= sentences:
      return try take(Array(batch.dropFirst(sentences - first)), language)
    case .times(let first, let batch) where isTimed && first <= times:
      return try take(Array(batch.dropFirst(times - first)))
    default: throw Trouble(.spokeOutOfTurn, "\(answer.kind) in a document")
    }
  }

  private mutating func describe(_ description: DocumentDescription) -> DocumentEvent? {
    guard !isDescribed else { return nil }
    isDescribed = true
    isCoverPromised = description.cover != nil
    return .description(description)
  }

  private mutating func take(cover piece: [UInt8], first: Int, total: Int) throws(Trouble) -> DocumentEvent? {
    guard isCoverPromised, first == cover.count || isCoverTold, total <= CoverImage.maximumSize else {
      throw Trouble(.spokeOutOfTurn, "byte \(first) of a cover of \(total)")
    }
    guard !isCoverTold else { return nil }
    guard cover.count + piece.count <= total else { throw Trouble(.spokeOutOfTurn, "a cover past its end") }
    cover += piece
    guard cover.count == total else { return nil }
    isCoverTold = true
    defer { cover = [] }
    guard let image = CoverImage(cover) else { throw Trouble(.spokeOutOfTurn, "a cover that is not a picture") }
    return .cover(image)
  }

  private mutating func begin(_ chapter: Chapter) throws(Trouble) -> DocumentEvent? {
    guard chapter.index >= chapters else { return nil }
    let start = chapter.start.utf8
    guard isDescribed, chapter.index == chapters, chapters < Chapter.maximumCount, start <= bytes,
      start >= max(chapterStart.utf8, lastSentenceEnd.utf8), chapters > 0 || chapter.start == .start,
      chapter.start.scalars >= chapterStart.scalars, chapter.start.utf16 >= chapterStart.utf16
    else { throw Trouble(.spokeOutOfTurn, "chapter \(chapter.index) at byte \(start) of \(bytes)") }
    chapters += 1
    chapterStart = chapter.start
    return .chapter(chapter)
  }

  private mutating func begin(_ page: PageMark, _ index: Int) throws(Trouble) -> DocumentEvent? {
    guard index >= pages else { return nil }
    guard index == pages, pages < PageMark.maximumCount, page.start.utf8 <= bytes, page.start.utf8 >= lastPageStart
    else {
      throw Trouble(.spokeOutOfTurn, "page \(index) at byte \(page.start.utf8) of \(bytes)")
    }
    pages += 1
    lastPageStart = page.start.utf8
    return .page(page)
  }

  private mutating func take(_ new: [SentenceTime]) throws(Trouble) -> DocumentEvent? {
    guard !new.isEmpty else { return nil }
    guard new.count <= untimed.count, zip(new, untimed).allSatisfy({ $0.isPossible(within: $1) }) else {
      throw Trouble(.spokeOutOfTurn, "the time of a sentence out of its place")
    }
    untimed.removeFirst(new.count)
    times += new.count
    return .times(new)
  }

  private mutating func take(_ new: [SentenceRecord], _ language: String) throws(Trouble) -> DocumentEvent? {
    guard !new.isEmpty else { return nil }
    // Spans ascend in every unit, are not empty and lie in their chapter. Their number is thus limited by the length of
    // the text.
    for span in new.map(\.span) {
      let (end, start) = (lastSentenceEnd, chapterStart)
      guard chapters > 0, !span.utf8.isEmpty, span.utf8.upperBound <= bytes,
        span.utf8.lowerBound >= max(end.utf8, start.utf8), span.utf16.lowerBound >= max(end.utf16, start.utf16),
        span.scalars.lowerBound >= max(end.scalars, start.scalars)
      else { throw Trouble(.spokeOutOfTurn, "a sentence out of its place") }
      lastSentenceEnd = span.end
    }
    guard new.allSatisfy({ $0.cells.areInOrder(within: $0.span.utf8.count) }) else {
      throw Trouble(.spokeOutOfTurn, "a cell out of its place")
    }
    sentences += new.count
    if isTimed { untimed += new.map(\.span.utf8.count) }
    return .sentences(new, language: language)
  }
}
