import EventLoop
import Glibc
import Testing

/// Events in order, for which a test can wait by their number.
@Core
private final class Record {
  private(set) var entries: [String] = []
  private var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?

  func add(_ entry: String) {
    entries.append(entry)
    if let waiter, entries.count >= waiter.count {
      self.waiter = nil
      waiter.continuation.resume()
    }
  }

  func wait(for count: Int) async {
    guard entries.count < count else { return }
    await withCheckedContinuation { waiter = (count, $0) }
  }
}

@Suite(.timeLimit(.minutes(3)), .serialized)
struct EventLoopTests {
  init() { Core.loop.startThread() }

  @Test func jobsOfTheActorRunOnTheLoopsThread() async {
    #expect(!Core.loop.isOnLoop)
    let isOnLoop = await Task { @Core in Core.loop.isOnLoop }.value
    #expect(isOnLoop)
  }

  @Test func thousandsOfJobsFromManyThreadsAllRun() async {
    let record = await Task { @Core in Record() }.value
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<500 { await record.add("job") } } }
    }
    #expect(await record.entries.count == 4000)
  }

  @Test @Core func timersFireInTheOrderOfTheirInstantsAndNotBefore() async {
    let record = Record()
    let start = Core.loop.now
    for milliseconds in [30, 10, 20] {
      Core.loop.schedule(after: .milliseconds(milliseconds)) {
        #expect(start.duration(to: Core.loop.now) >= .milliseconds(milliseconds))
        record.add("\(milliseconds)")
      }
    }
    let cancelled = Core.loop.schedule(after: .milliseconds(15)) { record.add("cancelled") }
    Core.loop.cancel(cancelled)
    await record.wait(for: 3)
    #expect(record.entries == ["10", "20", "30"])
    Core.loop.cancel(cancelled)  // cancelling again, and after the end, has no effect
  }

  /// All become ready in one turn, the least urgent one first.
  @Test @Core func theMostUrgentDescriptorIsServedFirst() async throws {
    let record = Record()
    let urgencies: [(String, Urgency)] = [("usual", .usual), ("server", .soundServer), ("awaited", .awaitedSound)]
    var sources: [EventSource] = []
    var pipes: [[CInt]] = []
    defer { for end in pipes.joined() { close(end) } }
    for (name, urgency) in urgencies {
      var ends: [CInt] = [-1, -1]
      try #require(pipe(&ends) == 0)
      pipes.append(ends)
      let source = Core.loop.watch(ends[0], for: .readable, urgency: urgency) { [input = ends[0]] _ in
        var byte: UInt8 = 0
        #expect(read(input, &byte, 1) == 1)
        record.add(name)
      }
      sources.append(source)
    }
    for ends in pipes { #expect(write(ends[1], "x", 1) == 1) }
    await record.wait(for: 3)
    #expect(record.entries == ["awaited", "server", "usual"])
    sources[0].setUrgency(.awaitedSound)
    sources[2].setUrgency(.usual)
    for ends in pipes.reversed() { #expect(write(ends[1], "x", 1) == 1) }
    await record.wait(for: 6)
    #expect(record.entries.suffix(3) == ["usual", "server", "awaited"])
    for source in sources { source.cancel() }
  }

  @Test @Core func aTimerIsNeverCalledFromWithinSchedule() async {
    let record = Record()
    Core.loop.schedule(at: Instant(nanoseconds: 0)) { record.add("timer") }
    record.add("after")
    await record.wait(for: 2)
    #expect(record.entries == ["after", "timer"])
  }

  @Test @Core func aDescriptorIsReportedWhileItIsReadyAndNotAfterCancel() async throws {
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let record = Record()
    let source = Core.loop.watch(ends[0], for: .readable) { readiness in
      var byte: UInt8 = 0
      #expect(readiness.contains(.readable))
      #expect(read(ends[0], &byte, 1) == 1)
      record.add(String(UnicodeScalar(byte)))
    }
    #expect(write(ends[1], "ab", 2) == 2)
    await record.wait(for: 2)
    #expect(record.entries == ["a", "b"])
    source.cancel()
    #expect(write(ends[1], "c", 1) == 1)
    Core.loop.schedule(after: .milliseconds(20)) { record.add("later") }
    await record.wait(for: 3)
    #expect(record.entries.last == "later")
  }

  @Test @Core func theExitStatusOfAChildIsTold() async throws {
    for (command, end) in [("exit 3", ChildExit.exited(code: 3)), ("kill -9 $$", .killed(signal: 9))] {
      let record = Record()
      var pid: pid_t = 0
      let words = ["sh", "-c", command]
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) } + [nil]
      defer { for argument in arguments { free(argument) } }
      try #require(posix_spawn(&pid, "/bin/sh", nil, nil, &arguments, environ) == 0)
      let source = Core.loop.onExit(of: pid) { record.add("\($0)") }
      await record.wait(for: 1)
      #expect(record.entries == ["\(end)"])
      withExtendedLifetime(source) {}
    }
  }
}

@Suite(.timeLimit(.minutes(3)))
struct ManualSchedulerTests {
  init() { Core.loop.startThread() }

  @Test @Core func timePassesOnlyWhenItIsMoved() {
    let scheduler = ManualScheduler()
    var fired: [Int] = []
    for second in [3, 1, 2] { scheduler.schedule(after: .seconds(second)) { fired.append(second) } }
    scheduler.advance(by: .milliseconds(999))
    #expect(fired.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(fired == [1])
    scheduler.advance(by: .seconds(10))
    #expect(fired == [1, 2, 3] && scheduler.isIdle)
    #expect(scheduler.now == Instant(nanoseconds: 11_000_000_000))
  }

  @Test @Core func aTimerThatSetsAnotherIsServedInTheSameMove() {
    let scheduler = ManualScheduler()
    var instants: [Int64] = []
    func again() {
      instants.append(scheduler.now.nanoseconds / 1_000_000)
      if instants.count < 4 { scheduler.schedule(after: .milliseconds(10)) { again() } }
    }
    scheduler.schedule(after: .milliseconds(10)) { again() }
    scheduler.advance(by: .seconds(1))
    #expect(instants == [10, 20, 30, 40])
  }
  @Test @Core func timersOfOneInstantFireInTheChosenOrder() {
    let scheduler = ManualScheduler()
    var fired: [Int] = []
    for number in 0..<4 { scheduler.schedule(after: .seconds(1)) { fired.append(number) } }
    scheduler.schedule(after: .zero) { fired.append(9) }
    var asked: [Int] = []
    scheduler.choice = { count in
      asked.append(count)
      return count - 1
    }
    scheduler.advance(by: .seconds(1))
    #expect(fired == [9, 3, 2, 1, 0] && asked == [4, 3, 2])
  }

  @Test @Core func timersThatBecomeDueInAStallAreLate() {
    let scheduler = ManualScheduler()
    var fired: [Int64] = []
    for second in [2, 1] {
      scheduler.schedule(after: .seconds(second)) { fired.append(scheduler.now.nanoseconds / 1_000_000_000) }
    }
    scheduler.stall(for: .seconds(3))
    #expect(fired.isEmpty)
    scheduler.advance(by: .zero)
    #expect(fired == [3, 3] && scheduler.isIdle)
  }
}
