import Documents
import EventLoop
import Playback
import Vocabulary

@testable import Reading

/// An output whose device takes frames as the clock of a test moves: each when it is heard, or a cycle of 10 ms at a
/// time, and with a latency where a test wants one.
///
/// The device has a thread of its own: it goes on in a stall of the loop, and only its reports are late.
@Core
final class ManualOutput: SoundOutput {
  private static let cycle = Duration.milliseconds(10)

  /// That of speech, unless a test wants another one, so that ``taken`` has the samples of the voice.
  private(set) var frameFormat: FrameFormat
  let capacity = 1 << 15
  var lowWater = 0
  var volume: CubicLevel = 1
  var loudness = Loudness(sinkVolume: 1)
  private(set) var soundState = SoundState.closed
  var endpoint: Endpoint?
  /// Every frame that the device has taken, interleaved.
  private(set) var taken: [Float] = []
  /// The levels of the fades that were asked for, and the milliseconds that they take.
  private(set) var fades: [CubicLevel] = []
  private(set) var fadeTimes: [Int64] = []
  /// Called when a start is to be finished.
  var finishingStart: (@Core () -> Void)?
  /// True if the output runs on while silence is ordered.
  private(set) var isOnStandby = false
  /// True if short cycles are asked for.
  private(set) var hasShortCycles = true
  /// The time from a frame of the device to the ear.
  var latency = Duration.zero
  /// True if the device takes each frame when it is heard, and obeys at once. Otherwise it takes the frames of a cycle
  /// at the beginning of it, and begins with a cycle.
  var isExact = true
  /// The frames that the device still takes when silence is ordered.
  var rampFrames = 0
  /// The time that a report takes to the loop; `nil`: none. The order of reports stays.
  var reportDelay: (@Core () -> Duration)?

  private let scheduler: ManualScheduler
  private let events: Relay<SoundEvent>
  private var reports: [SoundEvent] = []
  /// The state that the output enters when it is open.
  private var outside = SoundState.ready
  /// The written samples, and the number of those that were taken.
  private var waiting: [Float] = []
  private var takenOfWaiting = 0
  private var readFrames: UInt64 = 0
  private var discardIndex: UInt64 = 0
  private var wish: UInt64?
  private var order: (serial: UInt32, sound: Bool) = (0, false)
  private var obeyed: UInt32 = 0
  private(set) var isSounding = false
  private var isLow = false
  /// The beginning of the sound that has not been interrupted since; what it says holds until the next one begins.
  private var run: (frame: UInt64, instant: Instant)?
  /// True if the device has had all the frames that it asked for.
  private var isFlowing = false
  private var nextCycle: Instant?
  private var timer: TimerToken?

  init(
    scheduler: ManualScheduler, events: Relay<SoundEvent>,
    format: FrameFormat = FrameFormat(sampleRate: 22_050, channels: 1)
  ) {
    self.scheduler = scheduler
    frameFormat = format
    self.events = events
  }

  private func tell(_ event: SoundEvent) {
    reports.append(event)
    scheduler.schedule(after: reportDelay?() ?? .zero) { [weak self] in
      guard let self else { return }
      events(reports.removeFirst())
    }
  }

  // MARK: Frames

  var readIndex: UInt64 {
    catchUp()
    return readFrames
  }

  private var channels: Int { frameFormat.channels }
  private var buffered: Int { (waiting.count - takenOfWaiting) / channels }
  var writeIndex: UInt64 { readIndex + UInt64(buffered) }

  var free: Int {
    catchUp()
    return capacity - buffered
  }

  func write(_ samples: borrowing Span<Float>) -> Int {
    let count = min(free, samples.count / channels)
    for index in 0..<count * channels { waiting.append(samples[index]) }
    if buffered >= lowWater { isLow = false }
    // Frames that are written into a dry ring begin at once.
    if isExact, isSounding, !isFlowing { catchUp() }
    return count
  }

  func discard() {
    readFrames = writeIndex
    discardIndex = readFrames
    waiting = []
    takenOfWaiting = 0
    isFlowing = false
  }

  func notify(at index: UInt64?) {
    catchUp()
    wish = index
    tellReached()
    wait()
  }

  private func tellReached() {
    guard let index = wish, readFrames >= index else { return }
    wish = nil
    tell(.reached(index))
  }

  // MARK: Time

  func audible(at instant: Instant) -> UInt64 {
    let taken = readIndex
    guard let run, run.frame >= discardIndex else { return max(discardIndex, taken) }
    let heard = run.frame + frames(in: run.instant.duration(to: instant) - latency)
    return max(discardIndex, min(taken, heard))
  }

  func instant(ofAudible frame: UInt64) -> Instant? {
    catchUp()
    guard soundState == .ready, isSounding, order.sound, obeyed == order.serial, let run, frame >= run.frame,
      run.frame >= discardIndex
    else { return nil }
    return run.instant.advanced(by: time(of: frame - run.frame) + latency)
  }

  private func frames(in duration: Duration) -> UInt64 {
    // In whole numbers: a frame is never a little before its instant, however long the sound has run.
    let nanoseconds = duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
    return UInt64(max(0, nanoseconds)) * UInt64(frameFormat.sampleRate) / 1_000_000_000
  }

