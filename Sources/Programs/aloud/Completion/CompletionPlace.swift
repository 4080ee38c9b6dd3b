import AloudAPI
import BookExport
import Configuration
import SoundWire
import Vocabulary

/// A possible word at the cursor.
struct Candidate: Equatable {
  var text: String
  /// The explanation for people; empty if the text needs none.
  var about: String

  init(_ text: String, _ about: String = "") {
    self.text = text
    self.about = about
  }
}

/// The source of candidates.
enum CandidateSource: Equatable {
  case words([Candidate])
  /// The shell finds them: it can quote names and expand `~`.
  case files
  case voices
  /// The names of the engines that have voices.
  case engines
  case languages
  /// Places in the queue, with their titles.
  case queue
  /// The same; titles instead if a name was begun.
  case titles
  /// The chapters of the book that is read, or the queue; titles if a name was begun.
  case chapters
  /// The numbers of documents; their titles if a name was begun.
  case library
  case bookmarks
}

/// The words that may stand at the cursor.
struct CompletionPlace: Equatable {
  var sources: [CandidateSource]
  /// The part of the word that is kept: `--voice=`.
  var prefix = ""
  /// The rest of the word, which candidates begin with.
  var typed: String

  /// - Parameter words: the words after the command's name, up to the cursor. The last word is to be completed, and may
  ///   be empty.
  init(_ words: [String]) {
    let words = words.isEmpty ? [""] : words
    typed = words[words.count - 1]
    sources = []
    guard words.count > 1 else {
      sources = Self.first(typed)
      return
    }
    switch VerbNames.match(words[0]) {
    case .verb(["help"]): if words.count == 2 { sources = [.words(CommandShape.parts(of: nil))] }
    case .verb(let verb): argument(verb + words.dropFirst(), parts: verb.count == 1)
    case .ambiguous: break
    case .unknown where words[0].hasPrefix("-"): argument(["status"] + words, parts: false)
    case .unknown: argument(["read"] + words, parts: false)
    }
  }

  private static func first(_ typed: String) -> [CandidateSource] {
    if typed.hasPrefix("-") {
      let options = CommandShape.find(["status"]).map { $0.shape.options } ?? []
      return [.words(candidates(options))]
    }
    let verbs = CommandShape.parts(of: nil)
    guard !typed.isEmpty else { return [.words(verbs)] }
    if verbs.contains(where: { $0.text.hasPrefix(typed) }) { return [.words(verbs), .files] }
    let synonyms = VerbNames.synonyms.sorted { $0.key < $1.key }
    return [.words(synonyms.map { Candidate($0.key, "aloud " + $0.value.joined(separator: " ")) }), .files]
  }

  /// - Parameter parts: true if the word after the verb may be a subcommand, as in `queue add`.
  private mutating func argument(_ words: [String], parts: Bool) {
    guard let (shape, rest) = CommandShape.find(Array(words.dropLast())) else { return }
    let options = shape.options
    var positionals: [String] = []
    var pending: OptionShape?
    var isLiteral = false
    for word in rest {
      if pending != nil {
        pending = nil
      } else if !isLiteral, word == "--" {
        isLiteral = true
      } else if !isLiteral, word.hasPrefix("-"), word != "-" {
        pending = options.first { $0.names.contains(word) && $0.value != nil }
      } else {
        positionals.append(word)
      }
    }
    if let pending { return sources = CompletionTable.values(of: pending.names, at: shape.path) }
    if !isLiteral, typed.hasPrefix("-") {
      guard let equals = typed.firstIndex(of: "="), typed.hasPrefix("--") else {
        return sources = [.words(Self.candidates(options))]
      }
      let name = String(typed[..<equals])
      prefix = name + "="
      typed = String(typed[typed.index(after: equals)...])
      sources = CompletionTable.values(of: [name], at: shape.path)
      return
    }
    sources = CompletionTable.arguments(of: shape.path, behind: positionals)
    if parts, positionals.isEmpty, rest.isEmpty, words.count == 2 {
      let parts = CommandShape.parts(of: words[0])
      if !parts.isEmpty { sources.insert(.words(parts), at: 0) }
    }
  }

