import EventLoop

/// The tables of the database, and the migration from older versions.
enum Schema {
  /// Each step makes the next version from the one before. A released step is never changed.
  private static let steps: [[String]] = [
    [
      "CREATE TABLE state(name TEXT PRIMARY KEY, value) WITHOUT ROWID",
      """
      CREATE TABLE track(
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, artists TEXT NOT NULL, album TEXT, url TEXT, art_url TEXT,
        language TEXT, grouping TEXT, length INTEGER, length_is_exact INTEGER NOT NULL,
        voice TEXT NOT NULL, words_per_minute INTEGER NOT NULL, pitch INTEGER NOT NULL, range INTEGER NOT NULL,
        punctuation TEXT NOT NULL, gain REAL NOT NULL,
        leading_delay INTEGER NOT NULL, trailing_delay INTEGER NOT NULL,
        sentence_gap INTEGER NOT NULL, paragraph_gap INTEGER NOT NULL,
        path TEXT, device INTEGER, inode INTEGER, size INTEGER, modified INTEGER, fingerprint INTEGER,
        text_bytes INTEGER, text_is_complete INTEGER,
        is_heard INTEGER NOT NULL, place INTEGER NOT NULL, place_scalar INTEGER, place_sequence INTEGER NOT NULL,
        wish_after TEXT, reason_after TEXT, detail_after TEXT)
      """,
      """
      CREATE TABLE text(
        track INTEGER NOT NULL REFERENCES track(id) ON DELETE CASCADE, start INTEGER NOT NULL, bytes BLOB NOT NULL,
        UNIQUE(track, start))
      """,
    ],
    [
      "ALTER TABLE track ADD COLUMN format TEXT NOT NULL DEFAULT 'text'",
      "ALTER TABLE track ADD COLUMN voice_is_free INTEGER NOT NULL DEFAULT 0",
      "ALTER TABLE track ADD COLUMN document INTEGER",
      "ALTER TABLE track ADD COLUMN chapter INTEGER",
      "ALTER TABLE track ADD COLUMN chapter_count INTEGER",
      "ALTER TABLE track ADD COLUMN track_number INTEGER",
      "ALTER TABLE track ADD COLUMN contents_number TEXT",
      "ALTER TABLE track ADD COLUMN content_created TEXT",
    ],
    [
      // Data of documents; times are milliseconds since 1970.
      """
      CREATE TABLE document(
        id TEXT PRIMARY KEY, path TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, authors TEXT NOT NULL,
        language TEXT NOT NULL, art_url TEXT, added INTEGER NOT NULL, opened INTEGER NOT NULL, heard INTEGER,
        finished INTEGER, chapter INTEGER, scalar INTEGER, microseconds INTEGER, starts TEXT,
        chapters INTEGER NOT NULL, elapsed INTEGER NOT NULL, length INTEGER, length_is_exact INTEGER NOT NULL,
        rate REAL NOT NULL, chapter_number INTEGER)
      """,
      """
      CREATE TABLE bookmark(
        id INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT NOT NULL REFERENCES document(id) ON DELETE CASCADE,
        chapter INTEGER NOT NULL, chapter_number INTEGER NOT NULL, scalar INTEGER NOT NULL,
        microseconds INTEGER NOT NULL, sentence TEXT NOT NULL, note TEXT NOT NULL, created INTEGER NOT NULL)
      """,
      "CREATE INDEX bookmark_document ON bookmark(document)",
      """
      CREATE TABLE length(
        id INTEGER PRIMARY KEY, text INTEGER NOT NULL, cut INTEGER NOT NULL, voice TEXT NOT NULL,
        frames BLOB NOT NULL, used INTEGER NOT NULL, UNIQUE(text, cut, voice))
      """,
    ],
    [
      // A track that was not a chapter is taken for a spoken text.
      "ALTER TABLE track ADD COLUMN is_said INTEGER NOT NULL DEFAULT 0",
      "UPDATE track SET is_said = 1 WHERE document IS NULL",
      // A document has a rate of its own or none. Documents that were heard keep their rate. If nothing was ever read
      // at another rate than 1, the listener has not chosen one.
      "ALTER TABLE document ADD COLUMN own_rate REAL",
      """
      UPDATE document SET own_rate = rate
      WHERE heard IS NOT NULL AND (rate <> 1 OR (SELECT value FROM state WHERE name = 'rate') <> 1)
      """,
    ],
    [
      // The path of the text beside a recording; empty for none, and NULL for the one beside its file.
      "ALTER TABLE track ADD COLUMN paired_text TEXT",
      "ALTER TABLE track ADD COLUMN is_on_clock INTEGER NOT NULL DEFAULT 0",
    ],
    // The parts of an utterance of texts and clips.
    ["ALTER TABLE track ADD COLUMN parts TEXT"],
    [
      // The rate of the voice's samples. Until now there was one voice engine, and silences were counted in its frames;
      // now they are microseconds: the first whole one in the frame, which gives the same frame again.
      "ALTER TABLE track ADD COLUMN sample_rate INTEGER NOT NULL DEFAULT 22050",
      """
      UPDATE track SET
        leading_delay = (max(0, min(leading_delay, 4294967296)) * 1000000 + 22049) / 22050,
        trailing_delay = (max(0, min(trailing_delay, 4294967296)) * 1000000 + 22049) / 22050,
        sentence_gap = (max(0, min(sentence_gap, 4294967296)) * 1000000 + 22049) / 22050,
        paragraph_gap = (max(0, min(paragraph_gap, 4294967296)) * 1000000 + 22049) / 22050
      """,
    ],
    // The way in which a track is studied, as words and numbers; NULL if it is heard as it is.
    ["ALTER TABLE track ADD COLUMN study TEXT"],
    [
      // The same for a document, which may be heard as it is now, and the phrases that the listener made in it.
      "ALTER TABLE document ADD COLUMN study TEXT",
      "ALTER TABLE document ADD COLUMN is_studied INTEGER NOT NULL DEFAULT 0",
      "ALTER TABLE document ADD COLUMN phrases TEXT NOT NULL DEFAULT ''",
      // The scalar at which the listener looked last in a text without times.
      "ALTER TABLE document ADD COLUMN looked INTEGER",
      // The order of the phrases of a track; NULL for that of the recording.
      "ALTER TABLE track ADD COLUMN phrase_order TEXT",
    ],
  ]

  /// The version that this program writes.
  static var version: Int64 { Int64(steps.count) }

  /// Migrates a database to a version.
  ///
  /// - Parameter target: the version; `nil` for ``version``.
  /// - Throws: ``StoreError``.
  static func migrate(_ database: Database, to target: Int64? = nil) throws(StoreError) {
    let target = target ?? version
    let found = try database.rows("PRAGMA user_version").first?.first?.asInteger ?? 0
    guard found < target else { return }
    try database.transaction { () throws(StoreError) in
      for step in steps[Int(found)..<Int(target)] {
        for statement in step { try database.run(statement) }
      }
      try database.run("PRAGMA user_version = \(target)")
    }
  }
}
