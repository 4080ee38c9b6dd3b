import EventLoop
import Foundation
import Glibc
import Playback
import Speech
import Testing
import Vocabulary

@testable import Store

/// The queue in its file.
@Suite(.timeLimit(.minutes(1)))
struct SessionStoreTests {
  @Test func aSavedSessionIsLoaded() async throws {
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

  /// A session with a change is restored as it was saved.
  private func isLoaded(_ change: @escaping @Sendable (inout KeptSession) -> Void) async throws {
    try await inFolder { path in
      var session = sampleSession()
      change(&session)
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      #expect(try store.save(session, sequence: 1, text: sampleText))
      store.close()
      folder.unlock()
      #expect(try reopened(path).0 == session)
    }
  }

  @Test(arguments: [
    Repetition.Extent.sentence, .paragraph, .from(SpeechPoint(sentence: 2, offset: 70)),
    .between(SpeechPoint(sentence: 2, offset: 70), SpeechPoint(sentence: 4, offset: 1)),
  ])
  func aRepetitionIsLoaded(extent: Repetition.Extent) async throws {
    try await isLoaded { $0.player.repetition = Repetition(extent, in: TrackID(3)) }
  }

  /// The disk may hold anything.
  @Test func aPlaceBeyondAllMeasureIsLoadedAsTheFarthest() async throws {
    try await inFolder { path in
      var session = sampleSession()
      for id in session.tracks.keys {
        session.tracks[id]?.place.microseconds = .max
        session.tracks[id]?.gaps.sentence = .max
        session.tracks[id]?.entry.length = TrackLength(microseconds: .max, isExact: true)
      }
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      #expect(try store.save(session, sequence: 1, text: sampleText))
      store.close()
      folder.unlock()
      let loaded = try reopened(path).0
      #expect(!loaded.tracks.isEmpty)
      for track in loaded.tracks.values {
        #expect(track.place.microseconds == .longestSound && track.entry.length?.microseconds == .longestSound)
        #expect(track.gaps.sentence == Silences.longest)
      }
    }
  }

  @Test(arguments: [
    KeptSleep(.time(.milliseconds(90_500)), until: WallTime(milliseconds: 5000)), KeptSleep(.time(.zero)),
    KeptSleep(.sentence), KeptSleep(.paragraph), KeptSleep(.chapters(3)),
  ])
  func theSleepTimerIsLoaded(sleep: KeptSleep) async throws {
    try await isLoaded { $0.sleep = sleep }
  }

  @Test func aKeptTimerHasRunOnAndNeverGrows() {
    let sleep = KeptSleep(.time(.seconds(60)), until: WallTime(milliseconds: 100_000))
    func left(_ milliseconds: Int64) -> SleepTimer.Extent { sleep.left(at: WallTime(milliseconds: milliseconds)) }
    #expect(left(40_000) == .time(.seconds(60)) && left(70_000) == .time(.seconds(30)))
    #expect(left(200_000) == .time(.zero) && left(-5_000_000) == .time(.seconds(60)))
    #expect(KeptSleep(.chapters(2)).left(at: WallTime(milliseconds: 9)) == .chapters(2))
    #expect(KeptSleep(.time(.seconds(5))).left(at: WallTime(milliseconds: 9)) == .time(.seconds(5)))
  }

  @Test func ofAPartThatIsSavedTheRestStays() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      var session = sampleSession()
      #expect(try store.save(session, sequence: 4, text: sampleText))
      // Only one of the tracks is in the changes; the other stays as it was.
      session.tracks[TrackID(9)]?.isHeard = false
      session.player.heard = []
      session.player.rate = 1.5
      var part = SessionChanges(
        player: session.player, queue: session.player.entries.map(\.id), order: session.player.order,
        tracks: [session.tracks[TrackID(9)]!], gone: [], nextNumber: session.nextNumber,
        sleepPlace: session.sleepPlace)
      part.player.entries = []
      part.player.order = []
      part.player.places = [:]
      #expect(try store.save(part, sequence: 5, text: sampleText))
      #expect(try !store.save(part, sequence: 5, text: sampleText))
      #expect(try left(in: path, log: nil) == session)
      // A new one whose row comes later is not in the list before.
      part.queue.append(TrackID(11))
      part.order.append(TrackID(11))
      part.tracks = []
      _ = try store.save(part, sequence: 6, text: sampleText)
      #expect(try left(in: path, log: nil) == session)
      // Removing one does not affect the others.
      part.queue = [TrackID(3)]
      part.order = [TrackID(3)]
      part.gone = [TrackID(9)]
      part.player.entrances = [:]
      part.sleepPlace = nil
      #expect(try store.save(part, sequence: 7, text: sampleText))
      #expect(try Array(left(in: path, log: nil).tracks.keys) == [TrackID(3)])
    }
  }

  /// The chapters of a long book are added in one change: a kill leaves all of them or none, and earlier entries in
  /// either case.
  @Test func aBookOfThousandsOfChaptersIsKeptWholeOrNotAtAll() async throws {
    try await inFolder { path in
      let store = try SessionStore(in: StateFolder(path: path))
      let before = sampleSession()
      _ = try store.save(before, sequence: 0, text: sampleText)
      try store.tidy()
      let chapters = (100..<3100 as Range<UInt64>).map { number in
        var track = before.tracks[TrackID(9)]!
        track.entry = QueueEntry(id: TrackID(number), metadata: TrackMetadata(title: "Chapter \(number)"))
        (track.chapter, track.isHeard, track.wishAfter) = (nil, false, nil)
        return track
      }
      var after = before
      after.player.entries += chapters.map(\.entry)
      after.player.order += chapters.map(\.entry.id)
      after.nextNumber = 3100
      for track in chapters { after.tracks[track.entry.id] = track }
      var changes = SessionChanges(
        player: after.player, queue: after.player.entries.map(\.id), order: after.player.order, tracks: chapters,
        gone: [], nextNumber: after.nextNumber, sleepPlace: after.sleepPlace)
      (changes.player.entries, changes.player.order) = ([], [])
      #expect(try store.save(changes, sequence: 1, text: sampleText))
      let log = try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite-wal")).count
      for length in stride(from: 0, to: log, by: log / 16) + [log - 1] {
        #expect(try left(in: path, log: length) == before, "cut at \(length) of \(log)")
      }
      #expect(try left(in: path, log: nil) == after)
    }
  }

  /// The files after a run that ended in the middle of its changes.
  enum Cut: CaseIterable {
    /// Nothing is closed, and the next process finds the files as they are.
    case kill
    /// Any prefix of the log has reached the device.
    case powerLoss
  }

  @Test(arguments: Cut.allCases)
  func eachChangeIsWholeOrNotAndWhatWasSavedOutlivesAKill(cut: Cut) async throws {
    try await inFolder { path in
      let store = try SessionStore(in: StateFolder(path: path))
      var session = sampleSession()
      var states = [KeptSession(), session]
      _ = try store.save(session, sequence: 0, text: sampleText)
      try store.tidy()
      for step in 1..<16 {
        session.player.volume = CubicLevel(Double(step) / 20)
        session.player.loop = step % 2 == 0 ? .track : .none
        session.tracks[TrackID(3)]?.place = KeptPlace(microseconds: Microseconds(Int64(step)), scalar: step)
        session.player.places[TrackID(3)] = Microseconds(Int64(step))
        states.append(session)
        _ = try store.save(session, sequence: UInt64(step), text: sampleText)
        if cut == .kill { #expect(try left(in: path, log: nil) == session, "step \(step)") }
      }
      guard cut == .powerLoss else { return }
      let log = try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite-wal")).count
      for length in stride(from: 0, through: log, by: 97) {
        #expect(try states.contains(left(in: path, log: length)), "cut at \(length)")
      }
    }
  }

  /// The state that the next process finds in a copy of the current files.
  ///
  /// - Parameter log: the bytes of the log to keep; `nil` for all.
  @Core
  private func left(in path: String, log: Int?) throws -> KeptSession {
    let copy = path + "/copy"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for file in ["/library.sqlite", "/library.sqlite-wal"] {
      try FileManager.default.copyItem(atPath: path + file, toPath: copy + file)
    }
    if let log { #expect(truncate(copy + "/library.sqlite-wal", log) == 0) }
    let (found, next) = try reopened(copy)
    #expect(try next.problems() == [] && next.setAside == nil)
    next.close()
    return found
  }

  @Test func theJournalTellsTheLaterPlaceAndOnlyTheLater() async throws {
    try await inFolder { path in
      let store = try SessionStore(in: StateFolder(path: path))
      _ = try store.save(sampleSession(), sequence: 4, text: sampleText)
      for (sequence, expected) in [(3, 77), (4, 77), (5, 999)] as [(UInt64, Microseconds)] {
        let place = KeptPlace(microseconds: 999, scalar: 3)
        let session = try store.load(PlaceRecord(sequence: sequence, track: TrackID(3), place: place, time: .now))
        #expect(session.player.places[TrackID(3)] == expected)
        #expect(session.tracks[TrackID(3)]?.place.microseconds == expected)
      }
    }
  }

  @Test func aPlaceThatOnlyTheJournalKnewOutlivesItsRecord() async throws {
    try await inFolder { path in
      let store = try SessionStore(in: StateFolder(path: path))
      _ = try store.save(sampleSession(), sequence: 5, text: sampleText)
      let later = KeptPlace(microseconds: 900, scalar: 20)
      let taken = try store.load(PlaceRecord(sequence: 6, track: TrackID(3), place: later, time: .now))
      #expect(try store.save(taken, sequence: 6, text: sampleText))
      // Another text is read now, and the newest record belongs to it.
      let other = PlaceRecord(sequence: 7, track: TrackID(9), place: KeptPlace(microseconds: 1), time: .now)
      #expect(try store.load(other).tracks[TrackID(3)]?.place == later)
    }
  }

  @Test func aForgottenTextIsNowhereOnTheDisk() async throws {
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

  /// A kill in the middle leaves rows that no run restores and the next one removes.
  @Test func aLongTextIsRemovedInPieces() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      var store = try SessionStore(in: folder)
      repeat {
        _ = try store.save(sampleSession(), sequence: 1) { Array(sampleText($0, $1).prefix(1)) }
      } while !store.unfinished.isEmpty
      var emptied = sampleSession()
      emptied.tracks[TrackID(3)] = nil
      emptied.player.entries.removeAll { $0.id == TrackID(3) }
      emptied.player.order.removeAll { $0 == TrackID(3) }
      emptied.player.current = TrackID(9)
      @Core func rows() throws -> Int {
        try store.database.rows("SELECT count(*) FROM text").first?.first?.asInteger.map { Int($0) } ?? -1
      }
      let all = try rows()
      #expect(all == sampleText.count && all > 16)
      #expect(try store.save(emptied, sequence: 2, text: sampleText))
      #expect(try store.isRemoving && rows() == all - 8)
      store.close()
      folder.unlock()
      let kept: KeptSession
      (kept, store) = try reopened(path)
      #expect(kept.tracks[TrackID(3)] == nil && kept.player.entries.map(\.id) == [TrackID(9)])
      var saves = 0
      repeat {
        #expect(try store.save(emptied, sequence: 2, text: sampleText))
        saves += 1
      } while store.isRemoving
      #expect(try rows() == 0 && saves == (all - 8 + 8) / 8)
      #expect(try store.database.rows("SELECT id FROM track WHERE id = 3").isEmpty)
      #expect(try !store.save(emptied, sequence: 2, text: sampleText))
      store.close()
    }
  }

  /// A kill in the middle leaves a text that counts as cut.
  @Test func aLongTextIsStoredInPiecesAndCountsAsCutUntilTheLast() async throws {
    try await inFolder { path in
      var stored = 0
      repeat {
        let folder = try StateFolder(path: path)
        let store = try SessionStore(in: folder)
        _ = try store.load(nil)
        #expect(try store.save(sampleSession(), sequence: 1) { Array(sampleText($0, $1).prefix(7)) })
        stored = min(stored + 7, sampleText.count)
        let isAll = stored == sampleText.count
        #expect(store.unfinished == (isAll ? [] : [TrackID(3)]))
        store.close()
        folder.unlock()
        let (kept, next) = try reopened(path)
        #expect(kept.tracks[TrackID(3)]?.text == .stored(bytes: stored, isComplete: isAll))
        #expect(try next.text(of: TrackID(3)) == Array(sampleText.prefix(stored)))
        next.close()
      } while stored < sampleText.count
    }
  }
}
