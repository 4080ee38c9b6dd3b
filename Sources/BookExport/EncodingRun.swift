import CommandOutput
import EventLoop
import Wire
import Workers

/// The encoding of one sound file.
@Core
final class EncodingRun {
  private let encoder: SoundEncoder
  private var ended: Result<Int, WorkerError>?
  private var continuation: CheckedContinuation<Result<Int, WorkerError>, Never>?

  init() throws(WorkerError) { encoder = SoundEncoder(executable: try WorkerExecutable.encode.path()) }

  /// Begins; called once. Both descriptors stay the caller's.
  ///
  /// - Parameter progress: receives the number of frames encoded so far.
  func begin(
    _ order: SoundOrder, _ labels: SoundEncoder.Labels, from input: CInt, to output: CInt,
    progress: @escaping @Core (Int) -> Void = { _ in }
  ) throws(WorkerError) {
    try encoder.encode(order, labels, from: input, to: output, progress: progress) { [weak self] in self?.end($0) }
  }

  /// Waits for the end.
  func result() async -> Result<Int, WorkerError> {
    if let ended { return ended }
    return await withCheckedContinuation { continuation = $0 }
  }

  /// Ends the encoding; ``result()`` is a failure.
  func cancel() {
    encoder.cancel()
    end(.failure(WorkerError(.died, "interrupted")))
  }

  private func end(_ result: Result<Int, WorkerError>) {
    ended = ended ?? result
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: result)
  }

  /// - Parameters:
  ///   - task: completes "cannot …".
  ///   - cure: for a file that cannot be written.
  nonisolated static func failure(_ error: WorkerError, task: String, cure: String) -> Failure {
    let reason = error.code == .unreadable && !error.detail.isEmpty ? error.detail : "\(error)"
    return Failure(.failed, "cannot \(task): \(reason)", cure: cure)
  }
}
