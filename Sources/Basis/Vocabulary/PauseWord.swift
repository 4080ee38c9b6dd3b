/// The kinds of reasons, in ascending order of how much they explain.
///
/// Among several that occur together, the last of this list is shown. When headphones are unplugged, a session
/// manager calls `Pause`, too, but the listener should read about the headphones.
public enum PauseWord: String, CaseIterable, Sendable {
  /// Something is announced; reading continues after it.
  case announcement
  /// A command asked for silence at this place (a pause at the end of a word or sentence).
  case mark
  /// The listener, or a program that calls `Pause` for them.
  case user
  /// The sleep timer.
  case sleepTimer = "sleep-timer"
  /// The sound cannot be heard: something is muted, or its volume is 0. Reading continues when it can be heard.
  case muted
  /// The route of the sound is changing. Reading continues or stops within seconds.
  case routeChange = "route-change"
  /// A call; reading continues after it.
  case call
  /// There is no sink to play to. Reading continues when there is one.
  case noSink = "no-sink"
  /// There are sinks, but the session manager connects the sound to none. Reading continues when it does.
  case noLink = "no-link"
  /// PipeWire cannot be reached. Reading continues when it can.
  case serverLost = "server-lost"
  /// The speech engine fails repeatedly; Play retries it.
  case engineLost = "engine-lost"
  /// Another player started.
  case otherPlayer = "other-player"
  /// Another user's session is in the foreground.
  case seat
  /// The screen was locked.
  case lock
  /// The machine slept.
  case sleep
  /// Headphones are gone, and the sound would have been audible to others.
  case routeLost = "route-lost"
  /// The service ended while it was reading, and has restarted.
  case restart
}

/// The reason why the sound cannot be heard.
public enum Unheard: String, CaseIterable, Sendable {
  /// The volume of the player is 0; it is the volume of its stream.
  case volume
  /// The stream is muted.
  case muted
  /// The volume of the sink is 0.
  case sinkVolume = "sink-volume"
  /// The sink is muted.
  case sinkMuted = "sink-muted"
}
