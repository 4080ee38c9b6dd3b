import Configuration
import EventLoop
import PipeWireKit
import Reading

// The implementation of the reading's output with PipeWire.
extension AudioOutput: SoundOutput {
  /// Creates an output whose events go to a relay.
  convenience init(_ settings: Settings.Output, scheduler: any Scheduler, events: Relay<SoundEvent>) {
    self.init(configuration: Configuration(cycles: CycleLengths(settings)), scheduler: scheduler) {
      events(SoundEvent($0))
    }
  }

  /// Applies a changed configuration.
  func configure(_ settings: Settings.Output) { setCycles(CycleLengths(settings)) }

  var frameFormat: FrameFormat { FrameFormat(sampleRate: sampleRate, channels: configuration.channels) }
  var soundState: SoundState { SoundState(state) }

  func write(_ samples: borrowing Span<Float>) -> Int { ring.write(samples) }
  func discard() { ring.discard() }
  var writeIndex: UInt64 { ring.writeIndex }
  var readIndex: UInt64 { ring.readIndex }
  var free: Int { ring.free }
  var capacity: Int { ring.capacity }
}

extension CycleLengths {
  /// The lengths of a configuration.
  init(_ settings: Settings.Output) {
    self.init(fixed: settings.quantum, onPrivateRoutes: settings.privateQuantum)
  }
}

extension SoundState {
  /// A failed connection counts as a missing server: both are retried.
  init(_ state: AudioOutput.State) {
    switch state {
    case .closed: self = .closed
    case .connecting: self = .connecting
    case .serverMissing, .failed: self = .serverMissing
    case .noSink: self = .noSink
    case .unlinked: self = .unlinked
    case .ready: self = .ready
    }
  }
}

extension SoundEvent {
  init(_ notice: AudioOutput.Notice) {
    switch notice {
    case .obeyed(let serial, let isSounding, _): self = .obeyed(serial: serial, isSounding: isSounding)
    case .began: self = .began
    case .lowWater, .underrun: self = .lowWater
    case .reached(let index): self = .reached(index)
    case .volume(let volume): self = .volume(volume)
    case .loudness(let loudness): self = .loudness(loudness)
    case .state(let state): self = .state(SoundState(state))
    case .held(let isHeld): self = .held(isHeld)
    case .routeLost(let endpoint): self = .routeLost(endpoint)
    case .routeReturned(let endpoint): self = .routeReturned(endpoint)
    case .routeChanged(let change): self = .routeChanged(change)
    case .sampleRateChanged: self = .formatChanged
    }
  }
}
