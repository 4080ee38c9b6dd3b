import CSystemd
import Glibc
import Synchronization

/// One thread that waits in sd-event and is also a Swift serial executor.
///
/// Everything in the service that is neither real-time nor in a worker process runs here: C libraries that want a
/// main loop register their descriptors with ``watch(_:for:_:)``, and jobs of ``Core`` run between two events.
/// There is one instance, ``Core/loop``; a thread becomes the loop's by ``adoptCurrentThread()``.
public final class EventLoop: SerialExecutor, @unchecked Sendable {
  private let queue = JobQueue()
  private let wakeDescriptor: CInt
  /// `pthread_self()` of the loop's thread, 0 before it has one. Stored by the loop's thread, loaded by any.
  private let thread = Atomic<UInt>(0)
  /// Exchanged by the caller of `startThread`.
  private let isThreadStarted = Atomic<Bool>(false)

  // Owned by the loop's thread; `event` is made before that thread exists and never replaced.
  nonisolated(unsafe) let event: OpaquePointer
  private nonisolated(unsafe) var wakeSource: OpaquePointer?

  /// A turn that held the loop for more than 5 ms.
  public struct LongTurn: Sendable {
    /// The time that has passed.
    public let duration: Duration
    /// The processor's part of it. The rest is waiting: for a disk, or for a processor that others use.
    public let processorTime: Duration
  }

  /// Called after every turn that held the loop for more than 5 ms; set and called on the loop. Measuring costs two
  /// readings of two clocks a turn, and nothing is measured while this is `nil`.
  nonisolated(unsafe) public var onLongTurn: ((LongTurn) -> Void)?

  init() {
    wakeDescriptor = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
    precondition(wakeDescriptor >= 0, "no descriptor for the event loop: errno \(errno)")
    var event: OpaquePointer?
    let result = sd_event_new(&event)
    guard result >= 0, let event else { preconditionFailure("sd_event_new failed: errno \(-result)") }
    self.event = event
    let context = Unmanaged.passUnretained(self).toOpaque()  // lives as long as the process
    let added = sd_event_add_io(
      event, &wakeSource, wakeDescriptor, EPOLLIN.rawValue,
      { _, _, _, context in
        Unmanaged<EventLoop>.fromOpaque(context!).takeUnretainedValue().runJobs()
        return 0
      }, context)
    precondition(added >= 0, "sd_event_add_io failed: errno \(-added)")
  }

  // MARK: The thread

  /// Makes the calling thread the loop's thread. Allowed once; from then on everything `@Core` belongs to this thread.
  public func adoptCurrentThread() {
    let (exchanged, _) = thread.compareExchange(expected: 0, desired: UInt(pthread_self()), ordering: .relaxed)
    precondition(exchanged || isOnLoop, "the event loop has a thread already")
  }

  /// Runs until ``stop(exitCode:)``; the calling thread is the loop's.
  ///
  /// - Returns: the exit code that was passed to `stop`.
  public func run() -> CInt {
    adoptCurrentThread()
    return sd_event_loop(event)
  }

  /// Ends ``run()`` after the current turn. To be called on the loop's thread.
  public func stop(exitCode: CInt = 0) {
    preconditionOnLoop()
    sd_event_exit(event, exitCode)
  }

  /// Starts the loop on a thread of its own, for processes whose first thread has another owner (tests). A second call
  /// does nothing.
  public func startThread() {
    guard !isThreadStarted.exchange(true, ordering: .relaxed) else { return }
    var id = pthread_t()
    let result = pthread_create(
      &id, nil,
      { context in
        _ = Unmanaged<EventLoop>.fromOpaque(context!).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    precondition(result == 0, "pthread_create failed: errno \(result)")
  }

  /// True if the caller is on the loop's thread.
  public var isOnLoop: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Traps when called off the loop's thread.
  public func preconditionOnLoop() {
    precondition(isOnLoop, "called off the core loop")
  }

  // MARK: SerialExecutor

  /// Runs `job` on the loop in one of its next turns. Any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard queue.append(job) else { return }
    var one: UInt64 = 1
    _ = write(wakeDescriptor, &one, 8)  // only an overflow can fail, and then the loop is awake anyway
  }

  /// Traps when called off the loop's thread; the runtime asks this before it trusts an isolation.
  public func checkIsolated() { preconditionOnLoop() }

  /// True if the caller is on the loop's thread. Any thread.
  public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

  private func runJobs() {
    var count: UInt64 = 0
    _ = read(wakeDescriptor, &count, 8)
    timed { for job in queue.takeAll() { job.runSynchronously(on: asUnownedSerialExecutor()) } }
  }

  /// Runs one turn and reports it if it held the loop for more than 5 ms, the limit of all other code.
  func timed(_ turn: () -> Void) {
    guard let onLongTurn else { return turn() }
    let start = Self.time(of: CLOCK_MONOTONIC)
    let processorStart = Self.time(of: CLOCK_THREAD_CPUTIME_ID)
    turn()
    let duration = Self.time(of: CLOCK_MONOTONIC) - start
    guard duration > .milliseconds(5) else { return }
    onLongTurn(LongTurn(duration: duration, processorTime: Self.time(of: CLOCK_THREAD_CPUTIME_ID) - processorStart))
  }

  private static func time(of clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
