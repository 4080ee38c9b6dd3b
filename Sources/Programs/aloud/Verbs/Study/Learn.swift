import ArgumentParser
import CommandOutput
import DirectReading
import Documents
import EventLoop
import Glibc
import Recordings
import Speech
import Study
import Vocabulary

struct Learn: Verb {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Divide recordings into phrases, to repeat them.",
    discussion: """
      A recording is divided where the speaker is silent for 0.35 seconds and more, and where a chapter begins. A \
      phrase keeps a little of the silence around its voice; the rest of a silence belongs to no phrase. It needs \
      neither the service nor a sound card.
      """)

  @Argument(help: "The recordings, or folders of them.")
  var inputs: [String] = []

  @Flag(help: "Show the phrases.")
  var list = false

  @OptionGroup var study: StudyArguments

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    guard list else {
      throw Failure(
        .usage, "cannot learn it: phrases are shown, and not played yet",
        cure: "aloud learn --list FILE, or aloud export --learn FILE")
    }
    guard !inputs.isEmpty else {
      throw Failure(.usage, "cannot divide it: there is no recording", cure: "aloud learn --list FILE")
    }
    let settings = try study.settings(task: "divide it")
    var files: [String] = []
    for input in inputs { files += try DocumentFolder.files(input) }
    var worst: Failure?
    for (index, file) in files.enumerated() {
      do throws(Failure) {
        let phrases = try await phrases(of: file, settings)
        if index > 0, !output.json { console.print("") }
        show(phrases, of: file, isAlone: files.count == 1, console)
      } catch {
        guard files.count > 1 else { throw error }
        Console.complain(error.message, cure: error.cure)
        worst = worst ?? .quiet(error.status)
      }
    }
    if let worst { throw worst }
  }

  private func phrases(of file: String, _ settings: PhraseSettings) async throws(Failure) -> [Phrase] {
    let task = "divide '\(file)'"
    let opened = try FileCheck.open(file)
    defer { close(opened.descriptor) }
    guard FileCheck.isRecording(opened.descriptor, name: opened.name) else {
      throw Failure(
        .unsupported, "cannot \(task): it is no recording", cure: "aloud explain --document FILE shows sentences")
    }
    let found: RecordingLevels.Found
    do throws(Trouble) {
      found = try await RecordingLevels().find(opened.descriptor)
    } catch {
      throw Failure(error, task: task)
    }
    let rate = SampleRate(hertz: found.description.sampleRate)
    let borders = found.description.parts.map { $0.first.microseconds(at: rate) }
    let phrases = PhraseDivision.phrases(of: found.levels, settings, borders: borders)
    if let loss = found.loss { Console.complain("'\(file)' is broken: \(loss)") }
    guard !phrases.isEmpty else {
      throw Failure(
        .unsupported, "cannot \(task): nothing is to be heard in it", cure: "aloud read \(shellQuoted(file))")
    }
    return phrases
  }

  private func show(_ phrases: [Phrase], of file: String, isAlone: Bool, _ console: Console) {
    if output.json {
      let entries = phrases.map { phrase in
        JSON.object([
          ("start", Self.seconds(phrase.start)), ("end", Self.seconds(phrase.end)),
          ("voiceStart", Self.seconds(phrase.voiceStart)), ("voiceEnd", Self.seconds(phrase.voiceEnd)),
        ])
      }
      return console.print(JSON.answer([("file", .string(file)), ("phrases", .array(entries))]).text)
    }
    if !isAlone { console.printPainted(console.bold(file)) }
    let width = String(phrases.count).count
    let times = phrases.map { (Self.clock($0.voiceStart), Self.clock($0.voiceEnd), Self.length($0.voiced)) }
    let widths = times.reduce((0, 0, 0)) { (max($0.0, $1.0.count), max($0.1, $1.1.count), max($0.2, $1.2.count)) }
    for (index, time) in times.enumerated() {
      console.print(
        [
          TextWidth.aligned(String(index + 1), to: width), TextWidth.aligned(time.0, to: widths.0),
          TextWidth.aligned(time.1, to: widths.1), TextWidth.aligned(time.2, to: widths.2),
        ].joined(separator: "  "))
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
