import EventLoop
import Resampling
import Speech

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

  private func spread(_ samples: ArraySlice<Float>, into output: inout ArraySlice<Float>) {
    output += Self.spread(samples, from: input.channels, to: self.output.channels)
  }

  /// One channel goes to all; others to those of the same number, or mixed into one. All sound goes through here, and
  /// to append samples one by one costs as much as the other sample rate.
  private nonisolated static func spread(_ samples: ArraySlice<Float>, from: Int, to: Int) -> [Float] {
    let frames = samples.count / from
    return [Float](unsafeUninitializedCapacity: frames * to) { result, count in
      samples.withUnsafeBufferPointer { samples in
        if from == to {
          for index in 0..<frames * to { result.initializeElement(at: index, to: limited(samples[index])) }
          return
        }
        for frame in 0..<frames {
          var sum: Float = 0
          for channel in 0..<from { sum += samples[frame * from + channel] }
          let mixed = limited(sum / Float(from))
          for channel in 0..<to { result.initializeElement(at: frame * to + channel, to: mixed) }
        }
      }
      count = frames * to
    }
  }

  /// Another sample rate may go a little beyond the loudest sample. A sample that is no number counts as one.
  private nonisolated static func limited(_ sample: Float) -> Float { sample > -1 ? min(sample, 1) : -1 }
}
