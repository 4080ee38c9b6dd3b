import Configuration
import EventLoop
import PipeWireKit
import Playback
import Reading

// The implementation of the reading's output with PipeWire.
extension AudioOutput: SoundOutput {
  /// Creates an output whose events go to a relay.
  convenience init(_ settings: Settings.Output, scheduler: any Scheduler, events: Relay<SoundEvent>) {
    self.init(configuration: Configuration(cycles: CycleLengths(settings)), scheduler: scheduler) { events($0) }
  }

  /// Applies a changed configuration.
  func configure(_ settings: Settings.Output) { setCycles(CycleLengths(settings)) }

  var frameFormat: FrameFormat { FrameFormat(sampleRate: sampleRate, channels: configuration.channels) }

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
