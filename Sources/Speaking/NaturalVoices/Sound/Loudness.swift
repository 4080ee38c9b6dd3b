/// Brings the sound of a voice to the loudness of the others, and its peaks below full scale.
struct Loudness {
  /// The factor of the samples.
  let gain: Float
  /// The level from which on peaks are rounded off; 1 is full scale.
  private static let knee: Float = 0.7

  /// - Parameter decibels: of the voice.
  init(decibels: Float) {
    // 10^(dB/20)
    gain = Arithmetic.exp(Lanes(repeating: decibels * 0.115_129_25))[0]
  }

  /// A sample, 1 at full scale, as an integer. It never goes beyond full scale, however loud.
  @inline(__always)
  func sample(_ value: Float) -> Int16 {
    let loud = value * gain
    let size = loud.magnitude
    guard size.isFinite else { return 0 }
    guard size > Self.knee else { return Int16((loud * 32_767).rounded()) }
    // From the knee on a curve that nears 1 and begins with the same slope.
    let over = (size - Self.knee) / (1 - Self.knee)
    let soft = Self.knee + (1 - Self.knee) * over / (1 + over)
    return Int16(((loud < 0 ? -soft : soft) * 32_767).rounded())
  }
}
