/// The level of recordings: one for all that have a replay gain.
///
/// Replay gain brings a recording to −18 LUFS. Speech has that loudness, too, where it is heard from both channels: one
/// that is read between two recordings is as loud as they are.
enum ReplayGain {
  /// Decibels; tags beyond are mistakes, and would make a recording silent or all noise.
  private static let limits = -24.0...24
  /// 1/100 dB as a factor on samples: the 2000th root of 10.
  private static let step = 1.001_151_955_538_169

  /// The factor on samples for a gain in dB.
  static func factor(decibels: Double) -> Double {
    let limited = min(max(decibels, limits.lowerBound), limits.upperBound)
    var steps = Int(limited.magnitude * 100 + 0.5)
    var (factor, power) = (1.0, step)
    while steps > 0 {
      if steps & 1 == 1 { factor *= power }
      power *= power
      steps >>= 1
    }
    return limited < 0 ? 1 / factor : factor
  }
}

extension RecordingDescription {
  /// The factor on its samples that levels it with speech and with other recordings; 1 without a replay gain.
  ///
  /// No sample gets beyond full scale by it. Without a known peak, it makes nothing louder.
  public var levelFactor: Double {
    guard let gain, gain.isFinite else { return 1 }
    let factor = ReplayGain.factor(decibels: gain)
    // The decoder has cut what is beyond full scale.
    return min(factor, peak.map { $0 > 0 ? max(1, 1 / $0) : 1 } ?? 1)
  }
}
