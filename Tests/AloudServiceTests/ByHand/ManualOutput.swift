import EventLoop
import Playback

@testable import AloudService

/// An output whose device takes frames as the test's clock advances: in cycles of 10 ms, heard without delay.
@Core
final class ManualOutput: SoundOutput {
  private static let cycle = Duration.milliseconds(10)

  let soundFormat = SoundFormat(sampleRate: 22_050, channels: 1)
  let capacity = 1 << 15
  var lowWater = 0
  var volume = 1.0
  let loudness = Loudness(sinkVolume: 1)
  private(set) var soundState = SoundState.closed
  var endpoint: Endpoint? { nil }
  /// Every frame that the device has taken.
  private(set) var taken: [Float] = []
  /// The levels of the requested fades.
  private(set) var fades: [Double] = []

  private let scheduler: ManualScheduler
  private let events: Relay<SoundEvent>
  private var waiting: [Float] = []
  private(set) var readIndex: UInt64 = 0
  private var discardIndex: UInt64 = 0
  private var wish: UInt64?
  private var order: (serial: UInt32, sound: Bool) = (0, false)
  private var isSounding = false
  private var isLow = false
  /// The beginning of the uninterrupted sound.
  private var run: (frame: UInt64, instant: Instant)?
  private var timer: TimerToken?

  init(scheduler: ManualScheduler, events: Relay<SoundEvent>) {
    self.scheduler = scheduler
    self.events = events
  }

  private func tell(_ event: SoundEvent) {
    let events = events
    scheduler.schedule(after: .zero) { events(event) }
  }

  // MARK: Frames

  var writeIndex: UInt64 { readIndex + UInt64(waiting.count) }
  var free: Int { capacity - waiting.count }

  func write(_ samples: borrowing Span<Float>) -> Int {
    let count = min(free, samples.count)
    for index in 0..<count { waiting.append(samples[index]) }
    if waiting.count >= lowWater { isLow = false }
    return count
  }

  func discard() {
    readIndex = writeIndex
    discardIndex = readIndex
    waiting = []
    run = nil
  }

  func notify(at index: UInt64?) {
    wish = index
    tellReached()
  }

  private func tellReached() {
    guard let index = wish, readIndex >= index else { return }
    wish = nil
    tell(.reached(index))
  }

  // MARK: Time

  func audible(at instant: Instant) -> UInt64 {
    guard let run else { return readIndex }
    return max(discardIndex, min(readIndex, run.frame + frames(in: run.instant.duration(to: instant))))
  }

  func instant(ofAudible frame: UInt64) -> Instant? {
    guard isSounding, order.sound, let run, frame >= run.frame else { return nil }
    let nanoseconds = (Int64(frame - run.frame) * 1_000_000_000 + 22_049) / 22_050
    return run.instant.advanced(by: .nanoseconds(nanoseconds))
  }

  private func frames(in duration: Duration) -> UInt64 {
    UInt64(max(0, duration / .nanoseconds(1)) * 22_050 / 1_000_000_000)
  }

  // MARK: Orders

  func order(sound: Bool) -> UInt32 {
    order = (order.serial + 1, sound)
    if sound { open() }
    if timer == nil { timer = scheduler.schedule(after: .zero) { [weak self] in self?.cycle() } }
    return order.serial
  }

  /// The device asks for frames.
  private func cycle() {
    timer = nil
    if order.sound != isSounding {
      isSounding = order.sound
      tell(.obeyed(serial: order.serial, isSounding: isSounding))
    }
    guard isSounding else { return run = nil }
    take()
    timer = scheduler.schedule(after: Self.cycle) { [weak self] in self?.cycle() }
  }

  private func take() {
    guard !waiting.isEmpty else { return run = nil }
    if run == nil {
      run = (readIndex, scheduler.now)
      tell(.began)
    }
    guard let run else { return }
    let due = run.frame + frames(in: run.instant.duration(to: scheduler.now) + Self.cycle)
    let count = min(waiting.count, Int(due - readIndex))
    taken += waiting.prefix(count)
    waiting.removeFirst(count)
    readIndex += UInt64(count)
    tellReached()
    guard waiting.count < lowWater, !isLow else { return }
    isLow = true
    tell(.lowWater)
  }

  func fade(to level: Double, over duration: Duration) { fades.append(level) }
  func setMediaName(_ name: String) {}

  // MARK: Opening

  func open() { enter(.ready) }
  func close() { enter(.closed) }
  func closeStream() { enter(.closed) }

  private func enter(_ state: SoundState) {
    guard state != soundState else { return }
    soundState = state
    tell(.state(state))
  }

  func setWanted(_ isWanted: Bool) {}
  func goOn(at former: Endpoint) {}
  func setWakingUp(_ isWakingUp: Bool) {}
}
