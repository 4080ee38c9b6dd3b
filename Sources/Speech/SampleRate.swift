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

  /// The rate of everything that the speech engine speaks.
  public static let speech = SampleRate(hertz: 22_050)
}
