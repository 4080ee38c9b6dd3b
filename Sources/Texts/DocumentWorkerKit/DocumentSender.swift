public import Confinement
import DocumentWire
public import Documents
import Glibc
import Speech
public import Vocabulary
import Wire

/// Sends a document to the service. Sending blocks while the service does not read.
public final class DocumentSender {
  private let socket: WorkerSocket
  private let request: UInt32
  /// Bytes of text sent so far.
  public private(set) var bytes = 0
  /// Sentences sent so far.
  public private(set) var sentences = 0
  /// Chapters sent so far.
  public private(set) var chapters = 0
  private var pages = 0
  private var times = 0
  /// The end of the last sentence, in bytes of the text.
  public private(set) var lastSentenceEnd = 0

  /// An answer to this request.
  public init(socket: WorkerSocket, request: UInt32) {
    self.socket = socket
    self.request = request
  }

  /// Sends text that follows the text sent before.
  public func send(text: [UInt8]) {
    var rest = text[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(DocumentAnswer.maximumTextBytes)
      send(.text(firstByte: bytes, Array(chunk)))
      bytes += chunk.count
      rest = rest.dropFirst(chunk.count)
    }
  }

  /// Sends sentences of text that has been sent.
  ///
  /// - Parameter language: the language of all of them; empty if it is the document's.
  public func send(sentences found: [SentenceRecord], language: String = "") {
    let records = JoinedSentences.of(found, behind: sentences)
    var rest = records[...]
    while !rest.isEmpty {
      let batch = rest.prefix(DocumentAnswer.fitting(rest))
      send(.sentences(first: sentences, language: language, Array(batch)))
      sentences += batch.count
      rest = rest.dropFirst(batch.count)
    }
    if let last = records.last { lastSentenceEnd = last.span.utf8.upperBound }
  }

  /// Sends the times of the sentences that have been sent and have none yet, or of the first of them.
  public func send(times found: [SentenceTime]) {
    var rest = found[...]
    while !rest.isEmpty {
      let batch = rest.prefix(DocumentAnswer.fitting(rest))
      send(.times(first: times, Array(batch)))
      times += batch.count
      rest = rest.dropFirst(batch.count)
    }
  }

  /// Sends the document's metadata; to be called first.
  public func send(_ description: DocumentDescription) { send(.description(description)) }

  /// Sends the picture that the description announced.
  public func send(_ cover: CoverImage) {
    Wire.forEachPiece(of: cover.bytes) { send(.cover(firstByte: $0, total: $1, $2)) }
  }

  /// Sends the files that a playlist names.
  public func send(_ entries: [PlaylistEntry]) {
    var rest = entries[...]
    while !rest.isEmpty {
      let batch = rest.prefix(DocumentAnswer.fitting(rest))
      send(.entries(first: rest.startIndex, Array(batch)))
      rest = rest.dropFirst(batch.count)
    }
  }

  /// Begins a chapter and assigns its index.
  public func send(_ chapter: Chapter) {
    var chapter = chapter
    chapter.index = chapters
    send(.chapter(chapter))
    chapters += 1
  }

  /// Reports that the current chapter cannot be read further.
  public func sendChapterFailed(_ failure: Trouble) {
    send(.chapterFailed(index: max(0, chapters - 1), failure))
  }

  /// Begins a printed page; pages beyond ``PageMark/maximumCount`` are left out.
  public func send(_ page: PageMark) {
    guard pages < PageMark.maximumCount else { return }
    send(.page(index: pages, page))
    pages += 1
  }

  /// The bytes of the whole text; to be called when all of it has been sent.
  ///
  /// - Throws: `empty` if the text has no sentence.
  public func total() throws(Trouble) -> Int {
    guard sentences > 0 else { throw Trouble(.empty, "\(bytes) bytes of text without a word") }
    return bytes
  }

  /// Asks the service to have another worker read the document; sent instead of any other answer.
  public func pass(to format: DocumentFormat, taken: [UInt8]) { send(.pass(format, taken: taken)) }

  private func send(_ answer: DocumentAnswer) {
    // The service is gone.
    if !socket.send(answer.encoded(request: request)) { _exit(0) }
  }
}
