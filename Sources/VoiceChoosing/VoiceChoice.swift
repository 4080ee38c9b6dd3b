public import Speech

/// Who reads a text, and who reads the parts of it that are in another language.
public struct VoiceChoice: Sendable {
  /// Who reads what is in no language that is known.
  public let standard: VoiceConfiguration
  /// `nil`: whoever asked for the text chose the voice, and it reads everything.
  private let catalogue: VoiceCatalogue?

  /// - Parameter catalogue: what there is to choose from; `nil` where nothing is to be chosen.
  public init(_ standard: VoiceConfiguration, from catalogue: VoiceCatalogue?) {
    self.standard = standard
    self.catalogue = catalogue
  }

  /// Whether the language of a text decides who reads it.
  public var isFree: Bool { catalogue != nil }

  /// Who reads a text in a language (BCP 47; empty: unknown): the standard voice where the language is its own, and
  /// where no voice reads that language.
  public func configuration(forLanguage tag: String) -> VoiceConfiguration {
    guard let catalogue, !tag.isEmpty, let best = catalogue.best(forLanguage: tag) else { return standard }
    // What the listener chose for English reads all English, American or not.
    if let own = catalogue.named(standard.voice), Self.language(own.language) == Self.language(best.language) {
      return standard
    }
    return VoiceConfiguration(
      voice: best.identifier, wordsPerMinute: standard.wordsPerMinute, pitch: standard.pitch, range: standard.range,
      punctuation: standard.punctuation)
  }

  private static func language(_ tag: String) -> Substring { tag.prefix { $0 != "-" } }
}
