import EventLoop
import Recordings
import SoundWire
import Speech
import Study
import Vocabulary
import Workers

/// Writes an exercise as one sound file: each phrase at each of its speeds, with the gaps behind them.
@Core
final class ExerciseEncoding {
  /// The phrases of a chapter in the file.
  private static let phrasesOfChapter = 10
  /// The time in which a phrase begins and ends, so that noise or music under it does not click.
  private static let fade = Microseconds(4000)

  private let exercise: Exercise
  private let channels: Int
  private var pipe: SamplePipe?
  private var encoding: EncodingRun?
  private var isCancelled = false
  /// Called with the frames of the exercise that have been made so far.
  var onProgress: (@Core (Frame) -> Void)?

  /// - Parameters:
  ///   - exercise: in the order of the recording.
  ///   - channels: of the recording, 1 or 2.
  init(_ exercise: Exercise, channels: Int) { (self.exercise, self.channels) = (exercise, channels) }

  /// The chapters of the file: one for each ten phrases; none where there are not more than that.
  var chapters: [SoundPart] {
    let count = exercise.phrases.count
    guard count > Self.phrasesOfChapter else { return [] }
    return stride(from: 0, to: count, by: Self.phrasesOfChapter).map { first in
      let last = min(count, first + Self.phrasesOfChapter)
      return SoundPart(
        start: Int(exercise.start(of: first * exercise.settings.speeds.count)),
        title: last == first + 1 ? "\(last)" : "\(first + 1)–\(last)")
    }
  }

  /// Encodes it; called once.
  ///
  /// - Parameters:
  ///   - output: the file to write; stays the caller's.
  ///   - sound: the samples of frames of the recording, interleaved, which are wanted in the order of the recording.
  ///     Fewer if it ends before.
  /// - Throws: if the encoder fails, or after ``cancel()``.
  func run(
    _ format: SoundFormat, _ labels: SoundEncoder.Labels, to output: CInt,
    sound: @Core (Range<Frame>) async -> [Float]
  ) async throws(Trouble) {
    let pipe = try SamplePipe()
    let encoding = try EncodingRun()
    (self.pipe, self.encoding) = (pipe, encoding)
    defer { (self.pipe, self.encoding) = (nil, nil) }
    let order = SoundOrder(
      format: format,
      input: .recording(sampleRate: exercise.sampleRate.hertz, channels: channels, frames: exercise.length))
    try encoding.begin(order, labels, from: pipe.input, to: output)
    pipe.closeReader()
    await feed(pipe, sound)
    pipe.close()
    _ = try await encoding.result().get()
  }

  /// Ends it: ``run(_:_:to:sound:)`` throws.
  func cancel() {
    isCancelled = true
    pipe?.close()
    encoding?.cancel()
  }

  private func feed(_ pipe: SamplePipe, _ sound: @Core (Range<Frame>) async -> [Float]) async {
    let repetitions = exercise.settings.speeds.count
    for phrase in exercise.phrases.indices {
      let first = exercise.turn(phrase * repetitions)
      var samples = await sound(first.source)
      // Silence that the recording does not have any more.
      samples += [Float](repeating: 0, count: max(0, first.source.count * channels - samples.count))
      for index in phrase * repetitions..<(phrase + 1) * repetitions {
        let turn = exercise.turn(index)
        let gap = [Float](repeating: 0, count: Int(turn.gap) * channels)
        guard !isCancelled, await pipe.write(self.samples(samples, of: turn) + gap) else { return }
        onProgress?(exercise.start(of: index + 1))
      }
    }
  }

  /// The sound of a turn, exactly as long as its place in the exercise.
  private func samples(_ source: [Float], of turn: Exercise.Turn) -> [Float] {
    var samples = source
    if turn.speed != 1 {
      let speed = RecordingSpeed(sampleRate: exercise.sampleRate.hertz, channels: channels, rate: turn.speed)
      samples = speed.process(source) + speed.flush()
    }
    // The stretch is a few frames longer or shorter. They belong to the silence of the tail.
    let wanted = Int(turn.length) * channels
    samples = Array(samples.prefix(wanted))
    samples += [Float](repeating: 0, count: wanted - samples.count)
    let fade = min(Int(Frame(microseconds: Self.fade, at: exercise.sampleRate)), Int(turn.length) / 2)
    for frame in 0..<fade {
      for channel in 0..<channels {
        samples[frame * channels + channel] *= Float(frame) / Float(fade)
        samples[samples.count - 1 - frame * channels - channel] *= Float(frame) / Float(fade)
      }
    }
    return samples
  }
}
