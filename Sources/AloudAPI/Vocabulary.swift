/// The kinds of events that clients request with `Subscribe`.
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

/// The unit of places in a text (option `unit`).
public enum CountingUnit: String, CaseIterable, Sendable {
  /// Unicode scalars.
  case scalars
  /// Bytes of UTF-8.
  case utf8
  /// UTF-16 units.
  case utf16
}

/// The place of a new text while something is being read (option `when-busy`).
public enum WhenBusy: String, CaseIterable, Sendable {
  /// It is read at once like `now`, but after earlier spoken texts that are still to be heard.
  case inTurn = "in-turn"
  /// It is appended to the queue.
  case queue
  /// It follows the current track.
  case next
  /// It is read at once; the rest of the current track follows it.
  case now
  /// It is dropped, and the call fails with the error `Busy`.
  case drop
}

/// The kind of a request with a text (option `request`). It decides which setting applies to the text's place.
public enum RequestKind: String, CaseIterable, Sendable {
  /// A text that interrupts: `say-when-busy`.
  case say
  /// A text that is opened to be read: `read-when-busy`.
  case read
}

/// The punctuation marks that are read by name (option `punctuation`).
public enum SpokenPunctuation: String, CaseIterable, Sendable {
  case none
  /// Only marks that change the meaning of code and figures.
  case some
  case all
}

/// The unit by which `Next` and `Previous` move.
public enum StepUnit: String, CaseIterable, Sendable {
  /// A chapter of a book, or a whole text.
  case track
  /// A section with a heading.
  case heading
  /// A page of the printed edition.
  case page
  case paragraph
  case sentence
  /// The sentence of a bookmark.
  case bookmark
  /// A time: `skip-interval` of the configuration.
  case skip
  /// The unit of the media key: `next-means` of the configuration, and the next larger unit when it is pressed twice.
  case key
}

/// The argument of `Repeat`.
public enum RepeatWord: String, CaseIterable, Sendable {
  /// Nothing is repeated within a track.
  case off
  case sentence
  case paragraph
  /// The whole track.
  case chapter
  /// Marks the beginning of a part, at the current word.
  case a
  /// Marks its end, after the current word, and repeats it.
  case b
  /// Sets the missing mark; if both are set, ends the repetition.
  case ab
}

/// The unit of a sleep timer.
public enum SleepUnit: String, CaseIterable, Sendable {
  /// There is no timer.
  case off
  case time
  case sentence
  case paragraph
  case chapter
}

/// The moment at which `Pause` takes effect.
public enum PausePoint: String, CaseIterable, Sendable {
  /// Within one cycle of the audio server.
  case immediate
  /// At the end of the current word.
  case word
  /// At the end of the current sentence.
  case sentence
}

/// The reason why an utterance ended early.
///
/// More reasons may be added later; a client shows an unknown word as it is.
public struct CancelReason: RawRepresentable, Hashable, Sendable {
  /// The word on the bus.
  public let rawValue: String

  /// A reason from its word; any word is accepted.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Removed from the queue by `Remove` or `Clear`.
  public static let removed = CancelReason(rawValue: "removed")
  /// Left by `Next`, `Previous` or `GoTo`.
  public static let skipped = CancelReason(rawValue: "skipped")
  /// `Stop`.
  public static let stopped = CancelReason(rawValue: "stopped")
  /// `Hush`: silence, and nothing left in the queue.
  public static let hushed = CancelReason(rawValue: "hushed")
  /// The text could not be read; `Failed` has the reason.
  public static let failed = CancelReason(rawValue: "failed")
  /// The service ended.
  public static let quit = CancelReason(rawValue: "quit")
}

/// The words of properties and signals, for checks and for documentation.
///
/// The service's own types are the source; a test compares these lists with them.
public enum Vocabulary {
  /// Values of the property `State`.
  public static let states = [
    "idle", "preparing", "delay", "speaking", "gap", "paused", "interrupted", "error",
  ]
  /// Values of the property `PauseReason`; empty if sound is not forbidden.
  public static let pauseReasons = [
    "", "mark", "user", "sleep-timer", "muted", "route-change", "call", "no-sink", "no-link", "server-lost",
    "engine-lost", "other-player", "seat", "lock", "sleep", "route-lost", "restart",
  ]
  /// Values of the property `Unheard`; empty if the sound can be heard.
  public static let unheard = ["", "volume", "muted", "sink-volume", "sink-muted"]
  /// Reasons of the signal `UtteranceCancelled`.
  public static let cancelReasons = ["stopped", "skipped", "removed", "failed", "hushed", "quit"]
  /// Reasons of the signal `RouteChanged`.
  public static let routeReasons = [
    "new-device", "device-lost", "user-moved", "profile-change", "wake", "no-route", "format-change", "unknown",
  ]
  /// The classes of blocks that contain sentences.
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
