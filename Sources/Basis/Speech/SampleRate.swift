/// The samples a second of one channel that a track's media time is counted in.
///
/// A track carries its rate (``Timeline/sampleRate``), so that a recording counts the frames of its own source.
public struct SampleRate: Hashable, Sendable {
  /// Samples a second, > 0.
  public let hertz: Int

  /// A rate of `hertz` samples a second.
  public init(hertz: Int) {
    precondition(hertz > 0, "sound takes samples")
    self.hertz = hertz
  }

  /// The rate of the voices of ``Vocabulary/UsualEngine``, and so of what was kept when it was the only engine.
  public static let usual = SampleRate(hertz: 22_050)
  /// The samples a second that a voice may have.
  public static let ofVoices = 8_000...192_000
}
