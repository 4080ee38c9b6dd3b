public import Documents
import Speech
public import Vocabulary
package import Wire

/// An answer of a worker that reads documents.
public enum DocumentAnswer: Equatable, Sendable {
  /// The first packet: the worker's name.
  case hello(worker: String)
  /// The document's text, converted to UTF-8, without gaps from byte 0 on.
  case text(firstByte: Int, [UInt8])
  /// Sentences of text that was sent before, without gaps from 0 on, all in one language (BCP 47; empty if it is the
  /// document's, or unknown).
  case sentences(first: Int, language: String, [SentenceRecord])
  /// The times of sentences that were sent before, without gaps from 0 on; only if the order asked for them.
  case times(first: Int, [SentenceTime])
  /// The document's metadata: once, before anything else of the document.
  case description(DocumentDescription)
  /// A piece of the cover that the description announced, of `total` bytes, without gaps from byte 0 on.
  case cover(firstByte: Int, total: Int, [UInt8])
  /// A chapter begins, in text that was sent before or at its end; without gaps from 0 on. The first one comes before
  /// the first sentence, and each before its own first sentence.
  case chapter(Chapter)
  /// The current chapter cannot be read further.
  case chapterFailed(index: Int, Trouble)
  /// A printed page begins, in text that was sent before or at its end; without gaps from 0 on.
  case page(index: Int, PageMark)
  /// Sent instead of any other answer: another worker reads documents of this format. `taken` are the bytes that were
  /// read from a pipe, at most ``maximumTaken``; it is empty for a file.
  case pass(DocumentFormat, taken: [UInt8])
  /// The next files that a playlist names, without gaps from 0 on.
  case entries(first: Int, [PlaylistEntry])
  /// The request is complete: the bytes of the text, or the number of entries.
  case done(total: Int)
  /// It cannot be read, or not further; with request 0, the worker has not understood.
  case failed(Trouble)

  /// The most bytes of text in one packet.
  public static let maximumTextBytes = Wire.maximumPayload - 4
  /// The most sentences without cells and runs in one packet.
  public static let maximumSentences = sentenceBytes / plainSentenceBytes
  /// The bytes of a sentence without cells and runs.
  private static let plainSentenceBytes = 30
  private static let sentenceBytes = Wire.maximumPayload - 4 - 2 - LanguageTag.maximumLength
  /// The most bytes of a pipe that may be read to detect its kind.
  public static let maximumTaken = 4096

  /// Returns the number of sentences at the front that fit into one packet: at least one.
  public static func fitting(_ sentences: ArraySlice<SentenceRecord>) -> Int {
    var room = sentenceBytes
    var count = 0
    for sentence in sentences {
      room -= plainSentenceBytes + 9 * sentence.cells.count
      room -= sentence.runs.reduce(0) { $0 + 10 + $1.tag.utf8.count }
      if room < 0 { break }
      count += 1
    }
    return count
  }

  /// Returns the number of times at the front that fit into one packet: at least one.
  public static func fitting(_ times: ArraySlice<SentenceTime>) -> Int {
    var room = Wire.maximumPayload - 4
    var count = 0
    for time in times {
      room -= 9 + 12 * time.words.count
      if room < 0 { break }
      count += 1
    }
    return count
  }

  /// Returns the number of entries at the front that fit into one packet: at least one.
  public static func fitting(_ entries: ArraySlice<PlaylistEntry>) -> Int {
    var room = Wire.maximumPayload - 4
    var count = 0
    for entry in entries {
      room -= 1 + 2 + entry.title.utf8.count + entry.locations.reduce(0) { $0 + 2 + $1.utf8.count }
      if room < 0 { break }
      count += 1
    }
    return count
  }
}

extension DocumentAnswer: WireAnswer {
  /// The kinds of answers.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case hello = 64
    case done = 71
    case failed = 72
    case text = 80
    case sentences = 81
    case description = 82
    case cover = 83
    case chapter = 84
    case chapterFailed = 85
    case page = 86
    case pass = 87
    case times = 94
    case entries = 100
  }

  /// See ``WireAnswer/isGreeting``.
  package var isGreeting: Bool { if case .hello = self { true } else { false } }

  /// See ``WireMessage/kind``.
  package var kind: Kind {
    switch self {
    case .hello: .hello
    case .text: .text
    case .sentences: .sentences
    case .times: .times
    case .description: .description
    case .cover: .cover
    case .chapter: .chapter
    case .chapterFailed: .chapterFailed
    case .page: .page
    case .pass: .pass
    case .entries: .entries
    case .done: .done
    case .failed: .failed
    }
  }

  /// See ``WireMessage/write(to:)``.
  package func write(to payload: inout ByteWriter) {
    switch self {
    case .hello(let worker): payload.string(worker)
    case .text(let firstByte, let bytes):
      payload.count(firstByte)
      payload.raw(bytes)
    case .sentences(let first, let language, let sentences):
      payload.count(first)
      payload.string(language)
      for sentence in sentences { payload.sentence(sentence) }
    case .times(let first, let times):
      payload.count(first)
      for time in times { payload.time(time) }
    case .description(let description): payload.description(description)
    case .cover(let firstByte, let total, let bytes): payload.piece(first: firstByte, total: total, bytes)
    case .chapter(let chapter): payload.chapter(chapter)
    case .chapterFailed(let index, let trouble):
      payload.count(index)
      payload.trouble(trouble)
    case .page(let index, let page):
      payload.count(index)
      payload.place(page.start)
      payload.string(page.label)
    case .pass(let format, let taken):
      payload.format(format)
      payload.raw(taken)
    case .entries(let first, let entries):
      payload.count(first)
      for entry in entries { payload.entry(entry) }
    case .done(let total): payload.count(total)
    case .failed(let trouble): payload.trouble(trouble)
    }
  }

  /// See ``WireMessage/read(_:from:)``.
  package static func read(_ kind: Kind, from payload: inout ByteReader) -> DocumentAnswer? {
    switch kind {
    case .hello: return payload.string().map { .hello(worker: $0) }
    case .text:
      guard let first = payload.count() else { return nil }
      return .text(firstByte: first, Array(payload.rest()))
    case .sentences:
      guard let first = payload.count(), let language = payload.string(), language == LanguageTag.clean(language),
        let sentences = payload.list({ $0.sentence() })
      else { return nil }
      return .sentences(first: first, language: language, sentences)
    case .times:
      guard let first = payload.count(), let times = payload.list({ $0.time() }) else { return nil }
      return .times(first: first, times)
    case .description: return payload.description().map { .description($0) }
    case .cover: return payload.piece().map { .cover(firstByte: $0.first, total: $0.total, $0.bytes) }
    case .chapter: return payload.chapter().map { .chapter($0) }
    case .chapterFailed:
      guard let index = payload.count(), let trouble = payload.trouble() else { return nil }
      return .chapterFailed(index: index, trouble)
    case .page:
      guard let index = payload.count(), let start = payload.place(), let label = payload.string() else { return nil }
      return .page(index: index, PageMark(label: label, start: start))
    case .pass:
      guard let format = payload.format(), payload.remaining <= maximumTaken else { return nil }
      return .pass(format, taken: Array(payload.rest()))
    case .entries:
      guard let first = payload.count(), let entries = payload.list({ $0.entry() }) else { return nil }
      return .entries(first: first, entries)
    case .done: return payload.count().map { .done(total: $0) }
    case .failed: return payload.trouble().map { .failed($0) }
    }
  }
}
