import AloudAPI
import ArgumentParser
import CommandOutput

/// The options for the voices of a text, of each verb that reads or explains one.
struct VoiceArguments: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("A voice by name or identifier; '?' lists them.", valueName: "voice"))
  var voice: String?

  @Option(help: ArgumentHelp("The engine whose voices read; 'aloud voices' names the engines.", valueName: "engine"))
  var engine: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Language where the text names none (BCP 47): de, zh-HK.", valueName: "tag")
  )
  var lang: String?

  @Option(
    help: ArgumentHelp("Language of the whole text, whatever its parts say; one voice reads it.", valueName: "tag"))
  var allIn: String?

  /// Lists the voices of the language if the listener asks for them in place of a text.
  ///
  /// - Returns: false if they do not.
  func list(json: Bool, _ console: Console) async throws(Failure) -> Bool {
    guard voice == "?" else { return false }
    try await Voices.list(wanted: allIn ?? lang ?? "", engine: engine, json: json, console)
    return true
  }

  /// True if the configuration chooses the voices.
  var isEmpty: Bool { voice == nil && engine == nil && lang == nil && allIn == nil }

  /// The options of a request for the voices.
  var options: SpeakOptions { SpeakOptions(voice: voice, engine: engine, language: lang, allIn: allIn) }
}
