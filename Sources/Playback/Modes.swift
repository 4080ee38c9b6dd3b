/// What follows the end of a track (MPRIS `LoopStatus`).
public enum LoopStatus: String, Sendable, CaseIterable {
  /// The next entry; after the last one the queue is over.
  case none = "None"
  /// The same track again.
  case track = "Track"
  /// The next entry; after the last one another lap.
  case playlist = "Playlist"
}

/// In which order the queue is played.
public enum ShuffleMode: String, Sendable, CaseIterable {
  /// The listener's order.
  case off
  /// Shuffled when chosen; every lap plays that order again.
  case once
  /// Shuffled again at the start of each lap.
  case eachLap = "each-lap"
  /// The first entry of each group (an album: a question and its choices) stays first, the others of the group and the
  /// groups themselves are shuffled, in each lap anew.
  case questionChoices = "question-choices"

  /// Whether each lap of a repeated queue gets an order of its own.
  var changesEachLap: Bool { self == .eachLap || self == .questionChoices }
}

/// The three states that MPRIS knows.
public enum PlaybackStatus: String, Sendable {
  case playing = "Playing"
  case paused = "Paused"
  case stopped = "Stopped"
}

/// What the service is doing, finer than ``PlaybackStatus``.
public enum SessionState: String, Sendable {
  /// Nothing is queued, or the listener stopped.
  case idle
  /// The first sound of a place is being made.
  case preparing
  /// Inside a leading or trailing delay.
  case delay
  case speaking
  /// Between two sentences.
  case gap
  case paused
  /// Wanted, and held by something that ends by itself.
  case interrupted
  /// The current track cannot be read; `LastError` says why.
  case error
}
