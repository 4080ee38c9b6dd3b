public import Documents
public import EventLoop
public import Playback
import Vocabulary

/// A place that the listener marked.
public struct KeptBookmark: Equatable, Sendable {
  /// The bookmark's number, which is never used for another one, even after removal.
  public let number: Int64
  /// The document.
  public let document: ContentID
  /// The beginning of a sentence.
  public let place: DocumentPlace
  /// The text of that sentence.
  public let sentence: String
  /// The listener's own words; empty if there are none.
  public let note: String
  /// The time of creation.
  public let created: WallTime

  /// - Parameter number: more than 0.
  public init(
    number: Int64, document: ContentID, place: DocumentPlace, sentence: String, note: String, created: WallTime
  ) {
    self.number = number
    self.document = document
    self.place = place
    self.sentence = sentence
    self.note = note
    self.created = created
  }
}

/// The listener's bookmarks, in the file of a ``SessionStore``. They are removed with their document.
@Core
public final class BookmarkStore {
  private let session: SessionStore
  private var database: Database { session.database }

  /// - Parameter session: the store with the file. It must stay open while this object is used.
  public init(in session: SessionStore) { self.session = session }

  private static let columns =
    "id, document, chapter, scalar, microseconds, sentence, note, created, chapter_number"

  /// Every bookmark, the oldest first. Invalid rows are left out.
  ///
  /// - Throws: ``StoreError``.
  public func all() throws(StoreError) -> [KeptBookmark] {
    try database.rows(
      "SELECT \(Self.columns) FROM bookmark ORDER BY id"
    ).compactMap(Self.bookmark)
  }

  /// Writes new and changed bookmarks: all or none.
  ///
  /// - Throws: ``StoreError``, also `damaged` if a document is not in the file. The file is unchanged then.
  public func save(_ bookmarks: some Collection<KeptBookmark>) throws(StoreError) {
    guard !bookmarks.isEmpty else { return }
    try database.transaction { () throws(StoreError) in
      for bookmark in bookmarks {
        try database.run(
          """
          INSERT OR REPLACE INTO bookmark(\(Self.columns)) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            .integer(bookmark.number), .text(bookmark.document.text), .integer(Int64(bookmark.place.chapter)),
            .integer(Int64(bookmark.place.scalar)), .integer(bookmark.place.microseconds.count),
            .text(bookmark.sentence),
            .text(bookmark.note), .integer(bookmark.created.milliseconds), .integer(Int64(bookmark.place.number)),
          ])
      }
    }
  }

  /// Removes a bookmark.
  ///
  /// - Throws: ``StoreError``; the file is unchanged then.
  public func remove(_ number: Int64) throws(StoreError) {
    try database.run("DELETE FROM bookmark WHERE id = ?", [.integer(number)])
  }

  /// A number that no bookmark has ever had, including removed ones.
  ///
  /// - Throws: ``StoreError``.
  public func nextNumber() throws(StoreError) -> Int64 {
    // SQLite keeps the highest number of a column that is AUTOINCREMENT.
    let highest = try database.rows("SELECT seq FROM sqlite_sequence WHERE name = 'bookmark'").first?.first?.asInteger
    return max(0, highest ?? 0) &+ 1
  }

  private static func bookmark(_ row: [SQLValue]) -> KeptBookmark? {
    guard row.count == 9, let number = row[0].asInteger, number > 0,
      let document = row[1].asText.flatMap({ ContentID($0) }), let chapter = row[2].asInteger,
      let scalar = row[3].asInteger, let time = row[4].asInteger, min(chapter, scalar, time) >= 0,
      let sentence = row[5].asText, let note = row[6].asText, let created = row[7].asInteger,
      let chapterNumber = row[8].asInteger
    else { return nil }
    let place = DocumentPlace(
      chapter: Int(clamping: chapter), number: Int(clamping: max(1, chapterNumber)), scalar: Int(clamping: scalar),
      microseconds: Microseconds(time).asPlace, starts: [Int(clamping: scalar)])
    return KeptBookmark(
      number: number, document: document, place: place, sentence: sentence, note: note,
      created: WallTime(milliseconds: created))
  }
}
