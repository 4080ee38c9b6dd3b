import EventLoop
import Foundation
import Playback
import Speech
import Testing

@testable import Store

/// The queue in its file.
@Suite(.timeLimit(.minutes(1)))
struct SessionStoreTests {
  /// What the last process left, opened by the next one.
  @Core
  private func reopened(_ path: String) throws -> (KeptSession, SessionStore) {
    let store = try SessionStore(in: StateFolder(path: path))
    return (try store.load(nil), store)
  }

  @Test func whatIsSavedIsLoaded() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      #expect(try store.load(nil) == KeptSession() && store.isFresh)
      #expect(try store.save(sampleSession(), sequence: 4, text: sampleText))
      #expect(try !store.save(sampleSession(), sequence: 4, text: sampleText))
      store.close()
      folder.unlock()
      let (session, next) = try reopened(path)
      #expect(session == sampleSession())
      #expect(try next.text(of: TrackID(3)) == sampleText && next.text(of: TrackID(9)) == nil)
      #expect(!next.isFresh && next.setAside == nil && next.newestSequence == 4)
    }
  }

  /// As after a kill: nobody closes anything, and the files are what the next process finds.
  @Test func whatIsSavedOutlivesAKillAndEachChangeIsWholeOrNot() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      var session = sampleSession()
      for step in 0..<20 {
        session.player.volume = Double(step) / 20
        session.tracks[TrackID(3)]?.place = KeptPlace(microseconds: Int64(step), scalar: step)
        session.player.places[TrackID(3)] = step == 0 ? nil : Int64(step)
        _ = try store.save(session, sequence: UInt64(step), text: sampleText)
        let copy = path + "/copy"
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for file in ["library.sqlite", "library.sqlite-wal"] {
          try FileManager.default.copyItem(atPath: path + "/" + file, toPath: copy + "/" + file)
        }
        let (found, next) = try reopened(copy)
        #expect(try found == session && next.problems() == [] && next.setAside == nil, "step \(step)")
      }
    }
  }

  /// Power goes: of the log, any first part has reached the device.
  @Test func aLogCutAnywhereGivesAnEarlierStateAndNeverDamage() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      var session = sampleSession()
      var states = [KeptSession(), session]
      _ = try store.save(session, sequence: 0, text: sampleText)
      try store.tidy()
      for step in 1..<12 {
        session.player.volume = Double(step) / 20
        session.player.loop = step % 2 == 0 ? .track : .none
        states.append(session)
        _ = try store.save(session, sequence: UInt64(step), text: sampleText)
      }
      let log = try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite-wal"))
      let file = try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite"))
      for length in stride(from: 0, through: log.count, by: 97) {
        let copy = path + "/copy"
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        try file.write(to: URL(fileURLWithPath: copy + "/library.sqlite"))
        try log.prefix(length).write(to: URL(fileURLWithPath: copy + "/library.sqlite-wal"))
        let (found, next) = try reopened(copy)
        #expect(try states.contains(found) && next.problems() == [] && next.setAside == nil, "cut at \(length)")
      }
    }
  }

  @Test func theJournalTellsTheLaterPlaceAndOnlyTheLater() async throws {
    try await inFolder { path in
      let store = try SessionStore(in: StateFolder(path: path))
      _ = try store.save(sampleSession(), sequence: 4, text: sampleText)
      for (sequence, expected) in [(3, 77), (4, 77), (5, 999)] as [(UInt64, Int64)] {
        let place = KeptPlace(microseconds: 999, scalar: 3)
        let session = try store.load(PlaceRecord(sequence: sequence, track: TrackID(3), place: place, time: .now))
        #expect(session.player.places[TrackID(3)] == expected)
        #expect(session.tracks[TrackID(3)]?.place.microseconds == expected)
      }
    }
  }

  @Test func whatIsForgottenIsNowhereOnTheDisk() async throws {
    try await inFolder { path in
      let store = try SessionStore(in: StateFolder(path: path))
      _ = try store.save(sampleSession(), sequence: 4, text: sampleText)
      let secret = "secret words", title = "ünïcödé"
      var files = try allBytes(in: path)
      #expect(contains(secret, files) && contains(title, files))
      try store.tidy()
      _ = try store.save(KeptSession(), sequence: 5, text: sampleText)
      try store.tidy()
      files = try allBytes(in: path)
      #expect(!contains(secret, files) && !contains(title, files))
      #expect(try store.text(of: TrackID(3)) == nil)
    }
  }

  private func contains(_ text: String, _ bytes: [UInt8]) -> Bool { Data(bytes).range(of: Data(text.utf8)) != nil }

  @Test func aTextThatGrowsIsStoredPieceByPiece() async throws {
    try await inFolder { path in
      let store = try SessionStore(in: StateFolder(path: path))
      var session = sampleSession()
      for count in 0...sampleText.count {
        session.tracks[TrackID(3)]?.text = .stored(bytes: count, isComplete: false)
        _ = try store.save(session, sequence: 1) { _, start in Array(sampleText[start..<count]) }
        #expect(try store.text(of: TrackID(3)) ?? [] == Array(sampleText.prefix(count)))
      }
    }
  }

  @Test func aTextThatCouldNotBeHadAtFirstIsStoredLater() async throws {
    try await inFolder { path in
      let store = try SessionStore(in: StateFolder(path: path))
      _ = try store.save(sampleSession(), sequence: 1) { _, _ in [] }
      #expect(try store.save(sampleSession(), sequence: 1, text: sampleText))
      #expect(try store.text(of: TrackID(3)) == sampleText)
    }
  }

  // MARK: Damage

  @Test func whateverIsWrittenOverTheFileItIsSetAsideAndAFreshOneServes() async throws {
    try await inFolder { path in
      let file = URL(fileURLWithPath: path + "/library.sqlite")
      var random = SystemRandomNumberGenerator()
      let noise = Data((0..<40_000).map { _ in UInt8.random(in: 0...255, using: &random) })
      for content in [noise, Data("SQLite format 3\u{0}".utf8) + noise, Data("hello".utf8)] {
        _ = try StateFolder(path: path)
        try content.write(to: file)
        try? FileManager.default.removeItem(atPath: file.path + "-wal")
        let store = try SessionStore(in: StateFolder(path: path))
        #expect(store.setAside?.code == .damaged)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path + ".bad")) == content)
        #expect(try store.save(sampleSession(), sequence: 1, text: sampleText))
        store.close()
      }
    }
  }

  /// After a run that did not say goodbye, the file is looked through; whatever bit has flipped, nothing but a state
  /// that was saved or a fresh one comes of it, and no crash.
  @Test func aFlippedBitIsNeverACrash() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      try store.beginRun(after: RunHistory())
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      store.close()
      folder.unlock()
      let whole = try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite"))
      var random = SystemRandomNumberGenerator()
      for _ in 0..<400 {
        var damaged = whole
        let bit = Int.random(in: 0..<damaged.count * 8, using: &random)
        damaged[bit / 8] ^= 1 << (bit % 8)
        try damaged.write(to: URL(fileURLWithPath: path + "/library.sqlite"))
        let (_, next) = try reopened(path)
        do throws(StoreError) {
          _ = try next.save(KeptSession(), sequence: 9, text: sampleText)
          _ = try next.save(sampleSession(), sequence: 10, text: sampleText)
        } catch {
          #expect(error.code == .damaged, "bit \(bit)")
          try next.setAsideAndBeginAnew(error)
          _ = try next.save(sampleSession(), sequence: 10, text: sampleText)
        }
        #expect(try next.load(nil) == sampleSession(), "bit \(bit)")
        next.close()
      }
    }
  }

  @Test func aStateOfALaterVersionIsSetAside() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      store.close()
      let database = try Database(path: path + "/library.sqlite")
      try database.run("PRAGMA user_version = \(Schema.version + 1)")
      database.close()
      let next = try SessionStore(in: folder)
      #expect(next.setAside?.code == .newer)
      #expect(try next.load(nil) == KeptSession())
    }
  }

  @Test func aRowThatMakesNoSenseIsLeftOutAndTheRestServes() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      store.close()
      let database = try Database(path: path + "/library.sqlite")
      try database.run("UPDATE track SET punctuation = 'loud', place = -1 WHERE id = 3")
      try database.run("UPDATE state SET value = 'sideways' WHERE name IN ('shuffle', 'wish', 'rate')")
      database.close()
      let session = try SessionStore(in: folder).load(nil)
      #expect(session.tracks.keys.sorted() == [TrackID(9)] && session.player.entries.map(\.id) == [TrackID(9)])
      #expect(session.player.shuffle == .off && session.player.wish == .stopped && session.player.rate == 1)
    }
  }

  // MARK: Full disks

  @Test func onAFullDiskTheFileStaysAsItWasAndLaterAllIsSaved() async throws {
    try await inFolder { path in
      let store = try SessionStore(in: StateFolder(path: path))
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      try store.tidy()
      let pages = try #require(try store.database.rows("PRAGMA page_count").first?.first?.asInteger)
      _ = try store.database.rows("PRAGMA max_page_count = \(pages)")
      var more = sampleSession()
      let long = [UInt8](repeating: 65, count: 100_000)
      more.tracks[TrackID(11)] = more.tracks[TrackID(3)]
      more.tracks[TrackID(11)]?.entry = QueueEntry(id: TrackID(11), metadata: TrackMetadata(title: "Long"))
      more.tracks[TrackID(11)]?.text = .stored(bytes: long.count, isComplete: true)
      more.player.volume = 0.75
      let text: (TrackID, Int) -> [UInt8] = { id, start in id.number == 11 ? long : sampleText(id, start) }
      for _ in 0..<3 {
        #expect { try store.save(more, sequence: 2, text: text) } throws: { ($0 as? StoreError)?.code == .full }
        #expect(try store.load(nil) == sampleSession())
      }
      _ = try store.database.rows("PRAGMA max_page_count = 1000000")
      #expect(try store.save(more, sequence: 2, text: text))
      #expect(try store.text(of: TrackID(11)) == long && store.problems() == [])
    }
  }

  // MARK: Runs

  @Test func theThirdCrashOnTheSameTextIsCounted_S4_09() async throws {
    try await inFolder { path in
      var session = sampleSession()
      session.player.wish = .playing
      var expected = [0, 1, 2, 3]
      for run in 0..<4 {
        let folder = try StateFolder(path: path)
        let store = try SessionStore(in: folder)
        let history = try store.lastRun(nil)
        #expect(history.crashes == expected.removeFirst() && history.endedInOrder == (run == 0))
        try store.beginRun(after: history)
        _ = try store.save(session, sequence: 1, text: sampleText)
        try store.runIsUnderWay()
      }
      // Another text, and an end in order, begin anew.
      let store = try SessionStore(in: StateFolder(path: path))
      #expect(try store.lastRun(nil).crashes == 4)
      session.player.current = TrackID(9)
      _ = try store.save(session, sequence: 1, text: sampleText)
      #expect(try store.lastRun(nil).crashes == 1)
      try store.endRun()
      let history = try store.lastRun(nil)
      #expect(history.crashes == 0 && history.endedInOrder && history.age ?? .seconds(9) < .seconds(5))
    }
  }

  @Test func aCrashLongAfterTheStartOrWhileSilentIsNotCounted() async throws {
    try await inFolder { path in
      var session = sampleSession()
      session.player.wish = .playing
      let store = try SessionStore(in: StateFolder(path: path))
      let start = BootTime.now
      _ = try store.save(session, sequence: 1, text: sampleText)
      try store.beginRun(after: RunHistory(crashes: 2), now: start)
      func word(after seconds: Int64) -> PlaceRecord {
        let time = BootTime(boot: start.boot, nanoseconds: start.nanoseconds + seconds * 1_000_000_000)
        return PlaceRecord(sequence: 2, track: TrackID(3), place: KeptPlace(), time: time)
      }
      #expect(try store.lastRun(word(after: 59)).crashes == 3)
      #expect(try store.lastRun(word(after: 61)).crashes == 1)
      session.player.wish = .paused(.user)
      _ = try store.save(session, sequence: 1, text: sampleText)
      #expect(try store.lastRun(word(after: 1)).crashes == 0)
    }
  }

  @Test func whatEndsTheServiceWhileItIsTakenUpIsSetAsideTheFourthTime() async throws {
    try await inFolder { path in
      for run in 0..<4 {
        let store = try SessionStore(in: StateFolder(path: path))
        let history = try store.lastRun(nil)
        #expect((store.setAside != nil) == (run == 3))
        try store.beginRun(after: history)
        // ... and here it ends, each time.
      }
    }
  }
}