  /// The longest name of each option, which explains itself.
  private static func candidates(_ options: [OptionShape]) -> [Candidate] {
    options.compactMap { option in
      option.names.max { $0.count < $1.count }.map { Candidate($0, option.about) }
    }
  }
}

/// The kinds of arguments, by verb.
enum CompletionTable {
  /// The values of an option.
  static func values(of names: [String], at path: [String]) -> [CandidateSource] {
    for name in names {
      if let source = options["\(path[0]) \(name)"] ?? options[name] { return [source] }
    }
    return []
  }

  /// The values of options, for all verbs or for one verb.
  static let options: [String: CandidateSource] = [
    "--voice": .voices, "--engine": .engines, "--lang": .languages, "--all-in": .languages, "--rate": .words(rates),
    "--file": .files,
    "--output": .files, "--clip": .files,
    "--document": .files,
    "--punctuation": words(SpokenPunctuation.allCases), "--when-busy": words(WhenBusy.allCases),
    "--at": plain("now", "word", "sentence"), "read --format": words(DocumentFormat.allCases),
    "--as": plain(SoundFormat.names.replacing(" or ", with: ", ").split(separator: ", ").map(String.init)),
    // Short names are here too, since they may have been typed.
    "-v": .voices, "-l": .languages, "-r": .words(rates), "say -f": .files, "explain -f": .files, "-o": .files,
  ]

  private static let rates = ["0.75", "1", "1.25", "1.5", "2"].map { rate in
    Candidate(rate, RateArgument(rate)?.applied(to: 1).map { RateArgument.shown($0) } ?? "")
  }

  /// - Parameter positionals: the arguments before the one to complete.
  static func arguments(of path: [String], behind positionals: [String]) -> [CandidateSource] {
    let verb = path.joined(separator: " ")
    if verb == "config set", let key = positionals.first {
      let words = ConfigurationKey.found(key)?.words ?? []
      return positionals.count == 1 ? [key.hasSuffix("voice") ? .voices : .words(words.map { Candidate($0) })] : []
    }
    if positionals.isEmpty || manyArguments.contains(verb), let source = arguments[verb] { return [source] }
    return []
  }

  /// Verbs that accept the same argument several times.
  private static let manyArguments: Set<String> = [
    "read", "play", "queue add", "queue insert", "queue del", "queue mv", "library rm", "marks rm", "config check",
    "events", "export", "voices add",
  ]

  /// The arguments of verbs. Verbs that are not listed take numbers or free words.
  static let arguments: [String: CandidateSource] = [
    "read": .files, "play": .files, "export": .files, "queue add": .files, "queue insert": .files,
    "config check": .files, "next": .words(units), "prev": .words(units),
    "repeat": words(RepeatMode.allCases.filter { $0 != .off } + [.off]),
    "loop": plain("none", "track", "playlist", "toggle"),
    "shuffle": plain(ShuffleMode.allCases.map(\.rawValue) + ["toggle"]),
    "sleep": plain("sentence", "paragraph", "chapter", "15m", "30m", "1h", "off", "back"), "rate": .words(rates),
    "queue del": .queue, "queue mv": .queue, "queue goto": .titles, "goto": .chapters,
    "library read": .library, "library rm": .library,
    "marks go": .bookmarks, "marks rm": .bookmarks, "config get": .words(keys), "config set": .words(keys),
    "config unset": .words(keys), "voices": .languages, "voices list": .languages, "voices try": .languages,
    "voices add": .files,
    "events": words(EventKind.allCases),
    "metadata": plain("title", "artist", "album", "url", "length", "trackid", "artUrl"),
  ]

  private static let units = MovingUnit.allCases.map {
    Candidate($0 == .track ? "chapter" : $0.rawValue)
  }
  private static let keys = ConfigurationKey.all.map { Candidate($0.path, $0.documentation) }

  private static func plain(_ words: String...) -> CandidateSource { plain(words) }
  private static func plain(_ words: [String]) -> CandidateSource { .words(words.map { Candidate($0) }) }
  private static func words<Word: RawRepresentable<String>>(_ all: [Word]) -> CandidateSource {
    plain(all.map(\.rawValue))
  }
}
