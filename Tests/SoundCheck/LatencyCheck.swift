import EventLoop
import PipeWireKit
import Playback

/// From an order to what the sink plays, in milliseconds, at one quantum.
@Core
final class LatencyCheck {
  private var output: AudioOutput!
  private var capture: CaptureStream!
  private var ordered = Instant(nanoseconds: 0)
  private var sounding = false
  private var isWaiting = false
  private var toSound: [Double] = []
  private var toSilence: [Double] = []
  private var toAnswer: [Double] = []
  private let quantum: Int

  init(quantum: Int) {
    self.quantum = quantum
    output = AudioOutput(
      configuration: .init(sampleRate: 48000, cycles: CycleLengths(fixed: quantum)), scheduler: Core.loop
    ) { [unowned self] in take($0) }
    output.lowWater = 16384
    fill()
    output.open()
    capture = try? CaptureStream(quantum: quantum, scheduler: Core.loop) { [unowned self] in take($0) }
    Core.loop.schedule(after: .milliseconds(700)) { [unowned self] in order() }
    Core.loop.schedule(after: .seconds(60)) { Core.loop.stop(exitCode: 1) }
  }

  private func fill() {
    let block = [Float](repeating: 0.5, count: 1024)
    while output.ring.write(block.span) > 0 {}
  }

  private func order() {
    if toSilence.count == 20 { return report() }
    sounding.toggle()
    isWaiting = true
    ordered = Core.loop.now
    output.order(sound: sounding)
  }

  private func take(_ notice: SoundEvent) {
    if notice == .lowWater { fill() }
    if case .obeyed = notice { toAnswer.append(milliseconds(to: Core.loop.now)) }
  }

  private func take(_ chunk: CaptureStream.Chunk) {
    guard isWaiting else { return }
    guard let place = chunk.samples.firstIndex(where: { sounding ? $0 != 0 : $0 == 0 }) else { return }
    let instant = chunk.instant.advanced(by: .nanoseconds(place * 1_000_000_000 / chunk.sampleRate))
    guard instant > ordered else { return }
    isWaiting = false
    if sounding { toSound.append(milliseconds(to: instant)) } else { toSilence.append(milliseconds(to: instant)) }
    // Odd pauses, so that orders fall anywhere in a cycle.
    Core.loop.schedule(after: .microseconds(150_000 + Int.random(in: 0..<30_000))) { [unowned self] in order() }
  }

  private func milliseconds(to instant: Instant) -> Double {
    Double(instant.nanoseconds - ordered.nanoseconds) / 1e6
  }

  private func report() {
    func line(_ name: String, _ values: [Double]) {
      let values = values.sorted().map { ($0 * 10).rounded() / 10 }
      guard let first = values.first, let last = values.last else { return }
      print("quantum \(quantum): \(name) median \(values[values.count / 2]) ms, \(first)…\(last), n \(values.count)")
    }
    line("play to sound", toSound)
    line("pause to silence", toSilence)
    line("order to answer", toAnswer)
    Core.loop.stop()
  }
}
