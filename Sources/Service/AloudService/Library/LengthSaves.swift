import EventLoop
import Playback

/// The saving of lengths, as far as it takes several turns of the loop. The last work of a track is enough: it has all
/// its lengths.
@Core
final class LengthSaves {
  private let scheduler: any Scheduler
  private var unfinished: [TrackID: Work] = [:]

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Some steps, each of which is done until it ends. A step that has ended is done by no later call again.
  @Core
  private final class Work {
    private let steps: [@Core () -> Bool]
    private var current = 0

    init(_ steps: [@Core () -> Bool]) { self.steps = steps }

    /// Goes on with the current step.
    ///
    /// - Returns: false if all have ended.
    func goOn() -> Bool {
      guard current < steps.count else { return false }
      let number = current
      // The step may end the service, which goes on with it from within.
      if !steps[number](), current == number { current += 1 }
      return current < steps.count
    }
  }

  /// Begins to save the lengths of a track; see ``EventLoop/SlicedWork``.
  func begin(_ track: TrackID, _ steps: [@Core () -> Bool]) {
    let work = Work(steps)
    unfinished[track] = work
    SlicedWork.run(on: scheduler, [work.goOn]) { [weak self] in
      // A later work of the track may be unfinished.
      if self?.unfinished[track] === work { self?.unfinished[track] = nil }
    }
  }

  /// Does all unfinished work, and `more`, and calls `done` once: within this call if that is short work.
  ///
  /// - Parameter limit: the time after which the rest is done at once.
  func finish(_ more: [@Core () -> Bool], within limit: Duration, _ done: @escaping @Core () -> Void) {
    let works = Array(unfinished.values) + [Work(more)]
    unfinished = [:]
    var waiting: (@Core () -> Void)? = done
    var timer: TimerToken?
    let end: @Core () -> Void = { [scheduler] in
      let done = waiting
      waiting = nil
      scheduler.cancel(&timer)
      done?()
    }
    SlicedWork.run(on: scheduler, works.map { $0.goOn }, then: end)
    guard waiting != nil else { return }
    timer = scheduler.schedule(after: limit) {
      for work in works { while work.goOn() {} }
      end()
    }
  }
}
