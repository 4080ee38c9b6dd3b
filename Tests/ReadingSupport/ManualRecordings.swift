import Documents
import EventLoop
import Recordings
import Speech
import Vocabulary

@testable import Reading

/// A recording of a test. The sound of a frame tells which one it is.
struct RecordingScript: Sendable {
  var description: RecordingDescription
  /// The length that turns out.
  var frames: Frame
  var cover: CoverImage?
  /// The frame at which the file is broken; `nil`: it is whole.
  var breaksAt: Frame?
  /// The frame at which the decoder crashes each time; `nil`: nowhere.
  var crashesAt: Frame?
  /// The reason why it cannot be opened; `nil` if it can.
  var failure: Trouble?
  /// The time from a request to its sound.
  var latency = Duration.zero
  /// The sound of a frame in a channel; `nil`: that of ``sample(_:channel:)``.
  var sound: (@Sendable (Frame, Int) -> Float)?

  /// A whole recording whose file tells its length.
  init(seconds: Double, rate: Int = 22_050, channels: Int = 1) {
    description = RecordingDescription(format: "WAV", sampleRate: rate, channels: channels)
    frames = Frame(seconds * Double(rate))
    (description.frames, description.isExact) = (frames, true)
  }

  /// The sound of a frame. The second channel is the negative of the first.
  static func sample(_ frame: Frame, channel: Int = 0) -> Float {
    Float(frame + 1) / Float(1 << 23) * (channel == 0 ? 1 : -1)
  }

  /// The frame that a sample is of; `nil` for silence.
  static func frame(_ sample: Float) -> Frame? {
    sample == 0 ? nil : Frame((sample * Float(1 << 23)).rounded()) - 1
  }
}

/// Opens the recordings of ``ScriptedFile``s.
@Core
final class ManualRecordings: RecordingOpener {
  /// All decoders that were opened, in order.
  private(set) var decoders: [ManualDecoder] = []
  private let scheduler: ManualScheduler

  init(scheduler: ManualScheduler) { self.scheduler = scheduler }

  /// Those that are open.
  var open: [ManualDecoder] { decoders.filter { !$0.isAbandoned } }

  func open(_ file: any TextFile, events: @escaping @Core (RecordingEvent) -> Void) -> any RecordingDecoder {
    guard let script = (file as? ScriptedFile)?.script.recording else { preconditionFailure("no recording") }
    let decoder = ManualDecoder(script, scheduler: scheduler, events: events)
    decoders.append(decoder)
    return decoder
  }
}

/// A decoder that sends its sound in pieces of a tenth of a second, each in a turn of its own.
@Core
final class ManualDecoder: RecordingDecoder {
  private(set) var isAbandoned = false
  /// The frames to which it was told to go, in order.
  private(set) var seeks: [Frame] = []
  /// The most frames that were wanted at a time and had not been sent.
  private(set) var mostWanted = 0
  private let script: RecordingScript
  private let scheduler: ManualScheduler
  private let events: @Core (RecordingEvent) -> Void
  private var next: Frame = 0
  private var wanted = 0
  private var timer: TimerToken?

  init(_ script: RecordingScript, scheduler: ManualScheduler, events: @escaping @Core (RecordingEvent) -> Void) {
    self.script = script
    self.scheduler = scheduler
    self.events = events
    scheduler.schedule(after: script.latency) { [weak self] in
      if let failure = script.failure {
        self?.tell(.failed(failure))
        self?.isAbandoned = true
        return
      }
      self?.tell(.described(script.description))
      if let cover = script.cover { self?.tell(.cover(cover)) }
    }
  }

  private func tell(_ event: RecordingEvent) { if !isAbandoned { events(event) } }

  /// Ends as a process that is killed.
  func crash() {
    wanted = 0
    tell(.failed(Trouble(.died, "signal 9")))
    abandon()
  }

  func want(frames: Int) {
    wanted += frames
    mostWanted = max(mostWanted, wanted)
    send()
  }

  func seek(to frame: Frame) {
    seeks.append(frame)
    scheduler.cancel(&timer)
    (next, wanted) = (frame, 0)
  }

  func abandon() {
    isAbandoned = true
    scheduler.cancel(&timer)
  }

  private func send() {
    guard timer == nil, wanted > 0, !isAbandoned else { return }
    timer = scheduler.schedule(after: script.latency) { [weak self] in
      self?.timer = nil
      self?.sendPiece()
      self?.send()
    }
  }

  private func sendPiece() {
    if let crash = script.crashesAt, next >= crash {
      wanted = 0
      return tell(.failed(Trouble(.died, "signal 11")))
    }
    let end = [script.breaksAt, script.crashesAt, script.frames].compactMap(\.self).min() ?? script.frames
    let rate = script.description.sampleRate
    let count = max(0, min(wanted, rate / 10, Int(end - next)))
    wanted -= count
    if count > 0 {
      let first = next
      next += Frame(count)
      let channels = script.description.channels
      tell(
        .samples(
          firstFrame: first,
          (0..<count * channels).map {
            (script.sound ?? { RecordingScript.sample($0, channel: $1) })(first + Frame($0 / channels), $0 % channels)
          }))
    }
    guard next >= end, script.crashesAt != end else { return }
    wanted = 0
    tell(script.breaksAt == end ? .brokenOff(atFrame: end, "its data are damaged") : .atEnd(frames: end))
  }
}
