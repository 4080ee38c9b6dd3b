import AloudAPI
import AloudClient
import ArgumentParser
import BusValues
import CommandOutput
import Documents
import EventLoop
import Glibc
import Vocabulary

struct Read: Verb {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Read books, pages and other documents aloud.",
    discussion: """
      The formats are plain text, EPUB, PDF, ODT, DOCX, HTML (the article, without menus), Markdown and subtitles (SRT, \
      VTT). Recordings are played: audio files, and the sound of video files. The text of a file beside a recording (SRT, \
      VTT, LRC or TXT with the same name) is shown by `aloud follow`, lit as it is heard. A playlist (M3U, PLS, XSPF) \
      stands for the files that it names. Each chapter becomes a track of the queue. \
      The first file begins at once. The text that was being read resumes afterwards, and stays paused if it was paused. \
      A document resumes where it was left, at the start of a sentence, and after a longer time some sentences earlier. \
      Without FILE, the command resumes the document that was heard last. A name that is no file may be words of a title \
      in the library: aloud read kitchen. If a file cannot be read, the command names it \
      and reads the others. The documents and recordings of a folder are read in natural order (chapter 2 before chapter \
      10), without those of folders inside it. The kind of standard input is known by its file (< book.md), by --name, or by \
      its first bytes; if they are not recognised, it is plain text unless --format says otherwise.
      """)

  @Argument(help: "The files, folders or file: URIs; '-' is standard input.")
  var files: [String] = []

  @Option(
    name: [.customLong("format"), .customLong("type")],
    help: ArgumentHelp("The format of the files: \(DocumentFormat.words), or an ending.", valueName: "format"))
  var format: String?

  @Option(help: ArgumentHelp("The name that standard input would have as a file: book.md.", valueName: "file"))
  var name: String?

  @Flag(help: "Begin at the start of a document, not where it was left.")
  var again = false

  @Option(
    help: ArgumentHelp(
      "Begin at a chapter, by its number or words of its title; or at a paragraph of it, counted from 1.",
      valueName: "chapter[:paragraph]"))
  var from: String?

  @Option(help: ArgumentHelp("Show the text of a file beside the recording.", valueName: "file"))
  var text: String?

  @Flag(help: "Show no text beside a recording.")
  var noText = false

  @Flag(help: "Read subtitles at the times that they name, with silences between them.")
  var onClock = false

  @OptionGroup var speech: SpeechArguments
  @OptionGroup var waiting: WaitArguments
  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    if try await speech.voices.list(json: output.json, console) { return }
    var files = files
    if files.isEmpty {
      if DesktopRun.isOn || StandardInput.isTerminal { return try await goOn() }
      files = ["-"]
    }
    // A file that the shell has opened is read as one with a name, which has a kind and keeps its place.
    if files == ["-"], name == nil, let file = StandardInput.file { files = [file] }
    guard name == nil || files == ["-"] else {
      throw Failure(
        .usage, "cannot read '\(files[0])': --name is for standard input, and files have names",
        cure: "COMMAND | aloud read --name \(shellQuoted(name ?? "")) -")
    }
    if LibraryNames.mayBeNames(files) {
      files = try LibraryNames.resolved(files, in: await LibraryNames.known(), tell: Console.tell)
    }
    var options = try speech.options(.read, task: "read '\(files[0])'")
    if let format {
      guard let known = DocumentFormat(typed: format) else {
        throw Failure(
          .usage, "cannot read '\(files[0])': '\(format)' is not a format", cure: "--format \(DocumentFormat.words)")
      }
      options.format = known
    }
    options.again = again
    options.onClock = onClock
    options.pairedText = try pairedText(of: files)
    var title: String?
    if let from {
      if let start = StartArgument(from) {
        (options.fromChapter, options.fromParagraph) = (start.chapter, start.paragraph)
      } else if !NumberRange.isMeant(from), from.contains(where: \.isLetter) {
        title = from
      } else {
        throw Failure(
          .usage, "cannot read '\(files[0])': '\(from)' is not a chapter",
          cure: "--from 3, --from 3:2 for a paragraph, or --from and words of a title")
      }
    }
    guard files == ["-"] else {
      return try await Reading(files, options, waiting, from: title, json: output.json, console).run()
    }
    let (format, name) = (options.format, name)
    let input = try StandardInput.read { beginning in
      FileCheck.kind(beginning[...]) == nil
        && PipedDocument(beginning[...], format: format, name: name).format == .text
    }
    switch input {
    case .whole(let bytes):
      let piped = PipedDocument(bytes[...], format: format, name: name)
      options.title = options.title ?? piped.title
      if piped.format != .auto { options.format = piped.format }
      try await Reading(files, options, waiting, from: title, input: bytes, json: output.json, console).run()
    case .live(let first):
      if let title { throw ChapterSearch.none(title, in: Document.standardInput) }
      options.title = options.title ?? PipedDocument(first[...], format: format, name: name).title
      options.request = .read
      options.format = .text
      options.chapters = false
      options.title = options.title ?? Document.standardInput
      let input = try LiveInput(first: first, isCopied: false, lines: false, console)
      let task = "read \(Document.standardInput)"
      try await LiveReading(input: input, service: try Service(), console: console, task: task).run(
        options, waiting, json: output.json, cure: Reading.cure)
    }
  }

  /// The value of the option `paired-text`; `nil`: the service looks for a text.
  private func pairedText(of files: [String]) throws(Failure) -> String? {
    if noText {
      guard text == nil else {
        throw Failure(.usage, "cannot read '\(files[0])': --text and --no-text are both given", cure: "one of them")
      }
      return SpeakOptions.noText
    }
    guard let text else { return nil }
    guard files.count == 1 else {
      throw Failure(
        .usage, "cannot read '\(files[0])': --text is for one recording", cure: "aloud read FILE --text FILE")
    }
    let file = try FileCheck.open(text)
    close(file.descriptor)
    return file.uri
  }

  /// Continues the document that was heard last and is not finished.
  @Core
  private func goOn() async throws(Failure) {
    let service = try Service()
    let begun = try await service.documents().filter { $0.heard != nil && $0.finished == nil }
    guard let last = begun.max(by: { ($0.heard ?? 0) < ($1.heard ?? 0) }) else {
      throw Failure(.usage, "cannot read: there is no file", cure: "aloud read FILE…, or COMMAND | aloud read -")
    }
    try await LibraryVerb.read(last, service)
  }
}

