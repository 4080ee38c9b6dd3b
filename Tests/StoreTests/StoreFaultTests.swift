import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Playback
import Testing
import Vocabulary

@testable import Store

/// The queue's file is damaged, of another version, or on a full disk.
@Suite(.timeLimit(.minutes(1)))
struct StoreFaultTests {
  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func anOverwrittenFileIsSetAsideAndAFreshOneServes(seed: UInt64) async throws {
    try await inFolder { path in
      let file = URL(fileURLWithPath: path + "/library.sqlite")
      var random = SeededGenerator(seed: seed)
      let noise = Data((0..<40_000).map { _ in UInt8.random(in: 0...255, using: &random) })
      let contents = [noise, Data("SQLite format 3\u{0}".utf8) + noise, Data("hello".utf8)]
      // Each gets a name of its own; earlier files are not overwritten.
      for (content, aside) in zip(contents, ["bad", "2.bad", "3.bad"]) {
        _ = try StateFolder(path: path)
        try content.write(to: file)
        try? FileManager.default.removeItem(atPath: file.path + "-wal")
        let store = try SessionStore(in: StateFolder(path: path))
        #expect(store.setAside?.code == .damaged)
        #expect(store.nameAside == "library.sqlite.\(aside)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(file.path).\(aside)")) == content)
        #expect(try store.save(sampleSession(), sequence: 1, text: sampleText))
        store.close()
      }
    }
  }

  /// After a run that did not end in order, the file is checked. Whichever bit has flipped, the result is a saved state
  /// or a new one, without a crash.
  ///
  /// The first seed flips a bit of the header that makes SQLite take the file for a read-only one (T4).
  @Test(arguments: [13_090_884_656_322_832_987, UInt64.random(in: 0...(.max))])
  func aFlippedBitIsNeverACrash(seed: UInt64) async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      try store.beginRun(after: RunHistory())
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      store.close()
      folder.unlock()
      let whole = try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite"))
      var random = SeededGenerator(seed: seed)
      for _ in 0..<400 {
        var damaged = whole
        let bit = Int.random(in: 0..<damaged.count * 8, using: &random)
        damaged[bit / 8] ^= 1 << (bit % 8)
        let file = URL(fileURLWithPath: path + "/library.sqlite")
        try damaged.write(to: file)
        let next: SessionStore
        do {
          next = try reopened(path).1
        } catch let error as StoreError where error.code == .newer {
          // A bit of the version: the file stays as it is.
          #expect(try (60..<64).contains(bit / 8) && Data(contentsOf: file) == damaged, "bit \(bit)")
          continue
        }
        do throws(StoreError) {
          _ = try next.save(KeptSession(), sequence: 9, text: sampleText)
          _ = try next.save(sampleSession(), sequence: 10, text: sampleText)
        } catch {
          #expect(error.code == .damaged, "bit \(bit): \(error)")
          try next.setAsideAndBeginAnew(error)
          _ = try next.save(sampleSession(), sequence: 10, text: sampleText)
        }
        #expect(try next.load(nil) == sampleSession(), "bit \(bit)")
        next.close()
      }
    }
  }

  /// The same applies if its last changes are only in the log.
  @Test(arguments: [false, true]) func aStateOfALaterVersionIsLeftAsItIs(isKilled: Bool) async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      _ = try PlaceJournal(in: folder)
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      try store.tidy()
      try store.database.run("PRAGMA user_version = \(Schema.version + 1)")
      try store.database.run("CREATE TABLE later(value)")
      if !isKilled { store.close() }
      let copy = path + "/copy"
      let files = FileManager.default
      try files.createDirectory(atPath: copy, withIntermediateDirectories: true)
      for name in try files.contentsOfDirectory(atPath: path) where name != "lock" && name != "copy" {
        try files.copyItem(atPath: "\(path)/\(name)", toPath: "\(copy)/\(name)")
      }
      let names = try files.contentsOfDirectory(atPath: copy).sorted()
      #expect(names.count == (isKilled ? 3 : 2))
      func contents() throws -> [Data] {
        try names.map { try Data(contentsOf: URL(fileURLWithPath: "\(copy)/\($0)")) }
      }
      let before = try contents()
      for _ in 0..<2 {
        #expect { try SessionStore(in: StateFolder(path: copy)) } throws: { ($0 as? StoreError)?.code == .newer }
        #expect(try contents() == before)
      }
      #expect(try files.contentsOfDirectory(atPath: copy).sorted() == (names + ["lock"]).sorted())
    }
  }

  /// There is no space, or no descriptor, for a new file: the former one returns to its place, and closed ones are not
  /// used.
  @Test func theFormerFileStaysIfNoFreshOneCanBeMade() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      var limit = rlimit()
      #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      // Open files stay open, but no other can be opened.
      var none = rlimit(rlim_cur: 3, rlim_max: limit.rlim_max)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none) == 0)
      let failure = #expect(throws: StoreError.self) {
        try store.setAsideAndBeginAnew(StoreError(.damaged, "a test"))
      }
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      #expect(failure?.code == .unwritable)
      #expect { try store.problems() } throws: { "\($0)" == "the file is closed" }
      #expect(!FileManager.default.fileExists(atPath: path + "/library.sqlite.bad"))
      folder.unlock()
      #expect(try reopened(path).0 == sampleSession())
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
}
