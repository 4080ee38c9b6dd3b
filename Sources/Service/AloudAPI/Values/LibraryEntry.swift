public import BusValues
public import Vocabulary

/// One row of `ListDocuments`.
public struct LibraryEntry: Equatable, Sendable {
  /// The id: 32 hexadecimal digits derived from the content, an argument of `OpenDocument` and `ForgetDocument`.
  public var id: String
  /// The title, never empty.
  public var title: String
  /// The authors.
  public var artists: [String]
  /// `book` or `article`; more may be added later.
  public var kind: String
  /// BCP 47; empty if unknown.
  public var language: String
  /// The last known place of its file.
  public var uri: String
  /// The cover as a `file:` URI.
  public var artURL: String?
  /// The time when it came into the library, in seconds since 1970.
  public var added: Int64
  /// The time when it was last opened, in seconds since 1970.
  public var opened: Int64
  /// The time when any of it was last heard; `nil` if never.
  public var heard: Int64?
  /// The time when it was heard to its end; `nil` if it was not, or has been begun again since.
  public var finished: Int64?
  /// The chapter at which it continues, from 0.
  public var chapter: Int
  /// The number of chapters.
  public var chapters: Int
  /// The position at which it continues, in microseconds from the start of the whole document.
  public var positionMicroseconds: Microseconds
  /// The length of the whole document; `nil` if unknown.
  public var lengthMicroseconds: Microseconds?
  /// True if every sentence has been measured.
  public var isLengthExact: Bool
  /// The number of its bookmarks.
  public var bookmarks: Int
  /// True if it is being read.
  public var isCurrent: Bool
  /// True if it is studied.
  public var isStudied: Bool

  /// A row with these values.
  public init(
    id: String, title: String, artists: [String] = [], kind: String = "article", language: String = "",
    uri: String = "", artURL: String? = nil, added: Int64 = 0, opened: Int64 = 0, heard: Int64? = nil,
    finished: Int64? = nil, chapter: Int = 0, chapters: Int = 1, positionMicroseconds: Microseconds = 0,
    lengthMicroseconds: Microseconds? = nil, isLengthExact: Bool = false, bookmarks: Int = 0, isCurrent: Bool = false,
    isStudied: Bool = false
  ) {
    self.id = id
    self.title = title
    self.artists = artists
    self.kind = kind
    self.language = LanguageSpelling.usual(language)
    self.uri = uri
    self.artURL = artURL
    self.added = added
    self.opened = opened
    self.heard = heard
    self.finished = finished
    self.chapter = chapter
    self.chapters = chapters
    self.positionMicroseconds = positionMicroseconds
    self.lengthMicroseconds = lengthMicroseconds
    self.isLengthExact = isLengthExact
    self.bookmarks = bookmarks
    self.isCurrent = isCurrent
    self.isStudied = isStudied
  }

  /// The row for the bus; unknown values are left out.
  public var table: [String: BusValue] {
    var table: [String: BusValue] = [
      "id": .string(id), "title": .string(title), "kind": .string(kind), "url": .string(uri), "added": .int64(added),
      "opened": .int64(opened), "chapter": .uint32(UInt32(clamping: chapter)),
      "chapters": .uint32(UInt32(clamping: chapters)), "position": .microseconds(positionMicroseconds),
      "length-exact": .bool(isLengthExact), "bookmarks": .uint32(UInt32(clamping: bookmarks)),
      "current": .bool(isCurrent), "studied": .bool(isStudied),
    ]
    if !artists.isEmpty { table["artist"] = .strings(artists) }
    if !language.isEmpty { table["language"] = .string(language) }
    table["art-url"] = artURL.map { .string($0) }
    table["heard"] = heard.map { .int64($0) }
    table["finished"] = finished.map { .int64($0) }
    table["length"] = lengthMicroseconds.map { .microseconds($0) }
    return table
  }

  /// Parses a row; `nil` if the id is missing. All other values have defaults.
  public init?(_ table: [String: BusValue]) {
    guard let id = table["id"]?.asString else { return nil }
    self.init(
      id: id, title: table["title"]?.asString ?? "", artists: table["artist"]?.asStrings ?? [],
      kind: table["kind"]?.asString ?? "article", language: table["language"]?.asString ?? "",
      uri: table["url"]?.asString ?? "", artURL: table["art-url"]?.asString, added: table["added"]?.asInt64 ?? 0,
      opened: table["opened"]?.asInt64 ?? 0, heard: table["heard"]?.asInt64, finished: table["finished"]?.asInt64,
      chapter: Int(table["chapter"]?.asUInt32 ?? 0), chapters: Int(table["chapters"]?.asUInt32 ?? 1),
      positionMicroseconds: table["position"]?.asMicroseconds ?? 0, lengthMicroseconds: table["length"]?.asMicroseconds,
      isLengthExact: table["length-exact"]?.asBool ?? false, bookmarks: Int(table["bookmarks"]?.asUInt32 ?? 0),
      isCurrent: table["current"]?.asBool ?? false, isStudied: table["studied"]?.asBool ?? false)
  }
}
