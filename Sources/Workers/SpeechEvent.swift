public import Speech

/// Identifies a request to a worker as long as it runs.
public struct RequestToken: Hashable, Sendable {
  /// Given to one request of a worker only.
  public let number: UInt64

  /// The request that has this number.
  public init(number: UInt64) { self.number = number }
}

/// The events of an utterance. The last one is `done` or `failed`; a cancelled request has no further event.
public enum SpeechEvent: Equatable, Sendable {
  /// The next samples, 22,050 Hz signed 16-bit mono. `firstFrame` counts from the utterance's start, without gaps.
  case samples(firstFrame: Int, [Int16])
  /// The next word, in order.
  case mark(WordMark)
  /// A piece of the utterance that crashes the engine; it was left out.
  case skipped(TextSpan)
  /// The engine's account of the utterance, before ``done(frames:)``, if that was asked for.
  case explained(Explanation)
  /// The utterance is complete and has so many frames.
  case done(frames: Int)
  case failed(WorkerError)
}

/// The order in which requests are served.
public enum SpeechPriority: Sendable {
  /// The listener waits for the utterance.
  case now
  /// The utterance will be heard later.
  case ahead
}
