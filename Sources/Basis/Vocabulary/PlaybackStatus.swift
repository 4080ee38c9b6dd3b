/// The three states that MPRIS knows.
public enum PlaybackStatus: String, CaseIterable, Sendable {
  case playing = "Playing"
  case paused = "Paused"
  case stopped = "Stopped"
}

/// The activity of the service, finer than ``PlaybackStatus``.
public enum SessionState: String, CaseIterable, Sendable {
  /// Nothing is queued, or the listener stopped.
  case idle
  /// The first sound of a place is being made.
  case preparing
  /// Inside a leading or trailing delay.
  case delay
  case speaking
  /// Between two sentences.
  case gap
  /// At the end of a text whose next chapter a program still has to bring.
  case fetching
  case paused
  /// Playback is wanted; something that ends by itself holds it.
  case interrupted
  /// The current track cannot be read; `LastError` has the reason.
  case error
}
