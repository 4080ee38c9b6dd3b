import Glibc

/// Work that may wait for a file system for as long as that likes: a dead network mount, a FUSE server that never
/// answers, a disk that spins up. Each piece has a thread of its own, which may hang alone.
@Core
public enum BlockingWork {
  /// Why a piece of work has no result.
  public enum Failure: Error, Equatable, Sendable {
    /// It did not end within its limit. It goes on for itself.
    case stalled
    /// There are too many of its ``Purpose`` already, or the system gives no thread.
    case noThread
  }

  /// For whom the work is done. Each has threads of its own, so that the files of clients never keep the service from
  /// keeping its state.
  public enum Purpose: Sendable, CaseIterable {
    /// The service's own files.
    case own
    /// Files that clients name.
    case clients

    /// The most threads at one time.
    public var mostThreads: Int {
      switch self {
      case .own: 64
      case .clients: 192
      }
    }
  }

  private static var running: [Purpose: Int] = [:]

  /// Runs `work` on a thread of its own and calls `done` once: in a later turn, when the work has ended or `limit` is
  /// over.
  ///
  /// - Parameters:
  ///   - limit: `nil` if the work has all the time that it needs.
  ///   - purpose: whose threads it takes.
  ///   - late: takes a result that comes after `limit`, on the loop, to release what belongs to it. A result is dropped
  ///     on the loop's thread too, so neither this function nor its `deinit` may block; see ``closeDescriptor(_:)``.
  public static func run<T: Sendable>(
    within limit: Duration?, for purpose: Purpose = .own, scheduler: any Scheduler = Core.loop,
    _ work: @escaping @Sendable () -> T,
    late: @escaping @Core (T) -> Void = { _ in }, done: @escaping @Core (Result<T, Failure>) -> Void
  ) {
    let waiter = Waiter(scheduler, done)
    guard running[purpose, default: 0] < purpose.mostThreads else { return refuse() }
    running[purpose, default: 0] += 1
    let isStarted = startThread {
      let result = work()
      Task { @Core in
        running[purpose, default: 1] -= 1
        if !waiter.end(.success(result)) { late(result) }
      }
    }
    guard isStarted else {
      running[purpose, default: 1] -= 1
      return refuse()
    }
    guard let limit else { return }
    waiter.timer = scheduler.schedule(after: limit) {
      waiter.timer = nil
      waiter.end(.failure(.stalled))
    }

    func refuse() {
      scheduler.schedule(after: .zero) { waiter.end(.failure(.noThread)) }
    }
  }

  /// Runs `work` on a thread of its own and waits for it, for `limit` at the most: the one call that stops the loop. It
  /// is for what must be done before the machine sleeps or the service ends.
  ///
  /// - Returns: `nil` if the work has not ended until then. It goes on for itself.
  public static func wait<T: Sendable>(atMost limit: Duration, for work: @escaping @Sendable () -> T) -> T? {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let (input, output) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(input) }
    let result = Handed<T>()
    let isStarted = startThread {
      result.value = work()
      _ = write(output, "x", 1)
      close(output)
    }
    guard isStarted else {
      close(output)
      return nil
    }
    let end = EventLoop.monotonicNow().advanced(by: limit)
    var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    while true {
      let rest = EventLoop.monotonicNow().duration(to: end)
      guard rest > .zero else { return nil }
      let count = poll(&entry, 1, CInt(clamping: Int64((rest / .milliseconds(1)).rounded(.up))))
      if count > 0 { return read(input, &byte, 1) == 1 ? result.value : nil }
    }
  }

  /// A value that one thread hands to another, which does not look before it was told.
  private final class Handed<T: Sendable>: @unchecked Sendable {
    var value: T?
  }

  /// Closes a descriptor without waiting for its file system: close(2) sends a FUSE server or an NFS server what it has
  /// not seen, and waits for the answer. Memory, pipes and sockets are closed at once, all else on a thread. Any
  /// thread.
  public nonisolated static func closeDescriptor(_ descriptor: CInt) {
    guard mayBlock(descriptor), startThread({ _ = close(descriptor) }) else {
      _ = close(descriptor)
      return
    }
  }

  /// True if a call on the descriptor may have to wait for a file system. Asks the kernel only for what it knows
  /// without one. Any thread.
  public nonisolated static func mayBlock(_ descriptor: CInt) -> Bool {
    // A memory file or one in a tmpfs, a pipe: fcntl(2), F_GET_SEALS = 1034 and F_GETPIPE_SZ = 1032.
    if fcntl(descriptor, 1034) >= 0 || fcntl(descriptor, 1032) >= 0 { return false }
    return !isSocket(descriptor)
  }

  /// True if the descriptor is one of a pipe or a socket, whose writer may take as long as it likes. Never blocks. Any
  /// thread.
  public nonisolated static func isStream(_ descriptor: CInt) -> Bool {
    fcntl(descriptor, 1032) >= 0 || isSocket(descriptor)
  }

  private nonisolated static func isSocket(_ descriptor: CInt) -> Bool {
    var kind: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0
  }

  /// Starts a detached thread that runs `body` once with all signals blocked, for they are the loop's.
  private nonisolated static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 256 << 10)
    var all = sigset_t()
    var former = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    let context = Unmanaged.passRetained(Body(run: body))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { context in
        Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if result != 0 { context.release() }
    return result == 0
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// The one who waits for a result, until it has one.
  @Core
  private final class Waiter<T: Sendable> {
    private let scheduler: any Scheduler
    private var done: (@Core (Result<T, Failure>) -> Void)?
    var timer: TimerToken?

    init(_ scheduler: any Scheduler, _ done: @escaping @Core (Result<T, Failure>) -> Void) {
      self.scheduler = scheduler
      self.done = done
    }

    /// - Returns: false if there was a result before.
    @discardableResult
    func end(_ result: Result<T, Failure>) -> Bool {
      guard let done else { return false }
      scheduler.cancel(&timer)
      self.done = nil
      done(result)
      return true
    }
  }
}
