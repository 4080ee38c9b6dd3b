import AloudAPI
import AloudClient
import ArgumentParser
import BusValues
import CommandOutput
import Documents
import EventLoop
import Speech
import Vocabulary

/// `aloud --complete WORD…`, called by the completions of shells. Prints the candidates at the cursor, one per line,
/// followed by a tab and an explanation. The line `:files` asks the shell for file names.
struct Completion: Verb {
  static let configuration = CommandConfiguration(commandName: "complete", shouldDisplay: false)
  /// The time limit: the user is waiting at the keyboard.
  private static let patience = Duration.milliseconds(1500)

  @Argument var words: [String] = []

  /// - Returns: `nil` if `arguments` are for something else.
  static func from(_ arguments: [String]) -> Completion? {
    guard arguments.first == "--complete" else { return nil }
    var completion = Completion()
    completion.words = Array(arguments.dropFirst())
    return completion
  }

  func run(_ console: Console) async throws(Failure) {
    let place = CompletionPlace(words)
    // A source that does not answer in time offers no candidates.
    let limit = Core.loop.schedule(after: Self.patience) { Core.loop.stop(exitCode: Outcome.done.rawValue) }
    defer { Core.loop.cancel(limit) }
    for source in place.sources {
      let candidates = await LiveCandidates.of(source, typed: place.typed)
      for line in Self.lines(candidates, place, foldsCase: source == .languages) { console.write(line + "\n") }
      if source == .files { console.write(":files\n") }
    }
  }

  /// The candidates that begin like the typed word.
  ///
  /// - Parameter foldsCase: true if the case of letters does not matter, as in the tags of languages.
  static func lines(_ candidates: [Candidate], _ place: CompletionPlace, foldsCase: Bool = false) -> [String] {
    func key(_ text: String) -> String { foldsCase ? text.lowercased() : text }
    let typed = key(place.typed)
    var seen: Set<String> = []
    return candidates.filter { key($0.text).hasPrefix(typed) && seen.insert($0.text).inserted }.map { candidate in
      let text = place.prefix + Line.clean(candidate.text, limit: 1024)
      return candidate.about.isEmpty ? text : "\(text)\t\(short(candidate.about))"
    }
  }

  /// The most characters of an explanation.
  private static let longestAbout = 100

  /// The explanation on one line, cut between two words.
  static func short(_ about: String) -> String {
    let line = Line.clean(about, limit: 4096)
    guard line.count > longestAbout else { return line }
    let beginning = line.prefix(longestAbout - 1)
    let end = beginning.lastIndex(of: " ") ?? beginning.endIndex
    return beginning[..<end].trimmingSuffix(",;:.") + "…"
  }
}

/// The candidates that only the service, its kept state or a worker has. Does not start the service; without data there
/// are no candidates.
@Core
enum LiveCandidates {
  static func of(_ source: CandidateSource, typed: String) async -> [Candidate] {
    switch source {
    case .words(let words): words
    case .files: []
    case .voices: await voices().map { Candidate($0.id.text, $0.name) }
    case .engines: (await InstalledVoices.catalogue()?.engines ?? []).map { Candidate($0) }
    case .languages: await languages()
    case .queue: await tracks().map(\.number)
    case .titles: named(await tracks(), typed)
    case .chapters: named(await chapters(), typed)
    case .library: named(await library(), typed)
    case .bookmarks: await bookmarks()
    }
  }

  private static func voices() async -> [Voice] {
    await InstalledVoices.catalogue()?.voices ?? []
  }

  private static func languages() async -> [Candidate] { tags(of: await voices()) }

  /// The languages of the voices, in their usual spelling.
  nonisolated static func tags(of voices: [Voice]) -> [Candidate] {
    voices.flatMap { voice in voice.languages.map { Candidate(LanguageSpelling.usual($0.tag), voice.name) } }
      .sorted { $0.text < $1.text }
  }

  private struct Place {
    var number: Candidate
    var title: String
  }

  /// The numbers, or the titles if the beginning of one is typed.
  private static func named(_ places: [Place], _ typed: String) -> [Candidate] {
    guard !typed.isEmpty, !typed.allSatisfy(\.isNumber) else { return places.map(\.number) }
    return places.map { Candidate($0.title, $0.number.text) }
  }

  private static func entries() async -> [TrackEntry] {
    let running = try? await Service().tracks()
    return running ?? KeptState.load()?.tracks ?? []
  }

  private static func tracks() async -> [Place] {
    await entries().enumerated().map { index, track in
      Place(number: Candidate(String(index + 1), track.title), title: track.title)
    }
  }

  private static func chapters() async -> [Place] {
    TitleSearch.chapters(await entries()).entries.compactMap { entry in
      entry.number.map { Place(number: Candidate(String($0), entry.title), title: entry.title) }
    }
  }

  private static func library() async -> [Place] {
    let documents = await LibraryNames.known()
    return zip(documents, LibraryNames.of(documents)).enumerated().map { index, item in
      Place(number: Candidate(String(index + 1), item.1), title: item.0.title)
    }
  }

  private static func bookmarks() async -> [Candidate] {
    let marks = (try? await Marks.found(all: false).marks) ?? []
    return marks.map { Candidate(String($0.number), $0.note.isEmpty ? $0.sentence : $0.note) }
  }
}

extension Substring {
  /// The text without these characters at its end.
  fileprivate func trimmingSuffix(_ characters: String) -> Substring {
    var text = self
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return text
  }
}