/// Sends files to the service, one by one. Used by `read`, `play FILE` and `queue add`.
@Core
struct Reading {
  private let files: [String]
  private let options: SpeakOptions
  private let waiting: WaitArguments
  private let title: String?
  private let input: [UInt8]?
  private let json: Bool
  private let cure: String
  private let console: Console

  /// The hint at the option that has a waiting text read at once.
  static let cure = "--now: at once"

  /// - Parameters:
  ///   - title: words of the title of the chapter at which each document begins; `nil`: the options have the place.
  ///   - input: the contents of standard input; `nil` if they have not been read.
  ///   - cure: the hint at how to have a waiting text read at once.
  init(
    _ files: [String], _ options: SpeakOptions, _ waiting: WaitArguments, from title: String? = nil,
    input: [UInt8]? = nil, json: Bool, cure: String = cure, _ console: Console
  ) {
    self.files = files
    self.title = title
    self.input = input
    self.options = options
    self.cure = cure
    self.waiting = waiting
    self.json = json
    self.console = console
  }

  /// The hint at how to have a document begin at its start; `nil` for a listener who has chosen where it begins.
  nonisolated static func startCure(_ options: SpeakOptions, from title: String?) -> String? {
    options.again == true || options.fromChapter != nil || title != nil ? nil : "--again: from the start"
  }

  /// - Throws: the status of the first file that could not be read, after all others are in the queue.
  func run() async throws(Failure) {
    var worst: Failure?
    func note(_ failure: Failure) {
      Console.complain(failure.message, cure: failure.cure)
      if worst == nil { worst = .quiet(failure.status) }
    }
    var documents: [Document] = []
    for file in files {
      do throws(Failure) {
        for name in try DocumentFolder.files(file) {
          do throws(Failure) { documents.append(try Document(name, options.format, input: input)) } catch {
            note(error)
          }
        }
      } catch { note(error) }
    }
    defer { for document in documents { document.close() } }

    var texts: [ObjectPath] = []
    let service = documents.isEmpty ? nil : try Service()
    if waiting.stays, let service { try await waiting.prepare(service) }
    var progress = ReadProgress(count: documents.count)
    for (index, document) in documents.enumerated() {
      guard let service else { break }
      if let line = progress.line(done: index, at: Core.loop.now) { Console.tell(line) }
      var options = options
      options.request = .read
      // The service keeps the order of the list.
      options.after = texts.last
      options.title = options.title ?? document.title
      options.url = document.uri
      options.format = options.format ?? document.format
      options.chapters = options.format != .text || document.uri != nil
      do throws(Failure) {
        if let title { options.fromChapter = try await ChapterSearch.number(of: title, in: document) }
        for track in try await document.send(to: service, options, note: note) {
          if waiting.printID || json { Say.print(track, json: json, console) }
          texts.append(track)
        }
      } catch {
        var error = error
        // The number of a book's chapters is known only after it has been opened.
        if options.fromChapter != nil, error.apiCode == .outOfRange {
          error.cure = "aloud read FILE, then aloud chapters"
        }
        if error.apiCode == .unsupported, document.isForPlayers { error.cure = Failure.anotherDocument }
        note(
          error.naming(
            file: document.name == Document.standardInput ? nil : document.name, isForCalibre: document.isForCalibre))
        // The listener has ended all of them, also those that have not been sent.
        if error.apiCode == .hushed { throw .quiet(error.status) }
        // Without a service, the next file would fail in the same way.
        if error.status == .noService || (options.whenBusy == .drop && texts.isEmpty) { break }
      }
    }
    if let service, let first = texts.first {
      try await service.tellPlace(of: first, cure: cure, start: Self.startCure(options, from: title))
      await PitchRemark.tell(of: first, options, service)
      if waiting.stays {
        try await waiting.attend(texts, service, console)
      } else if !options.paused {
        do throws(Failure) { try await service.checkSound(task: "read \(texts.count == 1 ? "it" : "them")") } catch {
          note(error)
        }
      }
    }
    if let worst { throw worst }
  }
}

