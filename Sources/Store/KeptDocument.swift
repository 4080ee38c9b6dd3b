public import Playback

/// A place in a document, as it is kept.
public struct DocumentPlace: Equatable, Sendable {
  /// How many beginnings of sentences ``starts`` holds at most.
  public static let mostStarts = 8

  /// From 0, in the order of reading.
  public var chapter: Int
  /// Which one that is of the chapters that have a text, from 1: what people are told.
  public var number: Int
  /// The scalar of the chapter's text at which the word begins that was heard last.
  public var scalar: Int
  /// Of media time in the chapter.
  public var microseconds: Int64
  /// Where the sentence of that word begins, and the ones before it in the chapter, the last one first: so that whoever
  /// goes on can go back without having read what lies before.
  public var starts: [Int]

  /// - Parameters:
  ///   - chapter: 0 or more.
  ///   - number: `nil`: every chapter before it has a text.
  ///   - scalar: 0 or more.
  ///   - microseconds: 0 or more.
  ///   - starts: descending; what is more than ``mostStarts`` is left out.
  public init(chapter: Int, number: Int? = nil, scalar: Int, microseconds: Int64, starts: [Int] = []) {
    self.chapter = chapter
    self.number = number ?? chapter &+ 1
    self.scalar = scalar
    self.microseconds = microseconds
    self.starts = Array(starts.prefix(Self.mostStarts))
  }

  /// Where a sentence begins that lies `sentences` before this one; nearer where the chapter begins, or more is not known.
  public func start(back sentences: Int) -> Int {
    starts.isEmpty ? scalar : min(scalar, starts[min(max(0, sentences), starts.count - 1)])
  }
}

/// What is kept of a document that was opened once, wherever its file lies now.
public struct KeptDocument: Equatable, Sendable {
  /// What kind of thing it is.
  public enum Kind: String, Sendable {
    /// It has chapters.
    case book
    /// It has none.
    case article
  }

  /// What tells it from every other document.
  public let id: ContentID
  /// Where its file was last.
  public var path: String
  /// See ``Kind``.
  public var kind: Kind
  /// Never empty.
  public var title: String
  /// In their order.
  public var authors: [String]
  /// BCP 47; empty where it is not known.
  public var language: String
  /// A cover, as a `file:` URI.
  public var artURL: String?
  /// When it was opened for the first time.
  public var added: WallTime
  /// When it was opened last.
  public var opened: WallTime
  /// When something of it was heard last; `nil`: never.
  public var heard: WallTime?
  /// When it was heard to its end; `nil` where it was not, or was begun again since.
  public var finished: WallTime?
  /// Where it goes on; `nil`: at its beginning.
  public var place: DocumentPlace?
  /// How many chapters it has, as far as that was known.
  public var chapters: Int
  /// Media time in front of ``place`` in the whole document, in microseconds.
  public var elapsed: Int64
  /// Of the whole document; `nil` while nothing is known.
  public var length: TrackLength?
  /// Its own rate; `nil`: that of everything else.
  public var rate: Double?

  /// A document that was opened just now.
  public init(
    id: ContentID, path: String, kind: Kind, title: String, authors: [String] = [], language: String = "",
    artURL: String? = nil, added: WallTime, opened: WallTime, heard: WallTime? = nil, finished: WallTime? = nil,
    place: DocumentPlace? = nil, chapters: Int = 1, elapsed: Int64 = 0, length: TrackLength? = nil, rate: Double? = nil
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
  }
}
