import AloudAPI
import ArgumentParser
import BookExport
import BusValues
import CommandOutput
import Configuration
import Documents
import EventLoop
import Glibc
import Study
import Vocabulary

struct Learn: Verb {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Study recordings and texts: hear their phrases with gaps to repeat them.",
    discussion: """
      Each phrase is heard, then there is a gap in which you repeat it, then the next one; as often and as slowly as you \
      like. Without FILE, the current text or recording is studied from where it is, or the way in which it is studied is \
      changed. A recording sounds at once, and its phrases are found meanwhile. The keys Next and Previous move by phrase, \
      and by file when they are pressed twice. With --off it is heard as it is. The phrases of a text are its sentences, \
      at the places that they have where it is read. A recording is divided \
      where the speaker is silent for 0.35 seconds and more, and where a chapter begins. A phrase keeps a little of the \
      silence around its voice; the rest of a silence belongs to no phrase. With --list the phrases are shown, which \
      needs neither the service nor a sound card.
      """)

  @Argument(help: "The recordings and texts, or folders of them.")
  var inputs: [String] = []

  @Flag(help: "Show the phrases of the files.")
  var list = false

  @Flag(help: "Hear the current text or recording as it is.")
  var off = false

  @OptionGroup var exercise: ExerciseArguments

  @OptionGroup var study: StudyArguments

  @OptionGroup var voices: VoiceArguments

  @OptionGroup var waiting: WaitArguments

  @OptionGroup var output: OutputOptions

  /// The phrases of a file.
  private struct Found {
    var phrases: [Phrase]
    /// The text of each phrase; empty for a recording.
    var texts: [String] = []
  }

  func run(_ console: Console) async throws(Failure) {
    guard list else { return try await study(console) }
    guard exercise.isEmpty, !off else {
      throw Failure(
        .usage, "cannot divide it: --gap, --repeat, --speeds and --off change how phrases are heard",
        cure: "aloud learn --list FILE")
    }
    guard !inputs.isEmpty else {
      throw Failure(.usage, "cannot divide it: there is no file", cure: "aloud learn --list FILE")
    }
    let settings = try study.settings(task: "divide it")
    var files: [String] = []
    for input in inputs { files += try DocumentFolder.files(input) }
    var worst: Failure?
    for (index, file) in files.enumerated() {
      do throws(Failure) {
        let found = try await phrases(of: file, settings)
        if index > 0, !output.json { console.print("") }
        show(found, of: file, isAlone: files.count == 1, console)
      } catch {
        guard files.count > 1 else { throw error }
        Console.complain(error.message, cure: error.cure)
        worst = worst ?? .quiet(error.status)
      }
    }
    if let worst { throw worst }
  }

  // MARK: Studying

  private func study(_ console: Console) async throws(Failure) {
    let task = "learn \(inputs.first.map { "'\($0)'" } ?? "it")"
    var changes = LearnOptions()
    try study.apply(to: &changes, task: task)
    try exercise.apply(to: &changes, task: task)
    if off {
      guard inputs.isEmpty, changes == LearnOptions() else {
        throw Failure(.usage, "cannot \(task): --off has no file and no other option", cure: "aloud learn --off")
      }
      return try await end()
    }
    guard !inputs.isEmpty else {
      guard voices.isEmpty else {
        throw Failure(
          .usage, "cannot \(task): the current text has its voice already", cure: "aloud learn FILE -v VOICE")
      }
      return try await begin(changes, console)
    }
    var options = voices.options
    options.request = .read
    options.learn = changes
    try await Reading(inputs, options, waiting, json: output.json, console).run()
    if !waiting.stays { try await StudyProgress(try Service(), task: task).watch() }
  }

  /// Studies the current track, or changes how it is studied.
  @Core
  private func begin(_ changes: LearnOptions, _ console: Console) async throws(Failure) {
    let (service, task) = (try Service(), "learn it")
    do throws(Failure) {
      _ = try await service.call(.learn("/", changes), task: task)
      _ = try await service.call(.play, task: task)
    } catch {
      var error = error
      if error.apiCode == .noTrack { error.cure = "aloud learn FILE" }
      throw error
    }
    try await StudyProgress(service, task: task).watch()
  }

  @Core
  private func end() async throws(Failure) {
    _ = try await Service().call(.stopLearning("/"), task: "hear it as it is")
  }

  // MARK: The list

  @Core
  private func phrases(of file: String, _ settings: PhraseSettings) async throws(Failure) -> Found {
    let task = "divide '\(file)'"
    let opened = try FileCheck.open(file)
    defer { close(opened.descriptor) }
    guard FileCheck.isRecording(opened.descriptor, name: opened.name) else {
      guard study.isEmpty else {
        throw Failure(
          .usage, "cannot \(task): the phrases of a text are its sentences",
          cure: "without --by, --silence and the like")
      }
      return try await sentences(of: opened, task: task)
    }
    guard voices.isEmpty else {
      throw Failure(
        .usage, "cannot \(task): it is a recording, which no voice reads", cure: "without -v, -l and --all-in")
    }
    let found = try await RecordedPhrases(
      settings, by: try study.source(task: task), task: task, ExportProgress(isQuiet: false, effort: 0)
    ).find(opened.descriptor, path: opened.path)
    if let loss = found.loss { Console.complain("'\(file)' is broken: \(loss)") }
    return Found(phrases: found.phrases, texts: found.texts)
  }

  @Core
  private func sentences(of file: SentFile, task: String) async throws(Failure) -> Found {
    let found = try await SentencePhrases.find(file.descriptor, name: file.name, voices.options, task: task) {
      () async throws(Failure) in
      try await UserSettings.read(task: task).settings
    }
    for loss in found.losses { Console.complain("cannot divide all of '\(file.name)': \(loss)") }
    return Found(phrases: found.phrases, texts: found.texts)
  }

  private func show(_ found: Found, of file: String, isAlone: Bool, _ console: Console) {
    let phrases = found.phrases
    if output.json {
      let entries = phrases.enumerated().map { index, phrase in
        JSON.object(
          [
            ("start", Self.seconds(phrase.start)), ("end", Self.seconds(phrase.end)),
            ("voiceStart", Self.seconds(phrase.voiceStart)), ("voiceEnd", Self.seconds(phrase.voiceEnd)),
          ] + (found.texts.isEmpty ? [] : [("text", .string(found.texts[index]))]))
      }
      return console.print(JSON.answer([("file", .string(file)), ("phrases", .array(entries))]).text)
    }
    if !isAlone { console.printPainted(console.bold(file)) }
    let width = String(phrases.count).count
    let times = phrases.map { (Self.clock($0.voiceStart), Self.clock($0.voiceEnd), Self.length($0.voiced)) }
    let widths = times.reduce((0, 0, 0)) { (max($0.0, $1.0.count), max($0.1, $1.1.count), max($0.2, $1.2.count)) }
    for (index, time) in times.enumerated() {
      let line =
        [
          TextWidth.aligned(String(index + 1), to: width), TextWidth.aligned(time.0, to: widths.0),
          TextWidth.aligned(time.1, to: widths.1), TextWidth.aligned(time.2, to: widths.2),
        ] + (found.texts.isEmpty ? [] : [found.texts[index]])
      console.print(
        TextWidth.truncated(line.joined(separator: "  "), to: console.width, ellipsis: console.symbols.ellipsis))
    }
  }

  private static func seconds(_ time: Microseconds) -> JSON { .double(Double(time) / 1_000_000) }

  /// `1:02.35`: phrases are told by hundredths.
  private static func clock(_ time: Microseconds) -> String {
    let hundredths = time.count / 10_000 % 100
    return "\(TimeText.clock(time)).\(hundredths < 10 ? "0" : "")\(hundredths)"
  }

  private static func length(_ time: Microseconds) -> String {
    let tenths = (time.count + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
