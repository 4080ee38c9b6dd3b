import Vocabulary

/// The symbols in output for people, with an ASCII form for terminals that show nothing else.
package struct Symbols: Equatable, Sendable {
  package var about: String
  package var times: String
  package var playing: String
  package var paused: String
  package var stopped: String
  package var good: String
  package var bad: String
  package var warning: String
  package var loopTrack: String
  package var loopQueue: String
  package var shuffle: String
  package var shuffleLap: String
  package var shuffleQuestions: String
  package var ellipsis: String
  /// Between a book and its chapter.
  package var within = "›"
  /// Between facts.
  package var point = "·"
  package var bullet = "•"
  /// Between a thing and what becomes of it.
  package var arrow = "→"
  package var sleeping = "☾"
  package var repeating = "↻"
  package var barDone = "━"
  package var barHere = "●"
  package var barRest = "─"
  /// The signs between columns of a table, and at crossings with rules.
  package var column = "│"
  package var crossing = "┼"

  package static let unicode = Symbols(
    about: "≈", times: "×", playing: "▶", paused: "⏸", stopped: "⏹", good: "✓", bad: "✗", warning: "!", loopTrack: "⟳¹",
    loopQueue: "⟳", shuffle: "⇄", shuffleLap: "⇄⟳", shuffleQuestions: "⇄?", ellipsis: "…")

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
