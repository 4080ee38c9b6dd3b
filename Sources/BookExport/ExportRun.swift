package import AloudAPI
package import CommandOutput
package import Configuration
import DirectReading
import Documents
package import EventLoop
import Glibc
import Speech
import Vocabulary
package import Wire
import Workers

/// One export from beginning to end: it reads, speaks and encodes.
@Core
package final class ExportRun {
  package struct Wishes {
    /// The input as the user wrote it.
    package var input: String
    /// The output file; `nil` for standard output.
    package var output: ExportFile?
    /// The format for standard output.
    package var streamFormat: SoundFormat
    package var cues: [Cues.Form]
    /// True if each chapter gets a file.
    package var isDivided: Bool
    package var overwrites: Bool
    package var options: SpeakOptions

    package init(
      input: String, output: ExportFile?, streamFormat: SoundFormat, cues: [Cues.Form], isDivided: Bool,
      overwrites: Bool, options: SpeakOptions
    ) {
      (self.input, self.output, self.streamFormat, self.cues) = (input, output, streamFormat, cues)
      (self.isDivided, self.overwrites, self.options) = (isDivided, overwrites, options)
    }
  }

  private let wishes: Wishes
  private let progress: ExportProgress
  private let settings: @Core () async throws(Failure) -> Settings
  private var signals: [EventSource] = []
  private let choosing = EngineChoosing()
  private var reading: BookReading?
  private var speaking: BookSpeaking?
  private var encoder: SoundEncoder?
  private var encoding: CheckedContinuation<Result<Int, WorkerError>, Never>?
  private var isInterrupted = false

  /// - Parameter settings: reads the user's settings, which determine the voices; called once.
  package init(
    _ wishes: Wishes, _ progress: ExportProgress, settings: @escaping @Core () async throws(Failure) -> Settings
  ) {
    self.wishes = wishes
    self.progress = progress
    self.settings = settings
  }

  private var task: String { "export '\(wishes.input)'" }

  /// - Parameters:
  ///   - descriptor: the input; remains owned by the caller.
  ///   - name: the input file's name; its ending helps to recognise the format.
  package func run(_ descriptor: CInt, name: String) async throws(Failure) {
    signals = [SIGINT, SIGTERM, SIGHUP].map { signal in Core.loop.onSignal(signal) { [weak self] in self?.interrupt() }
    }
    defer { progress.clear() }
    if let output = wishes.output {
      try refuse([output], over: descriptor)
    }
    let choice = try await choose()
    let (engine, gaps) = (choice.engine, choice.gaps)
    let book: Book
    do throws(WorkerError) {
      let reading = try BookReading(voices: choice.voices)
      self.reading = reading
      defer { self.reading = nil }
      book = try await reading.read(descriptor, name: name, language: choice.language)
    } catch {
      try checkInterrupt()
      throw Failure(error, task: task)
    }
    try checkInterrupt()
    if wishes.isDivided, let output = wishes.output {
      try refuse(book.parts.indices.map { output.ofPart($0, of: book.parts.count) }, over: descriptor)
    }
    let key = book.fingerprint(gaps, engine: EngineName(engine.name ?? "").name(for: book.voiceNames))
    let partial =
      if let output = wishes.output {
        try Partial(beside: output.path, key: key)
      } else {
        try Partial()
      }
    let speaking = try BookSpeaking(book, gaps: gaps, engine: engine, partial: partial)
    self.speaking = speaking
    progress.start(book, done: speaking.spoken.sounds.count)
    speaking.onProgress = { [weak self] spoken in
      self?.progress.spoke(spoken)
      // Without this check, the export would notice the lost reader only after all of the speaking.
      self?.endIfAbandoned()
    }
    let before = speaking.spoken.sounds.count
    try await speaking.run()
    engine.release()
    let spoken = speaking.spoken
    progress.startEncoding(Int(spoken.length))
    try await write(spoken, partial, key: key)
    partial.remove()
    // The pace covers the whole work; it is left out if an earlier call did a part.
    let pace = Double(spoken.length) / Double(SampleRate.speech.hertz) / max(0.001, progress.seconds)
    summarize(spoken, pace: before == 0 ? pace : nil)
    try report(book, speaking.silentSentences)
  }

  private func choose() async throws(Failure) -> EngineChoice {
    do throws(Failure) {
      let choice = try await choosing.choose(wishes.options, task: task, settings: settings)
      try checkInterrupt()
      return choice
    } catch {
      try checkInterrupt()
      throw error
    }
  }

  // MARK: Files

  /// Ends the export if one of its files, sound or cues, may not be written.
  ///
  /// - Parameter input: the file that is read; no export overwrites it.
  private func refuse(_ files: [ExportFile], over input: CInt) throws(Failure) {
    let paths = files.flatMap { file in [file.path] + wishes.cues.map { file.beside($0.ending) } }
    var names: Set<String> = []
    if let twice = paths.first(where: { !names.insert($0).inserted }) {
      throw Failure(
        .usage, "cannot \(task): '\(twice)' would be the sound and its text", cure: "another name after -o")
    }
    var source = stat()
    let isFile = fstat(input, &source) == 0 && source.st_mode & S_IFMT == S_IFREG
    for path in paths {
      var status = stat()
      if isFile, stat(FileName.cString(path), &status) == 0,
        (status.st_dev, status.st_ino) == (source.st_dev, source.st_ino)
      {
        throw Failure(.usage, "cannot \(task): '\(path)' is the file that is read", cure: "another name after -o")
      }
      guard wishes.overwrites || !OwnFile.exists(path) else {
        throw Failure(.usage, "cannot \(task): '\(path)' exists", cure: "--force, or another name after -o")
      }
    }
  }

  private func write(_ spoken: SpokenBook, _ partial: Partial, key: String) async throws(Failure) {
    let whole = spoken.book.parts.indices
    guard let output = wishes.output else {
      return try await encode(spoken, whole, wishes.streamFormat, partial, to: STDOUT_FILENO)
    }
    let files =
      wishes.isDivided ? whole.map { (output.ofPart($0, of: whole.count), $0..<$0 + 1) } : [(output, whole)]
    for (file, parts) in files {
      try await ExportFile.write(file.path, key: key, overwrites: wishes.overwrites) {
        descriptor async throws(Failure) in
        try await encode(spoken, parts, file.format, partial, to: descriptor)
      }
      let cues = wishes.cues.isEmpty ? nil : Cues(spoken, parts: parts)
      for form in wishes.cues {
        let path = file.beside(form.ending)
        let bytes = Array((cues?.text(form) ?? "").utf8)
        try await ExportFile.write(path, key: key, overwrites: wishes.overwrites) { descriptor async throws(Failure) in
          try Partial.write(bytes, to: descriptor, path)
        }
      }
    }
  }

  private func encode(
    _ spoken: SpokenBook, _ parts: Range<Int>, _ format: SoundFormat, _ partial: Partial, to output: CInt
  ) async throws(Failure) {
    try checkInterrupt()
    let first = Int(spoken.start(of: parts.lowerBound))
    let count = Int(spoken.start(of: parts.upperBound)) - first
    let order = SoundOrder(format: format, input: .speech(first: first, count: count))
    guard first + count <= Int(UInt32.max) else {
      throw Failure(.unsupported, "cannot \(task): it is longer than 54 hours", cure: "split the document")
    }
    let labels = ExportLabels(
      spoken, parts: parts, options: wishes.options, name: wishes.input, mostChapters: format.mostChapters
    ).labels
    if let most = format.mostChapters, parts.count > most {
      progress.say("\(format) has room for \(most) chapters: the last of them holds \(parts.count - most + 1)")
    }
    let encoder: SoundEncoder
    do throws(WorkerError) { encoder = SoundEncoder(executable: try WorkerExecutable.encode.path()) } catch {
      throw Failure(error, task: task)
    }
    self.encoder = encoder
    let result: Result<Int, WorkerError> = await withCheckedContinuation { continuation in
      encoding = continuation
      do throws(WorkerError) {
        try encoder.encode(
          order, labels, from: partial.descriptor, to: output,
          progress: { [progress] frames in progress.encoded(frames) }
        ) { [weak self] in
          self?.encoded($0)
        }
      } catch {
        encoded(.failure(error))
      }
    }
    self.encoder = nil
    progress.endFile(count)
    try checkInterrupt()
    do throws(WorkerError) { _ = try result.get() } catch {
      // The encoder's message about its file does not mention the reading.
      endIfAbandoned()
      let reason = error.code == .unreadable && !error.detail.isEmpty ? error.detail : "\(error)"
      let room = wishes.output == nil ? "make room" : "make room, then give the same command: it goes on"
      throw Failure(.failed, "cannot \(task): \(reason)", cure: room)
    }
  }

  private func encoded(_ result: Result<Int, WorkerError>) {
    let continuation = encoding
    encoding = nil
    continuation?.resume(returning: result)
  }

  // MARK: The end

  private func interrupt() {
    isInterrupted = true
    choosing.cancel()
    reading?.cancel()
    speaking?.end(interruption)
    encoder?.cancel()
    encoded(.failure(WorkerError(.died, "interrupted")))
  }

  /// Ends quietly if the reader of the pipe has gone: it may have all that it wants, as `head` does.
  private func endIfAbandoned() {
    guard wishes.output == nil, StandardOutput.isAbandoned else { return }
    progress.clear()
    Console.endWithoutReader()
  }

  private func checkInterrupt() throws(Failure) { if isInterrupted { throw interruption } }

  private var interruption: Failure {
    guard wishes.output != nil else { return .quiet(.interrupted) }
    return Failure(.interrupted, "stopped before the end of '\(wishes.input)'", cure: "the same command, which goes on")
  }

  private func summarize(_ spoken: SpokenBook, pace: Double?) {
    let seconds = Int(spoken.length) / SampleRate.speech.hertz
    let passed = TimeText.clock(Microseconds(Int64(progress.seconds * 1_000_000)))
    let chapters = spoken.book.parts.count
    var line = "\(TimeText.clock(Microseconds(Int64(seconds) * 1_000_000))) of sound"
    if chapters > 1 { line += ", \(chapters) chapters" }
    line += ", in \(passed)"
    if let pace { line += ", \(pace < 10 ? "\(Double(Int(pace * 10)) / 10)" : "\(Int(pace))") times as fast as heard" }
    progress.say(line)
  }

  /// Throws a failure that names the missing parts of the written files, if there are any.
  private func report(_ book: Book, _ silent: Int) throws(Failure) {
    var losses = book.losses
    if silent > 0 { losses.append("the engine could not speak \(silent) of \(book.sentences.count) sentences") }
    for loss in losses { Console.complain("cannot export all of '\(wishes.input)': \(loss)") }
    if !losses.isEmpty { throw .quiet(.unsupported) }
  }
}
