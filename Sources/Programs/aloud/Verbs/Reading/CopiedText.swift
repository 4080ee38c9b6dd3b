import AloudAPI
import ArgumentParser
import CommandOutput
import EventLoop
import Glibc
import Pager

struct ReadClipboard: Verb {
  static let configuration = CommandConfiguration(
    commandName: "clipboard", abstract: "Read the text that was copied.",
    discussion: "It uses wl-paste on Wayland, and xclip or xsel on X11.")

  @OptionGroup var speech: SpeechArguments
  @OptionGroup var waiting: WaitArguments
  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    try await CopiedText(.clipboard, speech, waiting, output).read(console)
  }
}

struct ReadSelection: Verb {
  static let configuration = CommandConfiguration(
    commandName: "selection", abstract: "Read the text that is selected with the mouse.",
    discussion: "It uses wl-paste on Wayland, and xclip or xsel on X11. It is useful on a key of the desktop.")

  @OptionGroup var speech: SpeechArguments
  @OptionGroup var waiting: WaitArguments
  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    try await CopiedText(.selection, speech, waiting, output).read(console)
  }
}

/// Text that is handed from another program to the service.
@Core
struct CopiedText {
  /// The maximum number of bytes.
  private static let limit = 64 << 20
  /// The time limit for the program that holds the text.
  private static let patience = Duration.seconds(5)

  private let place: Clipboard
  private let speech: SpeechArguments
  private let waiting: WaitArguments
  private let output: OutputOptions

  init(_ place: Clipboard, _ speech: SpeechArguments, _ waiting: WaitArguments, _ output: OutputOptions) {
    self.place = place
    self.speech = speech
    self.waiting = waiting
    self.output = output
  }

  private var task: String { "read \(place.name)" }

  func read(_ console: Console) async throws(Failure) {
    if try await speech.voices.list(json: output.json, console) { return }
    let options = try speech.options(.say, task: task)
    let bytes = try await fetch()
    guard bytes.contains(where: { $0 > 0x20 }) else { throw isEmpty }
    let source = try TextInput.of(bytes: bytes, task: task)
    defer { if case .descriptor(let descriptor) = source { close(descriptor) } }
    let service = try Service()
    if waiting.stays { try await waiting.prepare(service) }
    let track = try await service.read(source, options, task: task)
    if waiting.printID || output.json { Say.print(track, json: output.json, console) }
    try await service.tellPlace(of: track, cure: "--now: at once")
    await PitchRemark.tell(of: track, options, service)
    if waiting.stays {
      try await waiting.attend([track], service, console, isSaid: true, text: source.text)
    } else {
      try await service.checkSound(task: task)
    }
  }

  private var isEmpty: Failure {
    Failure(
      .usage, "cannot \(task): there is no text in it",
      cure: place == .clipboard ? "copy some text first" : "mark some text first")
  }

  private func fetch() async throws(Failure) -> [UInt8] {
    let tools = try place.tools { name in getenv(name).map { String(cString: $0) } }
    var problem: Failure?
    for tool in tools {
      let result = await ToolRun.run([tool.name] + tool.arguments, limit: Self.limit, patience: Self.patience)
      switch result.end {
      case .absent: continue
      case .notStarted(let reason):
        problem = problem ?? Failure(.failed, "cannot \(task): \(tool.name) cannot be started: \(reason)")
      case .exited(0): return result.output
      case .exited where tool.isEmptyAnswer(result.errors): throw isEmpty
      case .exited:
        let reason = PageView.clean(result.errors)
        throw Failure(.failed, "cannot \(task): \(tool.name) says: \(reason.isEmpty ? "nothing" : reason)")
      case .late:
        throw Failure(
          .failed, "cannot \(task): the program that holds it does not answer \(tool.name)", cure: "copy it again")
      case .tooMuch:
        throw Failure(
          .unsupported, "cannot \(task): it is larger than 64 MiB", cure: "save it to a file, aloud read FILE")
      }
    }
    throw problem ?? place.missing(tools)
  }
}
