import DesktopSupport
import Documents
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Store

/// The state of the second kept version is restored completely: a book, a recording, and an utterance with clips.
@Suite(.timeLimit(.minutes(1)))
struct LaterUpgradeTests {
  /// The id of the book, which depends on its content alone.
  private static let book = "8be16f1f2bcc73279683d258259ef344"
  /// The id of the recording.
  private static let recording = "4efd269c7a0431763ead9421164ea961"

  @Test func aPausedBookBesideARecordingComesUpAsItWas_S2_28() async throws {
    try await inFolder { path in
      let (session, store, record) = try FormerState.second.open("paused", in: path)
      #expect(store.setAside == nil && !store.isFresh)
      let player = session.player
      #expect(player.wish == .paused(.user) && player.current == TrackID(6))
      let ids = [2, 5, 6, 7, 8, 3, 4, 9, 10].map { TrackID($0) }
      #expect(player.entries.map(\.id) == ids && player.order == ids && session.nextNumber == 11)
      #expect(
        player.entries.map(\.metadata.title) == [
          "Morning", "The quay", "The nets", "The guest", "The tide", "Evening", "Night", "letter.txt", "Supper",
        ])
      #expect(player.places == [TrackID(6): 6_628_980, TrackID(3): 2_722_087])
      #expect(player.heard == [TrackID(2), TrackID(5), TrackID(7)])
      #expect(player.loop == .playlist && player.shuffle == .off && player.volume == 0.8)
      #expect(session.sleep == KeptSleep(.chapters(2)))
      #expect(
        session.sleepPlace
          == PlaceInTrack(track: TrackID(6), place: KeptPlace(microseconds: 1_690_522, scalar: 20)))
      #expect(session.tracks[TrackID(6)]?.place == KeptPlace(microseconds: 6_628_980, scalar: 109))
      #expect(session.tracks[TrackID(6)]?.chapter == KeptChapter(of: TrackID(5), index: 1, count: 4))
      #expect(session.tracks[TrackID(6)]?.languages == .free)
      #expect(record.sequence == 59 && record.place == KeptPlace(microseconds: 6_628_980, scalar: 109))
      #expect(try store.lastRun(record).endedInOrder)
      #expect(try store.problems() == [])
    }
  }

  @Test func theRateOfEachDocumentIsKeptBesideThatOfEverything_X6() async throws {
    try await inFolder { path in
      let (session, store, _) = try FormerState.second.open("paused", in: path)
      #expect(session.player.rate == 1.1 && session.player.ownRates == [TrackID(2): 1.25, TrackID(5): 1.5])
      let documents = try DocumentStore(in: store).all().map { ($0.title, $0.rate) }
      let rates = Dictionary(uniqueKeysWithValues: documents)
      #expect(rates == ["The Harbour": 1.5, "Tide Times": 1.25, "note.txt": 1.4, "letter.txt": nil])
    }
  }

  @Test func aRecordingKeepsItsChaptersAndItsPlace_S2_28() async throws {
    try await inFolder { path in
      let (session, _, _) = try FormerState.second.open("paused", in: path)
      let chapters = try [2, 3, 4].map { try #require(session.tracks[TrackID($0)]) }
      #expect(chapters.map(\.chapter) == (0...2).map { KeptChapter(of: TrackID(2), index: $0, count: 3) })
      #expect(chapters.map(\.place) == [KeptPlace(), KeptPlace(microseconds: 2_722_087), KeptPlace()])
      #expect(chapters.map(\.isHeard) == [true, false, false])
      for chapter in chapters {
        #expect(chapter.format == "recording" && chapter.pairedText == .beside && !chapter.isOnClock)
        #expect(chapter.entry.metadata.artists == ["Harbour Office"] && chapter.entry.metadata.album == "Tide Times")
        #expect(chapter.entry.document == TrackID(2) && !chapter.entry.isSaid)
        guard case .file("/tmp/aloud-5a0f1f4/tides.m4b", let identity, nil) = chapter.text else {
          Issue.record("the recording's file is not known")
          continue
        }
        #expect(identity.size == 31_407)
      }
    }
  }

  @Test func anUtteranceKeepsItsTextAndItsClips() async throws {
    try await inFolder { path in
      let (session, store, _) = try FormerState.second.open("paused", in: path)
      let track = try #require(session.tracks[TrackID(10)])
      #expect(track.entry.isSaid && track.entry.document == nil && track.text == .stored(bytes: 39, isComplete: true))
      #expect(track.parts.map(\.span.scalars) == [0..<6, 8..<30, 32..<38])
      #expect(
        track.parts.map(\.clip?.path) == ["/tmp/aloud-5a0f1f4/bell.opus", nil, "/tmp/aloud-5a0f1f4/bell.opus"])
      for clip in track.parts.compactMap(\.clip) {
        #expect(clip.frames == 24_000 && clip.gain == 1.5543665885925293 && clip.identity.size == 1041)
      }
      let text = try store.text(of: TrackID(10)).map { String(decoding: $0, as: UTF8.self) }
      #expect(text == "[bell]\n\nSupper is ready, Jörg.\n\n[bell]")
    }
  }

  @Test func measuredLengthsAreKept() async throws {
    try await inFolder { path in
      let (session, store, _) = try FormerState.second.open("paused", in: path)
      let entries = session.player.entries
      #expect(
        entries.map(\.length?.microseconds.count) == [
          4_428_980, 10_155_057, 17_849_025, 11_023_130, 8_489_660, 6_027_030, 2_407_846, 7_334_468, 2_284_959,
        ])
      #expect(entries.allSatisfy { $0.length?.isExact == true })
      // The lengths of the sentences. A part in another language has those of its own voice.
      #expect(try store.database.rows("SELECT count(*) FROM length").first?.first == .integer(7))
      let voice = try #require(session.tracks[TrackID(6)]?.voice)
      #expect(voice == VoiceConfiguration(voice: "gmw/en-GB-scotland", wordsPerMinute: 180))
      let german = VoiceConfiguration(voice: "gmw/de", wordsPerMinute: 180)
      @Core func lengths(_ text: Int64, _ cut: Int64, _ voice: VoiceConfiguration, count: Int) throws -> [Frame?]? {
        let key = LengthKey(
          text: UInt64(bitPattern: text), cut: UInt64(bitPattern: cut), voice: voice, engine: "espeak-ng 1.51")
        return try LengthStore(in: store).lengths(of: key, count: count)
      }
      let nets = try lengths(6_735_371_265_060_493_285, -1_043_036_189_421_365_091, voice, count: 7)
      #expect(nets == [11_911, 50_050, 52_236, 39_284, 90_211, 27_841, 52_582])
      let guest: Int64 = -9_175_109_796_633_694_422
      let english = try lengths(guest, 4_274_610_441_211_556_928, voice, count: 3)
      #expect(english == [10_805, 48_444, 44_726])
      #expect(try lengths(guest, -1_424_342_697_696_932_611, german, count: 2) == [53_115, 27_538])
    }
  }

  @Test func theLibraryKeepsARecordingBesideABookAndTexts_S2_28() async throws {
    try await inFolder { path in
      let (_, store, _) = try FormerState.second.open("paused", in: path)
      let documents = Dictionary(uniqueKeysWithValues: try DocumentStore(in: store).all().map { ($0.title, $0) })
      #expect(documents.keys.sorted() == ["The Harbour", "Tide Times", "letter.txt", "note.txt"])
      let book = try #require(documents["The Harbour"])
      #expect(book.id.text == Self.book && book.path == "/tmp/aloud-5a0f1f4/harbour.epub")
      #expect(book.kind == .book && book.authors == ["Ada Keeper", "Tom Rigg"] && book.language == "en")
      #expect(book.chapters == 4 && book.length == TrackLength(microseconds: 47_516_872, isExact: true))
      #expect(book.heard == WallTime(milliseconds: 1_795_863_168_905) && book.finished == nil)
      let place = DocumentPlace(chapter: 1, number: 2, scalar: 109, microseconds: 6_628_980, starts: [109, 56, 10, 0])
      #expect(book.place == place && book.elapsed == 16_784_037)
      let tides = try #require(documents["Tide Times"])
      #expect(tides.id.text == Self.recording && tides.path == "/tmp/aloud-5a0f1f4/tides.m4b")
      #expect(tides.kind == .book && tides.authors == ["Harbour Office"] && tides.chapters == 3)
      #expect(tides.length == TrackLength(microseconds: 12_863_856, isExact: true))
      // In a recording the scalar is the millisecond of the whole file.
      #expect(
        tides.place == DocumentPlace(chapter: 1, number: 2, scalar: 5983, microseconds: 1_554_966, starts: []))
      #expect(tides.elapsed == 5_983_946)
      let note = try #require(documents["note.txt"])
      #expect(note.kind == .article && note.chapters == 1 && note.place == nil)
      #expect(note.finished == WallTime(milliseconds: 1_795_863_157_384))
      #expect(note.length == TrackLength(microseconds: 2_483_311, isExact: true))
      // That version also kept a text that was opened and never heard.
      let letter = try #require(documents["letter.txt"])
      #expect(letter.heard == nil && letter.opened == WallTime(milliseconds: 1_795_863_164_793))
      #expect(letter.place == nil && letter.length == nil)
    }
  }

  @Test func bookmarksInABookAndInARecordingAreKept_S2_28() async throws {
    try await inFolder { path in
      let (_, store, _) = try FormerState.second.open("paused", in: path)
      let bookmarks = BookmarkStore(in: store)
      let marks = try bookmarks.all()
      #expect(marks.map(\.number) == [1, 2, 3])
      #expect(marks.map(\.document.text) == [Self.recording, Self.book, Self.book])
      #expect(marks.map(\.note) == ["high water", "", "the knots: grüß Tom"])
      #expect(
        marks.map(\.sentence) == [
          "The water is high again at half past six.", "The quay is older than the town.",
          "Nets hang on the rails from October to March.",
        ])
      #expect(
        marks.map(\.place) == [
          DocumentPlace(chapter: 1, number: 2, scalar: 5983, microseconds: 1_554_649, starts: [5983]),
          DocumentPlace(chapter: 0, number: 1, scalar: 10, microseconds: 1_040_590, starts: [10]),
          DocumentPlace(chapter: 1, number: 2, scalar: 10, microseconds: 1_140_182, starts: [10]),
        ])
      #expect(marks.map(\.created.milliseconds) == [1_795_863_159_386, 1_795_863_161_535, 1_795_863_163_989])
      // The fourth was removed, and its number is not used again.
      #expect(try bookmarks.nextNumber() == 5)
    }
  }

  @Test func aRecordingThatPlayedAtAKillComesUpAtThePlaceOfTheJournal_S2_28() async throws {
    try await inFolder { path in
      let (session, store, record) = try FormerState.second.open("killed", in: path)
      #expect(store.setAside == nil)
      let player = session.player
      #expect(player.wish == .playing && player.current == TrackID(6))
      let ids = [1, 5, 6, 7, 2, 3, 4].map { TrackID($0) }
      #expect(player.entries.map(\.id) == ids && player.order == ids)
      #expect(player.rate == 1.1 && player.ownRates == [TrackID(1): 2, TrackID(5): 0.5])
      // The change before the kill is only in the write-ahead log.
      #expect(player.volume == 0.55)
      #expect(
        session.sleep == KeptSleep(.time(.seconds(1800)), until: WallTime(milliseconds: 1_795_864_975_000)))
      // The row has 3598232: the journal is newer.
      #expect(record.sequence == 19)
      #expect(session.tracks[TrackID(6)]?.place == KeptPlace(microseconds: 4_011_384))
      #expect(session.tracks[TrackID(2)]?.place == KeptPlace(microseconds: 3_399_320, scalar: 49))
      let history = try store.lastRun(record)
      #expect(!history.endedInOrder && history.crashes == 1)
      let documents = try DocumentStore(in: store).all()
      #expect(documents.first { $0.id.text == Self.recording }?.place?.scalar == 5939)
      #expect(documents.first { $0.id.text == Self.book }?.place?.starts == [10, 0])
      #expect(try BookmarkStore(in: store).all().map(\.note) == ["six in the evening"])
      #expect(try store.database.rows("SELECT count(*) FROM length").first?.first == .integer(5))
      #expect(try store.problems() == [])
    }
  }
}
