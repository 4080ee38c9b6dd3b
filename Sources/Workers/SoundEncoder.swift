public import EventLoop
import Glibc
public import Wire

/// Samples into a file of sound, by a process of its own that ends with it.
@Core
public final class SoundEncoder {
  /// Without a word from the process: it tells of each minute of sound, which takes it a second.
  private static let patience = Duration.seconds(60)

  /// What stands in the file beside the samples.
  public struct Labels: Sendable {
    /// What players show.
    public var tags: [SoundTag]
    /// Chapters in their order; empty where there is nothing to tell apart.
    public var parts: [SoundPart]
    /// PNG or JPEG; empty where there is none.
    public var cover: [UInt8]

    /// What stands in a file.
    public init(tags: [SoundTag] = [], parts: [SoundPart] = [], cover: [UInt8] = []) {
      self.tags = tags
      self.parts = parts
      self.cover = cover
    }
  }

  private let executable: String
  private let scheduler: any Scheduler
  private var process: WorkerProcess?
  private var timer: TimerToken?
  /// Whoever reads a pipe may take as long as he likes.
  private var isPatient = false
  private var deliver: (@Core (Result<Int, WorkerError>) -> Void)?

  /// - Parameter executable: the path of `aloud-encode`, see ``WorkerExecutable``.
  public init(executable: String, scheduler: any Scheduler = Core.loop) {
    self.executable = executable
    self.scheduler = scheduler
  }

  isolated deinit { process?.abandon() }

  /// Encodes samples; one at a time. Neither closure is called from within this call.
  ///
  /// - Parameters:
  ///   - input: a file of samples. Both descriptors stay the caller's.
  ///   - output: where the sound is written, from where it stands.
  ///   - progress: samples encoded so far.
  ///   - done: samples in all, or why there is no sound; what was written then is of no use.
  public func encode(
    _ order: SoundOrder, _ labels: Labels, from input: CInt, to output: CInt,
    progress: @escaping @Core (Int) -> Void, done: @escaping @Core (Result<Int, WorkerError>) -> Void
  ) throws(WorkerError) {
    precondition(process == nil, "one sound at a time")
    let process = try WorkerProcess(executable: executable)
    self.process = process
    deliver = done
    var status = stat()
    isPatient = fstat(output, &status) != 0 || status.st_mode & S_IFMT != S_IFREG
    process.notify = { [weak self] notice in self?.take(notice, progress) }
    func send(_ request: WorkerRequest, _ descriptor: CInt? = nil) {
      process.send(request.encoded(request: 1), descriptor: descriptor.map { fcntl($0, F_DUPFD_CLOEXEC, 4) })
    }
    send(.encode(order), input)
    for tag in labels.tags { send(.tag(tag)) }
    for part in labels.parts { send(.part(part)) }
    var rest = labels.cover[...]
    while !rest.isEmpty {
      send(.picture(Array(rest.prefix(WorkerRequest.maximumPictureBytes))))
      rest = rest.dropFirst(WorkerRequest.maximumPictureBytes)
    }
    send(.write, output)
    watchOver()
  }

  /// Ends the encoding; nothing is told of it any more.
  public func cancel() {
    deliver = nil
    close()
  }

  private func take(_ notice: WorkerProcess.Notice, _ progress: @Core (Int) -> Void) {
    watchOver()
    switch notice {
    case .answer(_, .hello): break
    case .answer(1, .progress(let frames, _, _)): progress(frames)
    case .answer(1, .done(let total)): finish(.success(total))
    case .answer(1, .failed(let failure)): finish(.failure(WorkerError(failure)))
    case .answer(_, let answer):
      process?.kill(for: WorkerError(.spokeOutOfTurn, "\(answer.kind) while encoding"))
    case .ended(let error):
      process = nil
      finish(.failure(error))
    }
  }

  private func finish(_ result: Result<Int, WorkerError>) {
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
      self?.process?.kill(for: WorkerError(.stalled, "no sign of life for \(Self.patience)"))
    }
  }
}
