import EventLoop
import Testing

@testable import PipeWireKit

/// The heard frame does not step back because of jitter.
@Suite struct HeardMemoryTests {
  @Test func itDoesNotStepBackWithinARun() {
    var memory = HeardMemory()
    #expect(memory.smoothed(100, runStart: 0, at: Instant(nanoseconds: 10)) == 100)
    #expect(memory.smoothed(90, runStart: 0, at: Instant(nanoseconds: 20)) == 100)
    #expect(memory.smoothed(110, runStart: 0, at: Instant(nanoseconds: 30)) == 110)
  }

  @Test func aQuestionAboutAnEarlierInstantIsAnsweredByTheClock() {
    var memory = HeardMemory()
    _ = memory.smoothed(100, runStart: 0, at: Instant(nanoseconds: 20))
    #expect(memory.smoothed(80, runStart: 0, at: Instant(nanoseconds: 10)) == 80)
    #expect(memory.smoothed(90, runStart: 0, at: Instant(nanoseconds: 30)) == 100)
  }

  @Test func aNewRunBeginsAnew() {
    var memory = HeardMemory()
    _ = memory.smoothed(100, runStart: 0, at: Instant(nanoseconds: 20))
    #expect(memory.smoothed(60, runStart: 50, at: Instant(nanoseconds: 20)) == 60)
    #expect(memory.smoothed(55, runStart: 50, at: Instant(nanoseconds: 30)) == 60)
  }
}