/// The words of `read` while it opens many files.
struct ReadProgress {
  /// The number of files.
  let count: Int
  private let interval = Duration.seconds(2)
  private var next: Instant?

  init(count: Int) { self.count = count }

  /// A line at most every two seconds; `nil` if it is too early.
  mutating func line(done: Int, at now: Instant) -> String? {
    guard let due = next else {
      next = now.advanced(by: interval)
      return nil
    }
    guard now >= due else { return nil }
    next = now.advanced(by: interval)
    return Console.hasListener ? "opens the files: \(done) of \(count)" : nil
  }
}

/// A file or standard input, ready to be sent.
struct Document {
  /// The name on the command line.
  let name: String
  /// The title; `nil`: the document's own, or the file's name.
  let title: String?
  let uri: String?
  /// The format; `nil`: it is detected.
  let format: DocumentFormat?
  let source: TextInput

  /// The name of a text without a file.
  static let standardInput = "standard input"

  /// - Parameters:
  ///   - format: the format that the listener has chosen; `nil`: it is detected.
  ///   - input: the contents of standard input; `nil` if they have not been read.
  init(_ argument: String, _ format: DocumentFormat? = nil, input: [UInt8]? = nil) throws(Failure) {
    if argument == "-" {
      let raw = if let input { input } else { try StandardInput.bytes() }
      guard !FileCheck.isRecording(raw[...]) else {
        throw Failure(
          .unsupported,
          "cannot read \(Self.standardInput): it is a recording, which is played only from a file with a name",
          cure: "aloud read FILE")
      }
      self.format = FileCheck.format(raw[...])
      name = Self.standardInput
      let isText = (format ?? self.format) == .text
      // Whoever has read the input has found its title.
      title = isText && input == nil ? PipedDocument(raw[...], format: format).title ?? Self.standardInput : nil
      let bytes = isText ? PrintedText.cleaned(raw) : raw
      uri = nil
      source = try TextInput.of(bytes: bytes, task: "read \(Self.standardInput)")
      return
    }
    let file = try FileCheck.open(argument)
    name = argument
    title = nil
    self.format = nil
    uri = file.uri
    source = .descriptor(file.descriptor)
  }

  /// True if it is a book that Calibre converts to one that is read.
  var isForCalibre: Bool {
    if case .descriptor(let descriptor) = source { FileCheck.isForCalibre(descriptor) } else { false }
  }

  /// Sends it to the service, and returns its track; those of all its files if it is a playlist.
  ///
  /// - Parameter note: takes the failures of a playlist's files.
  @Core
  func send(
    to service: Service, _ options: SpeakOptions, note: (Failure) -> Void
  ) async throws(Failure) -> [ObjectPath] {
    let task = "read '\(name)'"
    guard case .descriptor(let descriptor) = source, (options.format ?? .auto) == .auto,
      FileCheck.isPlaylist(descriptor, name: name)
    else { return [try await service.read(source, options, task: task)] }
    let opened = try await service.openPlaylist(descriptor, options, task: task)
    for refused in opened.refused {
      var failure = Failure(refused.error, task: "read '\(refused.name)' of '\(name)'")
      // No program makes a file of this machine of an address or of another list.
      if failure.apiCode == .unsupported { failure.cure = nil }
      note(failure.naming(file: refused.name))
    }
    return opened.tracks
  }

  /// True if it is a recording or a playlist.
  var isForPlayers: Bool {
    if case .descriptor(let descriptor) = source { FileCheck.isForPlayers(descriptor, name: name) } else { false }
  }

  func close() {
    if case .descriptor(let descriptor) = source { Glibc.close(descriptor) }
  }
}
