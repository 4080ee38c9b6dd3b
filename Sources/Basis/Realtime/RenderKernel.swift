import Synchronization

/// Renders one audio cycle: content from the ring, shaped so that nothing clicks.
///
/// Owned by the data thread. With `@_noLocks` the compiler refuses anything that could allocate, release or lock. The
/// caller makes all calls into C.
///
/// - A change of the order is a ramp of ``rampFrames``, down or up. Each frame of content is rendered exactly once, in
///   the ramps too. After the ramp down no more frames are taken, and none from after a discard.
/// - A fade (``FadeOrder``) is a gain on the content, applied after the listener's volume and independent of the order.
/// - Any other break (a discard, a dry ring, content after it) is bridged: the difference between the last rendered
///   sample and the first new one is added and decays over ``bridgeFrames``.
@safe
public struct RenderKernel: ~Copyable {
  /// The length of a ramp: 1.3 ms at 48,000 Hz.
  ///
  /// Its ends are rounded. Above 1.5 kHz it therefore clicks less than a linear ramp of twice the length.
  public static var rampFrames: Int { @_noLocks get { 64 } }
  /// The length of a bridge: 2.7 ms at 48,000 Hz.
  static var bridgeFrames: Int { @_noLocks get { 128 } }

  /// The gain of a frame of a ramp, counted from its silent end.
  @_noLocks static func gain(_ frame: Int) -> Float {
    let way = (Float(frame) + 0.5) / Float(rampFrames)
    return way * way * (3 - 2 * way)
  }

  private let shared: UnsafePointer<RenderShared>
  private let channels: Int
  /// For each channel: the last rendered sample, and the difference that decays.
  private let last: UnsafeMutablePointer<Float>
  private let bridge: UnsafeMutablePointer<Float>
  /// Remaining frames of the bridge.
  private var bridgeLeft = 0
  /// 0: silent; ``rampFrames``: full. The gain of a frame is half a step below its upper level.
  private var level = 0
  /// True if the last cycle ended in the middle of content.
  private var flowing = false
  private var runStart: UInt64 = 0
  private var lowWaterSaid = false
  private var lastReached: UInt64 = .max
  private var fade = Fade()
  /// The order acknowledged last.
  private var obeyed: UInt32 = 0

  /// - Parameter shared: must outlive the kernel.
  public init(shared: UnsafePointer<RenderShared>) {
    unsafe self.shared = unsafe shared
    channels = unsafe shared.pointee.ring.channels
    unsafe last = .allocate(capacity: channels)
    unsafe bridge = .allocate(capacity: channels)
    unsafe last.initialize(repeating: 0, count: channels)
    unsafe bridge.initialize(repeating: 0, count: channels)
  }

  deinit {
    unsafe last.deallocate()
    unsafe bridge.deallocate()
  }

  /// Fills `output` with `frames` interleaved frames. Data thread only; real-time safe.
  ///
  /// - Returns: true if the control side must be woken to call ``RenderShared/takeHappenings()``.
  @_noLocks
  public mutating func render(into output: UnsafeMutablePointer<Float>, frames: Int, timing: CycleTiming) -> Bool {
    guard frames > 0 else { return false }
    if unsafe shared.pointee.restart.exchange(false, ordering: .acquiring) { forget() }
    let word = unsafe shared.pointee.orderWord.load(ordering: .acquiring)
    let sound = word & 1 == 1
    let levelBefore = level
    let asked = sound ? frames : min(frames, level)
    // A ramp down uses the content before a discard. Content after the discard waits for the next order.
    let portion = unsafe shared.pointee.ring.consume(into: output, frames: asked, passing: sound)
    let count = portion.count
    let after = portion.first &+ UInt64(count)
    var news: UInt32 = 0

    unsafe fade.take(shared.pointee.fadeWord.load(ordering: .relaxed))
    unsafe applyFade(to: output, frames: count)
    unsafe applyRamp(to: output, frames: count, up: sound)
    if levelBefore > 0, count > 0, portion.jumped || !flowing { unsafe startBridge(to: output) }
    unsafe addBridge(to: output, from: 0, to: count)
    if count > 0 { unsafe rememberLast(output + (count - 1) * channels) }
    for index in (count * channels)..<(frames * channels) { unsafe output[index] = 0 }
    if count < frames {
      // A ramp that reached its end needs no bridge. One that ran out of frames does, and so does full level.
      if count < asked, level > 0, flowing || count > 0 { unsafe startBridge(to: output + count * channels) }
      if !sound { level = 0 }
      unsafe addBridge(to: output, from: count, to: frames)
      unsafe rememberLast(output + (frames - 1) * channels)
    }

    if count > 0 {
      if portion.jumped || !flowing {
        runStart = portion.first
        if sound { news |= Happenings.beganBit }
      }
      unsafe shared.pointee.clock.publish(
        AudibleClock.Snapshot(before: portion.first, after: after, runStart: runStart, timing: timing))
    }
    if reachedNotice(after) { news |= Happenings.reachedBit }
    if sound, count < frames, flowing || count > 0, after != lastReached {
      unsafe shared.pointee.underrunCount.add(1, ordering: .relaxed)
      news |= Happenings.underrunBit
    }
    flowing = count == frames
    if lowWaterNotice() { news |= Happenings.lowWaterBit }
    if word != obeyed, sound || (level == 0 && bridgeLeft == 0) {
      obeyed = word
      unsafe shared.pointee.acknowledge(word, at: sound ? portion.first : after)
      news |= Happenings.obeyedBit
    }
    guard news != 0 else { return false }
    unsafe shared.pointee.happenings.bitwiseOr(news, ordering: .acquiringAndReleasing)
    return true
  }

