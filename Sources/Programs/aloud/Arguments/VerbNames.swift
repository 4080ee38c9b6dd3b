import Configuration

/// Finds the verb for a typed word: its name, a synonym from another player, or an unambiguous beginning.
enum VerbNames {
  enum Match: Equatable {
    /// The words that replace the typed one.
    case verb([String])
    case ambiguous([String])
    /// No verb; with the nearest one, if there is a similar one.
    case unknown(nearest: String?)
  }

  /// The verbs in the order of the help. Suggestions for ambiguous beginnings have the same order.
  static let all = [
    "say", "announce", "notify", "read", "clipboard", "selection", "library", "chapters", "goto", "mark", "marks",
    "play",
    "pause", "toggle", "stop", "hush", "clear", "next", "prev", "again", "seek", "position", "repeat", "sleep", "rate",
    "volume", "loop", "shuffle",
    "queue", "history", "voices", "follow", "status", "metadata", "events", "config", "doctor", "learn",
    "explain", "export", "help",
  ]

  /// The names of the verbs in playerctl, mpc, say and spd-say.
  static let synonyms: [String: [String]] = [
    "speak": ["say"], "open": ["read"], "load": ["read"],
    "resume": ["play"], "play-pause": ["toggle"], "playpause": ["toggle"],
    "previous": ["prev"], "back": ["prev"], "skip": ["next"], "forward": ["next"],
    "speed": ["rate"], "vol": ["volume"],
    "random": ["shuffle"], "single": ["loop"],
    "add": ["queue", "add"], "insert": ["queue", "insert"], "del": ["queue", "del"], "mv": ["queue", "mv"],
    "move": ["queue", "mv"], "crop": ["queue", "crop"],
    "chapter": ["chapters"], "contents": ["chapters"], "toc": ["chapters"],
    "list": ["queue", "list"], "ls": ["queue", "list"], "playlist": ["queue", "list"], "queued": ["queue", "list"],
    "current": ["metadata", "title"], "info": ["status"], "watch": ["events"],
    "idle": ["events"], "monitor": ["events"], "cancel": ["clear"], "quiet": ["hush"], "silence": ["hush"],
    "books": ["library"], "documents": ["library"], "shelf": ["library"], "bookmark": ["mark"],
    "bookmarks": ["marks"], "voice": ["voices"], "settings": ["config"], "check": ["doctor"],
    "faster": ["rate", "+0.1"], "slower": ["rate", "0.1-"],
    "louder": ["volume", "+10"], "quieter": ["volume", "10-"], "softer": ["volume", "10-"], "mute": ["volume", "0"],
    "rewind": ["prev"], "version": ["--version"],
  ]

  /// The commands for words that could mean several things, so that they are named and not guessed.
  static let cures: [String: String] = [
    "off": "aloud pause, or aloud hush to empty the queue too",
    "exit": "aloud pause, or aloud hush to empty the queue too",
    "quit": "aloud pause, or aloud hush to empty the queue too", "kill": "aloud hush",
    "unmute": "aloud volume 100", "on": "aloud play", "start": "aloud play", "begin": "aloud play",
  ]

  /// The verbs that empty the queue, or take something out of it: what they took does not come back.
  private static let losing: Set<String> = ["clear", "hush", "queue del", "queue crop"]

  /// The word that is meant by a misspelled one. A verb that loses something is only meant where one letter is wrong:
  /// who tries the suggestion would lose the queue by a guess.
  private static func nearest(to word: String) -> String? {
    let words = all + synonyms.keys.sorted()
    func loses(_ name: String) -> Bool { losing.contains((synonyms[name] ?? [name]).joined(separator: " ")) }
    return Suggestion.nearest(to: word, among: words, atMost: 1)
      ?? Suggestion.nearest(to: word, among: words.filter { !loses($0) })
  }

  static func match(_ word: String) -> Match {
    if all.contains(word) { return .verb([word]) }
    if let words = synonyms[word] { return .verb(words) }
    if cures[word] != nil { return .unknown(nearest: nil) }
    let beginnings = all.filter { $0.hasPrefix(word) && !word.isEmpty }
    if beginnings.count == 1 { return .verb([beginnings[0]]) }
    if beginnings.count > 1 { return .ambiguous(beginnings) }
    let lower = word.lowercased()
    if lower != word, case .verb(let words) = match(lower) { return .verb(words) }
    let meant = Set(synonyms.keys.filter { $0.hasPrefix(word) && !word.isEmpty }.compactMap { synonyms[$0] })
    if meant.count == 1, let words = meant.first { return .verb(words) }
    return .unknown(nearest: nearest(to: word))
  }
}

/// Puts a command line into the form that the parser takes.
enum ArgumentOrder {
  /// Verbs with an argument that may begin with a minus sign without being an option.
  static let signed: Set<String> = ["seek", "position", "rate", "volume", "sleep"]
  /// The directions of verbs that take a time, too: `forward 10`. A minus sign stands behind the time, so that it
  /// begins no option.
  static let ways: [String: @Sendable (String) -> String] = [
    "forward": { "+" + $0 }, "skip": { "+" + $0 }, "back": { $0 + "-" }, "rewind": { $0 + "-" },
  ]
  /// The values of mpc for two states of one of our modes.
  private static let switches = ["on": "track", "off": "none"]

  /// - Returns: the arguments with the verb spelled out, with negative numbers after a `--`, so that `volume -5 --json`
  ///   is not parsed as options, and with the places of clips (``SpokenParts``).
  static func prepared(_ arguments: [String], verb: [String], typed: String) -> [String] {
    var rest = Array(arguments)
    if let way = ways[typed.lowercased()], let word = rest.first, case .absolute? = PositionArgument(word) {
      return ["seek", way(word)] + rest.dropFirst()
    }
    if typed == "single", let word = rest.first, let mode = switches[word.lowercased()] { rest[0] = mode }
    if verb == ["say"] {
      rest = SpokenParts.placed(rest, options: CommandShape.find(verb)?.shape.options ?? [])
    }
    guard signed.contains(verb[0]), !rest.contains("--") else { return verb + rest }
    let isNegative: (String) -> Bool = { argument in
      guard argument.first == "-", let next = argument.dropFirst().first else { return false }
      return next.isNumber || next == "."
    }
    let numbers = rest.filter(isNegative)
    guard !numbers.isEmpty else { return verb + rest }
    return verb + rest.filter { !isNegative($0) } + ["--"] + numbers
  }
}
