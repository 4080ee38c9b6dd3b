import EventLoop
import Foundation
import Playback
import Realtime
import Testing

@testable import PipeWireKit

/// Content that shows its position: 16,384 successive stream frames have different values, none of them 0.
enum Sawtooth {
  static let period: UInt64 = 16384
  static func value(_ frame: UInt64) -> Float { 0.125 + Float(frame % period) / 32768 }
  /// The frame near `about` that has this value. It may lie between frames if a resampler was involved.
  static func frame(of value: Float, about: UInt64) -> Double {
    let phase = (Double(value) - 0.125) * 32768
    let period = Double(period)
    return phase + ((Double(about) - phase) / period).rounded() * period
  }
}

/// An output that plays the sawtooth, with a capture of the sink's sound.
@Core
final class Rig {
  private(set) var output: AudioOutput!
  private(set) var capture: CaptureStream!
  private(set) var notices: [SoundEvent] = []
  private(set) var states: [AudioOutput.State] = []
  private(set) var recorded: [Float] = []
  private(set) var chunks = 0
  /// The ring's index when a server was lost.
  private(set) var lossFrame: UInt64 = 0
  private(set) var lastChunk: CaptureStream.Chunk?
  var onChunk: (@Core (CaptureStream.Chunk) -> Void)?
  var feeds = true
  /// The frames per cycle that both request.
  private let quantum: Int
  private var waiters: [(isMet: @Core () -> Bool, resume: @Core (Bool) -> Void)] = []

  /// - Parameter cycles: the lengths that the output requests; `nil`: `quantum`, like the capture.
  init(rate: Int = 48000, quantum: Int = 256, cycles: CycleLengths? = nil, captures: Bool = true) {
    self.quantum = quantum
    output = AudioOutput(
      configuration: .init(
        nodeName: "aloud-test", sampleRate: rate, channels: 1, cycles: cycles ?? CycleLengths(fixed: quantum)),
      scheduler: Core.loop
    ) { [unowned self] in take($0) }
    output.lowWater = output.ring.capacity / 4
    // A stream that runs silently tells nothing, so its changes are seen here.
    output.onSinks = { [unowned self] in check() }
    feed()
    if captures { startCapture() }
  }

  /// Starts a new capture, even after a restart of the server.
  ///
  /// - Parameter player: see ``CaptureStream``.
  func startCapture(of player: String? = nil) {
    capture?.close()
    capture = try? CaptureStream(player: player, quantum: quantum, scheduler: Core.loop) { [unowned self] chunk in
      chunks += 1
      lastChunk = chunk
      recorded += chunk.samples
      onChunk?(chunk)
      check()
    }
  }

  /// Frames of the last cycle.
  var cycleFrames: UInt64 {
    let snapshot = output.rendering.clock
    return snapshot.after - snapshot.before
  }

  /// Ends everything, so that the graph is quiet for the next test.
  func close() {
    output.close()
    capture?.close()
  }

  func feed() {
    while feeds, output.ring.free > 0 {
      let start = output.ring.writeIndex
      let block = (0..<min(512, UInt64(output.ring.free))).map { Sawtooth.value(start + $0) }
      output.ring.write(block.span)
    }
  }

  private func take(_ notice: SoundEvent) {
    if notice == .lowWater { feed() } else { notices.append(notice) }
    if case .state = notice { states.append(output.state) }
    if case .state(.serverMissing) = notice { lossFrame = output.ring.readIndex }
    check()
  }

  private func check() {
    for waiter in waiters where waiter.isMet() { waiter.resume(true) }
  }

  /// Waits until `isMet`, which is checked after every notice, every chunk and every change of stream or graph; fails
  /// after `limit`.
  func until(
    _ what: String, limit: Duration = .seconds(45), location: SourceLocation = #_sourceLocation,
    _ isMet: @escaping @Core () -> Bool
  ) async {
    if isMet() { return }
    let met = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      var isOver = false
      let timer = Core.loop.schedule(after: limit) { [unowned self] in
        guard !isOver else { return }
        isOver = true
        let isLate = isMet() ? "it is so now, and nobody told" : "it is not so"
        print("waiting for \(what), \(isLate): states \(states), notices \(notices.suffix(8)), chunks \(chunks)")
        continuation.resume(returning: false)
      }
      waiters.append(
        (
          isMet,
          { met in
            guard !isOver else { return }
            isOver = true
            Core.loop.cancel(timer)
            continuation.resume(returning: met)
          }
        ))
    }
    #expect(met, "\(what) did not happen within \(limit)", sourceLocation: location)
  }

  func untilObeyed(_ serial: UInt32, location: SourceLocation = #_sourceLocation) async {
    await until("order \(serial)", location: location) { self.frame(obeying: serial) != nil }
  }

  /// The frame at which an order took effect.
  func frame(obeying serial: UInt32) -> UInt64? {
    for case .obeyed(serial, _, let frame) in notices { return frame }
    return nil
  }

  /// Plays until the ring has been read up to `frame`.
  func untilRead(_ frame: UInt64, location: SourceLocation = #_sourceLocation) async {
    output.notify(at: frame)  // only to get a notice
    await until("frame \(frame)", location: location) { self.output.ring.readIndex >= frame }
  }

  /// Waits until `count` chunks more have come.
  func untilChunks(_ count: Int, location: SourceLocation = #_sourceLocation) async {
    let goal = chunks + count
    await until("\(count) chunks", location: location) { self.chunks >= goal }
  }

  /// Opens, and waits until output and capture are linked.
  func start(location: SourceLocation = #_sourceLocation) async {
    output.open()
    await until("being linked", location: location) {
      if case .ready(.some) = self.output.state { return self.capture == nil || self.capture.isRunning }
      return false
    }
    if capture != nil { await untilChunks(2, location: location) }
  }
}
