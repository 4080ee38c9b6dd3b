import DesktopSupport
import Documents
import EventLoop
import Foundation
import Playback
import Speech
import Study
import Testing
import Vocabulary

@testable import Store

/// A document with all fields set.
func sampleDocument(_ number: UInt64 = 1) -> KeptDocument {
  KeptDocument(
    id: ContentID(high: .max, low: number), path: "/home/ada/a \u{1F4D6}.epub", kind: .book, title: "Ünïcödé 文",
    authors: ["Ada", "Grace"], language: "en-GB", artURL: "file:///c.png", added: WallTime(milliseconds: 5),
    opened: WallTime(milliseconds: 7), heard: WallTime(milliseconds: 9), finished: nil,
    place: DocumentPlace(chapter: 3, number: 2, scalar: 1234, microseconds: 77_000_000, starts: [1200, 1100, 0]),
    chapters: 12,
    elapsed: 1_234_567_890, length: TrackLength(microseconds: 9_000_000_000, isExact: true), rate: 1.25,
    study: sampleStudy, looked: 4321)
}

/// The study of ``sampleDocument(_:)``.
private let sampleStudy: KeptStudy = {
  var plan = StudyPlan(by: .text)
  plan.exercise.speeds = [0.7, 1]
  return KeptStudy(plan: plan, isOn: true, edits: PhraseEdits(text: "0 9000000 0 100000 2000000 2300000"))
}()

func sampleBookmark(_ number: Int64 = 1, in document: UInt64 = 1) -> KeptBookmark {
  KeptBookmark(
    number: number, document: ContentID(high: .max, low: document),
    place: DocumentPlace(chapter: 2, number: 1, scalar: 40, microseconds: 4_000_000, starts: [40]),
    sentence: "It was a \u{0} night.",
    note: "read \"again\"; --", created: WallTime(milliseconds: 11))
}

/// Documents, bookmarks and lengths in the file of the session.
@Suite(.timeLimit(.minutes(1)))
struct LibraryStoreTests {
  @Core
  private func stores(_ path: String) throws -> (SessionStore, DocumentStore, BookmarkStore) {
    let store = try SessionStore(in: StateFolder(path: path))
    return (store, DocumentStore(in: store), BookmarkStore(in: store))
  }

  @Test func aDocumentsPlaceOutlivesAKill_S2_28() async throws {
    try await inFolder { path in
      let (_, documents, _) = try stores(path)
      var document = sampleDocument()
      for step in 0..<20 {
        document.place?.scalar = step
        document.finished = step == 19 ? WallTime(milliseconds: 1) : nil
        try documents.save([document])
        // As after a kill: nothing is closed, and the next process finds the files as they are.
        let copy = path + "/copy"
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for file in ["library.sqlite", "library.sqlite-wal"] {
          try FileManager.default.copyItem(atPath: path + "/" + file, toPath: copy + "/" + file)
        }
        let (next, found, _) = try stores(copy)
        #expect(try found.all() == [document] && next.problems() == [], "step \(step)")
        next.close()
      }
    }
  }

  @Test func aDocumentMayHaveFewKnownValues() async throws {
    try await inFolder { path in
      let (_, documents, _) = try stores(path)
      let bare = KeptDocument(
        id: ContentID(high: 0, low: 0), path: "", kind: .article, title: "x", added: WallTime(milliseconds: -1),
        opened: WallTime(milliseconds: .max))
      try documents.save([bare, sampleDocument()])
      let found = try documents.all()
      #expect(Set(found.map(\.id.low)) == [0, 1] && found.contains(bare))
      try documents.remove(bare.id)
      #expect(try documents.all() == [sampleDocument()])
    }
  }

  @Test func rowsThatMakeNoSenseAreLeftOut() async throws {
    try await inFolder { path in
      let (store, documents, bookmarks) = try stores(path)
      try documents.save([sampleDocument(1), sampleDocument(2), sampleDocument(3)])
      try bookmarks.save([sampleBookmark(1), sampleBookmark(2, in: 2)])
      try store.database.run("UPDATE document SET kind = 'scroll' WHERE id LIKE '%1'")
      try store.database.run("UPDATE document SET scalar = -4, length = -1, elapsed = -9 WHERE id LIKE '%2'")
      try store.database.run("UPDATE document SET rate = 9e999, title = '' WHERE id LIKE '%3'")
      try store.database.run("UPDATE bookmark SET scalar = 'x' WHERE id = 1")
      let found = try documents.all()
      #expect(found.map(\.id.low) == [2] && found.first?.place == nil)
      #expect(found.first?.length?.microseconds == 0 && found.first?.elapsed == 0)
      #expect(try bookmarks.all() == [sampleBookmark(2, in: 2)])
    }
  }

