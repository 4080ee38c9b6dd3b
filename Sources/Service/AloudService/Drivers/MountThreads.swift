import EventLoop

/// The threads that wait for clients' files: only some for each mount at a time, so that one that does not answer takes
/// none of the others'. Further work for a mount waits for them.
@Core
final class MountThreads {
  /// Threads for one mount at a time.
  nonisolated static let each = 16
  /// Threads that a mount keeps although their results are wanted no more, before nothing is tried there. From
  /// ``each`` on one at a time finds out if it answers again: a path may lead to another mount than it seems to.
  nonisolated static let mostLate = 24

  /// A piece of work that waits for its thread.
  private final class Piece {
    /// The time at which it fails, with or without a thread.
    let deadline: Instant
    let start: @Core () -> Void
    var timer: TimerToken?

    init(deadline: Instant, start: @escaping @Core () -> Void) {
      self.deadline = deadline
      self.start = start
    }
  }

  private struct Line {
    /// The threads whose results are awaited.
    var running = 0
    /// The threads whose results nobody awaits any more, and which are still there.
    var late = 0
    var waiting: [Piece] = []

    /// True if it seems to be dead: one thread at a time finds out if it answers again.
    var isTried: Bool { late >= each }
    var hasRoom: Bool { late < mostLate && running < (isTried ? 1 : each - late) }
  }

  private let scheduler: any Scheduler
  private let patience: Duration
  private var lines: [Mount: Line] = [:]

  /// - Parameter patience: the time after which a file system counts as dead.
  init(scheduler: any Scheduler, patience: Duration) {
    self.scheduler = scheduler
    self.patience = patience
  }

  /// Runs work that may wait for a mount, and calls `done` once, in a later turn.
  ///
  /// - Parameters:
  ///   - mount: `nil` if it is unknown; only the number of all threads is limited then.
  ///   - isHung: called with true, before `done`, if the work goes on after that, and with false when it has ended.
  func run<T: Sendable>(
    on mount: Mount?, isHung: @escaping @Core (Bool) -> Void, _ work: @escaping @Sendable () -> T,
    done: @escaping @Core (Result<T, BlockingWork.Failure>) -> Void
  ) {
    guard let mount else { return begin(isHung, within: patience, work, ended: {}, late: {}, done: done) }
    let line = lines[mount] ?? Line()
    guard line.late < Self.mostLate else {
      scheduler.schedule(after: .zero) { done(.failure(.stalled)) }
      return
    }
    let deadline = scheduler.now.advanced(by: patience)
    let piece = Piece(deadline: deadline) { [self] in
      lines[mount, default: Line()].running += 1
      begin(
        isHung, within: scheduler.now.duration(to: deadline), work,
        ended: { [self] in leave(mount) { $0.running -= 1 } },
        late: { [self] in leave(mount) { $0.late -= 1 } },
        done: { [self] result in
          if result.isStalled { leave(mount) { ($0.running, $0.late) = ($0.running - 1, $0.late + 1) } }
          done(result)
        })
    }
    // Whatever waits although there is room has too little time left.
    guard !line.hasRoom else { return piece.start() }
    lines[mount, default: line].waiting.append(piece)
    piece.timer = scheduler.schedule(at: deadline) { [self] in
      lines[mount]?.waiting.removeAll { $0 === piece }
      done(.failure(.stalled))
    }
  }

  /// - Parameters:
  ///   - ended: called before `done` if the work has ended.
  ///   - late: called if it ends after `done`.
  private func begin<T: Sendable>(
    _ isHung: @escaping @Core (Bool) -> Void, within time: Duration, _ work: @escaping @Sendable () -> T,
    ended: @escaping @Core () -> Void, late: @escaping @Core () -> Void,
    done: @escaping @Core (Result<T, BlockingWork.Failure>) -> Void
  ) {
    BlockingWork.run(
      within: time, for: .clients, scheduler: scheduler, work,
      late: { _ in
        late()
        isHung(false)
      }
    ) { result in
      if result.isStalled { isHung(true) } else { ended() }
      done(result)
    }
  }

  /// A thread of a mount has ended, or is awaited no more: the next one may begin.
  private func leave(_ mount: Mount, _ change: (inout Line) -> Void) {
    guard var line = lines[mount] else { return }
    change(&line)
    var next: Piece?
    // A piece without time would only lose its thread to the mount; its own timer ends it.
    let least = line.isTried ? patience / 2 : .zero
    if line.hasRoom, let index = line.waiting.firstIndex(where: { scheduler.now.duration(to: $0.deadline) > least }) {
      next = line.waiting.remove(at: index)
    }
    lines[mount] = line.running + line.late + line.waiting.count > 0 || next != nil ? line : nil
    guard let next else { return }
    scheduler.cancel(&next.timer)
    next.start()
  }
}

extension Result where Failure == BlockingWork.Failure {
  fileprivate var isStalled: Bool { if case .failure(.stalled) = self { true } else { false } }
}
