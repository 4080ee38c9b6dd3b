/// Finds the ``Levels`` of samples that come in pieces.
public struct LevelMeter: Sendable {
  /// A band of a channel: what two filters of the first order take away below it, and two above it.
  private struct Band {
    /// The shares of a low-pass that a sample adds, below and above; `nil`: there is nothing above it.
    private let below: Double
    private let above: Double?
    private var low = (0.0, 0.0)
    private var high = (0.0, 0.0)

    init(from first: Double, to last: Double?, at sampleRate: Int) {
      func share(_ frequency: Double) -> Double {
        let step = 2 * Double.pi * frequency / Double(sampleRate)
        return step / (1 + step)
      }
      below = share(first)
      above = last.map(share)
    }

    mutating func callAsFunction(_ sample: Double) -> Double {
      low.0 += below * (sample - low.0)
      let once = sample - low.0
      low.1 += below * (once - low.1)
      let twice = once - low.1
      guard let above else { return twice }
      high.0 += above * (twice - high.0)
      high.1 += above * (high.0 - high.1)
      return high.1
    }
  }

  /// Frames a second.
  private let sampleRate: Int
  /// Samples of a frame.
  private let channels: Int
  /// The bands of the first channel, then those of the second one.
  private var bands: [Band]
  /// The next frame.
  private var frame: Int64 = 0
  /// The hundredth whose levels are being found.
  private var hundredth = 0
  /// The frame at which the next one begins.
  private var end: Int64
  private var energy = [Double](repeating: 0, count: Levels.bands.count)
  private var count = 0

  /// - Parameters:
  ///   - sampleRate: frames a second, 1 or more.
  ///   - channels: samples of a frame, 1 or more.
  public init(sampleRate: Int, channels: Int) {
    (self.sampleRate, self.channels) = (sampleRate, channels)
    end = Levels.firstFrame(of: 1, at: sampleRate)
    let edges = Levels.bands
    let one = edges.indices.map {
      Band(from: edges[$0], to: $0 + 1 < edges.count ? edges[$0 + 1] : nil, at: sampleRate)
    }
    bands = (0..<channels).flatMap { _ in one }
  }

  /// Takes the next frames, and appends the levels that are complete.
  ///
  /// - Parameter samples: whole frames of interleaved samples in −1…1.
  public mutating func add(_ samples: ArraySlice<Float>, into levels: inout [UInt8]) {
    var index = samples.startIndex
    while index < samples.endIndex {
      let frames = min(Int64((samples.endIndex - index) / channels), end - frame)
      let stop = index + Int(frames) * channels
      for channel in 0..<channels { measure(samples[index..<stop], channel) }
      count += stop - index
      (index, frame) = (stop, frame + frames)
      while frame == end { finish(into: &levels) }
    }
  }

  /// Appends the levels of the last frames, if there are any that belong to none yet.
  public mutating func flush(into levels: inout [UInt8]) { if count > 0 { finish(into: &levels) } }

  private mutating func measure(_ samples: ArraySlice<Float>, _ channel: Int) {
    for band in energy.indices {
      // A copy is kept in registers.
      var filter = bands[channel * energy.count + band]
      var sum = 0.0
      for index in stride(from: samples.startIndex + channel, to: samples.endIndex, by: channels) {
        let sample = filter(Double(samples[index]))
        sum += sample * sample
      }
      bands[channel * energy.count + band] = filter
      energy[band] += sum
    }
  }

  private mutating func finish(into levels: inout [UInt8]) {
    for band in energy.indices {
      levels.append(count == 0 ? 0 : Self.level(meanSquare: energy[band] / Double(count)))
      energy[band] = 0
    }
    (count, hundredth) = (0, hundredth + 1)
    end = Levels.firstFrame(of: hundredth + 1, at: sampleRate)
  }

  /// The level of a mean square in 0…1. Its logarithm is found bit by bit, so that it is the same on every machine.
  static func level(meanSquare: Double) -> UInt8 {
    // Less than −127.75 dB, and what is no number.
    guard meanSquare > 1.679e-13 else { return 0 }
    guard meanSquare < 1 else { return 255 }
    var logarithm = Double(meanSquare.exponent)
    var rest = meanSquare.significand
    var bit = 0.5
    for _ in 0..<12 {
      rest *= rest
      if rest >= 2 {
        rest /= 2
        logarithm += bit
      }
      bit /= 2
    }
    // 20 log₁₀ 2: half decibels of a doubled mean square.
    return UInt8(max(0, min(255, 255.5 + logarithm * 6.020_599_913)))
  }
}