  /// Begins a new stream: its pipe is empty, so there is nothing to bridge and no ramp to finish.
  @_noLocks private mutating func forget() {
    level = 0
    bridgeLeft = 0
    flowing = false
    for channel in 0..<channels { unsafe last[channel] = 0 }
  }

  @_noLocks
  private mutating func applyRamp(to output: UnsafeMutablePointer<Float>, frames: Int, up: Bool) {
    let full = Self.rampFrames
    guard !up || level < full else { return }
    for frame in 0..<frames {
      if up, level == full { return }
      let gain = Self.gain(up ? level : level - 1)
      level += up ? 1 : -1
      for channel in 0..<channels { unsafe output[frame * channels + channel] *= gain }
    }
  }

  @_noLocks
  private mutating func applyFade(to output: UnsafeMutablePointer<Float>, frames: Int) {
    guard !fade.isNone else { return }
    for frame in 0..<frames {
      let gain = fade.next()
      for channel in 0..<channels { unsafe output[frame * channels + channel] *= gain }
    }
  }

  /// Bridges from the last rendered sample to the frame at `next`.
  @_noLocks private mutating func startBridge(to next: UnsafeMutablePointer<Float>) {
    for channel in 0..<channels { unsafe bridge[channel] = last[channel] - next[channel] }
    bridgeLeft = Self.bridgeFrames
  }

  @_noLocks
  private mutating func addBridge(to output: UnsafeMutablePointer<Float>, from start: Int, to end: Int) {
    var frame = start
    while bridgeLeft > 0, frame < end {
      let share = Float(bridgeLeft) / Float(Self.bridgeFrames)
      for channel in 0..<channels { unsafe output[frame * channels + channel] += bridge[channel] * share }
      bridgeLeft -= 1
      frame += 1
    }
  }

  @_noLocks private mutating func rememberLast(_ frame: UnsafeMutablePointer<Float>) {
    for channel in 0..<channels { unsafe last[channel] = frame[channel] }
  }

  @_noLocks private mutating func reachedNotice(_ after: UInt64) -> Bool {
    let wish = unsafe shared.pointee.notifyFrame.load(ordering: .acquiring)
    guard wish <= after else { return false }
    // This fails if the control side has just changed the frame; the next cycle checks again.
    guard
      unsafe shared.pointee.notifyFrame.compareExchange(
        expected: wish, desired: .max, ordering: .acquiringAndReleasing
      ).exchanged
    else { return false }
    lastReached = wish
    unsafe shared.pointee.reached.store(wish, ordering: .releasing)
    return true
  }

  @_noLocks private mutating func lowWaterNotice() -> Bool {
    let low = unsafe shared.pointee.ring.readable < shared.pointee.lowWaterFrames.load(ordering: .relaxed)
    defer { lowWaterSaid = low }
    return low && !lowWaterSaid
  }
}
