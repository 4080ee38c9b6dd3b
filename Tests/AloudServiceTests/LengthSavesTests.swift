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

  @Test @Core func aSecondSaveOfATrackOutlivesTheEndOfTheFirst() {
    let clock = ManualScheduler()
    let saves = LengthSaves(scheduler: BusyClock(clock))
    var done: [String: Int] = [:]
    /// The steps done after the service has ended, which it does as soon as the first save has.
    var atEnd: [String: Int]?
    // A slice has a few steps.
    func work(_ name: String, _ count: Int) -> [@Core () -> Bool] {
      [
        {
          done[name, default: 0] += 1
          if done["first"] == 10, name == "second", atEnd == nil {
            atEnd = [:]
            saves.finish()
            atEnd = done
          }
          return done[name]! < count
        }
      ]
    }
    saves.begin(TrackID(1), work("first", 10))
    saves.begin(TrackID(1), work("second", 100))
    #expect(done["first"]! < 10 && done["second"]! < 100, "each takes more than one turn")
    clock.advance(by: .seconds(1))
    #expect(atEnd?["second"] == 100)
  }

  @Test @Core func finishedWorkIsNotDoneAgain() {
    let clock = ManualScheduler()
    let saves = LengthSaves(scheduler: clock)
    var count = 0
    saves.begin(
      TrackID(1),
      [
        {
          count += 1; return false
        }
      ])
    saves.finish()
    #expect(count == 1)
  }
}
