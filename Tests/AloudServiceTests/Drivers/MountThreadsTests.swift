import DesktopSupport
import EventLoop
import Glibc
import Testing

@testable import AloudService

/// File systems that do not answer take only some threads, whoever asks for their files.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct MountThreadsTests {
  init() { Core.loop.startThread() }

  /// A file system that answers when the test says so.
  @Core
  private final class SilentMount {
    let mount: Mount
    private let input, output: CInt
    private(set) var results: [Bool] = []
    private(set) var hung = 0

    init(_ number: Int) throws {
      var ends: [CInt] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (input, output) = (ends[0], ends[1])
      mount = Mount(number: number)
    }

    func ask(_ threads: MountThreads) {
      let input = input
      threads.run(on: mount, isHung: { self.hung += $0 ? 1 : -1 }) {
        var byte: UInt8 = 0
        return read(input, &byte, 1) >= 0
      } done: {
        self.results.append((try? $0.get()) ?? false)
      }
    }

    func answer() { close(output) }
    deinit { close(input) }
  }

  @Test @Core func aMountThatDoesNotAnswerTakesNoThreadOfAnother() async throws {
    let scheduler = ManualScheduler()
    let threads = MountThreads(scheduler: scheduler, patience: .seconds(10))
    let dead = try SilentMount(1)
    // More than there are threads for clients' files.
    let count = BlockingWork.Purpose.clients.mostThreads * 2
    for _ in 0..<count { dead.ask(threads) }
    func isAnswered(by mount: SilentMount) async throws {
      let former = mount.results.count
      mount.ask(threads)
      try await eventually("it answers") { mount.results.count > former }
      #expect(mount.results.last == true)
    }
    let good = try SilentMount(2)
    good.answer()
    try await isAnswered(by: good)
    // Each of them is told after its own time, also those that never had a thread.
    scheduler.advance(by: .seconds(10))
    #expect(dead.results == Array(repeating: false, count: count) && dead.hung == MountThreads.each)
    try await isAnswered(by: good)
    // One at a time finds out if it answers again, and some time nobody does.
    for round in 1...20 {
      for _ in 0..<3 { dead.ask(threads) }
      scheduler.advance(by: .seconds(10))
      #expect(dead.hung == min(MountThreads.each + round, MountThreads.mostLate))
    }
    #expect(dead.results.count == count + 60 && !dead.results.contains(true))
    try await isAnswered(by: good)
    dead.answer()
    try await eventually("all threads are back") { dead.hung == 0 }
    try await isAnswered(by: dead)
  }

  @Test @Core func aTrialOfADeadMountHasTimeEnoughForAnAnswer() async throws {
    let scheduler = ManualScheduler()
    let threads = MountThreads(scheduler: scheduler, patience: .seconds(10))
    let dead = try SilentMount(1)
    for _ in 0..<MountThreads.each { dead.ask(threads) }
    scheduler.advance(by: .seconds(10))
    #expect(dead.hung == MountThreads.each)
    // The second one has a second left when the first one ends, and the third one six seconds.
    dead.ask(threads)
    scheduler.advance(by: .seconds(1))
    dead.ask(threads)
    scheduler.advance(by: .seconds(5))
    dead.ask(threads)
    for (seconds, told, hung) in [(3, 0, 0), (1, 1, 1), (1, 2, 1), (4, 2, 1), (1, 3, 2)] {
      scheduler.advance(by: .seconds(seconds))
      #expect(dead.results.count == MountThreads.each + told && dead.hung == MountThreads.each + hung)
    }
    dead.answer()
    try await eventually("all threads are back") { dead.hung == 0 }
  }

  @Test @Core func furtherWorkForAMountWaitsForItsTurn() async throws {
    let threads = MountThreads(scheduler: Core.loop, patience: .seconds(60))
    let slow = try SilentMount(1)
    for _ in 0..<100 { slow.ask(threads) }
    #expect(slow.results.isEmpty)
    slow.answer()
    try await eventually("all are answered") { slow.results.count == 100 }
    #expect(slow.results.allSatisfy { $0 } && slow.hung == 0)
  }

  @Test @Core func ownWorkHasAThreadWhenTheClientsHaveNone() async throws {
    let scheduler = ManualScheduler()
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    var failures: [BlockingWork.Failure] = []
    var ended = 0
    let asked = BlockingWork.Purpose.clients.mostThreads + 5
    for _ in 0..<asked {
      BlockingWork.run(within: .seconds(10), for: .clients, scheduler: scheduler) {
        var byte: UInt8 = 0
        return read(input, &byte, 1)
      } done: {
        ended += 1
        if case .failure(let failure) = $0 { failures.append(failure) }
      }
    }
    scheduler.advance(by: .zero)
    #expect(failures.count >= 5 && failures.allSatisfy { $0 == .noThread })
    let own = await withCheckedContinuation { continuation in
      BlockingWork.run(within: .seconds(60)) {
        7
      } done: {
        continuation.resume(returning: $0)
      }
    }
    #expect(own == .success(7))
    close(output)
    // A thread that reads late would take a byte of the next test, whose pipe has the same number.
    try await eventually("all have read") { ended == asked }
    try await eventually("the threads are free") {
      await withCheckedContinuation { continuation in
        BlockingWork.run(within: .seconds(60), for: .clients) {
          true
        } done: {
          continuation.resume(returning: (try? $0.get()) ?? false)
        }
      }
    }
    close(input)
  }

  @Test func aPathIsOfTheDeepestMountAboveIt() {
    let table = """
      21 1 254:0 / / rw,relatime - ext4 /dev/vda rw
      22 21 0:20 / /proc rw - proc proc rw
      30 21 0:40 / /mnt/a\\040server rw - nfs server:/a rw
      31 30 0:41 / /mnt/a\\040server/deep rw - fuse.x x rw
      32 21 0:42 / /home rw - ext4 /dev/vdb rw
      33 32 0:43 / /home rw - tmpfs t rw
      """
    let cases = [
      ("/", 21), ("/etc/passwd", 21), ("/mnt/a server", 30), ("/mnt/a server/x.txt", 30), ("/mnt//a server/./x", 30),
      ("/mnt/a server/deep/x", 31), ("/mnt/a server/deeper", 30), ("/mnt/a", 21), ("/home/x", 33), ("/homes/x", 21),
    ]
    for (path, number) in cases { #expect(Mount.mount(at: path, in: table)?.number == number, "\(path)") }
    #expect(Mount.mount(at: "/x", in: "nonsense") == nil)
  }

  @Test func anOpenFileIsOfTheMountOfItsPath() throws {
    let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let mount = try #require(Mount(of: descriptor))
    #expect(mount == Mount(at: "/proc/self/status") && mount != Mount(at: "/"))
    #expect(Mount(of: 9999) == nil)
  }
}
