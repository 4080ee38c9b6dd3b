import DesktopSupport
import EventLoop
import Foundation
import Playback
import Testing
import Vocabulary

@testable import Store

/// The current position: whatever happens to its file, the last valid record is used.
@Suite(.timeLimit(.minutes(1)))
struct JournalTests {
  private func place(_ number: Int) -> KeptPlace {
    KeptPlace(microseconds: Microseconds(Int64(number) * 1000), scalar: number * 7)
  }

  /// Writes `words` of track 5, `perSentence` in each sentence, and returns the file.
  @Core
  private func write(_ words: Int, perSentence: Int, in path: String) throws -> [UInt8] {
    let folder = try StateFolder(path: path)
    let journal = try PlaceJournal(in: folder)
    for word in 1...words {
      try journal.write(TrackID(5), place(word))
      if word % perSentence == 0 { try journal.sync() }
    }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/place")))
  }

  @Core
  private func read(_ bytes: some Sequence<UInt8>, in path: String) throws -> PlaceRecord? {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/place"))
    return try PlaceJournal(in: StateFolder(path: path)).last
  }

  @Test func theLastWordIsFoundHoweverManyThereWere() async throws {
    for words in [1, 2, 63, 64, 65, 130, 1000] {
      for perSentence in [1, 9, 100, 10000] {
        try await inFolder { path in
          _ = try write(words, perSentence: perSentence, in: path)
          let last = try PlaceJournal(in: StateFolder(path: path)).last
          #expect(last?.place == place(words) && last?.track == TrackID(5), "\(words) words, \(perSentence) a sentence")
        }
      }
    }
  }

  @Test func itIsSmallAndDoesNotGrow() async throws {
    try await inFolder { path in
      let file = try write(3000, perSentence: 9, in: path)
      #expect(file.count == 12_288)
    }
  }

  /// A power loss during a write: the file may end at any byte.
  @Test func aFileCutAtAnyByteGivesTheLastGoodRecord() async throws {
    try await inFolder { path in
      let whole = try write(20, perSentence: 8, in: path)
      // 8 words in page 0, 8 in page 1, 4 in page 0 again, over the first ones.
      let records = (0..<192).map { PlaceRecord(whole[($0 * 64)..<($0 * 64 + 64)]) }
      #expect(records.compactMap { $0?.sequence } == [17, 18, 19, 20, 5, 6, 7, 8] + Array(9...16))
      for length in 0...whole.count {
        let found = PlaceJournal.newest(in: whole.prefix(length))?.record
        if length % 512 == 5 { #expect(try read(whole.prefix(length), in: path) == found) }
        #expect(
          found == records.prefix(length / 64).compactMap { $0 }.max { $0.sequence < $1.sequence }, "at \(length)")
      }
    }
  }

  @Test func anyBitThatFlipsCostsAtMostItsOwnRecord() async throws {
    try await inFolder { path in
      let whole = try write(5, perSentence: 3, in: path)
      let used = [0, 64, 128, 4096, 4096 + 64]  // words 1, 2, 3 and 4, 5
      for start in used {
        for bit in 0..<512 {
          var damaged = whole
          damaged[start + bit / 8] ^= 1 << (bit % 8)
          let found = PlaceJournal.newest(in: damaged[...])?.record
          #expect(found?.place == place(start == 4096 + 64 ? 4 : 5), "bit \(bit) of the record at \(start)")
        }
      }
    }
  }

  @Test func theLastSentenceOutlivesTheLossOfThePageThatWasBeingWritten() async throws {
    for words in 1...200 {
      try await inFolder { path in
        let whole = try write(words, perSentence: 11, in: path)
        let last = try #require(PlaceJournal(in: StateFolder(path: path)).last)
        let page = whole.prefix(4096).contains { $0 != 0 } && record(last, isIn: whole.prefix(4096)) ? 0 : 1
        var damaged = whole
        for index in page * 4096..<(page + 1) * 4096 { damaged[index] = 0xA5 }
        let found = PlaceJournal.newest(in: damaged[...])?.record
        // The page of the last sync is never the one being written, except for the sync of the last word itself.
        let synced = words % 11 == 0 ? words - 11 : words - words % 11
        #expect(found?.place == (synced > 0 ? place(synced) : nil), "\(words) words")
      }
    }
  }

