import Vocabulary

/// The symbols in output for people, with an ASCII form for terminals that show nothing else.
package struct Symbols: Equatable, Sendable {
  /// Before a value that is an estimate.
  package var about: String
  /// After the factor of a speed, as in `1.8×`.
  package var times: String
  /// For a reading that plays, and for the current entry of a list.
  package var playing: String
  /// For a reading that is paused or interrupted.
  package var paused: String
  /// For a reading that is stopped, and if there is none.
  package var stopped: String
  /// Before a check that found no fault.
  package var good: String
  /// Before a check that found a fault.
  package var bad: String
  /// Before a check with a remark.
  package var warning: String
  /// For a track that repeats itself.
  package var loopTrack: String
  /// For a queue that begins again after its end.
  package var loopQueue: String
  /// For a queue that was shuffled once; see ``ShuffleMode``.
  package var shuffle: String
  /// For a queue that is shuffled again in each lap.
  package var shuffleLap: String
  /// For a shuffled queue in which the first entry of each group stays first.
  package var shuffleQuestions: String
  /// At the end of a text that is cut.
  package var ellipsis: String
  /// Between a book and its chapter.
  package var within = "›"
  /// Between facts.
  package var point = "·"
  /// Before an item of a list that has no number.
  package var bullet = "•"
  /// Between a thing and what becomes of it.
  package var arrow = "→"
  /// Before the time or the place at which the sleep timer ends.
  package var sleeping = "☾"
  /// Before the part of the track that is repeated.
  package var repeating = "↻"
  /// A cell of a progress bar before the place of the reading.
  package var barDone = "━"
  /// The cell of a progress bar at the place of the reading.
  package var barHere = "●"
  /// A cell of a progress bar after the place of the reading, and of a rule in a table.
  package var barRest = "─"
  /// Between columns of a table.
  package var column = "│"
  /// Between columns in a rule of a table.
  package var crossing = "┼"

  /// The symbols for a locale with UTF-8.
  package static let unicode = Symbols(
    about: "≈", times: "×", playing: "▶", paused: "⏸", stopped: "⏹", good: "✓", bad: "✗", warning: "!", loopTrack: "⟳¹",
    loopQueue: "⟳", shuffle: "⇄", shuffleLap: "⇄⟳", shuffleQuestions: "⇄?", ellipsis: "…")

  /// The symbols for other locales and for output without signs; some are words.
  package static let ascii = Symbols(
    about: "~", times: "x", playing: ">", paused: "||", stopped: "[]", good: "ok", bad: "FAILED", warning: "!",
    loopTrack: "(1)", loopQueue: "(@)", shuffle: "(%)", shuffleLap: "(%@)", shuffleQuestions: "(%?)", ellipsis: "...",
    within: ">", point: "|", bullet: "*", arrow: "->", sleeping: "sleep:", repeating: "repeat:", barDone: "=",
    barHere: "o",
    barRest: "-", column: "|", crossing: "+")

  /// True if the locale in these variables uses UTF-8. The first variable that is set counts, as in setlocale(3).
  package static func showsUnicode(environment: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = environment(name), !value.isEmpty {
        let upper = value.uppercased()
        return upper.contains("UTF-8") || upper.contains("UTF8")
      }
    }
    return false
  }

  /// The sign of a `LoopStatus`; `nil` if nothing is looped.
  package func loop(_ status: String) -> String? {
    switch LoopStatus(rawValue: status) {
    case .track: loopTrack
    case .playlist: loopQueue
    case .some(.none), nil: nil
    }
  }

  /// The sign of a `Shuffle`; `nil` if nothing is shuffled.
  package func shuffle(_ mode: String) -> String? {
    switch ShuffleMode(rawValue: mode) {
    case .once: shuffle
    case .eachLap: shuffleLap
    case .questionChoices: shuffleQuestions
    case .off, nil: nil
    }
  }
}
