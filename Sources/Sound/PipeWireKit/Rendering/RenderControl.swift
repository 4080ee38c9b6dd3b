import CPipeWire
import EventLoop
import Glibc
import Playback
import Realtime
import Vocabulary

/// The core loop's side of the rendering: it has the memory that the data thread works on, passes orders on to it, and
/// takes its reports. It outlasts streams and connections.
@Core
final class RenderControl {
  /// To be written by the owner of the output.
  let ring: RingWriter
  /// Frames per second in the ring. It changes only while there is no stream.
  private(set) var sampleRate: Int
  /// Called with an order that the data thread has obeyed.
  var onObeyed: (@Core (Acknowledgement) -> Void)?

  private let shared: SharedRender
  private let voice: UnsafeMutablePointer<RenderVoice>
  private let wakeDescriptor: CInt
  private var wakeSource: EventSource?
  private var heard = HeardMemory()
  private let reports: SoundReports

  init(_ configuration: AudioOutput.Configuration, reports: SoundReports) {
    self.reports = reports
    sampleRate = configuration.firstRate
    wakeDescriptor = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))
    precondition(wakeDescriptor >= 0, "no descriptor for the audio output: errno \(errno)")
    shared = SharedRender(capacity: configuration.ringFrames, channels: configuration.channels)
    ring = RingWriter(shared)
    voice = .allocate(capacity: 1)
    voice.initialize(
      to: RenderVoice(
        kernel: RenderKernel(shared: shared.pointer), stream: nil, sampleRate: Int64(configuration.firstRate),
        channels: configuration.channels, wakeDescriptor: wakeDescriptor))
    wakeSource = Core.loop.watch(wakeDescriptor, for: .readable) { [weak self] _ in self?.takeHappenings() }
  }

  /// The last stream has ended: its place in an output refers to this object.
  isolated deinit {
    wakeSource?.cancel()
    Glibc.close(wakeDescriptor)
    voice.deinitialize(count: 1)
    voice.deallocate()
  }

  // MARK: The stream

  /// The work of the data thread, for a stream that must not outlive this object.
  var process: NodeStream.Process { NodeStream.Process(events: RenderVoice.events, context: voice) }

  /// Gives the data thread its stream, before it may process.
  func bind(_ stream: OpaquePointer) { voice.pointee.stream = stream }

  /// Takes over another rate, while there is no stream.
  func setSampleRate(_ rate: Int) {
    sampleRate = rate
    voice.pointee.sampleRate = Int64(rate)
    heard = HeardMemory()
  }

  /// Announces a new stream, or the same one after a pause, whose pipe contains no earlier frames.
  func prepareStart() { shared.pointer.pointee.prepareStart() }

  // MARK: Orders

  /// The order that took effect last.
  var acknowledged: Order { shared.pointer.pointee.acknowledgement.order }

  /// Orders sound or silence.
  func order(_ order: Order) { shared.pointer.pointee.order = order }

  /// Orders a fade; see ``AudioOutput/fade(to:over:)``.
  func fade(to level: CubicLevel, over duration: Duration) {
    let seconds = min(max(.zero, duration), .seconds(86_400)) / .seconds(1)
    shared.pointer.pointee.fade = FadeOrder(
      toCubic: Float(min(max(0, level.value), 1)), frames: UInt32(clamping: Int64(seconds * Double(sampleRate))))
  }

  // MARK: Clock

  /// The clock as the data thread published it last.
  var clock: AudibleClock.Snapshot { shared.pointer.pointee.clock.read() }

  /// See ``AudioOutput/audible(at:)``.
  func audible(at instant: Instant) -> UInt64 {
    let snapshot = clock
    let frame = snapshot.heard(at: instant.nanoseconds, rate: sampleRate)
    let smooth = heard.smoothed(frame, runStart: snapshot.runStart, at: instant)
    return max(smooth, shared.pointer.pointee.ring.discardIndex)
  }

  /// The instant at which `frame` is or was heard if sound continues; `nil` for frames before the last discard or gap.
  func instant(ofAudible frame: UInt64) -> Instant? {
    let snapshot = clock
    guard snapshot.timing.nanoseconds != 0, frame >= snapshot.runStart,
      snapshot.after >= shared.pointer.pointee.ring.discardIndex
    else { return nil }
    return Instant(nanoseconds: snapshot.instant(of: frame, rate: sampleRate))
  }

  // MARK: Reports

  /// See ``AudioOutput/notify(at:)``.
  func notify(at index: UInt64?) {
    let shared = shared.pointer
    shared.pointee.notify(at: index)
    guard let index, shared.pointee.ring.readIndex >= index, shared.pointee.takeNotify(at: index) else { return }
    reports.tellLater(.reached(index))
  }

  /// See ``AudioOutput/lowWater``.
  var lowWater: Int {
    get { shared.pointer.pointee.lowWater }
    set { shared.pointer.pointee.lowWater = newValue }
  }

  /// See ``AudioOutput/underruns``.
  var underruns: UInt64 { shared.pointer.pointee.underruns }

  private func takeHappenings() {
    var count: UInt64 = 0
    _ = read(wakeDescriptor, &count, 8)
    let happenings = shared.pointer.pointee.takeHappenings()
    if happenings.contains(.obeyed) { onObeyed?(shared.pointer.pointee.acknowledgement) }
    if happenings.contains(.began) { reports.tell(.began) }
    if happenings.contains(.reached) { reports.tell(.reached(shared.pointer.pointee.reachedFrame)) }
    if happenings.contains(.underrun) { reports.tell(.underrun(total: underruns)) }
    if happenings.contains(.lowWater) { reports.tell(.lowWater) }
  }
}
