import DesktopSupport
import Documents
import EventLoop
import Foundation
import Playback
import Speech
import Testing
import Vocabulary

@testable import Store

/// The state of the first kept version is restored completely, and the schema is that of every version.
@Suite(.timeLimit(.minutes(1)))
struct UpgradeTests {
  @Test func aReadingThatWasKilledComesUpAtTheWordOfTheJournal_S2_28() async throws {
    try await inFolder { path in
      let (session, store, record) = try FormerState.first.open("reading", in: path)
      #expect(store.setAside == nil && !store.isFresh)
      let player = session.player
      #expect(player.wish == .playing && player.current == TrackID(3))
      let ids = (2...8).map { TrackID(UInt64($0)) }
      #expect(player.entries.map(\.id) == ids && player.order == ids)
      #expect(
        player.entries.map(\.metadata.title) == [
          "The lamp", "The gulls", "The storm", "The letter",
          "The first text that was said. It came on standard input.",
          "A second text that was said, with an umlaut: grüß Gott.", "letter.txt",
        ])
      #expect(player.rate == 1.5 && player.loop == .playlist && player.shuffle == .off)
      // The change right before the end is only in the write-ahead log.
      #expect(player.volume == 0.7)
      #expect(player.repetition == Repetition(.paragraph, in: TrackID(3)))
      #expect(session.sleep?.extent == .time(.seconds(2700)) && session.nextNumber == 9)
      // The row has 2107121: the journal is newer.
      #expect(record.sequence == 78)
      #expect(session.tracks[TrackID(3)]?.place == KeptPlace(microseconds: 2_818_685, scalar: 46))
      #expect(session.tracks[TrackID(2)]?.isHeard == true && session.tracks[TrackID(5)]?.isHeard == false)
      #expect(session.tracks[TrackID(4)]?.chapter == KeptChapter(of: TrackID(2), index: 2, count: 4))
      #expect(session.tracks[TrackID(3)]?.voice.wordsPerMinute == 190)
      guard case .file("/tmp/aloud-79d478a/lighthouse.epub", _, _?)? = session.tracks[TrackID(2)]?.text else {
        Issue.record("the book's file and fingerprint are not known")
        return
      }
      #expect(
        try store.text(of: TrackID(7)).map { String(decoding: $0, as: UTF8.self) }
          == "A second text that was said, with an umlaut: grüß Gott.")
      #expect(try store.problems() == [])
    }
  }

  @Test func aLibraryKeepsItsDocumentsPlacesRatesAndBookmarks_S2_28() async throws {
    try await inFolder { path in
      let (_, store, _) = try FormerState.first.open("reading", in: path)
      let documents = Dictionary(uniqueKeysWithValues: try DocumentStore(in: store).all().map { ($0.title, $0) })
      #expect(documents.keys.sorted() == ["The Lighthouse", "finished.txt", "letter.txt"])
      let book = try #require(documents["The Lighthouse"])
      #expect(book.id.text == "85cee5350a805b4f2df110513d2ea1af")
      #expect(book.kind == .book && book.authors == ["Ada Keeper"] && book.chapters == 4 && book.rate == 1.5)
      #expect(book.length == TrackLength(microseconds: 49_769_934, isExact: true))
      let place = DocumentPlace(chapter: 1, number: 2, scalar: 61, microseconds: 3_389_343, starts: [41, 11, 0])
      #expect(book.place == place)
      #expect(documents["finished.txt"]?.finished == WallTime(milliseconds: 1_795_351_368_390))
      #expect(documents["finished.txt"]?.rate == 1.25 && documents["letter.txt"]?.heard == nil)
      let marks = try BookmarkStore(in: store).all()
      #expect(marks.map(\.number) == [1, 2] && marks.map(\.note) == ["the gulls", ""])
      #expect(marks.map(\.sentence) == ["The gulls come back in March.", "In October a storm breaks the lower door."])
      #expect(marks.allSatisfy { $0.document == book.id } && marks.map(\.place.number) == [2, 3])
      #expect(try store.database.rows("SELECT count(*) FROM length").first?.first == .integer(6))
    }
  }

  /// A document that was heard keeps its rate; one that was only opened has none, and spoken texts are recognised.
  @Test func theRatesOfDocumentsAreTheirOwnAfterTheStep_X6() async throws {
    try await inFolder { path in
      let (session, store, _) = try FormerState.first.open("reading", in: path)
      let documents = try DocumentStore(in: store).all()
      #expect(documents.first { $0.title == "The Lighthouse" }?.rate == 1.5)
      #expect(documents.first { $0.title == "finished.txt" }?.rate == 1.25)
      #expect(documents.first { $0.title == "letter.txt" }?.rate == nil)
      let said = session.player.entries.filter(\.isSaid).map(\.id.number)
      #expect(said == [6, 7])
      #expect(session.player.entries.first?.document == TrackID(2) && session.player.ownRates.isEmpty)
    }
  }

  @Test func aPausedBookAfterAnAnnouncementStaysPausedAtItsPlace() async throws {
    try await inFolder { path in
      let (session, _, _) = try FormerState.first.open("announcement", in: path)
      #expect(session.player.order == [1, 5, 2, 3, 4].map { TrackID($0) } && session.player.current == TrackID(5))
      #expect(session.player.wish == .playing && session.player.wishesAfter == [TrackID(5): .paused(.user)])
      #expect(session.tracks[TrackID(5)]?.place == KeptPlace(microseconds: 1_661_905, scalar: 40))
      #expect(session.tracks[TrackID(2)]?.place == KeptPlace(microseconds: 1_904_264, scalar: 26))
    }
  }

  @Test func aServiceThatEndedInOrderComesUpAsItWas() async throws {
    try await inFolder { path in
      let (session, store, record) = try FormerState.first.open("ended", in: path)
      #expect(session.player.wish == .paused(.user) && session.player.rate == 0.75 && session.player.loop == .track)
      #expect(session.tracks[TrackID(1)]?.place == KeptPlace(microseconds: 1_991_883, scalar: 35))
      #expect(try store.lastRun(record).endedInOrder)
    }
  }

  // MARK: The schema

  /// Every table and index, as SQLite describes it.
  @Core
  private func tables(_ database: Database) throws -> [[SQLValue]] {
    try database.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")
  }

  /// A released step is never edited: it makes the same as ever.
  @Test(arguments: [(.first, "ended", 3), (.second, "paused", 6)] as [(FormerState, String, Int64)])
  func theReleasedStepsOfTheSchemaMakeWhatTheyMade(version: FormerState, state: String, steps: Int64) async throws {
    try await inFolder { path in
      try version.copy(state, to: path)
      let former = try Database(path: path + "/library.sqlite")
      #expect(try former.rows("PRAGMA user_version").first?.first == .integer(steps))
      let fresh = try Database(path: path + "/fresh.sqlite")
      try Schema.migrate(fresh, to: steps)
      #expect(try tables(former) == tables(fresh))
      former.close()
      fresh.close()
    }
  }

  /// Silences were kept in frames of the only engine: each is still the same frame.
  @Test(arguments: [(.first, "ended"), (.second, "paused")] as [(FormerState, String)])
  func theSilencesOfFormerTracksAreTheSame_S2_28(version: FormerState, state: String) async throws {
    try await inFolder { path in
      try version.copy(state, to: path)
      let former = try Database(path: path + "/library.sqlite")
      let rows = try former.rows("SELECT id, leading_delay, trailing_delay, sentence_gap, paragraph_gap FROM track")
      try former.run(
        "UPDATE track SET trailing_delay = 9223372036854775807, paragraph_gap = -1 WHERE id = ?", [rows[0][0]])
      former.close()
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      let session = try store.load(try PlaceJournal(in: folder).last)
      try #require(!rows.isEmpty)
      for (number, row) in rows.enumerated() {
        let values = try row.map { try #require($0.asInteger) }
        let kept = try #require(session.tracks[TrackID(UInt64(bitPattern: values[0]))])
        #expect(kept.sampleRate == SampleRate(hertz: 22_050))
        let gaps = Timeline.Gaps(kept.gaps, at: .usual)
        #expect([gaps.leadingDelay, gaps.sentence] == [values[1], values[3]])
        // A number that no program has written is bounded, and loses no track.
        #expect(gaps.trailingDelay == (number == 0 ? Timeline.Gaps.longest : values[2]))
        #expect(gaps.paragraph == (number == 0 ? 0 : values[4]))
      }
      store.close()
    }
  }

  /// Every table or column of a new file also comes by the steps to a former file.
  @Test func everyChangeOfTheStoreIsAStepOfItsSchema() async throws {
    try await inFolder { path in
      let (_, store, _) = try FormerState.first.open("ended", in: path)
      let fresh = try Database(path: path + "/fresh.sqlite")
      try Schema.migrate(fresh)
      #expect(try tables(store.database) == tables(fresh))
      #expect(try store.database.rows("PRAGMA user_version").first?.first == .integer(Schema.version))
      fresh.close()
    }
  }
}
