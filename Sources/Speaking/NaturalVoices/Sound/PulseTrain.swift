/// The pulses of a voice: all harmonics of its pitch below 11 kHz, each with the same loudness.
///
/// The sum of the cosines of `h` times an angle, for all `h` up to `H`, is
/// sin((H + ½)·angle) / (2·sin(angle / 2)) − ½.
enum PulseTrain {
  /// Hertz below which a frame has no voice.
  private static let lowestPitch: Float = 40
  private static let highestHarmonic: Float = 11_000

  /// The samples for the pitch of each frame, in hertz, which is interpolated from the middle of one to the next.
  static func samples(pitch: UnsafeBufferPointer<Float>, hop: Int, sampleRate: Int) -> [Float] {
    guard let last = pitch.indices.last else { return [] }
    var samples = [Float](repeating: 0, count: pitch.count * hop)
    var turns = 0.0
    for frame in pitch.indices {
      let (before, own, after) = (pitch[max(frame - 1, 0)], pitch[frame], pitch[min(frame + 1, last)])
      for index in 0..<hop {
        let place = (Float(index) + 0.5) / Float(hop) - 0.5
        let frequency = place < 0 ? before * -place + own * (1 + place) : own * (1 - place) + after * place
        let isVoiced = frequency > lowestPitch
        let voice = isVoiced ? frequency : lowestPitch
        turns += Double(voice) / Double(sampleRate)
        turns -= turns.rounded(.down)
        guard isVoiced else { continue }
        samples[frame * hop + index] = pulse(turns, harmonics: (highestHarmonic / voice).rounded(.down))
      }
    }
    return samples
  }

  private static func pulse(_ turns: Double, harmonics: Float) -> Float {
    let angle = 2 * Double.pi * turns
    let divisor = 2 * Arithmetic.sineCosine(angle * 0.5).sine
    let count = Double(harmonics) + 0.5
    // At the pulse itself both are nearly 0.
    guard divisor.magnitude > 2e-3 else { return Float(count - 0.5) }
    return Float(Arithmetic.sineCosine(count * angle).sine / divisor - 0.5)
  }
}
