/// Events that a client can ask for with `Subscribe`.
public enum EventKind: String, CaseIterable, Sendable {
  /// `UtteranceStarted`, `UtteranceFinished`, `UtteranceCancelled`, `UtterancePaused`, `UtteranceResumed`.
  case utterance
  /// `Sentence`.
  case sentence
  /// `Word`.
  case word
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
}

/// What places in a text are counted in (option `unit`).
public enum CountingUnit: String, CaseIterable, Sendable {
  /// Unicode scalars.
  case scalars
  /// Bytes of UTF-8.
  case utf8
  /// UTF-16 units.
  case utf16
}

/// What happens to a new text when something is being read already (option `when-busy`).
public enum WhenBusy: String, CaseIterable, Sendable {
  /// It is read at once as with `now`, but after the texts that were said before it and are still to be heard.
  case inTurn = "in-turn"
  /// It goes to the end of the queue.
  case queue
  /// It follows the current track.
  case next
  /// It is read at once; the rest of the current track follows it.
  case now
  /// It is dropped, and the call answers with the error `Busy`.
  case drop
}

/// The kind of request that brings a text (option `request`). It decides which setting rules the text's place.
public enum RequestKind: String, CaseIterable, Sendable {
  /// A text that is heard in between: `say-when-busy`.
  case say
  /// Something that is opened to be read: `read-when-busy`.
  case read
}

/// Which punctuation marks are read by name (option `punctuation`).
public enum SpokenPunctuation: String, CaseIterable, Sendable {
  case none
  /// Only the marks that change the meaning of code and figures.
  case some
  case all
}

/// What `Next` and `Previous` move by.
public enum StepUnit: String, CaseIterable, Sendable {
  /// A chapter of a book, or a whole text.
  case track
  /// What begins with a heading.
  case heading
  /// A page of the printed edition.
  case page
  case paragraph
  case sentence
  /// The sentence of a bookmark.
  case bookmark
  /// A time: `skip-interval` of the configuration.
  case skip
  /// What the media key means: `next-means` of the configuration, and the next larger unit where it is pressed twice.
  case key
}

/// What `Repeat` does.
public enum RepeatWord: String, CaseIterable, Sendable {
  /// Nothing is repeated within a track.
  case off
  case sentence
  case paragraph
  /// The whole track.
  case chapter
  /// Marks the beginning of a part, at the word that is heard.
  case a
  /// Marks its end, behind the word that is heard, and repeats it.
  case b
  /// The mark that is missing; where none is, nothing is repeated any more.
  case ab
}

/// What a sleep timer counts.
public enum SleepUnit: String, CaseIterable, Sendable {
  /// There is no timer.
  case off
  case time
  case sentence
  case paragraph
  case chapter
}

/// Where `Pause` takes effect.
public enum PausePoint: String, CaseIterable, Sendable {
  /// Within one cycle of the audio server.
  case immediate
  /// When the word being heard has ended.
  case word
  /// When the sentence being heard has ended.
  case sentence
}

/// Why an utterance ended before its end.
///
/// Open for later additions: a client shows a word that it does not know as it is.
public struct CancelReason: RawRepresentable, Hashable, Sendable {
  /// The word as it goes over the bus.
  public let rawValue: String

  /// A reason from its word; any word is accepted.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Taken out of the queue by `Remove` or `Clear`.
  public static let removed = CancelReason(rawValue: "removed")
  /// Left by `Next`, `Previous` or `GoTo`.
  public static let skipped = CancelReason(rawValue: "skipped")
  /// `Stop`.
  public static let stopped = CancelReason(rawValue: "stopped")
  /// `Hush`: silence, and nothing left in the queue.
  public static let hushed = CancelReason(rawValue: "hushed")
  /// It could not be read; `Failed` tells why.
  public static let failed = CancelReason(rawValue: "failed")
  /// The service ended.
  public static let quit = CancelReason(rawValue: "quit")
}

/// The words that properties and signals use, for checking and for documentation.
///
/// The service's own types are the source; a test holds these lists against them.
public enum Vocabulary {
  /// Values of the property `State`.
  public static let states = [
    "idle", "preparing", "delay", "speaking", "gap", "paused", "interrupted", "error",
  ]
  /// Values of the property `PauseReason`; the empty word where nothing forbids sound.
  public static let pauseReasons = [
    "", "mark", "user", "sleep-timer", "muted", "route-change", "call", "no-sink", "no-link", "server-lost",
    "engine-lost", "other-player", "seat", "lock", "sleep", "route-lost", "restart",
  ]
  /// Values of the property `Unheard`; the empty word while somebody may hear what is played.
  public static let unheard = ["", "volume", "muted", "sink-volume", "sink-muted"]
  /// Reasons of the signal `UtteranceCancelled`.
  public static let cancelReasons = ["stopped", "skipped", "removed", "failed", "hushed", "quit"]
  /// Reasons of the signal `RouteChanged`.
  public static let routeReasons = [
    "new-device", "device-lost", "user-moved", "profile-change", "wake", "no-route", "format-change", "unknown",
  ]
  /// What a sentence can be part of.
  public static let blocks = [
    "paragraph", "heading", "list-item", "quote", "table", "code", "footnote", "page-number", "figure",
  ]
  /// Values of the property `LoopStatus`.
  public static let loops = ["None", "Track", "Playlist"]
  /// Values of the property `Repeat`.
  public static let repeats = ["off", "sentence", "paragraph", "chapter", "a", "ab"]
  /// Values of the property `Shuffle`.
  public static let shuffles = ["off", "once", "each-lap", "question-choices"]
}
