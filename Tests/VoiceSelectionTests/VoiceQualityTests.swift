import AloudAPI
import Configuration
import Speech
import Testing
import Vocabulary

@testable import VoiceSelection

/// `[speech] quality`: natural voices where there is time for them.
@Suite struct VoiceQualityTests {
  private static func voice(_ id: String, _ tag: String, cost: Int64 = 0) -> Voice {
    Voice(
      VoiceID(id), name: id, languages: [.init(tag: tag, priority: 5)], cost: Microseconds(cost), isNatural: cost > 0)
  }

  private static let heart = voice("neural:heart", "en-us", cost: 45_000)
  private static let catalogue = VoiceCatalogue([
    voice("gmw/en-US", "en-us"), voice("gmw/de", "de"), voice("roa/fr", "fr"), heart,
    voice("neural:thorsten", "de-de", cost: 250_000),
  ])

  private func defaults(
    _ quality: Settings.VoiceQuality = .auto, _ conditions: SpeakingConditions = SpeakingConditions(),
    isUrgent: Bool = false, _ change: (inout Settings) -> Void = { _ in }
  ) -> SpeechDefaults {
    var settings = Settings()
    settings.speech.language = "en-GB"
    settings.speech.quality = quality
    change(&settings)
    return SpeechDefaults(settings, catalogue: Self.catalogue, isUrgent: isUrgent, conditions)
  }

  private func spoken(
    _ defaults: SpeechDefaults, _ options: SpeakOptions = SpeakOptions(), in language: String = ""
  ) throws -> String {
    try defaults.choice(for: options).configuration(forLanguage: language).voice.text
  }

  @Test func naturalVoicesSpeakWithoutBeingAsked_S1_14() throws {
    #expect(try spoken(defaults()) == "neural:heart")
    #expect(try spoken(defaults(), SpeakOptions(language: "de")) == "neural:thorsten")
    #expect(try spoken(defaults(), in: "de") == "neural:thorsten")
    #expect(try spoken(defaults(), SpeakOptions(language: "fr")) == "roa/fr")
    #expect(try spoken(defaults(isUrgent: true)) == "neural:heart")
  }

  @Test func fastIsTheUsualEngine() throws {
    #expect(try spoken(defaults(.fast)) == "gmw/en-US" && spoken(defaults(.fast), in: "de") == "gmw/de")
  }

  @Test func autoTakesFastOnesWhereThereIsNoTime() throws {
    for conditions in [
      SpeakingConditions(rate: 2.6), SpeakingConditions(isEcho: true), SpeakingConditions(tooSlow: [Self.heart.id]),
    ] {
      #expect(try spoken(defaults(.auto, conditions)) == "gmw/en-US")
      #expect(try spoken(defaults(.auto, conditions), in: "de") == "gmw/de", "the text is fast in all its parts")
      #expect(try spoken(defaults(.natural, conditions)) == "neural:heart")
    }
    #expect(try spoken(defaults(.auto, SpeakingConditions(rate: 2.5))) == "neural:heart")
    #expect(try spoken(defaults(.auto, SpeakingConditions(rate: 3)) { $0.speech.fastAbove = 3 }) == "neural:heart")
  }

  @Test func announcementsWaitForNoSlowVoice() throws {
    for quality in [Settings.VoiceQuality.auto, .natural] {
      #expect(try spoken(defaults(quality, isUrgent: true)) == "neural:heart")
      #expect(try spoken(defaults(quality, isUrgent: true), SpeakOptions(language: "de")) == "gmw/de")
    }
  }

  @Test(arguments: Settings.VoiceQuality.allCases)
  func whatIsNamedComesBeforeTheQuality_S1_12(quality: Settings.VoiceQuality) throws {
    #expect(try spoken(defaults(quality), SpeakOptions(voice: "gmw/en-US")) == "gmw/en-US")
    #expect(try spoken(defaults(quality), SpeakOptions(voice: "neural:heart")) == "neural:heart")
    #expect(try spoken(defaults(quality), SpeakOptions(engine: "espeak-ng")) == "gmw/en-US")
    #expect(try spoken(defaults(quality), SpeakOptions(engine: "neural")) == "neural:heart")
    #expect(try spoken(defaults(quality) { $0.speech.voice = "gmw/en-US" }) == "gmw/en-US")
    #expect(try spoken(defaults(quality) { $0.voices["de"] = "gmw/de" }, in: "de") == "gmw/de")
    #expect(try spoken(defaults(quality) { $0.voices["en"] = "gmw/en-US" }) == "gmw/en-US")
  }
}
