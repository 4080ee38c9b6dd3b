import EventLoop
import Glibc
import PipeWireKit

/// Records the sound of the sink and finds the times of sound and silence.
@Core
final class Listener {
  /// The threshold of audible sound, -54 dB: next to speech, quieter sound is inaudible.
  private static let audible: Float = 0.002

  private struct Chunk {
    var instant: Instant
    var rate: Int
    /// Indices of the first and the last audible sample.
    var loud: (first: Int, last: Int)?
    var samples: [Float]

    func instant(of sample: Int) -> Instant {
      Instant(nanoseconds: instant.nanoseconds + Int64(sample) * 1_000_000_000 / Int64(rate))
    }
    var end: Instant { instant(of: samples.count) }
  }

  private var capture: CaptureStream?
  /// The chunks of the last seconds.
  private var chunks: [Chunk] = []
  private var waiters: [UInt64: @Core () -> Bool] = [:]
  private var nextWaiter: UInt64 = 0

  private let isPassive: Bool
  /// The end of the last chunk.
  private var lastEnd = Instant(nanoseconds: 0)

  /// - Parameters:
  ///   - quantum: the frames per cycle that the capture requests: the default of the desktop, so that it does not
  ///     affect the measured programs, or fewer, to measure that effect.
  ///   - isPassive: true if the graph may stand still while nothing plays, like a desktop without another listener.
  init(quantum: Int, isPassive: Bool) throws {
    self.isPassive = isPassive
    capture = try CaptureStream(quantum: quantum, isPassive: isPassive, scheduler: Core.loop) { [weak self] in
      self?.take($0)
    }
  }

  func close() {
    capture?.close()
    capture = nil
  }

  private func take(_ chunk: CaptureStream.Chunk) {
    let loud = chunk.samples.firstIndex { abs($0) > Self.audible }
    let last = loud == nil ? nil : chunk.samples.lastIndex { abs($0) > Self.audible }
    // The time of a sample is the time at which the monitor passes it on, one cycle after the sink took it, like in a
    // real device.
    let cycle = Int64(chunk.samples.count) * 1_000_000_000 / Int64(chunk.sampleRate)
    let instant = Instant(nanoseconds: chunk.instant.nanoseconds + cycle)
    let gap = instant.nanoseconds - lastEnd.nanoseconds
    lastEnd = Instant(nanoseconds: instant.nanoseconds + cycle)
    // After a pausePlace, the monitor first passes on the remaining sound from before.
    if isPassive, gap > 30_000_000 { return }
    chunks.append(
      Chunk(
        instant: instant, rate: chunk.sampleRate, loud: loud.map { ($0, last!) }, samples: chunk.samples))
    if chunks.count > 4096 { chunks.removeFirst(2048) }
    for (id, isMet) in waiters where isMet() { waiters[id] = nil }
  }

  /// Returns the first audible sample at or after `start`; `nil` if there is none within `limit`.
  func firstSound(after start: Instant, within limit: Duration = .seconds(5)) async -> Instant? {
    await wait(within: limit) { [self] in
      for chunk in chunks where chunk.end > start {
        guard let loud = chunk.loud, chunk.instant(of: loud.last) >= start else { continue }
        for index in loud.first...loud.last
        where abs(chunk.samples[index]) > Self.audible && chunk.instant(of: index) >= start {
          return chunk.instant(of: index)
        }
      }
      return nil
    }
  }

  /// Returns the last audible sample before a silence of `length` that begins at or after `start`; `start` itself if it
  /// is already quiet.
  func silence(
    after start: Instant, of length: Duration = .milliseconds(300), within limit: Duration = .seconds(10)
  ) async -> Instant? {
    await wait(within: limit) { [self] in
      guard var end = chunks.last?.end ?? (isPassive ? start : nil) else { return nil }
      // A graph that stands still sends no chunks and is silent.
      if isPassive { end = max(end, Core.loop.now.advanced(by: .milliseconds(-100))) }
      var last = start
      for chunk in chunks where chunk.end > start {
        guard let loud = chunk.loud else { continue }
        if last.duration(to: chunk.instant(of: loud.first)) >= length { return last }
        last = max(last, chunk.instant(of: loud.last))
      }
      return last.duration(to: end) >= length ? last : nil
    }
  }

  /// Returns true if there was audible sound within `span` before `instant`.
  func wasLoud(before instant: Instant, within span: Duration) -> Bool {
    let from = instant.advanced(by: .zero - span)
    return chunks.contains { chunk in
      guard let loud = chunk.loud else { return false }
      return chunk.instant(of: loud.first) < instant && chunk.instant(of: loud.last) > from
    }
  }

  /// Returns the longest silence between two moments in the recorded sound.
  func longestSilence(from start: Instant, to end: Instant) -> Duration {
    var longest = Duration.zero
    var last = start
    for chunk in chunks where chunk.end > start && chunk.instant < end {
      for (index, sample) in chunk.samples.enumerated() where abs(sample) > Self.audible {
        let instant = chunk.instant(of: index)
        guard instant > last, instant < end else { continue }
        longest = max(longest, last.duration(to: instant))
        last = instant
      }
    }
    return max(longest, last.duration(to: end))
  }

  /// Returns the silences of at least `length` between two moments in the recorded sound, counted from the first.
  func silences(from start: Instant, to end: Instant, of length: Duration) -> [Range<Duration>] {
    var silences: [Range<Duration>] = []
    var last = start
    func note(until instant: Instant) {
      if last.duration(to: instant) >= length {
        silences.append(start.duration(to: last)..<start.duration(to: instant))
      }
      last = instant
    }
    for chunk in chunks where chunk.end > start && chunk.instant < end {
      for (index, sample) in chunk.samples.enumerated() where abs(sample) > Self.audible {
        let instant = chunk.instant(of: index)
        if instant > last, instant < end { note(until: instant) }
      }
    }
    note(until: end)
    return silences
  }

  /// Checks regularly, since there may be no chunks.
  private func look(_ id: UInt64) {
    Core.loop.schedule(after: .milliseconds(50)) { [self] in
      guard let isMet = waiters[id] else { return }
      if isMet() { waiters[id] = nil } else { look(id) }
    }
  }

  /// Waits until `probe` returns a moment or the time is over.
  private func wait(within limit: Duration, _ probe: @escaping @Core () -> Instant?) async -> Instant? {
    if let found = probe() { return found }
    nextWaiter += 1
    let id = nextWaiter
    if isPassive { look(id) }
    return await withCheckedContinuation { continuation in
      let timer = Core.loop.schedule(after: limit) { [self] in
        if waiters.removeValue(forKey: id) != nil { continuation.resume(returning: nil) }
      }
      waiters[id] = {
        guard let found = probe() else { return false }
        Core.loop.cancel(timer)
        continuation.resume(returning: found)
        return true
      }
    }
  }
}

/// Waits without blocking a thread.
@Core
func pause(_ duration: Duration) async {
  await withCheckedContinuation { continuation in
    Core.loop.schedule(after: duration) { continuation.resume() }
  }
}

extension Instant {
  /// The milliseconds since an earlier moment.
  func milliseconds(since start: Instant) -> Double { Double(nanoseconds - start.nanoseconds) / 1_000_000 }
}
