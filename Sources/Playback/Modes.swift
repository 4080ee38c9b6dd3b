/// The continuation after the end of a track (MPRIS `LoopStatus`).
public enum LoopStatus: String, Sendable, CaseIterable {
  /// The next entry; after the last one the queue is over.
  case none = "None"
  /// The same track again.
  case track = "Track"
  /// The next entry; after the last one the first one again.
  case playlist = "Playlist"
}

/// The order in which the queue is played.
public enum ShuffleMode: String, Sendable, CaseIterable {
  /// The listener's order.
  case off
  /// Shuffled when chosen; every lap plays that order again.
  case once
  /// Shuffled again at the start of each lap.
  case eachLap = "each-lap"
  /// The first entry of each group (an album: a question and its choices) stays first. The others of the group and the
  /// groups themselves are shuffled again in each lap.
  case questionChoices = "question-choices"

  /// True if each lap of a repeated queue has an order of its own.
  var changesEachLap: Bool { self == .eachLap || self == .questionChoices }
}

/// The three states of MPRIS.
public enum PlaybackStatus: String, Sendable {
  case playing = "Playing"
  case paused = "Paused"
  case stopped = "Stopped"
}

/// The activity of the service, in more detail than ``PlaybackStatus``.
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
  /// Sound is wanted but held by a condition that ends by itself.
  case interrupted
  /// The current track cannot be read; `LastError` says why.
  case error
}
