import AloudAPI
import ArgumentParser
import BookExport
import CommandOutput
import Configuration
import Documents
import EventLoop
import Glibc
import SoundWire
import Study
import Vocabulary

struct Export: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a document or a recording as an audio file.",
    discussion: """
      The ending of OUT, or --as, sets the format: .wav, .flac, .opus, .mp3, .m4b (AAC) or .mka (FLAC). The file has \
      title, author, chapters and cover, as far as the format can hold them. If there are several input files, or a \
      folder, OUT is a folder, and each document is written there under its own name, as M4B unless --as names another \
      format. Without OUT, one document becomes an M4B of its name in this folder: book.m4b for book.epub. '-' is standard \
      output, as WAV unless --as names another format; a pipe takes WAV, FLAC, Opus and MP3. \
      The sound is that of 'aloud read' at rate 1, to the sample. If the export is interrupted, the sound made so far \
      stays in OUT.part (about 160 MB for an hour), and the same command resumes there. A recording, an audio file or \
      the sound of a video file, is written in the other format with its tags, chapters and cover; --srt, --vtt and \
      --json write the text beside it (such as talk.srt for talk.mp3), and an interrupted export begins anew. It needs \
      neither the service nor a sound card. With --learn, each phrase of a recording, or sentence of a text, has a gap \
      behind it in which the listener repeats it, and a chapter begins with every tenth; without OUT it becomes \
      talk-learn.mp3 for talk.m4a.
      """)

  @Argument(help: "The files to read, or folders of them; '-' is standard input.")
  var inputs: [String]

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file or folder to write; '-' is standard output.", valueName: "out"))
  var output: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("The format, if the name does not set it: \(SoundFormat.names).", valueName: "format"))
  var format: String?

  @Flag(help: "Write a file for each chapter: OUT-01, OUT-02 and so on.")
  var chapters = false

  @Flag(help: "Write an exercise: each phrase of a recording, or sentence of a text, with a gap to repeat it.")
  var learn = false

  @OptionGroup var exercise: ExerciseArguments

  @OptionGroup var phrases: StudyArguments

  @Flag(help: "Also write the sentences with their times as SubRip.")
  var srt = false

  @Flag(help: "Also write the sentences and words with their times as WebVTT.")
  var vtt = false

  @Flag(help: "Also write the sentences and words with their times as JSON.")
  var json = false

  @OptionGroup var voices: VoiceArguments

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("The speed of the voice, or of the recording: \(RateArgument.forms).", valueName: "rate"))
  var rate: String?

  @Option(help: "The title that players show.")
  var title: String?

  @Option(help: "The author; may be given several times.")
  var artist: [String] = []

  @Flag(help: "Overwrite files that exist.")
  var force = false

  @Flag(name: .shortAndLong, help: "Show no progress.")
  var quiet = false

  @Flag(help: "Print neither signs nor colours, as it suits a screen reader.")
  var plain = false

  func run(_ console: Console) async throws(Failure) {
    guard let first = inputs.first, try await !voices.list(json: false, console) else { return }
    let output = if let output { output } else { try usualOutput(console) }
    guard let folder = ExportFolder(output, for: inputs) else {
      let format = try named("export '\(first)'")
      return try await export(
        first, to: try file(output, format, "export '\(first)'"), format, ignoresVoice: false, console)
    }
    let format = try named("export \(inputs.count == 1 ? "'\(first)'" : "them")") ?? (learn ? .mp3 : .m4b)
    let files = try folder.files(for: inputs, format, documents: DocumentFolder.files)
    // The voice is for the texts among the files.
    let hasTexts = voices.isEmpty || files.contains { !FileCheck.isRecording(path: $0.input) }
    try folder.make()
    var worst: Failure?
    for (index, file) in files.enumerated() {
      if !quiet { Console.tell("\(index + 1) of \(files.count): \(file.output.path)") }
      do throws(Failure) {
        try await export(file.input, to: file.output, format, ignoresVoice: hasTexts, console)
      } catch {
        if error.status == .interrupted { throw error }
        if !error.message.isEmpty { Console.complain(error.message, cure: error.cure) }
        worst = worst ?? .quiet(error.status)
      }
    }
    if let worst { throw worst }
  }

  /// - Parameters:
  ///   - file: the file to write; `nil`: standard output.
  ///   - ignoresVoice: true if a voice may be named though the input is a recording.
  private func export(
    _ input: String, to file: ExportFile?, _ format: SoundFormat?, ignoresVoice: Bool, _ console: Console
  ) async throws(Failure) {
    let task = "export '\(input)'"
    let study = try study(task)
    var wishes = ExportWishes(
      input: input, output: file, streamFormat: format ?? .wav,
      cues: (srt ? [.srt] : []) + (vtt ? [.vtt] : []) + (json ? [.json] : []),
      isDivided: chapters, overwrites: force, options: try options(task))
    if wishes.output == nil {
      guard !chapters, wishes.cues.isEmpty else {
        throw Failure(.usage, "cannot \(task): standard output holds one file", cure: "-o OUT.wav")
      }
      guard !console.isTerminal else {
        throw Failure(.usage, "cannot \(task): a terminal shows no sound", cure: "aloud export IN -o - > OUT.wav")
      }
    }
    if wishes.output == nil, !wishes.streamFormat.isStreamed, !StandardOutput.canSeek {
      throw Failure(
        .usage, "cannot \(task): a pipe takes \(SoundFormat.streamedNames), no \(wishes.streamFormat)",
        cure: "-o OUT.\(wishes.streamFormat)")
    }
    let (descriptor, name, path) = try source(input)
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var edits = PhraseEdits()
    if let study {
      let file = try await FileStudy(descriptor, study, task: task)
      (wishes.study, edits) = (file.plan, file.edits)
    }
    let effort = (wishes.output?.format ?? wishes.streamFormat).effort
    let progress = await ExportProgress(isQuiet: quiet, effort: effort)
    if FileCheck.isRecording(descriptor, name: name) {
      guard voices.isEmpty || ignoresVoice else {
        throw Failure(
          .usage, "cannot \(task): it is a recording, which no voice reads", cure: "without -v, -l and --all-in")
      }
      if let study = wishes.study {
        return try await RecordingExercise(wishes, study, edits, progress).run(descriptor, path: path)
      }
      return try await RecordingExport(wishes, progress).run(descriptor, path: path)
    }
    let run = await ExportRun(wishes, progress) { () async throws(Failure) in
      try await UserSettings.read(task: task).settings
    }
    try await run.run(descriptor, name: name)
  }

  /// Writes a text that is no file, such as that of `say -o`.
  ///
  /// - Parameters:
  ///   - descriptor: the text; stays the caller's.
  ///   - path: the file to write; `-` is standard output, as WAV.
  ///   - task: completes "cannot …".
  @Core
  static func write(
    _ descriptor: CInt, to path: String, _ options: SpeakOptions, task: String, _ console: Console
  ) async throws(Failure) {
    var output: ExportFile?
    if path == "-" {
      guard !console.isTerminal else {
        throw Failure(.usage, "cannot \(task): a terminal shows no sound", cure: "-o - > OUT.wav")
      }
    } else {
      guard let file = ExportFile(path) else {
        throw Failure(
          .usage, "cannot \(task): the ending of '\(path)' names no format", cure: "-o OUT\(SoundFormat.endings)")
      }
      output = file
    }
    let wishes = ExportWishes(
      input: "the text", output: output, streamFormat: .wav, cues: [], isDivided: false, overwrites: false,
      options: options)
    let progress = ExportProgress(isQuiet: !Console.hasListener, effort: (output?.format ?? .wav).effort)
    try await ExportRun(wishes, progress) { () async throws(Failure) in
      try await UserSettings.read(task: task).settings
    }.run(descriptor, name: "", format: .text)
  }

  private func named(_ task: String) throws(Failure) -> SoundFormat? {
    guard let format else { return nil }
    guard let known = SoundFormat(named: format) else {
      throw Failure(.usage, "cannot \(task): '\(format)' is not a format", cure: "--as \(SoundFormat.names)")
    }
    return known
  }

  /// The file for one document without `-o`: its name in this folder.
  private func usualOutput(_ console: Console) throws(Failure) -> String {
    guard inputs.count == 1, inputs[0] != "-", try DocumentFolder.files(inputs[0]) == inputs else {
      throw Failure(
        .usage, "cannot export: OUT is missing", cure: "-o OUT.m4b for one file, -o FOLDER/ for several")
    }
    let path = try FileArgument.path(inputs[0])
    let stem = FileName.stem(FileName.last(of: path))
    let format = try named("export '\(inputs[0])'") ?? (learn ? .mp3 : .m4b)
    let output = "\(stem.hasPrefix("-") ? "./" : "")\(stem)\(learn ? "-learn" : "").\(format)"
    if !quiet, !FileCheck.isMissing(inputs[0]) { Console.tell("writes \(output)") }
    return output
  }

  /// The file to write; `nil`: standard output.
  private func file(_ output: String, _ format: SoundFormat?, _ task: String) throws(Failure) -> ExportFile? {
    guard output != "-" else { return nil }
    if let format { return ExportFile(output, format) }
    guard let file = ExportFile(output) else {
      throw Failure(
        .usage, "cannot \(task): the ending of '\(output)' names no format",
        cure: "-o OUT\(SoundFormat.endings), or --as FORMAT")
    }
    return file
  }

  /// Opens the input. Its path is `nil` if it has none.
  private func source(_ input: String) throws(Failure) -> (descriptor: CInt, name: String, path: String?) {
    guard input == "-" else {
      if FileCheck.isMissing(input), !input.contains("/") {
        throw Failure(
          .usage, "cannot export '\(input)': there is no such file",
          cure: "aloud say -o \(shellQuoted(output ?? "OUT.wav")) \(shellQuoted(input)) for a text, or ls .")
      }
      let file = try FileCheck.open(input)
      return (file.descriptor, file.name, file.path)
    }
    guard !StandardInput.isTerminal else {
      throw Failure(.usage, "cannot export: there is no file", cure: "aloud export FILE -o OUT.m4b")
    }
    return (STDIN_FILENO, "", nil)
  }

  /// The wishes for an exercise; `nil` if none is wanted.
  private func study(_ task: String) throws(Failure) -> LearnOptions? {
    guard learn else {
      guard exercise.isEmpty, phrases.isEmpty else {
        throw Failure(
          .usage, "cannot \(task): phrases and gaps are those of an exercise", cure: "aloud export --learn, with them")
      }
      return nil
    }
    guard !chapters, !srt, !vtt, !json else {
      throw Failure(
        .usage, "cannot \(task): an exercise is one sound without a text",
        cure: "--learn without --chapters, --srt, --vtt and --json")
    }
    var changes = LearnOptions()
    try phrases.apply(to: &changes, task: task)
    try exercise.apply(to: &changes, task: task)
    return changes
  }

  private func options(_ task: String) throws(Failure) -> SpeakOptions {
    var options = voices.options
    if let rate {
      guard let value = RateArgument(rate)?.applied(to: 1) else {
        throw Failure(
          .usage, "cannot \(task): '\(rate)' is not a rate", cure: "--rate \(RateArgument.forms), from 0.25 to 6")
      }
      options.rate = value
    }
    options.title = title
    options.artists = artist.isEmpty ? nil : artist
    return options
  }
}
