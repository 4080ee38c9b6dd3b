/// Measures the loudness of stereo sound at 48,000 Hz by ITU-R BS.1770 (EBU R 128): the power behind its filters, in
/// blocks of 400 ms each 100 ms, without the quiet ones.
///
/// All figures are powers and not levels in LUFS: a level is 10·lg(power) − 0.691.
struct ProgrammeLoudness {
  /// The power of speech: −18 LUFS. The engine's voices lie within 1.5 dB of it at their own volume.
  static let ofSpeech = 0.0186
  /// The greatest factor on a quiet sound: 20 dB. More would be its noise.
  private static let greatestGain: Float = 10
  /// The blocks below −70 LUFS are silent.
  private static let silence = 1.172e-7
  /// The frames in a quarter of a block.
  private static let step = 4800

  /// A filter of the second order, for two channels.
  private struct Filter {
    let b: (Double, Double, Double)
    let a: (Double, Double)
    var states = [(0.0, 0.0), (0.0, 0.0)]

    mutating func pass(_ sample: Double, _ channel: Int) -> Double {
      let (first, second) = states[channel]
      let result = b.0 * sample + first
      states[channel] = (b.1 * sample - a.0 * result + second, b.2 * sample - a.1 * result)
      return result
    }
  }

  // The coefficients of the standard, for 48,000 Hz.
  private var head = Filter(
    b: (1.53512485958697, -2.69169618940638, 1.19839281085285), a: (-1.69065929318241, 0.73248077421585))
  private var low = Filter(b: (1, -2, 1), a: (-1.99004745483398, 0.99007225036621))
  /// The sums of squares of the finished quarters of blocks.
  private var quarters: [Double] = []
  private var sum = 0.0
  private var count = 0
  /// The loudest sample, 0…32,768.
  private(set) var peak: Int = 0

  /// Takes the next interleaved samples.
  mutating func take(_ samples: [Int16]) {
    for index in stride(from: 0, to: samples.count - 1, by: 2) {
      for channel in 0...1 {
        let sample = samples[index + channel]
        peak = max(peak, abs(Int(sample)))
        let weighted = low.pass(head.pass(Double(sample) / 32_768, channel), channel)
        sum += weighted * weighted
      }
      count += 1
      if count == Self.step {
        quarters.append(sum)
        (sum, count) = (0, 0)
      }
    }
  }

  /// The power of the sound so far; 0 for silence. A sound that is shorter than a block is one.
  var power: Double {
    guard quarters.count >= 4 else {
      let frames = quarters.count * Self.step + count
      return frames == 0 ? 0 : (quarters.reduce(0, +) + sum) / Double(frames)
    }
    let blocks = (3..<quarters.count).map { quarters[$0 - 3...$0].reduce(0, +) / Double(4 * Self.step) }
    func mean(above limit: Double) -> Double {
      let loud = blocks.filter { $0 > limit }
      return loud.isEmpty ? 0 : loud.reduce(0, +) / Double(loud.count)
    }
    // The blocks that are 10 dB below the others are pauses, or its end that dies away.
    return mean(above: max(Self.silence, mean(above: Self.silence) / 10))
  }

  /// The factor that makes the sound as loud as speech, without going beyond the loudest sample; 1 for silence.
  var gain: Float {
    let power = power
    guard power > Self.silence, peak > 0 else { return 1 }
    let wanted = Float((Self.ofSpeech / power).squareRoot())
    return min(wanted, Self.greatestGain, 32_767 / Float(peak))
  }
}
