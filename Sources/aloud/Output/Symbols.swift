/// The symbols in output for people, with an ASCII form for terminals that show nothing else.
struct Symbols: Equatable, Sendable {
  var about: String
  var times: String
  var playing: String
  var paused: String
  var stopped: String
  var good: String
  var bad: String
  var warning: String
  var loopTrack: String
  var loopQueue: String
  var shuffle: String
  var shuffleLap: String
  var shuffleQuestions: String
  var ellipsis: String
  /// Between a book and its chapter.
  var within = "›"
  /// Between facts.
  var point = "·"
  var bullet = "•"
  var sleeping = "☾"
  var repeating = "↻"
  var barDone = "━"
  var barHere = "●"
  var barRest = "─"
  /// The signs between columns of a table, and at crossings with rules.
  var column = "│"
  var crossing = "┼"

  static let unicode = Symbols(
    about: "≈", times: "×", playing: "▶", paused: "⏸", stopped: "⏹", good: "✓", bad: "✗", warning: "!", loopTrack: "⟳¹",
    loopQueue: "⟳", shuffle: "⇄", shuffleLap: "⇄⟳", shuffleQuestions: "⇄?", ellipsis: "…")

  static let ascii = Symbols(
    about: "~", times: "x", playing: ">", paused: "||", stopped: "[]", good: "ok", bad: "FAILED", warning: "!",
    loopTrack: "(1)", loopQueue: "(@)", shuffle: "(%)", shuffleLap: "(%@)", shuffleQuestions: "(%?)", ellipsis: "...",
    within: ">", point: "|", bullet: "*", sleeping: "sleep:", repeating: "repeat:", barDone: "=", barHere: "o",
    barRest: "-", column: "|", crossing: "+")

  /// True if the locale in these variables uses UTF-8. The first variable that is set counts, as in setlocale(3).
  static func showsUnicode(environment: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = environment(name), !value.isEmpty {
        let upper = value.uppercased()
        return upper.contains("UTF-8") || upper.contains("UTF8")
      }
    }
    return false
  }

  func loop(_ status: String) -> String? { ["Track": loopTrack, "Playlist": loopQueue][status] }

  func shuffle(_ mode: String) -> String? {
    ["once": shuffle, "each-lap": shuffleLap, "question-choices": shuffleQuestions][mode]
  }
}
