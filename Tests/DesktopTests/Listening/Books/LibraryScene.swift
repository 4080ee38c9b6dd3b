import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import Vocabulary

/// Books with kept places, bookmarks and lengths.
enum SampleBook {
  /// A chapter of twelve sentences in three paragraphs. Each sentence names itself.
  static func chapter(_ number: Int, of book: String) -> Book.Part {
    let paragraphs = (1...3).map { paragraph in
      let sentences = (1...4).map { "Sentence \($0) of paragraph \(paragraph) in chapter \(number) of \(book)." }
      return "<p>\(sentences.joined(separator: " "))</p>"
    }
    return Book.Part("c\(number).xhtml", body: paragraphs.joined())
  }

  /// A book with a title of its own.
  static func book(_ title: String, chapters: Int = 3) -> [UInt8] {
    let parts = (1...chapters).map { chapter($0, of: title) }
    var book = Book(parts)
    book.metadata = book.metadata.replacing("The Book", with: title)
    let entries = parts.enumerated().map { "<li><a href='\($1.path)'>Chapter \($0 + 1)</a></li>" }
    book.contents = "<ol>\(entries.joined())</ol>"
    return book.bytes
  }
}

extension RestartableService {
  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let path = "\(desktop.directory)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Opens a file paused. Returns its first track when the whole document is in the queue.
  @discardableResult
  func open(_ path: String, tracks: Int, _ options: SpeakOptions = SpeakOptions()) async throws -> ObjectPath {
    let before = try await self.tracks().count
    var options = options
    options.paused = true
    let answer = try await remote(.open(uris: [FileURI.uri(path: path)], options))
    try await eventually("its chapters are queued") { try await self.tracks().count == before + tracks }
    return answer.first?.asObjectPaths?.first ?? "/"
  }

  /// Plays until this many further words have been heard, pauses, and returns all of them.
  func hear(_ count: Int) async throws -> [WordSignal] {
    let words = try await subscribe()
    try await remote(.play)
    try await eventually("\(count) words are heard") { words.arguments.count >= count }
    try await remote(.pause(.immediate))
    _ = try await remote.settledPosition()
    return words.words
  }

  /// The number of the current chapter, from 1.
  func chapter() async throws -> Int { try await whole()?.chapter ?? 0 }

  /// The place in the whole document.
  func whole() async throws -> DocumentEntry? {
    try await remote.get(.document).asVardict.flatMap(DocumentEntry.init)
  }

  func documents() async throws -> [LibraryEntry] { try await remote.documents() }

  func bookmarks(_ document: String = "") async throws -> [BookmarkEntry] {
    (try await remote(.listBookmarks(document: document)).first?.asArray ?? [])
      .compactMap { $0.asVardict.flatMap(BookmarkEntry.init) }
  }

  /// Waits until the whole document has been measured, and returns its length.
  func exactBook() async throws -> Int64 {
    try await eventually("the whole document is exact") { try await self.whole()?.isLengthExact == true }
    return try await whole()?.lengthMicroseconds.count ?? 0
  }
}

extension Remote {
  /// The documents of the library.
  func documents() async throws -> [LibraryEntry] {
    (try await self(.listDocuments).first?.asArray ?? []).compactMap { $0.asVardict.flatMap(LibraryEntry.init) }
  }
}

/// The text of a chapter of ``SampleBook`` called `title`: a space between sentences, an empty line between paragraphs.
func chapterText(_ number: Int, of title: String) -> String {
  (1...3).map { paragraph in
    (1...4).map { "Sentence \($0) of paragraph \(paragraph) in chapter \(number) of \(title)." }.joined(separator: " ")
  }.joined(separator: "\n\n")
}

/// The starts of the sentences of a chapter of ``SampleBook`` called `title`, in scalars of its text.
func sentenceStarts(_ number: Int, of title: String) -> [Int] {
  let scalars = Array(chapterText(number, of: title).unicodeScalars)
  return scalars.indices.filter { $0 == 0 || (scalars[$0] == "S" && scalars[$0 - 1].properties.isWhitespace) }
}
