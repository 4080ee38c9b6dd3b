import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing

private let loop: Void = Core.loop.startThread()

/// Work that may hang is done beside the loop, and is given up when it takes too long.
@Suite(.timeLimit(.minutes(1)))
struct BlockingWorkTests {
  init() { loop }

  @Test @Core func aResultComesFromAnotherThreadIntoALaterTurnOfTheLoop() async {
    let here = UInt(pthread_self())
    let there = await withCheckedContinuation { continuation in
      BlockingWork.run(within: .seconds(30), { UInt(pthread_self()) }) { result in
        Core.loop.preconditionOnLoop()
        continuation.resume(returning: result)
      }
    }
    #expect(there != .success(here) && there != .failure(.stalled))
  }

  /// The loop continues, the waiting caller gets a failure, and a later result is not reported.
  @Test @Core func workThatHangsIsGivenUp() async throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    let scheduler = ManualScheduler()
    var results: [Result<Int, BlockingWork.Failure>] = []
    var isOver = false
    BlockingWork.run(
      within: .seconds(10), scheduler: scheduler,
      {
        var byte: UInt8 = 0
        return read(input, &byte, 1)
      }, late: { _ in isOver = true }
    ) { results.append($0) }
    scheduler.advance(by: .seconds(9))
    #expect(results.isEmpty)
    scheduler.advance(by: .seconds(1))
    #expect(results == [.failure(.stalled)])
    #expect(write(output, "x", 1) == 1)
    close(output)
    // Work that is begun after it has ended is answered, and nothing else was.
    let later = await withCheckedContinuation { continuation in
      BlockingWork.run(within: .seconds(30), { 7 }) { continuation.resume(returning: $0) }
    }
    // A thread that reads late would take a byte of the next test, whose pipe has the same number.
    try await eventually("the work is over") { isOver }
    #expect(later == .success(7) && results.count == 1)
    close(input)
  }

  @Test @Core func aResultThatComesTooLateIsHandedOverToBeReleased() async throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    defer { for end in ends { close(end) } }
    let scheduler = ManualScheduler()
    var results: [Result<Int, BlockingWork.Failure>] = []
    var late: [Int] = []
    BlockingWork.run(
      within: .seconds(10), scheduler: scheduler,
      {
        var byte: UInt8 = 0
        return read(input, &byte, 1)
      }, late: { late.append($0) }
    ) { results.append($0) }
    scheduler.advance(by: .seconds(10))
    #expect(late.isEmpty)
    _ = write(output, "x", 1)
    try await eventually("the result is handed over") { !late.isEmpty }
    #expect(late == [1] && results == [.failure(.stalled)])
  }

  @Test @Core func workWithoutALimitIsNeverGivenUp() async throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    defer { for end in ends { close(end) } }
    let scheduler = ManualScheduler()
    let result = await withCheckedContinuation { continuation in
      BlockingWork.run(
        within: nil, scheduler: scheduler,
        {
          var byte: UInt8 = 0
          return read(input, &byte, 1)
        }
      ) { continuation.resume(returning: $0) }
      scheduler.advance(by: .seconds(100 * 365 * 86_400))
      #expect(scheduler.isIdle)
      _ = write(output, "x", 1)
    }
    #expect(result == .success(1))
  }

  @Test @Core func workThatMustBeDoneIsWaitedForButNoLongerThanItsTime() throws {
    let seven = BlockingWork.wait(atMost: .seconds(30)) { 7 }
    #expect(seven == 7)
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    let start = EventLoop.monotonicNow()
    let result = BlockingWork.wait(atMost: .milliseconds(20)) {
      var byte: UInt8 = 0
      let count = read(input, &byte, 1)
      close(input)
      return count
    }
    #expect(result == nil && start.duration(to: EventLoop.monotonicNow()) >= .milliseconds(20))
    #expect(write(output, "x", 1) == 1)
    close(output)
  }

  @Test func onlyFilesOfADiskAreClosedBesideTheLoop() throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    var pair: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
    for stream in ends + pair {
      #expect(BlockingWork.isStream(stream) && !BlockingWork.mayBlock(stream))
      BlockingWork.closeDescriptor(stream)
      #expect(fcntl(stream, F_GETFD) < 0, "it is closed at once")
    }
    let memory = "/dev/shm/aloud-\(UUID().uuidString)"
    let disk = "/proc/self/status"
    for (path, blocks) in [(memory, false), (disk, true)] {
      let file = open(path, path == memory ? O_RDWR | O_CREAT : O_RDONLY, 0o600)
      try #require(file >= 0)
      #expect(BlockingWork.mayBlock(file) == blocks && !BlockingWork.isStream(file), "\(path)")
      close(file)
    }
    unlink(memory)
  }
}
