import EventLoop

/// Reports that the last frame of a track has been heard, once that frame has been fed.
@Core
final class TrackEnd {
  private let output: any SoundOutput
  private let scheduler: any Scheduler
  /// The stream frame after the last one.
  private var index: UInt64?
  private var timer: TimerToken?

  /// Called once, unless the end is forgotten before.
  private var heard: (@Core () -> Void)?

  init(output: any SoundOutput, scheduler: any Scheduler) {
    self.output = output
    self.scheduler = scheduler
  }

  /// True if the last frame has been fed.
  var isSet: Bool { index != nil }

  /// Everything has been fed, up to this frame of the stream. ``wait()`` must follow.
  func set(at index: UInt64) { self.index = index }

  /// Calls `heard` when the end has been heard; never if it was forgotten meanwhile.
  func wait(_ heard: @escaping @Core () -> Void) {
    guard let index else { return }
    self.heard = heard
    if output.readIndex >= index { reached(index) } else { output.notify(at: index) }
  }

  /// Other sound follows.
  func forget() {
    scheduler.cancel(&timer)
    index = nil
    heard = nil
    output.notify(at: nil)
  }

  /// The output has taken the frame before `index`. The track ends when that has been heard.
  func reached(_ index: UInt64) {
    guard index == self.index, timer == nil else { return }
    let end = output.instant(ofAudible: index) ?? scheduler.now
    timer = scheduler.schedule(at: end) { [weak self] in self?.heard?() }
  }
}
