/// The words for a pitch that somebody asks for, and that a voice does not have (``Voice/hasOnePitch``). They are the
/// same wherever listeners are told.
public enum OnePitch {
  /// The sentence without its subject, the voice.
  public static let predicate = "has no other pitch than its own, at which it reads"

  /// The sentence about a voice, without a full stop.
  public static func sentence(about voice: String) -> String { "\(voice) \(predicate)" }
}

extension VoiceConfiguration {
  /// True if it asks for another pitch, or for another variation of it, than the voice's own.
  public var hasOtherPitch: Bool {
    let own = VoiceConfiguration(voice: voice)
    return (pitch, range) != (own.pitch, own.range)
  }
}
