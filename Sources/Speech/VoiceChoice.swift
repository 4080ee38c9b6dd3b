/// The voice of a text, and the voices of those parts that are in another language.
public struct VoiceChoice: Sendable {
  /// The voice for text in an unknown language.
  public let standard: VoiceConfiguration
  /// `nil` if the request chose the voice, which then reads everything.
  private let catalogue: VoiceCatalogue?

  /// - Parameter catalogue: the voices to choose from; `nil` if `standard` reads everything.
  public init(_ standard: VoiceConfiguration, from catalogue: VoiceCatalogue?) {
    self.standard = standard
    self.catalogue = catalogue
  }

  /// True if the language of a text decides its voice.
  public var isFree: Bool { catalogue != nil }

  /// The voice for a text in a language (BCP 47; empty: unknown). It is the standard voice if that speaks the language,
  /// or if no voice does.
  public func configuration(forLanguage tag: String) -> VoiceConfiguration {
    guard let catalogue, !tag.isEmpty, let best = catalogue.best(forLanguage: tag) else { return standard }
    // The listener's voice for English reads all English, American or not.
    if let own = catalogue.named(standard.voice), Self.language(own.language) == Self.language(best.language) {
      return standard
    }
    return VoiceConfiguration(
      voice: best.identifier, wordsPerMinute: standard.wordsPerMinute, pitch: standard.pitch, range: standard.range,
      punctuation: standard.punctuation)
  }

  private static func language(_ tag: String) -> Substring { tag.prefix { $0 != "-" } }
}
