import Configuration
public import Speech

/// What decides, beside the settings, if a natural voice speaks a text.
public struct SpeakingConditions: Sendable {
  /// The rate at which the text begins.
  public var rate: Double
  /// True for what answers a key: a natural voice would come too late for it.
  public var isEcho: Bool
  /// The natural voices with which the machine does not keep up at that rate.
  public var tooSlow: Set<VoiceID>

  /// The conditions of a text.
  public init(rate: Double = 1, isEcho: Bool = false, tooSlow: Set<VoiceID> = []) {
    (self.rate, self.isEcho, self.tooSlow) = (rate, isEcho, tooSlow)
  }
}

extension VoiceCatalogue {
  /// The voices with natural ones before the others, as far as settings and conditions want that.
  func choosing(_ settings: Settings.Speech, _ conditions: SpeakingConditions) -> VoiceCatalogue {
    switch settings.quality {
    case .fast: self
    case .natural: preferringNatural()
    case .auto:
      conditions.isEcho || conditions.rate > settings.fastAbove
        ? self : preferringNatural { !conditions.tooSlow.contains($0.id) }
    }
  }
}
