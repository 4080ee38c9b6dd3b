import CommandOutput
import EventLoop
import SoundWire
import Vocabulary
import Workers

/// The encoding of one sound file.
@Core
final class EncodingRun {
  private let encoder: SoundEncoder
  private var ended: Result<Int, Trouble>?
  private var continuation: CheckedContinuation<Result<Int, Trouble>, Never>?

  init() throws(Trouble) { encoder = SoundEncoder(try WorkerExecutable.encode.program()) }

  /// Begins; called once. Both descriptors stay the caller's.
  ///
  /// - Parameter progress: receives the number of frames encoded so far.
  func begin(
    _ order: SoundOrder, _ labels: SoundEncoder.Labels, from input: CInt, to output: CInt,
    progress: @escaping @Core (Int) -> Void = { _ in }
  ) throws(Trouble) {
    try encoder.encode(order, labels, from: input, to: output, progress: progress) { [weak self] in self?.end($0) }
  }

  /// Waits for the end.
  func result() async -> Result<Int, Trouble> {
    if let ended { return ended }
    return await withCheckedContinuation { continuation = $0 }
  }

  /// Ends the encoding; ``result()`` is a failure.
  func cancel() {
    encoder.cancel()
    end(.failure(Trouble(.died, "interrupted")))
  }

  private func end(_ result: Result<Int, Trouble>) {
    ended = ended ?? result
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: result)
  }

  /// - Parameters:
  ///   - task: completes "cannot …".
  ///   - cure: for a file that cannot be written.
  nonisolated static func failure(_ error: Trouble, task: String, cure: String) -> Failure {
    let reason = error.code == .unreadable && !error.detail.isEmpty ? error.detail : "\(error)"
    return Failure(.failed, "cannot \(task): \(reason)", cure: cure)
  }
}
