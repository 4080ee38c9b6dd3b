public import Speech

/// Speech at another sample rate, from its beginning on: signed 16-bit samples of one channel.
///
/// No time is lost or gained: the sound of a frame begins at ``frame(of:)``, and the same samples give the same ones.
/// Not bound to a thread, but used by one at a time.
public struct SpeechConversion: ~Copyable {
  private var resampler: Resampler
  private let grid: FrameGrid
  /// The frames that have been taken in.
  public private(set) var framesIn: Frame = 0
  /// The frames that have come out.
  public private(set) var framesOut: Frame = 0

  /// - Parameter rate: that of the speech; it differs from `other`.
  public init(from rate: SampleRate, to other: SampleRate) {
    resampler = Resampler(from: rate.hertz, to: other.hertz, channels: 1)
    resampler.begin()
    grid = FrameGrid(from: rate.hertz, to: other.hertz, at: 0, source: 0)
  }

  /// The frame of the result at which a frame of the speech begins.
  public func frame(of frame: Frame) -> Frame { grid.count(of: frame) }

  /// Takes samples in, and returns those that are ready.
  public mutating func convert(_ samples: [Int16]) -> [Int16] {
    framesIn += Frame(samples.count)
    var converted: [Float] = []
    resampler.process(samples.map { Float($0) / 32_768 }[...], into: &converted)
    return taken(converted)
  }

  /// Returns the last samples.
  public mutating func end() -> [Int16] {
    var converted: [Float] = []
    let missing = grid.count(of: framesIn) - framesOut
    if missing > 0 { resampler.flush(Int(missing), into: &converted) }
    return taken(converted)
  }

  private mutating func taken(_ samples: [Float]) -> [Int16] {
    framesOut += Frame(samples.count)
    // Another rate may go a little beyond the loudest sample.
    return samples.map { Int16(max(-32_768, min(($0 * 32_768).rounded(), 32_767))) }
  }
}
