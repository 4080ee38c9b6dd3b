import AloudAPI
import AloudClient
import ArgumentParser
import BusValues
import CommandOutput
import Documents
import EventLoop
import Glibc
import Vocabulary

struct Say: Verb {
  static let configuration = CommandConfiguration(
    commandName: "say", abstract: "Read a text aloud.",
    discussion: """
      Without TEXT and --file, the command reads standard input, if that is a pipe or a file. The text is heard at once, \
      or after the texts of earlier 'say' commands. A document that is being read resumes after it, and a paused one \
      stays paused. The command returns when the text is in the queue. If the text has to wait, a terminal shows for how \
      long. A pipe is read while it is written: a piece ends at a blank line, or if nothing arrives for half a second.

      With --clip, sound files and texts are one utterance, in the order of the command line: aloud say --clip ding.oga \
      12 --clip yuan.oga. Nothing is between two parts, and clips are as loud as speech.
      """)

  @Argument(help: "The text; several arguments are joined by spaces. '-' is standard input.")
  var text: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Read the text from this file; '-' is standard input.", valueName: "file"))
  var file: String?

  @OptionGroup var clips: ClipArguments
  @OptionGroup var speech: SpeechArguments
  @OptionGroup var waiting: WaitArguments

  @Flag(
    name: [.customShort("e"), .customLong("tee")], help: "Copy standard input to standard output, for use in a pipe.")
  var tee = false

  @Flag(help: "Read each line of standard input as a paragraph, as soon as the line ends.")
  var lines = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write the speech to this audio file, as export does, and say nothing.", valueName: "out"))
  var soundFile: String?

  @OptionGroup var output: OutputOptions

  private static let task = "say it"
  private static let cure = "--now: at once"

  /// An option that a file takes no notice of; `nil` if there is none.
  private var optionForHearing: String? {
    let given = [
      ("--wait", waiting.wait), ("--interactive", waiting.interactive), ("--print-id", waiting.printID), ("--tee", tee),
      ("--clip", !clips.files.isEmpty), ("--volume", speech.sound.volume != nil), ("--now", speech.now),
      ("--next", speech.next), ("--queue", speech.queue), ("--when-busy", speech.whenBusy != nil),
      ("--json", output.json),
    ]
    return given.first(where: \.1)?.0
  }

  /// Writes the speech to a file, without the service.
  private func write(to path: String, _ options: inout SpeakOptions, _ console: Console) async throws(Failure) {
    let task = "write it to '\(path)'"
    if let option = optionForHearing {
      throw Failure(.usage, "cannot \(task): \(option) is for what is heard", cure: "without \(option)")
    }
    guard path == "-" || access(FileName.cString(path), F_OK) != 0 else {
      throw Failure(
        .usage, "cannot \(task): it exists", cure: "another name after -o, or rm \(shellQuoted(path)) before it")
    }
    var source: TextInput
    switch try input(&options, console, allowsLive: false) {
    case .ready(let text): source = text
    case .parts, .live: preconditionFailure("there are no clips, and all of the input was awaited")
    }
    if case .text(let text) = source { source = .descriptor(try TemporaryFile.holding(Array(text.utf8))) }
    guard case .descriptor(let descriptor) = source else { return }
    defer { close(descriptor) }
    try await Export.write(descriptor, to: path, options, task: task, console)
  }

  /// The text to speak.
  private enum Input {
    case ready(TextInput)
    /// Texts and clips.
    case parts(OpenedParts)
    /// The beginning of standard input, which continues.
    case live([UInt8])
  }

