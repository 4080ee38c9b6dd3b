import EventLoop
import PipeWireKit

/// Tells when the last frame of a track has been heard, once that has been fed.
@Core
final class TrackEnd {
  private let output: AudioOutput
  private let scheduler: any Scheduler
  /// The stream frame behind the last one.
  private var index: UInt64?
  private var timer: TimerToken?

  /// Called once, unless the end is forgotten before.
  var onHeard: (@Core () -> Void)?

  init(output: AudioOutput, scheduler: any Scheduler) {
    self.output = output
    self.scheduler = scheduler
  }

  /// Whether the last frame has been fed.
  var isSet: Bool { index != nil }

  /// Everything has been fed, up to this frame of the stream; ``wait()`` must follow.
  func set(at index: UInt64) { self.index = index }

  /// Waits until it has been heard; for nothing where it was forgotten meanwhile.
  func wait() {
    guard let index else { return }
    if output.ring.readIndex == index { reached(index) } else { output.notify(at: index) }
  }

  /// Something else follows.
  func forget() {
    scheduler.cancel(&timer)
    index = nil
    output.notify(at: nil)
  }

  /// The output has taken the frame before `index`; the track ends when that has been heard.
  func reached(_ index: UInt64) {
    guard index == self.index, timer == nil else { return }
    let heard = output.instant(ofAudible: index) ?? scheduler.now
    timer = scheduler.schedule(at: heard) { [weak self] in self?.onHeard?() }
  }
}
