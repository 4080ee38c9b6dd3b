import AloudAPI
package import CommandOutput
package import Configuration
import DirectReading
import Documents
package import EventLoop
import Glibc
import SoundWire
import Speech
import Study
package import Vocabulary
import Workers

/// One export from beginning to end: it reads, speaks and encodes.
@Core
package final class ExportRun {
  private let wishes: ExportWishes
  private let progress: ExportProgress
  private let settings: @Core () async throws(Failure) -> Settings
  private var signals: [EventSource] = []
  private let choosing = EngineChoosing()
  private var reading: BookReading?
  private var speaking: BookSpeaking?
  private var encoding: EncodingRun?
  private var exerciseEncoding: ExerciseEncoding?
  /// The frames of the exercise, if it is one.
  private var exerciseLength: Frame?
  private var isInterrupted = false
  /// The input file's name; empty for a pipe and a said text, which have none to be called by.
  private var name = ""

  /// - Parameter settings: reads the user's settings, which determine the voices; called once.
  package init(
    _ wishes: ExportWishes, _ progress: ExportProgress, settings: @escaping @Core () async throws(Failure) -> Settings
  ) {
    self.wishes = wishes
    self.progress = progress
    self.settings = settings
  }

  private var task: String { wishes.task }

  /// - Parameters:
  ///   - descriptor: the input; remains owned by the caller.
  ///   - name: the input file's name; its ending helps to recognise the format.
  ///   - format: the format if it is known.
  package func run(_ descriptor: CInt, name: String, format: DocumentFormat = .auto) async throws(Failure) {
    signals = [SIGINT, SIGTERM, SIGHUP].map { signal in Core.loop.onSignal(signal) { [weak self] in self?.interrupt() }
    }
    defer { progress.clear() }
    self.name = name
    if let output = wishes.output {
      try wishes.refuse([output], over: [(descriptor, "file")])
    }
    let choice = try await choose()
    let (engine, sampleRate) = (choice.engine, choice.voices.sampleRate)
    let gaps = Timeline.Gaps(choice.gaps, at: sampleRate)
    let book: Book
    do throws(Trouble) {
      let reading = try BookReading(voices: choice.voices)
      self.reading = reading
      defer { self.reading = nil }
      book = try await reading.read(descriptor, format: format, name: name, language: choice.language)
    } catch {
      try checkInterrupt()
      var failure = Failure(error, task: task)
      // A pipe with a recording, for one, has no place where it could be looked at.
      if error.code == .unreadable, wishes.input == "-" { failure.cure = "aloud export FILE -o OUT" }
      throw failure
    }
    try checkInterrupt()
    warnOfPitch(choice, book)
    if wishes.isDivided, let output = wishes.output {
      try wishes.refuse(
        book.parts.indices.map { output.ofPart($0, of: book.parts.count) }, over: [(descriptor, "file")])
    }
    let key = book.fingerprint(gaps, engine: engine.names?.name(for: book.voiceNames) ?? "")
    let partial =
      if let output = wishes.output {
        try Partial(beside: output.path, key: key)
      } else {
        try Partial()
      }
    let speaking = try BookSpeaking(book, gaps: gaps, at: sampleRate, engine: engine, partial: partial)
    self.speaking = speaking
    progress.start(book, done: speaking.spoken.sounds.count)
    speaking.onProgress = { [weak self] spoken in
      guard let self else { return }
      progress.spoke(spoken)
      // Without this check, the export would notice the lost reader only after all of the speaking.
      wishes.endIfAbandoned(progress)
    }
    let before = speaking.spoken.sounds.count
    try await speaking.run()
    engine.release()
    let spoken = speaking.spoken
    progress.startEncoding(Int(spoken.length))
    try await write(spoken, partial, key: key)
    partial.remove()
    // The pace covers the whole work; it is left out if an earlier call did a part.
    progress.summarize(
      length: Double(exerciseLength ?? spoken.length) / Double(sampleRate.hertz), chapters: spoken.book.parts.count,
      hasPace: before == 0)
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

  /// True if the listener was told of a voice that has one pitch: once is enough for all files of a command.
  private static var hasToldOfPitch = false

  /// Warns if a pitch is asked for, and a voice of the book has no other one than its own.
  private func warnOfPitch(_ choice: EngineChoice, _ book: Book) {
    guard !Self.hasToldOfPitch, let voice = UnheardPitch.voice(choice, among: book.voiceNames) else { return }
    Self.hasToldOfPitch = true
    progress.clear()
    Console.complain(
      OnePitch.sentence(about: voice.id.text), cure: "aloud voices, then -v with another one, or another speech.pitch")
  }

  // MARK: Files

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
      if !wishes.cues.isEmpty { try await wishes.write(Cues(spoken, parts: parts), beside: file, key: key) }
    }
  }

  private func encode(
    _ spoken: SpokenBook, _ parts: Range<Int>, _ format: SoundFormat, _ partial: Partial, to output: CInt
  ) async throws(Failure) {
    try checkInterrupt()
    if let study = wishes.study { return try await encode(spoken, study, format, partial, to: output) }
    let first = Int(spoken.start(of: parts.lowerBound))
    let count = Int(spoken.start(of: parts.upperBound)) - first
    let order = SoundOrder(
      format: format, input: .speech(sampleRate: spoken.sampleRate.hertz, first: first, count: count))
    guard first + count <= Int(UInt32.max) else {
      throw Failure(.unsupported, "cannot \(task): it is longer than 54 hours", cure: "split the document")
    }
    let labels = ExportLabels(
      spoken, parts: parts, options: wishes.options, name: name, mostChapters: format.mostChapters
    ).labels
    if let lost = format.lostChapters(of: parts.count) { progress.say(lost) }
    let result: Result<Int, Trouble>
    do throws(Trouble) {
      let encoding = try EncodingRun()
      self.encoding = encoding
      defer { self.encoding = nil }
      try encoding.begin(order, labels, from: partial.descriptor, to: output) { [progress] frames in
        progress.encoded(frames)
      }
      result = await encoding.result()
    } catch {
      throw Failure(error, task: task)
    }
    progress.endFile(count)
    try checkInterrupt()
    do throws(Trouble) { _ = try result.get() } catch {
      // The encoder's message about its file does not mention the reading.
      wishes.endIfAbandoned(progress)
      throw EncodingRun.failure(
        error, task: task,
        cure: wishes.output == nil ? "make room" : "make room, then give the same command: it goes on")
    }
  }

  /// Encodes an exercise of which each sentence is a phrase.
  private func encode(
    _ spoken: SpokenBook, _ study: StudyPlan, _ format: SoundFormat, _ partial: Partial, to output: CInt
  ) async throws(Failure) {
    // The rate of an export is that of the voice already.
    let exercise = Exercise(spoken.phrases, study.exercise, at: spoken.sampleRate)
    exerciseLength = exercise.length
    let encoding = ExerciseEncoding(exercise, channels: 1)
    exerciseEncoding = encoding
    defer { exerciseEncoding = nil }
    progress.startEncoding(Int(exercise.length))
    encoding.onProgress = { [progress] in progress.encoded(Int($0)) }
    let chapters = encoding.chapters
    if let lost = format.lostChapters(of: chapters.count) { progress.say(lost) }
    var labels = ExportLabels(spoken, parts: spoken.book.parts.indices, options: wishes.options, name: name).labels
    labels.parts = Array(chapters.prefix(format.mostChapters ?? .max))
    do throws(Trouble) {
      try await encoding.run(format, labels, to: output) { SpokenBook.samples($0, from: partial.descriptor) }
    } catch {
      try checkInterrupt()
      wishes.endIfAbandoned(progress)
      throw EncodingRun.failure(error, task: task, cure: "make room, then give the same command: it goes on")
    }
    try checkInterrupt()
  }

  // MARK: The end

  private func interrupt() {
    isInterrupted = true
    choosing.cancel()
    reading?.cancel()
    speaking?.end(interruption)
    encoding?.cancel()
    exerciseEncoding?.cancel()
  }

  private func checkInterrupt() throws(Failure) { if isInterrupted { throw interruption } }

  private var interruption: Failure {
    guard wishes.output != nil else { return .quiet(.interrupted) }
    return Failure(.interrupted, "stopped before the end of '\(wishes.input)'", cure: "the same command, which goes on")
  }

  /// Throws a failure that names the missing parts of the written files, if there are any.
  private func report(_ book: Book, _ silent: Int) throws(Failure) {
    var losses = book.losses
    if silent > 0 { losses.append("the engine could not speak \(silent) of \(book.sentences.count) sentences") }
    for loss in losses { Console.complain("cannot export all of '\(wishes.input)': \(loss)") }
    if !losses.isEmpty { throw .quiet(.unsupported) }
  }
}
