/// Events that a client can ask for with `Subscribe`.
public enum EventKind: String, CaseIterable, Sendable {
  /// `UtteranceStarted`, `UtteranceFinished`, `UtteranceCancelled`, `UtterancePaused`, `UtteranceResumed`.
  case utterance
  /// `Sentence`.
  case sentence
  /// `Word`.
  case word
  /// `Phrase`.
  case phrase
  /// `Part`.
  case part
  /// `Progress`, at most twice a second.
  case progress
  /// `StateChanged`.
  case state
  /// `RouteChanged`.
  case route
  /// `Failed`.
  case error
  /// `PageTurn` and `ChapterChanged`.
  case page
  /// `LibraryChanged`.
  case library
  /// `Announcement`.
  case announcement
}
