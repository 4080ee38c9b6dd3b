import AloudAPI
import ArgumentParser
import CommandOutput
import Configuration
import DirectReading
import Documents
import EventLoop
import Glibc
import Morphology
import Speech
import TextExplanation
import Vocabulary
import Workers

struct Explain: Verb {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show what is said for a text, by which voice, and why.",
    discussion: """
      Each sentence is shown with its voice and its language, and with each rule that changes it before it is spoken. \
      The voices are those of 'aloud say' and 'aloud read', and the engine is asked in the same way. Nothing is heard, \
      and neither the service nor a sound card is needed. Without TEXT, --file and --document, the command reads \
      standard input.
      """)

  @Argument(help: "The text; several arguments are joined by spaces. '-' is standard input.")
  var text: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Read the text from this file; '-' is standard input.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("Explain this document, in any format of 'aloud read'.", valueName: "file"))
  var document: String?

  @OptionGroup var voices: VoiceArguments

  @Flag(help: "Show the phonemes in the International Phonetic Alphabet.")
  var phonemes = false

  @OptionGroup var output: OutputOptions

  private static let task = "explain it"
  private static let cure = "aloud explain TEXT, aloud explain -f FILE, or aloud explain --document FILE"

  /// An open text.
  private struct Input {
    var descriptor: CInt
    var name = ""
    var format = DocumentFormat.text
  }

  func run(_ console: Console) async throws(Failure) {
    if try await voices.list(json: output.json, console) { return }
    let input = try input()
    defer { if input.descriptor != STDIN_FILENO { close(input.descriptor) } }
    let choice = try await EngineChoosing().choose(voices.options, task: Self.task) { () async throws(Failure) in
      try await UserSettings.read(task: Self.task).settings
    }
    let book: Book
    do throws(Trouble) {
      book = try await BookReading(voices: choice.voices).read(
        input.descriptor, format: input.format, name: input.name, language: choice.language)
    } catch {
      throw Failure(error, task: Self.task)
    }
    if output.json {
      let engine = choice.engine.names?[choice.voices.standard.voice.engine]?.engine
      console.print(JSON.answer([("engine", .string(engine))]).text)
    }
    var isFirst = true
    var troubles = 0
    var hasUnread = false
    try await Explainer(book, choice) { sentence in
      troubles += sentence.runs.count { $0.trouble != nil }
      hasUnread = hasUnread || sentence.rules.contains { $0.rule == "no-reading" }
      guard !output.json else { return console.print(sentence.json.text) }
      if !isFirst { console.print("") }
      isFirst = false
      let lines = sentence.lines(
        phonemes: phonemes, symbols: console.symbols, width: console.isTerminal ? console.width : 100)
      console.printPainted(console.bold(lines[0]))
      for line in lines.dropFirst() { console.print(line) }
    }.run()
    for loss in book.losses { Console.complain("cannot explain all of it: \(loss)") }
    if troubles > 0 { Console.complain("the engine cannot say \(troubles) of \(book.sentences.count) sentences") }
    if hasUnread { try checkReadings() }
    if troubles > 0 || !book.losses.isEmpty { throw .quiet(.unsupported) }
  }

  /// Fails if kanji are left out because their readings are not installed, and not because nobody knows them.
  private func checkReadings() throws(Failure) {
    do throws(DictionaryFault) {
      _ = try MeCab()
    } catch {
      throw Failure(.noVoice, "cannot read all of it: kanji are left out: \(error.reason)", cure: DictionaryFault.cure)
    }
  }

  private func input() throws(Failure) -> Input {
    guard [!text.isEmpty, file != nil, document != nil].count(where: { $0 }) <= 1 else {
      throw Failure(.usage, "cannot \(Self.task): there is more than one text", cure: Self.cure)
    }
    if let document, document != "-" {
      let opened = try FileCheck.open(document)
      return Input(descriptor: opened.descriptor, name: opened.name, format: .auto)
    }
    if let file, file != "-" { return try input(TextInput.printed(FileCheck.open(file), task: Self.task)) }
    if !text.isEmpty, text != ["-"] {
      return try input(
        TextInput.of(bytes: PrintedText.cleaned(FileName.bytes(text.joined(separator: " "))), task: Self.task))
    }
    guard file != nil || document != nil || !text.isEmpty || !StandardInput.isTerminal else {
      throw Failure(.usage, "cannot \(Self.task): there is no text", cure: Self.cure)
    }
    return Input(descriptor: STDIN_FILENO, format: document == nil ? .text : .auto)
  }

  private func input(_ source: TextInput) throws(Failure) -> Input {
    switch source {
    case .text(let text): Input(descriptor: try TemporaryFile.holding(Array(text.utf8)))
    case .descriptor(let descriptor): Input(descriptor: descriptor)
    }
  }
}