  /// Hints at `aloud read` if the text is a single word and the name of a file, since the name itself would be spoken.
  private func tellOfFile() {
    guard file == nil, text.count == 1, text[0] != "-", Console.hasListener else { return }
    var status = stat()
    guard stat(FileName.cString(text[0]), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let name = shellQuoted(text[0].hasPrefix("-") ? "./\(text[0])" : text[0])
    Console.tell("this says the name of a file; aloud read \(name) reads its contents")
  }

  func run(_ console: Console) async throws(Failure) {
    if try await speech.voices.list(json: output.json, console) { return }
    var options = try speech.options(.say, task: Self.task)
    if let soundFile { return try await write(to: soundFile, &options, console) }
    // Input is read first: a service started before the user has typed would idle meanwhile.
    switch try input(&options, console) {
    case .ready(let source):
      defer { if case .descriptor(let descriptor) = source { close(descriptor) } }
      tellOfFile()
      try await say(options, source.text, console) { service throws(Failure) in
        try await service.read(source, options, task: Self.task)
      }
    case .parts(let parts):
      defer { parts.close() }
      try await say(options, nil, console) { service throws(Failure) in
        try await service.read(parts, options, task: Self.task)
      }
    case .live(let first):
      let input = try LiveInput(first: first, isCopied: tee, lines: lines, console)
      return try await LiveReading(input: input, service: try Service(), console: console, task: Self.task).run(
        options, waiting, json: output.json, cure: Self.cure)
    }
  }

  @Core
  private func say(
    _ options: SpeakOptions, _ text: String?, _ console: Console,
    _ send: @Core (Service) async throws(Failure) -> ObjectPath
  ) async throws(Failure) {
    let service = try Service()
    if waiting.stays { try await waiting.prepare(service) }
    let track = try await send(service)
    if waiting.printID || output.json { Self.print(track, json: output.json, console) }
    try await service.tellPlace(of: track, cure: Self.cure)
    if speech.voices.isEmpty { await service.warnOfVoice() }
    await PitchRemark.tell(of: track, options, service)
    if waiting.stays {
      try await waiting.attend([track], service, console, isSaid: true, text: text)
    } else if !options.paused {
      try await service.checkSound(task: Self.task)
    }
  }

  static func print(_ track: ObjectPath, json: Bool, _ console: Console) {
    console.print(json ? JSON.answer([("track", .string(track.text))]).text : track.text)
  }

  /// - Parameter allowsLive: true if the input may be passed on before its end.
  private func input(
    _ options: inout SpeakOptions, _ console: Console, allowsLive: Bool = true
  ) throws(Failure) -> Input {
    if !clips.files.isEmpty {
      guard file == nil, text != ["-"] else {
        throw Failure(
          .usage, "cannot \(Self.task): clips stand beside texts of the command line, not beside a file or a pipe",
          cure: "aloud say --clip FILE TEXT")
      }
      return .parts(try OpenedParts(clips.parts(with: text), task: Self.task))
    }
    if let file, file != "-" {
      guard text.isEmpty else {
        throw Failure(
          .usage, "cannot \(Self.task): there is a text and a file", cure: "aloud say TEXT, or aloud say -f FILE")
      }
      let opened = try FileCheck.open(file)
      options.title = options.title ?? FileName.title(opened.name)
      options.url = opened.uri
      return .ready(try TextInput.printed(opened, task: Self.task))
    }
    if file == nil, !text.isEmpty, text != ["-"] {
      let text = text.joined(separator: " ")
      guard text.contains(where: { !$0.isWhitespace }) else {
        throw Failure(.usage, "cannot \(Self.task): the text is empty", cure: "give a text with words in it")
      }
      let bytes = PrintedText.cleaned(FileName.bytes(text))
      // Input that is not UTF-8 is sent like a file, so that its encoding is detected.
      guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
        return .ready(try TextInput.of(bytes: bytes, task: Self.task))
      }
      return .ready(try TextInput.of(text))
    }
    guard file != nil || !text.isEmpty || !StandardInput.isTerminal else {
      throw Failure(
        .usage, "cannot \(Self.task): there is no text",
        cure: "aloud say TEXT, aloud say -f FILE, or COMMAND | aloud say")
    }
    let copy = { (piece: ArraySlice<UInt8>) in if tee { console.write(bytes: piece) } }
    switch try StandardInput.read(allowsLive: allowsLive, each: copy) {
    case .live(let first): return .live(first)
    case .whole(let raw):
      let bytes = LiveInput.cleaned(raw, lines: lines)
      return .ready(try TextInput.of(bytes: bytes, task: Self.task))
    }
  }
}

extension Service {
  /// Warns if the service reads with another voice than the configured one.
  func warnOfVoice() async {
    // An earlier version of the service does not have the property, and logs the reason.
    guard let reason = try? await value(of: .voiceError, task: "ask for the voice")?.asString, !reason.isEmpty else {
      return
    }
    Console.complain(
      "\(reason); another one is heard", cure: "aloud voices, then aloud config set speech.voice VOICE")
  }

  /// Sends a text.
  ///
  /// - Parameter patience: the time limit for its first words.
  func read(
    _ source: TextInput, _ options: SpeakOptions, task: String, patience: Duration = longPatience
  ) async throws(Failure) -> ObjectPath {
    let answer =
      switch source {
      case .text(let text): try await call(.speak(text: text, options), task: task)
      case .descriptor(let descriptor):
        try await call(.speakDescriptor(0, options), descriptors: [descriptor], task: task, patience: patience)
      }
    return try Self.track(answer, task: task)
  }

  /// Sends texts and clips as one utterance.
  func read(_ parts: OpenedParts, _ options: SpeakOptions, task: String) async throws(Failure) -> ObjectPath {
    try Self.track(
      try await call(.speakParts(parts.parts, options), descriptors: parts.descriptors, task: task), task: task)
  }

  private static func track(_ answer: [BusValue], task: String) throws(Failure) -> ObjectPath {
    guard let track = answer.first?.asObjectPath else {
      throw Failure(ClientFailure(task: task, .strangeAnswer("a track")))
    }
    return track
  }

  /// Reports if a queued text cannot be heard now.
  ///
  /// - Throws: `noAudio`; the text stays in the queue.
  func checkSound(task: String) async throws(Failure) {
    let cause: String
    switch try await status().flatMap({ PauseWord(rawValue: $0.reason) }) {
    case .serverLost: cause = "PipeWire cannot be reached"
    case .noSink: cause = "PipeWire has no sink"
    default: return
    }
    throw Failure(.noAudio, "cannot \(task) now: \(cause); the text waits in the queue", cure: "aloud doctor")
  }
}
