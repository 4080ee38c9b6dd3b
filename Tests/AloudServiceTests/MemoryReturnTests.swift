import EventLoop
import Testing
import Vocabulary

@testable import AloudService
@testable import ReadingSupport

/// The memory of a burst of work goes back to the system when nothing has sounded for a while.
@Suite(.timeLimit(.minutes(1)))
struct MemoryReturnTests {
  init() { Core.loop.startThread() }

  @Test @Core func itGoesBackAfterTheWorkAndNeverWhileThereIsSound() {
    let clock = ManualScheduler()
    var times = 0
    let memory = MemoryReturn(scheduler: clock) { times += 1 }
    memory.update(.playing)
    clock.advance(by: .seconds(60))
    #expect(times == 0 && clock.isIdle)
    memory.update(.stopped)
    clock.advance(by: .seconds(9))
    #expect(times == 0)
    clock.advance(by: .milliseconds(1100))
    #expect(times == 1 && clock.isIdle)
    memory.update(.paused)
    memory.update(.playing)
    clock.advance(by: .seconds(60))
    #expect(times == 1)
  }

  @Test @Core func workThatGoesOnGivesBackMeanwhile() {
    let clock = ManualScheduler()
    var times = 0
    let memory = MemoryReturn(scheduler: clock) { times += 1 }
    for _ in 0..<60 {
      memory.update(.paused)
      clock.advance(by: .seconds(1))
    }
    #expect(times == 6)
    clock.advance(by: .seconds(60))
    #expect(times == 6 && clock.isIdle)
  }
}
