import EventLoop
import Playback
import Testing

@testable import AloudService
@testable import ReadingSupport

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// Lengths that are saved in several turns.
@Suite(.timeLimit(.minutes(1)))
struct LengthSavesTests {
  init() { loop }

  /// Work of some steps, each of which is done a third of a slice long with a ``BusyClock``.
  @Core private static func work(_ count: Int, _ step: @escaping @Core () -> Void = {}) -> [@Core () -> Bool] {
    var rest = count
    return [
      {
        guard rest > 0 else { return false }
        rest -= 1
        step()
        return rest > 0
      }
    ]
  }

  @Test @Core func aSecondSaveOfATrackOutlivesTheEndOfTheFirst() {
    let clock = ManualScheduler()
    let saves = LengthSaves(scheduler: BusyClock(clock))
    var (first, second) = (0, 0)
    /// The steps of the second save when all is saved. The service ends as soon as the first save has ended.
    var atEnd: Int?
    saves.begin(TrackID(1), Self.work(10) { first += 1 })
    saves.begin(
      TrackID(1),
      Self.work(100) {
        second += 1
        if first == 10, second < 100, atEnd == nil {
          atEnd = 0
          saves.finish([], within: .seconds(1)) { atEnd = second }
        }
      })
    #expect(first < 10 && second < 100, "each takes more than one turn")
    clock.advance(by: .milliseconds(500))
    #expect(atEnd == 100)
  }

  @Test @Core func finishedWorkIsNotDoneAgain() {
    let clock = ManualScheduler()
    let saves = LengthSaves(scheduler: clock)
    var (count, ends) = (0, 0)
    saves.begin(
      TrackID(1),
      [
        {
          count += 1; return false
        }
      ])
    saves.finish([], within: .seconds(1)) { ends += 1 }
    #expect(count == 1 && ends == 1 && clock.isIdle)
  }

  @Test @Core func theEndWaitsForAllWorkAndNoTurnForMoreThanASlice() {
    let clock = ManualScheduler()
    let saves = LengthSaves(scheduler: BusyClock(clock))
    var (done, ends, turn) = (0, 0, 0)
    var steps: [Int: Int] = [:]
    let step: @Core () -> Void = {
      done += 1
      steps[turn, default: 0] += 1
      clock.schedule(after: .zero) { turn += 1 }
    }
    saves.begin(TrackID(1), Self.work(50, step))
    saves.finish(Self.work(50, step) + Self.work(50, step), within: .seconds(1)) {
      ends += 1
      #expect(done == 150)
    }
    #expect(ends == 0 && done < 10, "it goes on in later turns")
    clock.advance(by: .milliseconds(500))
    #expect(ends == 1 && done == 150)
    #expect(steps.values.max() ?? 0 <= 8, "\(steps)")
    clock.advance(by: .seconds(2))
    #expect(ends == 1 && clock.isIdle)
  }

  @Test @Core func afterItsLimitTheEndDoesTheRestAtOnce() {
    let clock = ManualScheduler()
    let saves = LengthSaves(scheduler: clock)
    var (done, ends, turns) = (0, 0, 0)
    var turnsAtEnd = 0
    let slow = Self.work(100) {
      done += 1
      clock.stall(for: .milliseconds(100))
    }
    let counted = slow.map { step in
      {
        clock.schedule(after: .zero) { turns += 1 }
        return step()
      } as @Core () -> Bool
    }
    saves.finish(counted, within: .seconds(1)) {
      ends += 1
      turnsAtEnd = turns
    }
    #expect(done == 1 && ends == 0)
    clock.advance(by: .seconds(60))
    #expect(done == 100 && ends == 1, "nothing is lost")
    #expect((9...11).contains(turnsAtEnd))
  }

  /// A step that has ended saves its last part again if it is called again.
  @Test(arguments: [false, true]) @Core func noStepIsDoneAgainAfterItsEnd(isUnderWay: Bool) {
    let clock = ManualScheduler()
    let saves = LengthSaves(scheduler: clock)
    var (done, late, ends) = (0, 0, 0)
    let steps = (0..<30).map { _ in
      var isOver = false
      return {
        if isOver { late += 1 }
        isOver = true
        done += 1
        clock.stall(for: .milliseconds(100))
        return false
      } as @Core () -> Bool
    }
    if isUnderWay {
      saves.begin(TrackID(1), steps)
      clock.advance(by: .milliseconds(500))
      #expect(done > 1 && done < 30, "some are over")
    }
    saves.finish(isUnderWay ? [] : steps, within: .seconds(1)) { ends += 1 }
    clock.advance(by: .seconds(60))
    #expect((done, late, ends) == (30, 0, 1))
    #expect(clock.isIdle)
  }
}
