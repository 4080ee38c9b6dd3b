public import Vocabulary

/// An event of a text that is being spoken. The last event is `done` or `failed`; a request that was cancelled has no
/// further event.
public enum SpeechEvent: Equatable, Sendable {
  /// The next samples of one channel, signed 16-bit. `firstFrame` counts from the start of the text, without holes.
  case samples(firstFrame: Int, [Int16])
  /// The next word, in order.
  case mark(WordMark)
  /// A mark of the text is reached (``RunAttributes/mark``), in order: what is behind it is heard from `frame` on.
  case reached(mark: String, frame: Int)
  /// A piece of the text crashes the engine, and was left out.
  case skipped(TextSpan)
  /// Another voice speaks what follows, or all of it, since the engine of its own one cannot: the length is of no use
  /// for another time.
  case otherVoice
  /// All of it is spoken, with this number of frames.
  case done(frames: Frame)
  /// It is not spoken, or not to its end.
  case failed(Trouble)
}

/// The order in which texts are spoken.
public enum SpeechUrgency: Sendable {
  /// The listener waits for the text.
  case now
  /// The text will be heard later.
  case ahead
}
