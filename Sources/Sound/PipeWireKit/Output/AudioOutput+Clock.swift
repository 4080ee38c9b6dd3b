public import EventLoop
import Playback
import Realtime

/// The last result of ``AudioOutput/audible(at:)``, so that jitter does not move the next one back.
struct HeardMemory {
  var instant = Instant(nanoseconds: .min)
  var runStart: UInt64 = 0
  var frame: UInt64 = 0

  mutating func smoothed(_ frame: UInt64, runStart: UInt64, at instant: Instant) -> UInt64 {
    if runStart != self.runStart {
      self = HeardMemory(instant: instant, runStart: runStart, frame: frame)
    } else if instant >= self.instant {
      self.instant = instant
      self.frame = max(self.frame, frame)
      return self.frame
    }
    return frame
  }
}

extension AudioOutput {
  /// The stream frame that the listener hears at `instant`, which must be near now. The delays of device, graph and
  /// resampler are subtracted.
  ///
  /// The result is never before the last discard and never beyond the rendered frames. Between two discards or gaps it
  /// does not step back.
  public func audible(at instant: Instant) -> UInt64 {
    let snapshot = shared.pointer.pointee.clock.read()
    let heard = snapshot.heard(at: instant.nanoseconds, rate: sampleRate)
    let smooth = heardMemory.smoothed(heard, runStart: snapshot.runStart, at: instant)
    return max(smooth, shared.pointer.pointee.ring.discardIndex)
  }

  /// The instant at which `frame` is or was heard if sound continues. `nil` if no sound is ordered or the order has not
  /// taken effect, and for frames before the last discard or gap.
  public func instant(ofAudible frame: UInt64) -> Instant? {
    let acknowledged = shared.pointer.pointee.acknowledgement.order
    guard currentOrder.sound, acknowledged == currentOrder, stream?.state == .streaming else { return nil }
    let snapshot = shared.pointer.pointee.clock.read()
    guard snapshot.timing.nanoseconds != 0, frame >= snapshot.runStart,
      snapshot.after >= shared.pointer.pointee.ring.discardIndex
    else { return nil }
    return Instant(nanoseconds: snapshot.instant(of: frame, rate: sampleRate))
  }

  /// Asks for one ``SoundEvent/reached(_:)`` when everything before `index`, the end of the content, has been rendered.
  ///
  /// If the ring runs dry exactly there, it is not an underrun. A later call replaces an earlier one; `nil` cancels it.
  public func notify(at index: UInt64?) {
    let shared = shared.pointer
    shared.pointee.notify(at: index)
    guard let index, shared.pointee.ring.readIndex >= index, shared.pointee.takeNotify(at: index) else { return }
    deliver(.reached(index))
  }

  /// Frames left in the ring below which ``SoundEvent/lowWater`` is sent while cycles run.
  public var lowWater: Int {
    get { shared.pointer.pointee.lowWater }
    set { shared.pointer.pointee.lowWater = newValue }
  }

  /// The number of times that the ring ran dry in the middle of content.
  public var underruns: UInt64 { shared.pointer.pointee.underruns }
}
