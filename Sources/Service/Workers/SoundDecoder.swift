public import Documents
public import EventLoop
import Recordings
import SoundWire
public import Vocabulary
import Wire

/// Decodes one recording, in a process of its own that ends with this object.
///
/// Samples come when they are wanted, and not before: this is the flow control. Events never come from within a call.
/// All calls are allowed within events.
@Core
public final class SoundDecoder {
  /// The longest silence of the process while something is expected of it.
  private static let patience = Duration.seconds(10)
  /// The same for a process that may have to wait for the processor.
  private static let patienceWithIdleness = Duration.seconds(300)

  /// The most bytes of an index.
  public nonisolated static let maximumIndex = DecoderAnswer.maximumIndex

  /// The most levels that are wanted at a time: those of three minutes.
  public nonisolated static let mostLevels = DecoderAnswer.maximumLevels

  private let scheduler: any Scheduler
  private let patience: Duration
  private let events: @Core (RecordingEvent) -> Void
  private var process: WorkerProcess<DecoderAnswer>?
  private var progress = RecordingProgress()
  private var timer: TimerToken?
  private var lastSign: Instant

  /// Opens a recording. A failure to start the process is thrown at once; everything else is an event.
  ///
  /// - Parameters:
  ///   - program: `aloud-decode`, see ``WorkerExecutable``.
  ///   - file: a regular file that is open for reading; its name and its place do not matter.
  ///   - isIdle: true if it decodes only when no other process needs the processor.
  public init(
    _ program: HeldProgram, file: consuming Descriptor, isIdle: Bool = false, scheduler: any Scheduler = Core.loop,
    events: @escaping @Core (RecordingEvent) -> Void
  ) throws(Trouble) {
    self.scheduler = scheduler
    self.events = events
    patience = isIdle ? Self.patienceWithIdleness : Self.patience
    lastSign = scheduler.now
    let process = try WorkerProcess<DecoderAnswer>(
      program, arguments: isIdle ? [DecoderRequest.idleArgument] : [])
    self.process = process
    process.notify = { [weak self] notice in self?.take(notice) }
    process.send(DecoderRequest.decode.encoded(request: 1), descriptor: file)
    watchOver()
  }

  isolated deinit { abandon() }

  /// The process's id, for diagnosis; `nil` after the end.
  public var processID: Int32? { process?.pid }

  /// Decodes so many more frames, 0 or more, from the present place on. Several calls add up.
  public func want(frames: Int) {
    guard frames > 0, process != nil else { return }
    var rest = frames
    while rest > 0 {
      // A packet holds 32 bits.
      let part = min(rest, Int(Int32.max))
      process?.send(DecoderRequest.want(frames: part).encoded(request: progress.request))
      rest -= part
    }
    if !progress.isWaiting { lastSign = scheduler.now }
    progress.want(frames)
    watchOver()
  }

  /// Decodes so many more frames, 1 or more, and tells the loudest sample of each `each` of them. Nothing else may be
  /// wanted at the time; a decoder does this or plays.
  ///
  /// - Precondition: `frames` are not more than 30,000 times `each`.
  public func wantPeaks(frames: Int, each: Int) {
    guard frames > 0, process != nil else { return }
    process?.send(DecoderRequest.wantPeaks(frames: frames, each: each).encoded(request: progress.request))
    lastSign = scheduler.now
    progress.wantPeaks(frames, each: each)
    watchOver()
  }

  /// Finds the levels of the next hundredths of a second, 1…``mostLevels``, from the beginning on. A decoder that does
  /// this does nothing else, and has no other wish at the time.
  public func wantLevels(count: Int) {
    guard count > 0, process != nil else { return }
    process?.send(DecoderRequest.wantLevels(count: count).encoded(request: progress.request))
    lastSign = scheduler.now
    progress.wantLevels(count)
    watchOver()
  }

  /// Forgets everything that was wanted. The next ``want(frames:)`` yields samples from exactly this frame on, and
  /// behind the end only the end. Samples of before never come after this call.
  public func seek(to frame: Int64) {
    progress.seek(to: max(0, frame))
    process?.send(DecoderRequest.seek(frame: max(0, frame)).encoded(request: progress.request))
  }

  /// Gives the index that an earlier decoder has made of the same file, once, so that it is not made again.
  public func give(index: [UInt8]) {
    guard index.count <= Self.maximumIndex else { return }
    Wire.forEachPiece(of: index) {
      process?.send(DecoderRequest.index(firstByte: $0, total: $1, $2).encoded(request: progress.request))
    }
  }

  /// Ends the process; no event follows.
  public func abandon() {
    scheduler.cancel(&timer)
    process?.abandon()
    process = nil
  }

  private func take(_ notice: WorkerProcess<DecoderAnswer>.Notice) {
    lastSign = scheduler.now
    switch notice {
    case .answer(_, .hello): break
    case .answer(_, .failed(let failure)): fail(failure)
    case .answer(let request, let answer):
      do throws(Trouble) {
        for event in try progress.take(answer, of: request) where process != nil { events(event) }
      } catch {
        process?.kill(for: error)
      }
    case .ended(let error): fail(error)
    }
  }

  private func fail(_ error: Trouble) {
    guard process != nil else { return }
    abandon()
    events(.failed(error))
  }

  private func watchOver() {
    guard timer == nil, process != nil, progress.isWaiting else { return }
    timer = scheduler.schedule(at: lastSign.advanced(by: patience)) { [weak self] in self?.checkDeadline() }
  }

  private func checkDeadline() {
    timer = nil
    guard let process, progress.isWaiting else { return }
    if lastSign.advanced(by: patience) <= scheduler.now && !process.drain() {
      lastSign = scheduler.now
      process.kill(for: Trouble(.stalled, "no sign of life for \(patience)"))
    }
    watchOver()
  }
}
