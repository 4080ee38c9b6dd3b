import EventLoop
import Testing
import Vocabulary

@testable import AloudService
@testable import ReadingSupport

/// The memory of a burst of work goes back to the system when nothing has sounded for a while.
@Suite(.timeLimit(.minutes(1)))
struct MemoryReturnTests {
  init() { Core.loop.startThread() }

  @Test @Core func itGoesBackOnceAfterTheWorkAndNeverWhileThereIsSound() {
    let clock = ManualScheduler()
    var times = 0
    let memory = MemoryReturn(scheduler: clock) { times += 1 }
    memory.update(.playing)
    clock.advance(by: .seconds(60))
    #expect(times == 0 && clock.isIdle)
    for _ in 0..<5 {
      memory.update(.stopped)
      clock.advance(by: .seconds(9))
    }
    #expect(times == 0)
    clock.advance(by: .milliseconds(1100))
    #expect(times == 1 && clock.isIdle)
    memory.update(.paused)
    memory.update(.playing)
    clock.advance(by: .seconds(60))
    #expect(times == 1)
  }
}
