/// The unit that a sleep timer counts.
public enum SleepUnit: String, CaseIterable, Sendable {
  /// There is no timer.
  case off
  case time
  case sentence
  case paragraph
  case chapter
}

/// The place at which `Pause` takes effect.
public enum PausePoint: String, CaseIterable, Sendable {
  /// Within one cycle of the audio server.
  case immediate
  /// When the word being heard has ended.
  case word
  /// When the sentence being heard has ended.
  case sentence
}
