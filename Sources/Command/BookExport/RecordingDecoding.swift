import Documents
import EventLoop
import Recordings
import Vocabulary
import Workers

/// Decodes a recording from its beginning, a little ahead of the one who takes the samples.
@Core
final class RecordingDecoding {
  /// The next thing in a recording.
  enum Piece {
    /// Whole frames of interleaved samples.
    case samples([Float])
    case end
  }

  /// Frames that are decoded ahead.
  private static let ahead = 1 << 16

  private var decoder: SoundDecoder?
  /// The recording as far as it is known; the length becomes better. `nil` before ``open()`` has returned.
  private(set) var description: RecordingDescription?
  /// The whole image file; empty if there is none.
  private(set) var cover: [UInt8] = []
  /// The number of frames that were taken.
  private(set) var position: Int64 = 0
  /// The reason for people why the recording has no more than the frames so far; `nil` if it is whole.
  private(set) var loss: String?
  private var ready: [ArraySlice<Float>] = []
  private var readyFrames = 0
  private var wanted = 0
  private var hasEnded = false
  private var failure: Trouble?
  private var continuation: CheckedContinuation<Void, Never>?

  /// - Parameter descriptor: a regular file; stays the caller's.
  init(_ descriptor: CInt) throws(Trouble) {
    guard let file = Descriptor(copying: descriptor, least: 4) else { throw Trouble(.unreadable) }
    decoder = try SoundDecoder(try WorkerExecutable.decode.program(), file: file) { [weak self] event in
      self?.take(event)
    }
  }

  /// Waits for the description, the cover and the first samples.
  ///
  /// - Throws: if there is not one sample.
  func open() async throws(Trouble) -> RecordingDescription {
    await more()
    if let failure { throw failure }
    guard let description else { throw Trouble(.died) }
    guard !ready.isEmpty else {
      throw loss.map { Trouble(.damaged, $0) } ?? Trouble(.empty, "there is no sound in it")
    }
    return description
  }

  /// True if there is at least one more frame. Waits for it.
  func hasMore() async -> Bool {
    await more()
    return !ready.isEmpty
  }

  /// Returns the next samples.
  ///
  /// - Parameter limit: frames, 1 or more.
  func next(atMost limit: Int64) async -> Piece {
    guard await hasMore(), let channels = description?.channels else { return .end }
    let first = ready[0]
    let frames = Int(min(limit, Int64(first.count / channels)))
    if frames * channels == first.count {
      ready.removeFirst()
    } else {
      ready[0] = first.dropFirst(frames * channels)
    }
    readyFrames -= frames
    position += Int64(frames)
    want()
    return .samples(Array(first.prefix(frames * channels)))
  }

  /// Ends the decoding: nothing more comes.
  func cancel() {
    decoder?.abandon()
    decoder = nil
    ready = []
    end()
  }

  private func take(_ event: RecordingEvent) {
    switch event {
    case .described(let description):
      self.description = description
      want()
    case .cover(let image): cover = image.bytes
    case .samples(_, let samples):
      let frames = samples.count / max(1, description?.channels ?? 1)
      ready.append(samples[...])
      readyFrames += frames
      wanted -= frames
      goOn()
    case .peaks, .levels, .index: break
    case .length(let frames, let isExact): learn(frames, isExact: isExact)
    case .atEnd(let frames):
      learn(frames, isExact: true)
      end()
    case .brokenOff(_, let reason):
      loss = reason
      end()
    // A file that ends the decoder in its middle is broken there.
    case .failed(let error) where position > 0 || !ready.isEmpty:
      loss = "\(error)"
      end()
    case .failed(let error):
      failure = error
      end()
    }
  }

  private func learn(_ frames: Int64, isExact: Bool) {
    description?.frames = frames
    description?.isExact = isExact
  }

  private func want() {
    let missing = Self.ahead - readyFrames - wanted
    // Few large wishes cost less than many small ones.
    guard !hasEnded, missing >= Self.ahead / 4 else { return }
    wanted += missing
    decoder?.want(frames: missing)
  }

  private func more() async {
    guard ready.isEmpty, !hasEnded else { return }
    await withCheckedContinuation { continuation = $0 }
  }

  private func end() {
    hasEnded = true
    goOn()
  }

  private func goOn() {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume()
  }
}
