public import Vocabulary

/// The voice of a text, and the voices of those parts that are in another language.
public struct VoiceChoice: Sendable {
  /// The voice for text in an unknown language.
  public let standard: VoiceConfiguration
  /// `nil` if the request chose the voice, which then reads everything.
  private let catalogue: VoiceCatalogue?

  /// The languages that choose voices.
  public let languages: LanguageMode
  /// The samples a second of the whole text: those of the standard voice. Other voices are given that rate.
  public let sampleRate: SampleRate

  /// - Parameters:
  ///   - catalogue: the voices to choose from; `nil` if `standard` reads everything.
  ///   - languages: the languages that choose among them.
  ///   - sampleRate: that of the standard voice.
  public init(
    _ standard: VoiceConfiguration, from catalogue: VoiceCatalogue?, _ languages: LanguageMode = .free,
    sampleRate: SampleRate = .usual
  ) {
    self.sampleRate = sampleRate
    self.standard = standard
    self.catalogue = languages == .one ? nil : catalogue?.beside(standard.voice)
    self.languages = catalogue == nil ? .one : languages
  }

  /// The voice for a text in a language (BCP 47; empty: unknown). It is the standard voice if that speaks the language,
  /// or if no voice does.
  public func configuration(forLanguage tag: String) -> VoiceConfiguration { speaker(of: tag) ?? standard }

  /// The voice that speaks a language; `nil` if no voice does, or if one voice reads everything.
  private func speaker(of tag: String) -> VoiceConfiguration? {
    guard let catalogue, !tag.isEmpty, let best = catalogue.best(forLanguage: tag) else { return nil }
    // The listener's voice for English reads all English, American or not.
    if catalogue.preferred(forLanguage: tag) == nil, let own = catalogue.voice(standard.voice),
      Self.language(own.language) == Self.language(best.language)
    {
      return standard
    }
    return standard.with(voice: best.id)
  }

  /// The parts of a text that other voices speak than `own`, the voice of the rest. A part in a language that no voice
  /// speaks is read by `own`.
  public func spans(of runs: [LanguageSpan], beside own: VoiceConfiguration) -> [TextRun] {
    runs.compactMap { run in
      guard let voice = speaker(of: run.tag)?.voice, voice != own.voice else { return nil }
      return TextRun(utf8: run.utf8, voice: voice)
    }
  }

  private static func language(_ tag: String) -> Substring { tag.prefix { $0 != "-" } }
}
