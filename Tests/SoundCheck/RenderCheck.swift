import EventLoop
import PipeWireKit
import Playback

/// Everything that the audio callback can meet, as fast as it can be ordered.
@Core
final class RenderCheck {
  private var output: AudioOutput!
  private var steps = 0
  private let block = (0..<1024).map { Float($0 % 100) / 200 }

  init() {
    output = AudioOutput(configuration: .init(), scheduler: Core.loop) { [unowned self] notice in
      if notice == .state(.ready), output.state == .ready(sink: "null-sink"), steps == 0 { step() }
      if notice == .lowWater, steps % 16 < 12 { fill() }
    }
    output.lowWater = 4096
    fill()
    output.open()
    Core.loop.schedule(after: .seconds(20)) { Core.loop.stop(exitCode: 1) }
  }

  private func fill() {
    let block = block
    while output.ring.write(block.span) > 0 {}
  }

  private func step() {
    steps += 1
    switch steps % 8 {
    case 3: output.order(sound: false)
    case 6:
      output.ring.discard()
      if steps % 16 < 12 { fill() }
    case 7: output.notify(at: output.ring.readIndex + 300)
    default: output.order(sound: true)
    }
    _ = output.audible(at: Core.loop.now)
    if steps == 80 { return Core.loop.stop() }
    Core.loop.schedule(after: .milliseconds(25)) { [unowned self] in step() }
  }
}