  private func time(of frames: UInt64) -> Duration {
    let rate = Int64(frameFormat.sampleRate)
    return .nanoseconds((Int64(frames) * 1_000_000_000 + rate - 1) / rate)
  }

  // MARK: Cycles

  func order(sound: Bool) -> UInt32 {
    catchUp()
    // The ramp down is made of what would be heard next, and of nothing that is written afterwards.
    if order.sound, !sound, isSounding {
      take(rampFrames)
      tellReached()
    }
    order = (order.serial + 1, sound)
    if sound { open() }
    if soundState == .ready { startCycles() } else if !sound { obey() }
    return order.serial
  }

  private func obey() {
    isSounding = order.sound
    obeyed = order.serial
    tell(.obeyed(serial: order.serial, isSounding: isSounding, at: 0))
  }

  private func startCycles() {
    guard nextCycle == nil || isExact else { return }
    nextCycle = scheduler.now
    wait()
  }

  private func wait() {
    scheduler.cancel(&timer)
    guard var next = nextCycle else { return }
    // The end that is waited for is told when it comes.
    if isExact, isFlowing, isSounding, obeyed == order.serial, let run, let wish, wish > readFrames {
      next = min(next, run.instant.advanced(by: time(of: wish - run.frame)))
    }
    timer = scheduler.schedule(at: next) { [weak self] in
      self?.timer = nil
      self?.catchUp()
      self?.wait()
    }
  }

  /// Makes the cycles that are due.
  private func catchUp() {
    while let instant = nextCycle, instant <= scheduler.now {
      cycle(at: instant)
      nextCycle = isSounding || order.sound ? instant.advanced(by: Self.cycle) : nil
    }
    if isExact, isSounding, obeyed == order.serial { render(from: scheduler.now, until: scheduler.now) }
  }

  /// The device asks for frames.
  private func cycle(at instant: Instant) {
    if obeyed != order.serial { obey() }
    guard isSounding else { return isFlowing = false }
    render(from: instant, until: isExact ? instant : instant.advanced(by: Self.cycle))
  }

  private func render(from instant: Instant, until end: Instant) {
    if !isFlowing {
      guard buffered > 0 else { return }
      run = (readFrames, instant)
      isFlowing = true
      tell(.began)
    }
    guard let run else { return }
    let due = run.frame + frames(in: run.instant.duration(to: end))
    if case let wanted = Int(due) - Int(readFrames), wanted > 0, take(wanted) < wanted { isFlowing = false }
    tellReached()
    let wasLow = isLow
    isLow = buffered < lowWater
    if isLow, !wasLow { tell(.lowWater) }
  }

  @discardableResult
  private func take(_ wanted: Int) -> Int {
    let count = min(buffered, wanted)
    taken += waiting[takenOfWaiting..<takenOfWaiting + count * channels]
    takenOfWaiting += count * channels
    readFrames += UInt64(count)
    if takenOfWaiting > capacity {
      waiting.removeFirst(takenOfWaiting)
      takenOfWaiting = 0
    }
    return count
  }

  func fade(to level: CubicLevel, over duration: Duration) {
    fades.append(level)
    fadeTimes.append(Int64(duration / .milliseconds(1)))
  }

  func setMediaName(_ name: String) {}
  func setStandby(_ isOn: Bool) { isOnStandby = isOn }
  func finishStart() { finishingStart?() }
  func setShortCycles(_ areShort: Bool) { hasShortCycles = areShort }

  /// True if the stream of a real output would run.
  var isRunning: Bool { soundState == .ready && (order.sound || isOnStandby) }

  // MARK: Opening

  func open() { if soundState == .closed { enter(outside) } }
  func close() { enter(.closed) }
  func closeStream() { enter(.closed) }

  private func enter(_ state: SoundState) {
    guard state != soundState else { return }
    catchUp()
    soundState = state
    tell(.state(state))
    if state == .ready {
      if order.sound { startCycles() }
    } else {
      nextCycle = nil
      scheduler.cancel(&timer)
      isSounding = false
      isFlowing = false
    }
  }

  /// The server, or its sinks, go away or come back.
  func become(_ state: SoundState) {
    outside = state
    if soundState != .closed { enter(state) }
  }

  /// A server comes back whose graph has another rate.
  func comeBack(at rate: Int) {
    frameFormat = FrameFormat(sampleRate: rate, channels: channels)
    run = nil
    tell(.formatChanged)
    scheduler.schedule(after: .zero) { [weak self] in self?.become(.ready) }
  }

  /// True while a lost route would be noticed.
  private(set) var isWanted = false

  /// The silence while it is being decided whether the private route is gone, or its end.
  func hold(_ isHeld: Bool) { events(.held(isHeld)) }
  func loseRoute(_ endpoint: Endpoint) { events(.routeLost(endpoint)) }
  func returnRoute(_ endpoint: Endpoint) { events(.routeReturned(endpoint)) }

  /// Somebody else sets the volume.
  func mix(_ volume: CubicLevel) {
    self.volume = volume
    tell(.volume(volume))
  }

  /// The loudness at the device changes.
  func become(_ loudness: Loudness) {
    self.loudness = loudness
    tell(.loudness(loudness))
  }

  func setWanted(_ isWanted: Bool) { self.isWanted = isWanted }
  func goOn(at former: Endpoint) {}
  func setWakingUp(_ isWakingUp: Bool) {}
}
