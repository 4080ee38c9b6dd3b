import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Glibc
import PipeWireKit

/// Listens to a sink's monitor and to the service's events.
@Core
final class Ear {
  /// Quieter than any speech, louder than the dither of a resampler.
  private static let threshold: Float = 0.004
  private static let silenceFrames = 48 * 80

  private var capture: CaptureStream?
  private var bus: BusConnection?
  private var tokens: [AnyObject] = []
  private var isSounding = false
  private var quietFrames = 0
  private var lastLoud: Int64 = 0

  init?(sink: String?) {
    do {
      let bus = try BusConnection.session()
      self.bus = bus
      tokens.append(
        bus.subscribe(MatchRule(path: AloudBus.path, interface: AloudBus.interface)) { [weak self] in self?.heard($0) })
      tokens.append(
        bus.watchOwner(of: AloudBus.name) { [weak self] _, new in
          if new != nil { self?.subscribe() }
        })
      capture = try CaptureStream(sink: sink, sampleRate: 48000, quantum: 256, scheduler: Core.loop) { [weak self] in
        self?.take($0)
      }
    } catch {
      say("error \(error)")
      return nil
    }
  }

  private func subscribe() {
    let call = AloudCall.subscribe(Set(EventKind.allCases).subtracting([.progress]))
    let message = BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, call.method, call.arguments)
    tokens.append(bus!.call(message, timeout: .seconds(5)) { say("\(Self.now) subscribed \($0)") })
  }

  private static var now: Int64 { EventLoop.monotonicNow().nanoseconds }

  private func heard(_ signal: SignalMessage) {
    let words = signal.arguments.map { value -> String in
      switch value {
      case .objectPath(let path): path.text
      case .string(let text): text.isEmpty ? "-" : text.replacing(" ", with: "_")
      case .uint32(let number): "\(number)"
      case .int64(let number): "\(number)"
      case .structure(let fields): fields.compactMap { $0.asUInt32.map { "\($0)" } }.joined(separator: "+")
      default: ""
      }
    }
    say("\(Self.now) \(signal.member) \(words.joined(separator: " "))")
  }

  private func take(_ chunk: CaptureStream.Chunk) {
    for (index, sample) in chunk.samples.enumerated() {
      let instant = chunk.instant.nanoseconds + Int64(index) * 1_000_000_000 / Int64(chunk.sampleRate)
      if abs(sample) > Self.threshold {
        if !isSounding { say("\(instant) sound") }
        isSounding = true
        quietFrames = 0
        lastLoud = instant
      } else if isSounding {
        quietFrames += 1
        if quietFrames > Self.silenceFrames {
          isSounding = false
          say("\(lastLoud) silence")
        }
      }
    }
  }
}

/// A line of output at once, also into a pipe.
private func say(_ line: String) {
  let bytes = line + "\n"
  _ = bytes.utf8.withContiguousStorageIfAvailable { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
