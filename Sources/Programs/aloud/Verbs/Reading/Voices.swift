import AloudAPI
import ArgumentParser
import CommandOutput
import Configuration
import DirectReading
import EventLoop
import Speech
import Vocabulary
import Workers

struct Voices: Verb {
  static let configuration = CommandConfiguration(
    commandName: "voices", abstract: "List the voices.",
    discussion: "It needs neither the service nor a bus: the engine itself is asked.")

  @Argument(help: "Only the voices that speak this language (BCP 47), the best first, or whose name has these words.")
  var language: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("Only the voices of this engine, by its name in the last column.", valueName: "engine"))
  var engine: String?

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    try await Self.list(wanted: language.joined(separator: " "), engine: engine, json: output.json, console)
  }

  @Core
  static func list(
    wanted: String, engine: String? = nil, json: Bool, _ console: Console
  ) async throws(Failure) {
    let all = try await InstalledVoices.listed(task: "list the voices")
    if let engine, !all.engines.contains(engine) {
      throw Failure(
        .noVoice,
        "cannot find a voice of the engine '\(engine)': "
          + (all.engines.isEmpty ? "none is installed" : "there is \(all.engines.joined(separator: " and "))"),
        cure: "aloud voices")
    }
    let voices = Self.found(wanted, in: engine.map { all.of(engine: $0) } ?? all)
    if json {
      console.print(JSON.answer([("voices", .array(voices.map(Self.json)))]).text)
    } else {
      for line in lines(voices, heading: console.isTerminal) { console.print(line) }
    }
    guard voices.isEmpty else { return }
    throw wanted.isEmpty
      ? Failure(.noVoice, "cannot find a voice: none is installed", cure: "apt install \(UsualEngine.dataPackage)")
      : Failure(
        .noVoice, "cannot find a voice for '\(wanted)': no voice speaks such a language or has such a name",
        cure: "aloud voices")
  }

  /// The voices that speak a language, the best first; if none does, those whose name has each of the words in it. All
  /// of them if nothing is wanted.
  static func found(_ wanted: String, in catalogue: VoiceCatalogue) -> [Voice] {
    guard !wanted.isEmpty else { return catalogue.voices }
    let speaking = catalogue.speaking(wanted)
    guard speaking.isEmpty else { return speaking }
    let words = wanted.lowercased().split(whereSeparator: { $0 == " " || $0 == "_" })
    return catalogue.voices.filter { voice in
      let name = "\(voice.name) \(voice.id)".lowercased()
      return words.allSatisfy { name.contains($0) }
    }
  }

  /// A table. Only people get the heading; pipes get the rows alone.
  static func lines(_ voices: [Voice], heading: Bool) -> [String] {
    guard !voices.isEmpty else { return [] }
    var rows = voices.map { voice in
      [
        voice.id.text, voice.languages.map { LanguageSpelling.usual($0.tag) }.joined(separator: ","),
        voice.gender == .unspecified ? "" : voice.gender.rawValue, voice.name, voice.id.engine,
      ]
    }
    if heading { rows.insert(["VOICE", "LANGUAGES", "GENDER", "NAME", "ENGINE"], at: 0) }
    let widths = (0..<5).map { column in rows.map { TextWidth.cells($0[column]) }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { TextWidth.padded($0, to: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func json(_ voice: Voice) -> JSON {
    .object([
      ("identifier", .string(voice.id.text)), ("name", .string(voice.name)),
      ("language", .string(LanguageSpelling.usual(voice.language))),
      ("languages", .array(voice.languages.map { .string(LanguageSpelling.usual($0.tag)) })),
      ("gender", .string(voice.gender == .unspecified ? nil : voice.gender.rawValue)),
      ("engine", .string(voice.id.engine)),
    ])
  }
}
