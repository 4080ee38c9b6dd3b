import EventLoop
import Speech
import Vocabulary

/// The sound of one sentence or clip, while it arrives from its worker and afterwards.
@Core
final class SentenceAudio {
  enum State: Equatable {
    case arriving
    case complete
    /// The engine could not speak the sentence to its end; what arrived stays.
    case failed
    /// The engine was given up before it had spoken the sentence; another request may have it spoken.
    case lost(Trouble)
  }

  /// The samples in a frame.
  let channels: Int
  /// Interleaved.
  private(set) var samples: [Int16] = []
  /// In the order of their frames.
  private(set) var words: [WordMark] = []
  private(set) var state = State.arriving
  /// Called after every change.
  var onChange: (@Core () -> Void)?

  /// - Parameter frames: the expected length, so that the sound of a long clip is not copied while it grows.
  init(channels: Int = 1, frames: Frame = 0) {
    self.channels = channels
    if frames > 0 { samples.reserveCapacity(Int(frames) * channels) }
  }

  /// The frames that have arrived.
  var frameCount: Int { samples.count / channels }

  var byteCount: Int { samples.count * 2 + words.count * MemoryLayout<WordMark>.stride }

  func append(_ more: [Int16]) {
    samples += more
    onChange?()
  }

  func append(_ word: WordMark) {
    words.append(word)
    onChange?()
  }

  func end(_ state: State) {
    self.state = state
    // The sound is complete: the reserved memory is released.
    if samples.capacity > samples.count + samples.count / 8 {
      samples = samples.withUnsafeBufferPointer { Array($0) }
    }
    words = words.withUnsafeBufferPointer { Array($0) }
    onChange?()
  }
}
