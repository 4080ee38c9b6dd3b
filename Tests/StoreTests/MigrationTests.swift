import EventLoop
import Foundation
import Playback
import Testing
import Vocabulary

@testable import Store

/// A file of an earlier version is migrated to this one and keeps its contents.
@Suite(.timeLimit(.minutes(1)))
struct MigrationTests {
  /// The exact schema of version 1.
  private static let first = [
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
    """
    INSERT INTO track VALUES(7, 'Letters', 'Ada', NULL, NULL, NULL, 'en', NULL, 5000000, 1, 'gmw/en', 175, 50, 50,
      'none', 1.0, 0, 0, 10, 20, NULL, NULL, NULL, NULL, NULL, NULL, 5, 1, 0, 1234, 3, 9, NULL, NULL, NULL)
    """,
    "INSERT INTO text VALUES(7, 0, x'48656c6c6f')",
    "INSERT INTO state VALUES('queue', '7'), ('order', '7'), ('current', 7), ('wish', 'paused'), ('reason', 'user')",
    "INSERT INTO state VALUES('rate', 1.5), ('volume', 0.5), ('next', 8), ('run.ended', 1)",
    "PRAGMA user_version = 1",
  ]

  @Core
  private func writeFirst(in folder: StateFolder) throws {
    let database = try Database(path: folder.path + "/library.sqlite")
    for statement in Self.first { try database.run(statement) }
    database.close()
  }

  @Test func aFileOfVersionOneKeepsItsQueueAndGetsALibrary_S2_28() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      try writeFirst(in: folder)
      let store = try SessionStore(in: folder)
      let session = try store.load(nil)
      #expect(store.setAside == nil && !store.isFresh)
      #expect(session.player.current == TrackID(7) && session.player.rate == 1.5 && session.nextNumber == 8)
      #expect(session.tracks[TrackID(7)]?.place == KeptPlace(microseconds: 1234, scalar: 3))
      #expect(session.tracks[TrackID(7)]?.pairedText == .beside && session.tracks[TrackID(7)]?.isOnClock == false)
      #expect(try store.text(of: TrackID(7)) == Array("Hello".utf8))
      let documents = DocumentStore(in: store)
      #expect(try documents.all().isEmpty)
      try documents.save([sampleDocument()])
      #expect(try documents.all() == [sampleDocument()])
      #expect(try store.database.rows("PRAGMA user_version").first?.first == .integer(Schema.version))
      #expect(try store.problems() == [])
    }
  }

  /// A power loss during the migration leaves one version or the other.
  @Test func aMigrationIsWholeOrNot() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      try writeFirst(in: folder)
      let before = try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite"))
      let store = try SessionStore(in: folder)
      let log = try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite-wal"))
      store.close()
      for length in stride(from: 0, through: log.count, by: 211) {
        let copy = path + "/copy"
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        try before.write(to: URL(fileURLWithPath: copy + "/library.sqlite"))
        try log.prefix(length).write(to: URL(fileURLWithPath: copy + "/library.sqlite-wal"))
        let next = try SessionStore(in: StateFolder(path: copy))
        #expect(next.setAside == nil, "after \(length) bytes")
        #expect(try next.load(nil).player.current == TrackID(7) && DocumentStore(in: next).all().isEmpty)
        next.close()
      }
    }
  }
}
