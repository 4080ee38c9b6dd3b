public import BusValues

/// One row of `ListDocuments`.
public struct LibraryEntry: Equatable, Sendable {
  /// 32 hexadecimal digits that are made from its content, an argument of `OpenDocument` and `ForgetDocument`.
  public var id: String
  /// Never empty.
  public var title: String
  /// Who wrote it.
  public var artists: [String]
  /// `book` or `article`, or a later addition.
  public var kind: String
  /// BCP 47; empty where it is not known.
  public var language: String
  /// Where its file was last.
  public var uri: String
  /// A cover, as a `file:` URI.
  public var artURL: String?
  /// In seconds since 1970: when it was opened first and last.
  public var added: Int64
  /// See ``added``.
  public var opened: Int64
  /// When something of it was heard last; `nil`: never.
  public var heard: Int64?
  /// When it was heard to its end; `nil` where it was not, or was begun again since.
  public var finished: Int64?
  /// Where it goes on: chapter, from 0.
  public var chapter: Int
  /// How many chapters there are.
  public var chapters: Int
  /// In microseconds from the start of the whole document.
  public var positionMicroseconds: Int64
  /// Of the whole document; `nil` while nothing is known.
  public var lengthMicroseconds: Int64?
  /// Whether every sentence has been measured.
  public var isLengthExact: Bool
  /// How many bookmarks it has.
  public var bookmarks: Int
  /// Whether it is what is being read.
  public var isCurrent: Bool

  /// A row with these values.
  public init(
    id: String, title: String, artists: [String] = [], kind: String = "article", language: String = "",
    uri: String = "", artURL: String? = nil, added: Int64 = 0, opened: Int64 = 0, heard: Int64? = nil,
    finished: Int64? = nil, chapter: Int = 0, chapters: Int = 1, positionMicroseconds: Int64 = 0,
    lengthMicroseconds: Int64? = nil, isLengthExact: Bool = false, bookmarks: Int = 0, isCurrent: Bool = false
  ) {
    self.id = id
    self.title = title
    self.artists = artists
    self.kind = kind
    self.language = language
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
  }

  /// As it goes over the bus; unknown values are left out.
  public var table: [String: BusValue] {
    var table: [String: BusValue] = [
      "id": .string(id), "title": .string(title), "kind": .string(kind), "url": .string(uri), "added": .int64(added),
      "opened": .int64(opened), "chapter": .uint32(UInt32(clamping: chapter)),
      "chapters": .uint32(UInt32(clamping: chapters)), "position": .int64(positionMicroseconds),
      "length-exact": .bool(isLengthExact), "bookmarks": .uint32(UInt32(clamping: bookmarks)),
      "current": .bool(isCurrent),
    ]
    if !artists.isEmpty { table["artist"] = .strings(artists) }
    if !language.isEmpty { table["language"] = .string(language) }
    table["art-url"] = artURL.map { .string($0) }
    table["heard"] = heard.map { .int64($0) }
    table["finished"] = finished.map { .int64($0) }
    table["length"] = lengthMicroseconds.map { .int64($0) }
    return table
  }

  /// Reads a row; `nil` where the id is missing, everything else has a default.
  public init?(_ table: [String: BusValue]) {
    guard let id = table["id"]?.asString else { return nil }
    self.init(
      id: id, title: table["title"]?.asString ?? "", artists: table["artist"]?.asStrings ?? [],
      kind: table["kind"]?.asString ?? "article", language: table["language"]?.asString ?? "",
      uri: table["url"]?.asString ?? "", artURL: table["art-url"]?.asString, added: table["added"]?.asInt64 ?? 0,
      opened: table["opened"]?.asInt64 ?? 0, heard: table["heard"]?.asInt64, finished: table["finished"]?.asInt64,
      chapter: Int(table["chapter"]?.asUInt32 ?? 0), chapters: Int(table["chapters"]?.asUInt32 ?? 1),
      positionMicroseconds: table["position"]?.asInt64 ?? 0, lengthMicroseconds: table["length"]?.asInt64,
      isLengthExact: table["length-exact"]?.asBool ?? false, bookmarks: Int(table["bookmarks"]?.asUInt32 ?? 0),
      isCurrent: table["current"]?.asBool ?? false)
  }
}
