import Testing

@testable import EventLoop

/// A clock that goes on by itself whenever it is read, as one does while something works.
@Core
private final class WorkingClock: Scheduler {
  private var time = Instant(nanoseconds: 0)
  private(set) var waiting: [@Core () -> Void] = []

  var now: Instant {
    time = time.advanced(by: .microseconds(300))
    return time
  }

  func schedule(at instant: Instant, _ body: @escaping @Core () -> Void) -> TimerToken {
    waiting.append(body)
    return TimerToken(id: 1)
  }

  func cancel(_ timer: TimerToken) {}

  func turn() { waiting.removeFirst()() }
}

@Suite(.timeLimit(.minutes(1)))
struct SlicedWorkTests {
  @Test func longWorkLeavesTurnsToOthersAndKeepsItsOrder() async {
    Core.loop.startThread()
    await Self.slice()
  }

  @Core
  private static func slice() {
    let clock = WorkingClock()
    var done: [String] = []
    var rest = 20
    let many: @Core () -> Bool = {
      rest -= 1
      done.append("a")
      return rest > 0
    }
    let one: @Core () -> Bool = {
      done.append("b")
      return false
    }
    SlicedWork.run(on: clock, [many, one]) { done.append("end") }
    var turns = 0
    while !clock.waiting.isEmpty {
      let before = done.count
      clock.turn()
      #expect((1...8).contains(done.count - before))
      turns += 1
    }
    #expect(turns > 1 && done == Array(repeating: "a", count: 20) + ["b", "end"])
  }

  @Test func shortWorkIsDoneAtOnce() async {
    Core.loop.startThread()
    await Self.doAtOnce()
  }

  @Core
  private static func doAtOnce() {
    let clock = WorkingClock()
    var isDone = false
    SlicedWork.run(on: clock, [{ false }]) { isDone = true }
    #expect(isDone && clock.waiting.isEmpty)
    isDone = false
    SlicedWork.run(on: clock, []) { isDone = true }
    #expect(isDone)
  }
}
