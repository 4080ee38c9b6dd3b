import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Glibc
import PipeWireKit

/// Listens to a sink's monitor and to the service's events.
@Core
final class Recorder {
  /// Quieter than any speech, louder than the dither of a resampler.
  private static let threshold: Float = 0.004
  private static let silenceFrames = 48 * 80

  private var capture: CaptureStream?
  private var bus: BusConnection?
  private var tokens: [AnyObject] = []
  private var isSounding = false
  private var quietFrames = 0
  private var lastLoud: Int64 = 0
  /// The descriptor to which the sound is recorded, if any.
  private let recording: CInt
  private var isListening = false
  /// The processes between the sound and this program that may delay a signal, this one included.
  private let processes: [pid_t]
  /// The time in nanoseconds that they had waited for a processor when the last signal came.
  private var waited: Int64 = 0

  init?(sink: String?, recording path: String?, processes: [pid_t]) {
    self.processes = processes + [getpid()]
    recording = path.map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) } ?? -1
    do {
      let bus = try BusConnection.session()
      self.bus = bus
      tokens.append(
        bus.subscribe(MatchRule(path: AloudBus.path, interface: AloudBus.interface)) { [weak self] in self?.heard($0) })
      // Lets a test check that everything sent before has been noticed.
      tokens.append(
        bus.subscribe(MatchRule(interface: "org.aloud.Test1", member: "Barrier")) { [weak self] in self?.heard($0) })
      tokens.append(
        bus.watchOwner(of: AloudBus.name) { [weak self] _, new in
          if new != nil { self?.subscribe() }
        })
      // The rate of the graph, so that no sample is changed on the way.
      let rate = getenv("ALOUD_DESKTOP_RATE").flatMap { Int(String(cString: $0)) } ?? 48_000
      capture = try CaptureStream(sink: sink, sampleRate: rate, quantum: 256, scheduler: Core.loop) { [weak self] in
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
    tokens.append(bus!.call(message, timeout: .seconds(45)) { say("\(Self.now) subscribed \($0)") })
  }

  private static var now: Int64 { EventLoop.monotonicNow().nanoseconds }

  private func heard(_ signal: SignalMessage) {
    let words = signal.arguments.map { value -> String in
      switch value {
      case .objectPath(let path): path.text
      case .string(let text): text.isEmpty ? "-" : text.replacing(" ", with: "_")
      case .uint32(let number): "\(number)"
      case .int64(let number): "\(number)"
      case .uint64(let number): "\(number)"
      case .structure(let fields): fields.compactMap { $0.asUInt32.map { "\($0)" } }.joined(separator: "+")
      default: ""
      }
    }
    let now = Self.now
    let waited = processes.reduce(0) { $0 + waitingTime(of: $1) }
    say("\(now) waited \(waited - self.waited)")
    self.waited = waited
    say("\(now) \(signal.member) \(words.joined(separator: " "))")
  }

  private func take(_ chunk: CaptureStream.Chunk) {
    if recording >= 0 { record(chunk) }
    if !isListening {
      isListening = true
      say("\(chunk.instant.nanoseconds) listening")
    }
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

  /// One write per chunk, so that a concurrent reader never sees half of one for long.
  private func record(_ chunk: CaptureStream.Chunk) {
    var bytes: [UInt8] = []
    withUnsafeBytes(of: chunk.instant.nanoseconds) { bytes += $0 }
    withUnsafeBytes(of: UInt32(chunk.sampleRate)) { bytes += $0 }
    withUnsafeBytes(of: UInt32(chunk.samples.count)) { bytes += $0 }
    chunk.samples.withUnsafeBytes { bytes += $0 }
    _ = bytes.withUnsafeBytes { write(recording, $0.baseAddress, $0.count) }
  }
}

/// The time that a process's first thread has waited for a processor in its life, in nanoseconds; 0 if the kernel does
/// not count it.
private func waitingTime(of process: pid_t) -> Int64 {
  guard let file = fopen("/proc/\(process)/schedstat", "re") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, CInt(line.count), file) != nil else { return 0 }
  let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return text.split(separator: " ").dropFirst().first.flatMap { Int64($0) } ?? 0
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  let bytes = line + "\n"
  _ = bytes.utf8.withContiguousStorageIfAvailable { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