  @Test func bookmarksGoWithTheirDocumentAndTheirNumbersAreNeverUsedAgain() async throws {
    try await inFolder { path in
      let (store, documents, bookmarks) = try stores(path)
      #expect(try bookmarks.nextNumber() == 1)
      try documents.save([sampleDocument(1), sampleDocument(2)])
      try bookmarks.save([sampleBookmark(1), sampleBookmark(2, in: 2), sampleBookmark(3)])
      #expect(try bookmarks.all() == [sampleBookmark(1), sampleBookmark(2, in: 2), sampleBookmark(3)])
      // The document is written again, and its bookmarks stay.
      try documents.save([sampleDocument(1)])
      #expect(try bookmarks.all().count == 3)
      try bookmarks.remove(3)
      #expect(try bookmarks.nextNumber() == 4)
      try documents.remove(sampleDocument(1).id)
      #expect(try bookmarks.all() == [sampleBookmark(2, in: 2)])
      #expect { try bookmarks.save([sampleBookmark(9, in: 77)]) } throws: { ($0 as? StoreError)?.code == .damaged }
      #expect(try store.problems() == [])
    }
  }

  @Test func aRemovedDocumentIsErased() async throws {
    try await inFolder { path in
      let (store, documents, bookmarks) = try stores(path)
      var document = sampleDocument()
      document.title = "unmistakable-title"
      try documents.save([document])
      try bookmarks.save([sampleBookmark()])
      try store.tidy()
      let title = Array("unmistakable-title".utf8)
      func isThere() throws -> Bool { Data(try allBytes(in: path)).range(of: Data(title)) != nil }
      #expect(try isThere())
      try documents.remove(document.id)
      try store.tidy()
      #expect(try !isThere())
    }
  }

