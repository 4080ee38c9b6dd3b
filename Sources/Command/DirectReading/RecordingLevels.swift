import Documents
package import EventLoop
package import Recordings
package import Vocabulary
import Workers

/// Finds the levels of a whole recording, with a decoder of its own.
@Core
package final class RecordingLevels {
  /// The result of an analysis.
  package struct Found: Sendable {
    /// The levels, to the end of the recording or to the place where it is broken.
    package var levels: Levels
    /// The recording as it was described.
    package var description: RecordingDescription
    /// The reason for people why the recording has no more than that; `nil` if it is whole.
    package var loss: String?
  }

  private var decoder: SoundDecoder?
  private var description: RecordingDescription?
  private var levels: Levels?
  private var continuation: CheckedContinuation<Result<Found, Trouble>, Never>?
  private let progress: @Core (Int64, RecordingDescription) -> Void

  /// - Parameter progress: called with the frames that have been looked at so far.
  package init(progress: @escaping @Core (Int64, RecordingDescription) -> Void = { _, _ in }) {
    self.progress = progress
  }

  /// Finds the levels; called once.
  ///
  /// - Parameter descriptor: a regular file; stays the caller's.
  /// - Throws: if it is no recording, or has no sound.
  package func find(_ descriptor: CInt) async throws(Trouble) -> Found {
    guard let file = Descriptor(copying: descriptor, least: 4) else { throw Trouble(.unreadable) }
    decoder = try SoundDecoder(try WorkerExecutable.decode.program(), file: file) { [weak self] event in
      self?.take(event)
    }
    defer { cancel() }
    return try await withCheckedContinuation { continuation = $0 }.get()
  }

  /// Ends the analysis: ``find(_:)`` throws.
  package func cancel() {
    decoder?.abandon()
    decoder = nil
    end(.failure(Trouble(.died)))
  }

  private func take(_ event: RecordingEvent) {
    switch event {
    case .described(let description):
      self.description = description
      levels = Levels(sampleRate: description.sampleRate)
      want()
    case .levels(_, let more):
      levels?.append(more)
      guard let levels, let description else { return }
      progress(Levels.firstFrame(of: levels.count, at: levels.sampleRate), description)
      // Nothing behind the longest recording is divided.
      if levels.count < Levels.most { want() } else { finish(nil, "it is longer than twelve days") }
    case .atEnd(let frames): finish(frames, nil)
    case .brokenOff(let frame, let reason): finish(frame, reason)
    case .failed(let error):
      // A file that ends the decoder in its middle is broken there.
      if levels?.values.isEmpty ?? true { end(.failure(error)) } else { finish(nil, "\(error)") }
    case .length(let frames, let isExact):
      description?.frames = frames
      description?.isExact = isExact
    case .cover, .samples, .peaks, .index: break
    }
  }

  /// Ten seconds a time, so that there is progress to tell.
  private func want() { decoder?.wantLevels(count: 10 * Levels.perSecond) }

  private func finish(_ frames: Int64?, _ loss: String?) {
    guard var levels, let description, !levels.values.isEmpty else {
      return end(.failure(loss.map { Trouble(.damaged, $0) } ?? Trouble(.empty, "there is no sound in it")))
    }
    levels.end(frames: frames ?? Levels.firstFrame(of: levels.count, at: levels.sampleRate))
    end(.success(Found(levels: levels, description: description, loss: loss)))
  }

  private func end(_ result: Result<Found, Trouble>) {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: result)
  }
}
