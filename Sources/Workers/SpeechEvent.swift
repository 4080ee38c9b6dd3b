public import Speech

/// Names a request to a worker for as long as it runs.
public struct RequestToken: Hashable, Sendable {
  let number: UInt64
}

/// What becomes of an utterance. The last event is `done` or `failed`; a cancelled request has no further event.
public enum SpeechEvent: Equatable, Sendable {
  /// The next samples, 22,050 Hz signed 16-bit mono; `firstFrame` counts from the utterance's start, without holes.
  case samples(firstFrame: Int, [Int16])
  /// The next word, in order.
  case mark(WordMark)
  /// The engine dies of this piece; it was left out.
  case skipped(TextSpan)
  /// Complete: so many frames in all.
  case done(frames: Int)
  case failed(WorkerError)
}

/// Which requests are served first.
public enum SpeechPriority: Sendable {
  /// The listener waits for it.
  case now
  /// It will be heard later.
  case ahead
}
