import ArgumentParser
import BookExport
import CommandOutput
import Configuration
import Documents
import EventLoop
import Glibc
import Study
import Vocabulary

struct Learn: Verb {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Divide recordings and texts into phrases, to repeat them.",
    discussion: """
      The phrases of a text are its sentences, at the places that they have where it is read. A recording is divided \
      where the speaker is silent for 0.35 seconds and more, and where a chapter begins. A phrase keeps a little of the \
      silence around its voice; the rest of a silence belongs to no phrase. It needs neither the service nor a sound \
      card.
      """)

  @Argument(help: "The recordings and texts, or folders of them.")
  var inputs: [String] = []

  @Flag(help: "Show the phrases.")
  var list = false

  @OptionGroup var study: StudyArguments

  @OptionGroup var voices: VoiceArguments

  @OptionGroup var output: OutputOptions

  /// The phrases of a file.
  private struct Found {
    var phrases: [Phrase]
    /// The text of each phrase; empty for a recording.
    var texts: [String] = []
  }

  func run(_ console: Console) async throws(Failure) {
    guard list else {
      throw Failure(
        .usage, "cannot learn it: phrases are shown, and not played yet",
        cure: "aloud learn --list FILE, or aloud export --learn FILE")
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
