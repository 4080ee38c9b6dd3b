public import EventLoop
import Glibc
public import SoundWire
public import Vocabulary
import Wire

/// Encodes samples to a sound file, in a process of its own that ends with this object.
@Core
public final class SoundEncoder {
  /// The longest silence of the process. It reports each minute of speech, which takes it a second, and each second of
  /// a recording.
  private static let patience = Duration.seconds(60)

  /// Everything in the file besides the samples.
  public struct Labels: Sendable {
    /// Tags that players show.
    public var tags: [SoundTag]
    /// Chapters in their order; empty if there is only one.
    public var parts: [SoundPart]
    /// PNG or JPEG; empty if there is none.
    public var cover: [UInt8]

    /// The labels of a file.
    public init(tags: [SoundTag] = [], parts: [SoundPart] = [], cover: [UInt8] = []) {
      self.tags = tags
      self.parts = parts
      self.cover = cover
    }
  }

  private let program: HeldProgram
  private let scheduler: any Scheduler
  private var process: WorkerProcess<EncoderAnswer>?
  private var timer: TimerToken?
  /// True if the output is a pipe: its reader may take any time.
  private var isPatient = false
  private var deliver: (@Core (Result<Int, Trouble>) -> Void)?

  /// - Parameter program: `aloud-encode`, see ``WorkerExecutable``.
  public init(_ program: HeldProgram, scheduler: any Scheduler = Core.loop) {
    self.program = program
    self.scheduler = scheduler
  }

  isolated deinit { process?.abandon() }

  /// Encodes samples; one order at a time. Neither closure is called from within this call.
  ///
  /// - Parameters:
  ///   - input: a file or a pipe of samples, as the order says. Both descriptors stay the caller's, who closes a pipe
  ///     at once: otherwise it does not break when the process ends.
  ///   - output: the file to write, from its current offset.
  ///   - progress: receives the number of samples encoded so far.
  ///   - done: receives the number of samples, or the reason for a failure. The output of a failure is useless.
  public func encode(
    _ order: SoundOrder, _ labels: Labels, from input: CInt, to output: CInt,
    progress: @escaping @Core (Int) -> Void, done: @escaping @Core (Result<Int, Trouble>) -> Void
  ) throws(Trouble) {
    precondition(process == nil, "one sound at a time")
    guard let ownInput = Descriptor(copying: input, least: 4), let ownOutput = Descriptor(copying: output, least: 4)
    else { throw Trouble(.spawnFailed, String(cString: strerror(errno))) }
    let process = try WorkerProcess<EncoderAnswer>(program)
    self.process = process
    deliver = done
    var status = stat()
    isPatient = fstat(output, &status) != 0 || status.st_mode & S_IFMT != S_IFREG
    process.notify = { [weak self] notice in self?.take(notice, progress) }
    func send(_ request: EncoderRequest, _ descriptor: consuming Descriptor? = nil) {
      process.send(request.encoded(request: 1), descriptor: descriptor)
    }
    send(.encode(order), ownInput)
    for tag in labels.tags { send(.tag(tag)) }
    for part in labels.parts { send(.part(part)) }
    var rest = labels.cover[...]
    while !rest.isEmpty {
      send(.picture(Array(rest.prefix(EncoderRequest.maximumPictureBytes))))
      rest = rest.dropFirst(EncoderRequest.maximumPictureBytes)
    }
    send(.write, ownOutput)
    watchOver()
  }

  /// Ends the encoding; neither closure is called any more.
  public func cancel() {
    deliver = nil
    close()
  }

  private func take(_ notice: WorkerProcess<EncoderAnswer>.Notice, _ progress: @Core (Int) -> Void) {
    watchOver()
    switch notice {
    case .answer(_, .hello): break
    case .answer(1, .progress(let frames)): progress(frames)
    case .answer(1, .done(let frames)): finish(.success(frames))
    case .answer(1, .failed(let failure)): finish(.failure(failure))
    case .answer(_, let answer):
      process?.kill(for: Trouble(.spokeOutOfTurn, "\(answer.kind) while encoding"))
    case .ended(let error):
      process = nil
      finish(.failure(error))
    }
  }

  private func finish(_ result: Result<Int, Trouble>) {
    let deliver = deliver
    self.deliver = nil
    close()
    deliver?(result)
  }

  private func close() {
    scheduler.cancel(&timer)
    process?.abandon()
    process = nil
  }

  private func watchOver() {
    scheduler.cancel(&timer)
    guard process != nil, !isPatient else { return }
    timer = scheduler.schedule(after: Self.patience) { [weak self] in
      self?.timer = nil
      self?.process?.kill(for: Trouble(.stalled, "no sign of life for \(Self.patience)"))
    }
  }
}