  /// The words in each page of the file.
  @Core
  private func words(in path: String) throws -> [[Int]] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path + "/place"))
    return stride(from: 0, to: bytes.count, by: PlaceJournal.pageSize).map { start in
      stride(from: start, to: start + PlaceJournal.pageSize, by: PlaceRecord.size).compactMap {
        PlaceRecord([UInt8](bytes[$0..<$0 + PlaceRecord.size])[...])?.place.scalar.map { $0 / 7 }
      }
    }
  }

  /// The thread's page and the one with the words after it may both be spoiled by a power loss.
  @Test func duringASyncTheSentenceBeforeIsInAPageOfItsOwn() async throws {
    Core.loop.startThread()
    let path = NSTemporaryDirectory() + "aloud-store-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await writeDuringSyncs(path)
  }

  @Core
  private func writeDuringSyncs(_ path: String) async throws {
    let journal = try PlaceJournal(in: StateFolder(path: path))
    var failures: [StoreError] = []
    func endSentence() { journal.endSentence { failures.append($0) } }
    try journal.write(TrackID(5), place(1))
    try journal.sync()
    try journal.write(TrackID(5), place(2))
    endSentence()
    try journal.write(TrackID(5), place(3))
    #expect(try words(in: path) == [[1], [2], [3]])
    // The thread has not answered, so that another sync does not begin.
    endSentence()
    try journal.write(TrackID(5), place(4))
    #expect(try words(in: path) == [[1], [2], [3, 4]])
    while journal.isSyncing { try await Task.sleep(for: .milliseconds(1)) }
    journal.nextSync = EventLoop.monotonicNow()
    endSentence()
    try journal.write(TrackID(5), place(5))
    #expect(try words(in: path) == [[5], [2], [3, 4]], "the second page is the safe one")
    // The end of the service waits, and no longer for the thread.
    try journal.sync()
    #expect(!journal.isSyncing)
    try journal.write(TrackID(5), place(6))
    #expect(try words(in: path)[0] == [5] && failures.isEmpty, "the first page is the safe one")
  }

  private func record(_ record: PlaceRecord, isIn bytes: ArraySlice<UInt8>) -> Bool {
    stride(from: 0, to: bytes.count, by: 64).contains { PlaceRecord(bytes[$0..<$0 + 64]) == record }
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func noiseAndOtherVersionsAreNoRecords(seed: UInt64) async throws {
    try await inFolder { path in
      _ = try StateFolder(path: path)
      var random = SeededGenerator(seed: seed)
      #expect(try read((0..<8192).map { _ in UInt8.random(in: 0...255, using: &random) }, in: path) == nil)
      #expect(try read([], in: path) == nil)
      #expect(try read([UInt8](repeating: 0, count: 100_000), in: path) == nil)
    }
  }

  @Test func theNumbersGoOnAfterARestartAndAfterWhatTheStoreKnows() async throws {
    try await inFolder { path in
      _ = try write(20, perSentence: 3, in: path)
      let journal = try PlaceJournal(in: StateFolder(path: path))
      #expect(journal.sequence == 20)
      journal.goOn(after: 500)
      try journal.write(TrackID(6), place(1))
      #expect(journal.last?.sequence == 501)
    }
  }

  @Test func aForgottenPlaceIsGone() async throws {
    try await inFolder { path in
      _ = try write(20, perSentence: 3, in: path)
      let folder = try StateFolder(path: path)
      let journal = try PlaceJournal(in: folder)
      try journal.clear()
      #expect(try allBytes(in: path).allSatisfy { $0 == 0 })
      #expect(journal.last == nil && journal.sequence == 20)
    }
  }
}
