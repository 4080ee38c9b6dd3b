import EventLoop
import Speech
import Stretch

/// Frames of a source as frames of the output: their rate and their channels.
///
/// The frames come in runs. Within a run no time is lost or gained; the run's owner says how many frames it has.
@Core
struct FrameConversion: ~Copyable {
  /// The format of the source.
  let input: FrameFormat
  /// The format of the output.
  let output: FrameFormat
  /// `nil` while both rates are the same: the frames are passed on unchanged.
  private var resampler: Resampler?

  init(from input: FrameFormat, to output: FrameFormat) {
    self.input = input
    self.output = output
    guard input.sampleRate != output.sampleRate else { return }
    resampler = Resampler(from: input.sampleRate, to: output.sampleRate, channels: input.channels)
  }

  /// The relation of the frames, if the frame `source` of the source is heard at a frame of the output.
  func grid(at index: UInt64, source: Int64) -> FrameGrid {
    FrameGrid(from: input.sampleRate, to: output.sampleRate, at: index, source: source)
  }

  /// The frames before a frame of a run that ``beginRun(at:output:after:)`` has to know.
  func historyLength(before frame: Int64) -> Int { resampler?.historyLength(before: frame) ?? 0 }

  /// Begins a run, perhaps in its middle; see ``Resampler/begin(at:output:after:)``.
  mutating func beginRun(at frame: Int64 = 0, output: Int64 = 0, after history: [Float] = []) {
    resampler?.begin(at: frame, output: output, after: history)
  }

  /// Appends the frames that are ready.
  mutating func process(_ samples: ArraySlice<Float>, into output: inout ArraySlice<Float>) {
    guard resampler != nil else { return spread(samples, into: &output) }
    var converted: [Float] = []
    resampler?.process(samples, into: &converted)
    spread(converted[...], into: &output)
  }

  /// Ends a run, and appends its last frames of the output.
  mutating func endRun(frames: Int, into output: inout ArraySlice<Float>) {
    guard resampler != nil, frames > 0 else { return }
    var converted: [Float] = []
    resampler?.flush(frames, into: &converted)
    spread(converted[...], into: &output)
  }

  /// One channel goes to all; others to those of the same number, or mixed into one.
  private func spread(_ samples: ArraySlice<Float>, into output: inout ArraySlice<Float>) {
    let (from, to) = (input.channels, self.output.channels)
    output.reserveCapacity(output.count + samples.count / from * to)
    if from == to {
      for sample in samples { output.append(Self.limited(sample)) }
    } else if from == 1 {
      for sample in samples {
        let limited = Self.limited(sample)
        for _ in 0..<to { output.append(limited) }
      }
    } else {
      for frame in stride(from: samples.startIndex, to: samples.endIndex, by: from) {
        let mixed = samples[frame..<frame + from].reduce(0, +) / Float(from)
        output.append(contentsOf: repeatElement(Self.limited(mixed), count: to))
      }
    }
  }

  /// Another sample rate may go a little beyond the loudest sample. A sample that is no number counts as one.
  private static func limited(_ sample: Float) -> Float { sample > -1 ? min(sample, 1) : -1 }
}
