import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop

struct Voices: Verb {
  static let configuration = CommandConfiguration(commandName: "voices", abstract: "List the voices.")

  @Argument(help: "Only the voices that speak this language (BCP 47), the best first.")
  var language: String?

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    try await Self.list(language: language ?? "", json: output.json, console)
  }

  @Core
  static func list(language: String, json: Bool, _ console: Console) async throws(Failure) {
    let answer = try await Service().call(.listVoices(language: language), task: "list the voices")
    let voices = (answer.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(VoiceEntry.init) }
    if json {
      console.print(JSON.answer([("voices", .array(voices.map(Self.json)))]).text)
    } else {
      for line in lines(voices, heading: console.isTerminal) { console.print(line) }
    }
    guard voices.isEmpty else { return }
    throw language.isEmpty
      ? Failure(.noVoice, "cannot find a voice: none is installed", cure: "apt install espeak-ng-data")
      : Failure(.noVoice, "cannot find a voice for '\(language)'", cure: "aloud voices")
  }

  /// A table. Only people get the heading; pipes get the rows alone.
  static func lines(_ voices: [VoiceEntry], heading: Bool) -> [String] {
    guard !voices.isEmpty else { return [] }
    var rows = voices.map { voice in
      [voice.identifier, voice.languages.joined(separator: ","), voice.gender, voice.name, voice.engine]
    }
    if heading { rows.insert(["VOICE", "LANGUAGES", "GENDER", "NAME", "ENGINE"], at: 0) }
    let widths = (0..<5).map { column in rows.map { TextWidth.cells($0[column]) }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { TextWidth.padded($0, to: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func json(_ voice: VoiceEntry) -> JSON {
    .object([
      ("identifier", .string(voice.identifier)), ("name", .string(voice.name)), ("language", .string(voice.language)),
      ("languages", .array(voice.languages.map { .string($0) })),
      ("gender", .string(voice.gender.isEmpty ? nil : voice.gender)), ("engine", .string(voice.engine)),
    ])
  }
}
