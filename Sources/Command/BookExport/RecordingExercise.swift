import AloudAPI
package import CommandOutput
import DirectReading
package import EventLoop
import Glibc
import Recordings
import SoundWire
import Speech
package import Study
import Vocabulary
import Workers

/// One export of a recording as an exercise: it is looked at once for its phrases, and decoded once more for them. An
/// interrupted export begins anew.
@Core
package final class RecordingExercise {
  private let wishes: ExportWishes
  private let study: StudyPlan
  private let edits: PhraseEdits
  private let progress: ExportProgress
  private var signals: [EventSource] = []
  private var search: RecordedPhrases?
  private var decoding: RecordingDecoding?
  private var encoding: ExerciseEncoding?
  private var isInterrupted = false

  /// An export of the recording that `wishes` name. Their chapters, texts with times and voices mean nothing here.
  ///
  /// - Parameter edits: the phrases that the listener has made by hand.
  package init(_ wishes: ExportWishes, _ study: StudyPlan, _ edits: PhraseEdits, _ progress: ExportProgress) {
    (self.wishes, self.study, self.edits, self.progress) = (wishes, study, edits, progress)
  }

  private var task: String { wishes.task }

  /// - Parameters:
  ///   - descriptor: the recording, a regular file; remains owned by the caller.
  ///   - path: its absolute path, beside which its text is; `nil` if it has none.
  package func run(_ descriptor: CInt, path: String?) async throws(Failure) {
    signals = [SIGINT, SIGTERM, SIGHUP].map { signal in Core.loop.onSignal(signal) { [weak self] in self?.interrupt() }
    }
    defer {
      progress.clear()
      decoding?.cancel()
    }
    let settings = try study.exercise(at: wishes.options.rate ?? 1, task: task)
    if let output = wishes.output { try wishes.refuse([output], over: [(descriptor, "file")]) }
    let found = try await search(descriptor, path)
    let rate = SampleRate(hertz: found.description.sampleRate)
    let exercise = Exercise(found.phrases, settings, at: rate)
    guard exercise.length < RecordingDescription.mostFrames else {
      throw Failure(.unsupported, "cannot \(task): the exercise would last for weeks", cure: "fewer repetitions")
    }
    let key = wishes.key(of: descriptor)
    if let output = wishes.output {
      try await ExportFile.write(output.path, key: key, overwrites: wishes.overwrites) {
        target async throws(Failure) in
        try await write(exercise, descriptor, to: target)
      }
    } else {
      try await write(exercise, descriptor, to: STDOUT_FILENO)
    }
    progress.summarize(
      length: Double(exercise.length) / Double(rate.hertz), chapters: 1, hasPace: true)
    guard let loss = found.loss else { return }
    Console.complain("cannot export all of '\(wishes.input)': \(loss)")
    throw .quiet(.unsupported)
  }

  private func search(_ descriptor: CInt, _ path: String?) async throws(Failure) -> RecordedPhrases.Found {
    let search = RecordedPhrases(study.phrases, by: study.source, edits, task: task, progress)
    self.search = search
    defer { self.search = nil }
    do throws(Failure) { return try await search.find(descriptor, path: path) } catch {
      try checkInterrupt()
      throw error
    }
  }

  private func write(_ exercise: Exercise, _ descriptor: CInt, to output: CInt) async throws(Failure) {
    try checkInterrupt()
    let format = wishes.output?.format ?? wishes.streamFormat
    do throws(Trouble) {
      let decoding = try RecordingDecoding(descriptor)
      self.decoding = decoding
      let description = try await decoding.open()
      let encoding = ExerciseEncoding(exercise, channels: description.channels)
      self.encoding = encoding
      defer { self.encoding = nil }
      progress.startRecording(Int(exercise.length))
      encoding.onProgress = { [progress] in progress.encoded(Int($0)) }
      let chapters = encoding.chapters
      if let lost = format.lostChapters(of: chapters.count) { progress.say(lost) }
      let labels = SoundEncoder.Labels(
        tags: RecordingLabels(description, options: wishes.options, format: format).tags,
        parts: Array(chapters.prefix(format.mostChapters ?? .max)), cover: decoding.cover)
      try await encoding.run(format, labels, to: output) { frames in
        await Self.samples(frames, decoding, channels: description.channels)
      }
    } catch {
      try checkInterrupt()
      wishes.endIfAbandoned(progress)
      throw EncodingRun.failure(error, task: task, cure: "make room, then give the same command")
    }
    try checkInterrupt()
  }

  /// The samples of a phrase. What lies before it is left out.
  private static func samples(_ frames: Range<Frame>, _ decoding: RecordingDecoding, channels: Int) async -> [Float] {
    while decoding.position < frames.lowerBound {
      guard case .samples = await decoding.next(atMost: frames.lowerBound - decoding.position) else { return [] }
    }
    var samples: [Float] = []
    while decoding.position < frames.upperBound {
      guard case .samples(let more) = await decoding.next(atMost: frames.upperBound - decoding.position) else { break }
      samples += more
    }
    return samples
  }

  private func interrupt() {
    isInterrupted = true
    search?.cancel()
    decoding?.cancel()
    encoding?.cancel()
  }

  private func checkInterrupt() throws(Failure) { if isInterrupted { throw wishes.interruption } }
}
