import AloudAPI
package import CommandOutput
import DirectReading
package import EventLoop
import Glibc
import Recordings
import SoundWire
import Speech
import Vocabulary
import Workers

/// One export of a recording from beginning to end: it decodes and encodes at the same time, without any file between.
/// An interrupted export begins anew.
@Core
package final class RecordingExport {
  private let wishes: ExportWishes
  private let progress: ExportProgress
  private let rate: Double
  private var signals: [EventSource] = []
  private var decodings: [RecordingDecoding] = []
  private var reading: RecordedTextReading?
  private var encoding: EncodingRun?
  private var pipe: SamplePipe?
  private var isInterrupted = false

  /// - Parameter wishes: its options for a voice have no meaning here.
  package init(_ wishes: ExportWishes, _ progress: ExportProgress) {
    self.wishes = wishes
    self.progress = progress
    rate = wishes.options.rate ?? 1
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
      for decoding in decodings { decoding.cancel() }
    }
    let decoding = try begin(descriptor)
    let description = try await open(decoding)
    let reading =
      wishes.cues.isEmpty
      ? nil : try RecordedTextReading(beside: path, language: description.tags.language ?? "", task: task)
    let targets = RecordingTarget.all(description, wishes)
    try wishes.refuse(
      targets.compactMap(\.file),
      over: [(descriptor, "file")] + (reading.map { [($0.file.number, "text")] } ?? []))
    let text = try await read(reading)
    // Chapters are written before the sound, so that their places must be known at its beginning.
    let places = rate != 1 && targets[0].parts.count > 1 ? try await measure(descriptor, description) : nil
    if let frames = description.frames { progress.startRecording(Int(frames)) }
    let key = wishes.key(of: descriptor)
    var length: Int64 = 0
    for target in targets {
      // The recording may end before its last chapters.
      guard await decoding.hasMore() else { break }
      guard let file = target.file else {
        length += try await write(target, decoding, places, to: STDOUT_FILENO).length
        continue
      }
      var made: (length: Int64, speed: RecordingSpeed?) = (0, nil)
      try await ExportFile.write(file.path, key: key, overwrites: wishes.overwrites) {
        descriptor async throws(Failure) in
        made = try await write(target, decoding, places, to: descriptor)
      }
      length += made.length
      if let text {
        let place = { (frame: Int64) in made.speed?.place(of: frame - target.first) ?? frame - target.first }
        let cues = text.cues(
          sampleRate: description.sampleRate, source: target.first..<max(target.first, decoding.position),
          length: made.length, place: place, parts: target.parts.map { ($0.title, $0.first) }, labels: target.tags)
        try await wishes.write(cues, beside: file, key: key)
      }
    }
    try checkInterrupt()
    progress.summarize(
      length: Double(length) / Double(description.sampleRate), chapters: description.parts.count, hasPace: true)
    try report(decoding, description)
  }

  // MARK: Before the sound

  private func begin(_ descriptor: CInt) throws(Failure) -> RecordingDecoding {
    do throws(Trouble) {
      let decoding = try RecordingDecoding(descriptor)
      decodings.append(decoding)
      return decoding
    } catch {
      throw Failure(error, task: task)
    }
  }

  private func open(_ decoding: RecordingDecoding) async throws(Failure) -> RecordingDescription {
    do throws(Trouble) {
      let description = try await decoding.open()
      try checkInterrupt(Trouble(.died))
      return description
    } catch {
      try checkInterrupt()
      var failure = Failure(error, task: task)
      // The cure for other files is to make a text of them.
      if failure.status != .noVoice { failure.cure = "get it once more from where it came from" }
      throw failure
    }
  }

  private func read(_ reading: RecordedTextReading?) async throws(Failure) -> RecordedText? {
    guard let reading else { return nil }
    self.reading = reading
    defer { self.reading = nil }
    do throws(Failure) { return try await reading.read(task: task) } catch {
      try checkInterrupt()
      throw error
    }
  }

  /// Decodes everything once to find the place of each frame at the wanted speed.
  private func measure(
    _ descriptor: CInt, _ description: RecordingDescription
  ) async throws(Failure) -> RecordingSpeed {
    let decoding = try begin(descriptor)
    defer { decoding.cancel() }
    let speed = RecordingSpeed(sampleRate: description.sampleRate, channels: description.channels, rate: rate)
    while case .samples(let samples) = await decoding.next(atMost: .max) { _ = speed.process(samples) }
    try checkInterrupt()
    _ = speed.flush()
    return speed
  }

  // MARK: The sound

  /// - Returns: the number of frames written, and their places if the speed is another one.
  private func write(
    _ target: RecordingTarget, _ decoding: RecordingDecoding, _ places: RecordingSpeed?, to output: CInt
  ) async throws(Failure) -> (length: Int64, speed: RecordingSpeed?) {
    try checkInterrupt()
    guard let description = decoding.description else { throw Failure(.failed, "cannot \(task): nothing is open") }
    let expected = Double(max(0, (target.end ?? description.frames ?? target.first) - target.first)) / rate
    let order = SoundOrder(
      format: target.format,
      input: .recording(
        sampleRate: description.sampleRate, channels: description.channels, frames: Int64(expected.rounded())))
    if let lost = target.format.lostChapters(of: target.parts.count) { progress.say(lost) }
    let result: Result<Int, Trouble>
    let made: (length: Int64, speed: RecordingSpeed?)
    do throws(Trouble) {
      let pipe = try SamplePipe()
      let encoding = try EncodingRun()
      (self.pipe, self.encoding) = (pipe, encoding)
      defer { (self.pipe, self.encoding) = (nil, nil) }
      try encoding.begin(order, target.labels(cover: decoding.cover, places), from: pipe.input, to: output)
      pipe.closeReader()
      made = await feed(pipe, until: target.end, decoding, description)
      pipe.close()
      result = await encoding.result()
    } catch {
      throw Failure(error, task: task)
    }
    try checkInterrupt()
    do throws(Trouble) { _ = try result.get() } catch {
      wishes.endIfAbandoned(progress)
      throw EncodingRun.failure(
        error, task: task,
        cure: wishes.output == nil ? "make room" : "make room, then give the same command: it begins anew")
    }
    return made
  }

  /// Writes the sound up to a frame of the recording; `nil`: to its end.
  private func feed(
    _ pipe: SamplePipe, until end: Int64?, _ decoding: RecordingDecoding, _ description: RecordingDescription
  ) async -> (length: Int64, speed: RecordingSpeed?) {
    let speed =
      rate == 1 ? nil : RecordingSpeed(sampleRate: description.sampleRate, channels: description.channels, rate: rate)
    var length: Int64 = 0
    func write(_ samples: [Float]) async -> Bool {
      length += Int64(samples.count / description.channels)
      return await pipe.write(samples)
    }
    while (end.map { decoding.position < $0 }) ?? true {
      guard case .samples(let samples) = await decoding.next(atMost: end.map { $0 - decoding.position } ?? .max),
        await write(speed?.process(samples) ?? samples)
      else { break }
      if description.frames != nil { progress.encoded(Int(decoding.position)) }
    }
    if let rest = speed?.flush() { _ = await write(rest) }
    return (length, speed)
  }

  // MARK: The end

  private func interrupt() {
    isInterrupted = true
    for decoding in decodings { decoding.cancel() }
    reading?.cancel()
    pipe?.close()
    encoding?.cancel()
  }

  private func checkInterrupt() throws(Failure) { if isInterrupted { throw wishes.interruption } }

  private func checkInterrupt(_ error: Trouble) throws(Trouble) { if isInterrupted { throw error } }

  /// Throws a failure that names the place where the recording is broken, if it is.
  private func report(_ decoding: RecordingDecoding, _ description: RecordingDescription) throws(Failure) {
    guard let loss = decoding.loss else { return }
    let place = decoding.position.microseconds(at: SampleRate(hertz: description.sampleRate))
    Console.complain("cannot export all of '\(wishes.input)': it is broken at \(TimeText.clock(place)): \(loss)")
    throw .quiet(.unsupported)
  }
}
