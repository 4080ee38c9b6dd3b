import AloudAPI
import ArgumentParser
import BusValues
import Configuration
import ConfigurationReading
import EventLoop
import Glibc

struct Read: Verb {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Read plain text files aloud.",
    discussion: "A file that cannot be read is named and left out; the others are read.")

  @Argument(help: "Files or file: URIs; '-' is standard input.")
  var files: [String] = []

  @OptionGroup var speech: SpeechArguments
  @OptionGroup var waiting: WaitArguments
  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    if speech.voice == "?" { return try await Voices.list(language: speech.lang ?? "", json: output.json, console) }
    var files = files
    if files.isEmpty {
      guard !StandardInput.isTerminal else {
        throw Failure(.usage, "cannot read: there is no file", cure: "aloud read FILE…, or COMMAND | aloud read -")
      }
      files = ["-"]
    }
    let options = try speech.options(task: "read '\(files[0])'")
    try await Reading(files, options, waiting, json: output.json, console).run()
  }
}

/// Hands files to the service, one by one; used by `read`, `play FILE` and `queue add`.
@Core
struct Reading {
  private let files: [String]
  private let options: SpeakOptions
  private let waiting: WaitArguments
  private let json: Bool
  private let console: Console

  init(_ files: [String], _ options: SpeakOptions, _ waiting: WaitArguments, json: Bool, _ console: Console) {
    self.files = files
    self.options = options
    self.waiting = waiting
    self.json = json
    self.console = console
  }

  /// - Throws: after everything that could be read is in the queue, the status of the first file that could not.
  func run() async throws(Failure) {
    var worst: Failure?
    func note(_ failure: Failure) {
      Console.complain(failure.message, cure: failure.cure)
      if worst == nil { worst = .quiet(failure.status) }
    }
    var documents: [Document] = []
    for file in files {
      do throws(Failure) { documents.append(try Document(file)) } catch { note(error) }
    }
    defer { for document in documents { document.close() } }

    var texts: [Attendance.Text] = []
    let service = documents.isEmpty ? nil : try Service()
    let waits = waiting.wait || waiting.interactive
    if waits, let service {
      service.listen()
      try await service.ask(for: Attendance.kinds(interactive: waiting.interactive), start: true)
    }
    for (document, policy) in order(documents) {
      guard let service else { break }
      var options = options
      options.whenBusy = policy
      options.title = options.title ?? document.title
      options.url = document.uri
      do throws(Failure) {
        let track = try await service.read(document.source, options, task: "read '\(document.name)'")
        if waiting.printID || json { Say.print(track, json: json, console) }
        texts.append(Attendance.Text(track: track, shown: waiting.interactive ? document.shown() : nil))
      } catch {
        note(error)
        // Without a service the next file would only tell the same.
        if error.status == .noService || policy == .drop { break }
      }
    }
    if let service, !texts.isEmpty {
      if waits {
        try await Attendance(texts, service, console).wait()
      } else if !options.paused {
        do throws(Failure) { try await service.checkSound(task: "read \(texts.count == 1 ? "it" : "them")") } catch {
          note(error)
        }
      }
    }
    if let worst { throw worst }
  }

  /// The files in the order of sending, so that they are read in the order given: what goes directly behind the
  /// current text is sent last first.
  private func order(_ documents: [Document]) -> [(Document, WhenBusy?)] {
    guard let first = documents.first else { return [] }
    let rest = documents.dropFirst()
    guard !rest.isEmpty else { return [(first, options.whenBusy)] }
    switch options.whenBusy ?? configured() {
    case .queue: return documents.map { ($0, .queue) }
    case .drop: return [(first, .drop)] + rest.map { ($0, .queue) }
    case .next: return documents.reversed().map { ($0, .next) }
    case .now: return [(first, .now)] + rest.reversed().map { ($0, .next) }
    }
  }

  private func configured() -> WhenBusy {
    WhenBusy(rawValue: ConfigurationFiles.load().settings.player.whenBusy.rawValue) ?? .queue
  }
}

/// A file or standard input, ready to be handed over.
struct Document {
  /// As it was named on the command line.
  let name: String
  let title: String
  let uri: String?
  let source: TextSource
  let shown: () -> [UInt8]

  init(_ argument: String) throws(Failure) {
    if argument == "-" {
      let bytes = try StandardInput.bytes()
      name = "standard input"
      title = "standard input"
      uri = nil
      source = try TextSource.of(bytes: bytes, task: "read standard input")
      shown = { ShownText.utf8(of: bytes) }
      return
    }
    let file = try FileCheck.open(argument)
    name = argument
    title = file.name
    uri = file.uri
    source = .descriptor(file.descriptor)
    shown = { ShownText.utf8(of: file.descriptor) }
  }

  func close() {
    if case .descriptor(let descriptor) = source { Glibc.close(descriptor) }
  }
}
