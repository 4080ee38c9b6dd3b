import EventLoop
import Foundation
import Playback
import Testing

@testable import Store

/// The ends of runs of the service, as the next run finds them.
@Suite(.timeLimit(.minutes(1)))
struct RunHistoryTests {
  @Test func theThirdCrashOnTheSameTextIsCounted() async throws {
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
      }
      // Another text and an orderly end reset the count.
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

  @Test func aStateThatEndsTheServiceIsSetAsideTheFourthTime() async throws {
    try await inFolder { path in
      for run in 0..<4 {
        let folder = try StateFolder(path: path)
        let store = try SessionStore(in: folder, failed: folder.beginTakingUp())
        #expect((store.setAside != nil) == (run == 3))
        #expect((store.nameAside == "library.sqlite.bad") == (run == 3))
        try store.beginRun(after: try store.lastRun(nil))
        // Each run ends here.
      }
    }
  }

  /// Only a crash counts, not a failed save or an end without a word, however often.
  @Test func aRestoredStateIsNeverSetAsideAfterAnyEndOfTheRun() async throws {
    try await inFolder { path in
      for _ in 0..<5 {
        let folder = try StateFolder(path: path)
        let store = try SessionStore(in: folder, failed: folder.beginTakingUp())
        #expect(store.setAside == nil)
        folder.endTakingUp()
      }
    }
  }
}
