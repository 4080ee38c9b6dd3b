import EventLoop
import Playback

/// The saving of lengths, as far as it takes several turns of the loop. The last work of a track is enough: it has all
/// its lengths.
@Core
final class LengthSaves {
  private let scheduler: any Scheduler
  private var unfinished: [TrackID: (number: Int, steps: [@Core () -> Bool])] = [:]
  private var count = 0

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Begins to save the lengths of a track; see ``EventLoop/SlicedWork``.
  func begin(_ track: TrackID, _ steps: [@Core () -> Bool]) {
    count += 1
    let number = count
    unfinished[track] = (number, steps)
    SlicedWork.run(on: scheduler, steps) { [weak self] in
      // A later work of the track may be unfinished.
      if self?.unfinished[track]?.number == number { self?.unfinished[track] = nil }
    }
  }

  /// Does all unfinished work, and `more`, and calls `done` once: within this call if that is short work.
  ///
  /// - Parameter limit: the time after which the rest is done at once.
  func finish(_ more: [@Core () -> Bool], within limit: Duration, _ done: @escaping @Core () -> Void) {
    let steps = unfinished.values.flatMap(\.steps) + more
    unfinished = [:]
    var waiting: (@Core () -> Void)? = done
    var timer: TimerToken?
    let end: @Core () -> Void = { [scheduler] in
      let done = waiting
      waiting = nil
      scheduler.cancel(&timer)
      done?()
    }
    SlicedWork.run(on: scheduler, steps, then: end)
    guard waiting != nil else { return }
    timer = scheduler.schedule(after: limit) {
      for step in steps { while step() {} }
      end()
    }
  }
}
