public import Documents
public import EventLoop
import Playback
import Study
import Vocabulary

/// The documents of the library, in the file of a ``SessionStore``.
@Core
public final class DocumentStore {
  private let session: SessionStore
  private var database: Database { session.database }

  /// - Parameter session: the store with the file. It must stay open while this object is used.
  public init(in session: SessionStore) { self.session = session }

  private static let columns = [
    "id", "path", "kind", "title", "authors", "language", "art_url", "added", "opened", "heard", "finished", "chapter",
    "scalar", "microseconds", "starts", "chapters", "elapsed", "length", "length_is_exact", "rate",
    "chapter_number", "own_rate", "study", "is_studied", "phrases", "looked",
  ]
  private static let list = columns.joined(separator: ", ")
  private static let write = """
    INSERT INTO document(\(list)) VALUES(\(columns.map { _ in "?" }.joined(separator: ", ")))
    ON CONFLICT(id) DO UPDATE SET \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """

  /// Every document. Invalid rows are left out.
  ///
  /// - Throws: ``StoreError``.
  public func all() throws(StoreError) -> [KeptDocument] {
    try database.rows("SELECT \(Self.list) FROM document").compactMap(Self.document)
  }

  /// Writes new and changed documents: all or none.
  ///
  /// - Throws: ``StoreError``; the file is unchanged then.
  public func save(_ documents: some Collection<KeptDocument>) throws(StoreError) {
    guard !documents.isEmpty else { return }
    try database.transaction { () throws(StoreError) in
      for document in documents { try database.run(Self.write, Self.values(of: document)) }
    }
  }

  /// Removes a document and its bookmarks.
  ///
  /// - Throws: ``StoreError``; the file is unchanged then.
  public func remove(_ id: ContentID) throws(StoreError) {
    try database.run("DELETE FROM document WHERE id = ?", [.text(id.text)])
  }

  // MARK: Rows

  /// The character between two authors; names do not contain it.
  private static let separator: Character = "\u{1F}"

  private static func values(of document: KeptDocument) -> [SQLValue] {
    [
      .text(document.id.text), .text(document.path), .text(document.kind.rawValue), .text(document.title),
      .text(document.authors.joined(separator: String(separator))), .text(document.language),
      SQLValue(document.artURL), .integer(document.added.milliseconds), .integer(document.opened.milliseconds),
      SQLValue(document.heard?.milliseconds), SQLValue(document.finished?.milliseconds),
      SQLValue(document.place.map { Int64($0.chapter) }), SQLValue(document.place.map { Int64($0.scalar) }),
      SQLValue(document.place?.microseconds.count),
      SQLValue(document.place.map { $0.starts.map(String.init).joined(separator: " ") }),
      .integer(Int64(document.chapters)), .integer(document.elapsed.count),
      SQLValue(document.length?.microseconds.count),
      .integer(document.length?.isExact == true ? 1 : 0), .real(document.rate ?? 1),
      SQLValue(document.place.map { Int64($0.number) }), document.rate.map { .real($0) } ?? .null,
      SQLValue(document.study?.plan.text), .integer(document.study?.isOn == true ? 1 : 0),
      .text(document.study?.edits.text ?? ""), SQLValue(document.looked.map { Int64($0) }),
    ]
  }

  private static func document(_ row: [SQLValue]) -> KeptDocument? {
    guard row.count == columns.count, let id = row[0].asText.flatMap({ ContentID($0) }),
      let path = row[1].asText, let kind = row[2].asText.flatMap(KeptDocument.Kind.init), let title = row[3].asText,
      !title.isEmpty, let authors = row[4].asText, let language = row[5].asText, let added = row[7].asInteger,
      let opened = row[8].asInteger, let chapters = row[15].asInteger, let elapsed = row[16].asInteger
    else { return nil }
    let rate = row[21].asReal.flatMap { Player.rates.contains($0) ? $0 : nil }
    var place: DocumentPlace?
    if let chapter = row[11].asInteger, let scalar = row[12].asInteger, let time = row[13].asInteger,
      let starts = row[14].asText, min(chapter, scalar, time) >= 0
    {
      let numbers = starts.split(separator: " ").compactMap { Int($0) }.filter { $0 >= 0 }
      place = DocumentPlace(
        chapter: Int(clamping: chapter), number: row[20].asInteger.map { Int(clamping: max(1, $0)) },
        scalar: Int(clamping: scalar), microseconds: Microseconds(time).asPlace, starts: numbers)
    }
    let length = row[17].asInteger.map {
      TrackLength(microseconds: Microseconds($0).asPlace, isExact: row[18].asInteger == 1)
    }
    let study = row[22].asText.map { plan in
      KeptStudy(
        plan: StudyPlan(text: plan), isOn: row[23].asInteger == 1, edits: PhraseEdits(text: row[24].asText ?? ""))
    }
    return KeptDocument(
      id: id, path: path, kind: kind, title: title, authors: authors.split(separator: separator).map(String.init),
      language: language, artURL: row[6].asText, added: WallTime(milliseconds: added),
      opened: WallTime(milliseconds: opened), heard: row[9].asInteger.map(WallTime.init(milliseconds:)),
      finished: row[10].asInteger.map(WallTime.init(milliseconds:)), place: place,
      chapters: Int(clamping: max(0, chapters)), elapsed: Microseconds(elapsed).asPlace, length: length, rate: rate,
      study: study, looked: row[25].asInteger.map { Int(clamping: max(0, $0)) })
  }
}
