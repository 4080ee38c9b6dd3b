/// The continuation after the end of a track (MPRIS `LoopStatus`).
public enum LoopStatus: String, CaseIterable, Sendable {
  /// The next entry; after the last one the queue is over.
  case none = "None"
  /// The same track again.
  case track = "Track"
  /// The next entry; after the last one another lap.
  case playlist = "Playlist"
}

/// The order in which the queue is played.
public enum ShuffleMode: String, CaseIterable, Sendable {
  /// The listener's order.
  case off
  /// Shuffled when chosen; every lap plays that order again.
  case once
  /// Shuffled again at the start of each lap.
  case eachLap = "each-lap"
  /// The first entry of each group (an album: a question and its choices) stays first; the others of the group and the
  /// groups themselves are shuffled again in each lap.
  case questionChoices = "question-choices"
}