  @Test func onAFullDiskEverythingStaysAsItWasAndLaterAllIsSaved_B13() async throws {
    try await inFolder { path in
      let (store, documents, _) = try stores(path)
      try documents.save([sampleDocument()])
      try store.tidy()
      let pages = try #require(try store.database.rows("PRAGMA page_count").first?.first?.asInteger)
      _ = try store.database.rows("PRAGMA max_page_count = \(pages)")
      let many = (1...500).map { sampleDocument($0) }
      let lengths = LengthStore(in: store)
      let key = LengthKey(text: 1, cut: 2, voice: VoiceConfiguration(voice: "gmw/en"), engine: "e 1")
      for _ in 0..<3 {
        #expect { try documents.save(many) } throws: { ($0 as? StoreError)?.code == .full }
        #expect { try lengths.save([Frame?](repeating: 9, count: 90_000), of: key) } throws: {
          ($0 as? StoreError)?.code == .full
        }
        #expect(try documents.all() == [sampleDocument()] && lengths.lengths(of: key, count: 90_000) == nil)
      }
      _ = try store.database.rows("PRAGMA max_page_count = 1000000")
      try documents.save(many)
      #expect(try documents.all().count == 500 && store.problems() == [])
    }
  }

  @Test func aFreshFileAfterDamageIsToldByItsGeneration() async throws {
    try await inFolder { path in
      let (store, documents, _) = try stores(path)
      try documents.save([sampleDocument()])
      let generation = store.generation
      try store.setAsideAndBeginAnew(StoreError(.damaged, "a test"))
      #expect(store.generation == generation + 1)
      #expect(try documents.all().isEmpty)
      try documents.save([sampleDocument()])
      #expect(try documents.all() == [sampleDocument()])
    }
  }

  // MARK: Lengths

  @Test func lengthsComeBackForTheSameTextVoiceParametersAndEngineOnly() async throws {
    try await inFolder { path in
      let (store, _, _) = try stores(path)
      let lengths = LengthStore(in: store)
      let voice = VoiceConfiguration(voice: "gmw/en")
      let key = LengthKey(text: .max, cut: 2, voice: voice, engine: "espeak-ng 1.51")
      let frames: [Frame?] = [0, 1, nil, 127, 128, 88_200, 16_383, 2_000_000, nil]
      try lengths.save(frames, of: key)
      #expect(try lengths.lengths(of: key, count: 9) == frames)
      #expect(try lengths.lengths(of: key, count: 8) == nil)
      let others = [
        LengthKey(text: 1, cut: 2, voice: voice, engine: "espeak-ng 1.51"),
        LengthKey(text: .max, cut: 3, voice: voice, engine: "espeak-ng 1.51"),
        LengthKey(text: .max, cut: 2, voice: voice, engine: "espeak-ng 1.52"),
        LengthKey(text: .max, cut: 2, voice: VoiceConfiguration(voice: "gmw/de"), engine: "espeak-ng 1.51"),
        LengthKey(
          text: .max, cut: 2, voice: VoiceConfiguration(voice: "gmw/en", wordsPerMinute: 176), engine: "espeak-ng 1.51"),
        LengthKey(text: .max, cut: 2, voice: VoiceConfiguration(voice: "gmw/en", pitch: 51), engine: "espeak-ng 1.51"),
        LengthKey(text: .max, cut: 2, voice: VoiceConfiguration(voice: "gmw/en", range: 51), engine: "espeak-ng 1.51"),
        LengthKey(
          text: .max, cut: 2, voice: VoiceConfiguration(voice: "gmw/en", punctuation: .some), engine: "espeak-ng 1.51"),
      ]
      for other in others { #expect(try lengths.lengths(of: other, count: 9) == nil, "\(other)") }
      var second = key
      second.part = 1
      #expect(try lengths.lengths(of: second, count: 1) == nil)
      try lengths.save([7], of: second)
      #expect(try lengths.lengths(of: second, count: 1) == [7])
      #expect(try lengths.lengths(of: key, count: 9) == frames, "each part is kept by itself")
      try lengths.save([1, 2], of: key)
      #expect(try lengths.lengths(of: key, count: 2) == [1, 2])
    }
  }

  @Test func theLeastRecentlyUsedDocumentGoesFirst() async throws {
    try await inFolder { path in
      let (store, _, _) = try stores(path)
      let lengths = LengthStore(in: store, limit: 100)
      func key(_ number: UInt64) -> LengthKey {
        LengthKey(text: number, cut: 0, voice: VoiceConfiguration(voice: "v"), engine: "e")
      }
      let some = [Frame?](repeating: 5, count: 40)
      try lengths.save(some, of: key(1), now: WallTime(milliseconds: 1))
      try lengths.save(some, of: key(2), now: WallTime(milliseconds: 2))
      #expect(try lengths.lengths(of: key(1), count: 40, now: WallTime(milliseconds: 3)) == some)
      try lengths.save(some, of: key(3), now: WallTime(milliseconds: 4))
      #expect(try lengths.lengths(of: key(2), count: 40) == nil)
      #expect(try lengths.lengths(of: key(1), count: 40) == some && lengths.lengths(of: key(3), count: 40) == some)
      try lengths.save([Frame?](repeating: 5, count: 101), of: key(4))
      #expect(try lengths.lengths(of: key(4), count: 101) == nil, "one that is too long alone")
    }
  }

  @Test func theSpaceOfAReplacedBlobIsCountedOnce() async throws {
    try await inFolder { path in
      let (store, _, _) = try stores(path)
      let lengths = LengthStore(in: store, limit: 100)
      func key(_ number: UInt64) -> LengthKey {
        LengthKey(text: number, cut: 0, voice: VoiceConfiguration(voice: "v"), engine: "e")
      }
      let some = [Frame?](repeating: 5, count: 40)
      try lengths.save(some, of: key(1), now: WallTime(milliseconds: 1))
      for time in 2..<9 { try lengths.save(some, of: key(2), now: WallTime(milliseconds: Int64(time))) }
      #expect(try lengths.lengths(of: key(1), count: 40, now: WallTime(milliseconds: 9)) == some)
      // What another file holds does not count.
      try store.setAsideAndBeginAnew(StoreError(.damaged, "a test"))
      for number in [3, 4] as [UInt64] { try lengths.save(some, of: key(number)) }
      for number in [3, 4] as [UInt64] { #expect(try lengths.lengths(of: key(number), count: 40) == some) }
      try lengths.save(some, of: key(5))
      #expect(try lengths.lengths(of: key(3), count: 40) == nil, "there is room for two")
    }
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func aBlobIsReadBackOrRefusedAndNeverACrash(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...60, using: &random)
      let frames = (0..<count).map { _ in Bool.random(using: &random) ? Frame(Int.random(in: 0...3_000_000)) : nil }
      let bytes = FrameList.encode(frames)
      #expect(FrameList.decode(bytes, count: count) == frames)
      #expect(FrameList.decode(bytes, count: count + 1) == nil)
      if count > 0 { #expect(FrameList.decode(Array(bytes.dropLast()), count: count) == nil) }
      let noise = (0..<Int.random(in: 0...80, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if let read = FrameList.decode(noise, count: count) { #expect(read.count == count) }
    }
    // A book of 10,000 sentences of about four seconds.
    #expect(FrameList.encode((0..<10_000).map { Frame(88_000 + $0) }).count <= 30_000)
  }

  @Test(arguments: [(0, 1200), (1, 1100), (2, 0), (3, 0), (-1, 1200)])
  func aPlaceGoesBackBySentencesAsFarAsItKnows(sentences: Int, start: Int) {
    #expect(sampleDocument().place?.start(back: sentences) == start)
    #expect(DocumentPlace(chapter: 0, scalar: 5, microseconds: 0).start(back: sentences) == 5)
  }
}
