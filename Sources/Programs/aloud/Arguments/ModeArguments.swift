import AloudAPI
import Vocabulary

/// The loop mode in the words of MPRIS, of mpc and of everyday language.
enum LoopArgument {
  /// `nil` if `argument` is not a mode. `toggle` and `next` depend on `current`.
  static func parse(_ argument: String, current: LoopStatus?) -> LoopStatus? {
    switch argument.lowercased() {
    case "none", "off", "no", "0": LoopStatus.none
    case "track", "single", "one", "song": .track
    case "playlist", "all", "queue", "on", "list": .playlist
    case "toggle": current == LoopStatus.none ? .playlist : LoopStatus.none
    case "cycle": current == LoopStatus.none ? .playlist : current == .playlist ? .track : LoopStatus.none
    default: nil
    }
  }

  static let forms = "none, track, playlist or toggle"
}

/// The order of the queue.
enum ShuffleArgument {
  static func parse(_ argument: String, current: ShuffleMode?) -> ShuffleMode? {
    switch argument.lowercased() {
    case "off", "no", "none", "0": .off
    case "on", "yes", "once", "1": .once
    case "each-lap", "lap", "laps": .eachLap
    case "question-choices", "questions", "question": .questionChoices
    case "toggle": current == .off ? .once : .off
    default: nil
    }
  }

  static let forms = "off, once, each-lap, question-choices or toggle"
}

/// A part of the text that `next` and `prev` move by.
struct UnitArgument: Equatable {
  /// `nil`: the unit of the media keys.
  var unit: MovingUnit?

  /// The service treats chapters and files as tracks.
  private static let words: [(String, MovingUnit?)] = [
    ("track", .track), ("chapter", .track), ("file", .track), ("paragraph", .paragraph), ("sentence", .sentence),
    ("phrase", .sentence), ("page", .page), ("heading", .heading), ("section", .heading), ("bookmark", .bookmark),
    ("mark", .bookmark),
    ("skip", .skip), ("key", nil),
  ]

  /// Accepts any beginning of a word; `nil` for another argument.
  init?(_ argument: String) {
    let argument = argument.lowercased()
    guard !argument.isEmpty, let word = Self.words.first(where: { $0.0.hasPrefix(argument) }) else { return nil }
    unit = word.1
  }

  static let forms = "track (chapter), heading, page, paragraph, sentence, bookmark or skip"
}
