public import Documents
public import Playback
public import Vocabulary

/// A stored place in a document.
public struct DocumentPlace: Equatable, Sendable {
  /// The most entries of ``starts``.
  public static let mostStarts = 8

  /// The chapter's index in reading order, from 0.
  public var chapter: Int
  /// The chapter's number among those with text, from 1. It is the number that people see.
  public var number: Int
  /// The scalar of the chapter's text at which the last heard word begins. In a recording, the millisecond of the whole
  /// file; that decides, and not the chapter, since other tags in the file make other chapters.
  public var scalar: Int
  /// The media time in the chapter.
  public var microseconds: Microseconds
  /// The start of that word's sentence and of the sentences before it in the chapter, the last one first. A resumed
  /// reading can thus go back without having read the text before.
  public var starts: [Int]

  /// - Parameters:
  ///   - chapter: 0 or more.
  ///   - number: `nil` if every chapter before it has text.
  ///   - scalar: 0 or more.
  ///   - microseconds: 0 or more.
  ///   - starts: descending; entries beyond ``mostStarts`` are left out.
  public init(chapter: Int, number: Int? = nil, scalar: Int, microseconds: Microseconds, starts: [Int] = []) {
    self.chapter = chapter
    self.number = number ?? chapter &+ 1
    self.scalar = scalar
    self.microseconds = microseconds
    self.starts = Array(starts.prefix(Self.mostStarts))
  }

  /// The start of the sentence `sentences` before this one, or the nearest known one within the chapter.
  public func start(back sentences: Int) -> Int {
    starts.isEmpty ? scalar : min(scalar, starts[min(max(0, sentences), starts.count - 1)])
  }
}

/// The stored data of a document that was heard, wherever its file is now. A document that was never heard is stored if
/// the listener set a bookmark or a rate in it; earlier versions stored each that was opened.
public struct KeptDocument: Equatable, Sendable {
  /// The kind of document.
  public enum Kind: String, Sendable {
    /// A document with chapters.
    case book
    /// A document without chapters.
    case article
  }

  /// Identifies the document.
  public let id: ContentID
  /// The last known path of its file.
  public var path: String
  /// The kind of document.
  public var kind: Kind
  /// Never empty.
  public var title: String
  /// The authors in their order.
  public var authors: [String]
  /// BCP 47; empty if unknown.
  public var language: String
  /// The cover as a `file:` URI.
  public var artURL: String?
  /// The time when it came into the library.
  public var added: WallTime
  /// The time when it was last opened.
  public var opened: WallTime
  /// The time when any of it was last heard; `nil` if never.
  public var heard: WallTime?
  /// The time when it was heard to its end; `nil` if it was not, or has been begun again since.
  public var finished: WallTime?
  /// The place at which it continues; `nil` for its beginning.
  public var place: DocumentPlace?
  /// The number of chapters, as far as known.
  public var chapters: Int
  /// The media time before ``place`` in the whole document, in microseconds.
  public var elapsed: Microseconds
  /// The length of the whole document; `nil` if unknown.
  public var length: TrackLength?
  /// The document's own rate; `nil` for the general one.
  public var rate: Double?
  /// The way in which it is studied; `nil` if it never was.
  public var study: KeptStudy?
  /// The scalar at which the listener looked last in the text beside a recording, if that tells no times.
  public var looked: Int?

  /// A document with these values.
  public init(
    id: ContentID, path: String, kind: Kind, title: String, authors: [String] = [], language: String = "",
    artURL: String? = nil, added: WallTime, opened: WallTime, heard: WallTime? = nil, finished: WallTime? = nil,
    place: DocumentPlace? = nil, chapters: Int = 1, elapsed: Microseconds = 0, length: TrackLength? = nil,
    rate: Double? = nil, study: KeptStudy? = nil, looked: Int? = nil
  ) {
    self.id = id
    self.path = path
    self.kind = kind
    self.title = title
    self.authors = authors
    self.language = language
    self.artURL = artURL
    self.added = added
    self.opened = opened
    self.heard = heard
    self.finished = finished
    self.place = place
    self.chapters = chapters
    self.elapsed = elapsed
    self.length = length
    self.rate = rate
    self.study = study
    self.looked = looked
  }
}

extension KeptDocument {
  /// Sorts documents into the order of every list: the current one, then those that were begun from the last heard on,
  /// those that were never heard, and at the end the finished ones.
  ///
  /// - Parameter current: the id of the current document; `nil` if there is none.
  public static func ordered(_ documents: some Collection<KeptDocument>, current: ContentID?) -> [KeptDocument] {
    func rank(_ document: KeptDocument) -> Int {
      if document.id == current { return 0 }
      if document.finished != nil { return 3 }
      return document.heard != nil ? 1 : 2
    }
    func moment(_ document: KeptDocument) -> WallTime { document.heard ?? document.opened }
    return documents.sorted { a, b in
      (rank(a), moment(b), a.title, a.id.text) < (rank(b), moment(a), b.title, b.id.text)
    }
  }
}
