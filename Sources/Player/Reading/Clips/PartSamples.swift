import EventLoop
import Speech

/// Turns sound into samples of another format, such as that of an utterance of texts and clips. Its own rate and channels
/// may be any.
@Core
struct PartSamples: ~Copyable {
  private var conversion: FrameConversion
  private let grid: FrameGrid
  private let gain: Float
  /// The frames that have been taken in.
  private(set) var framesIn: Frame = 0
  /// The frames that have come out.
  private(set) var framesOut: Frame = 0

  /// - Parameters:
  ///   - target: the format of the samples that come out.
  ///   - gain: the factor on the samples.
  init(from format: FrameFormat, to target: FrameFormat = .parts, gain: Float = 1) {
    conversion = FrameConversion(from: format, to: target)
    conversion.beginRun()
    grid = FrameGrid(from: format.sampleRate, to: target.sampleRate, at: 0, source: 0)
    self.gain = gain
  }

  /// The frame of the utterance at which a frame of the sound begins.
  func frame(of frame: Frame) -> Frame { grid.count(of: frame) }

  /// Takes interleaved samples in, and returns those that are ready.
  mutating func convert(_ samples: ArraySlice<Float>) -> [Int16] {
    framesIn += Frame(samples.count / conversion.input.channels)
    var converted: ArraySlice<Float> = []
    conversion.process(samples, into: &converted)
    return taken(converted)
  }

  /// Takes samples of the engine in, and returns those that are ready.
  mutating func convert(_ samples: [Int16]) -> [Int16] {
    convert(samples.map { Float($0) / 32_768 }[...])
  }

  /// Returns the last samples.
  mutating func end() -> [Int16] {
    var converted: ArraySlice<Float> = []
    conversion.endRun(frames: Int(max(0, grid.count(of: framesIn) - framesOut)), into: &converted)
    return taken(converted)
  }

  private mutating func taken(_ samples: ArraySlice<Float>) -> [Int16] {
    framesOut += Frame(samples.count / conversion.output.channels)
    let factor = gain * 32_768
    return samples.map { Int16(max(-32_768, min(($0 * factor).rounded(), 32_767))) }
  }
}
