import Speech
import Testing
import Vocabulary

/// Natural voices before those of the usual engine.
@Suite struct NaturalVoiceTests {
  private static func natural(_ id: String, _ tag: String, cost: Int64 = 45_000) -> Voice {
    Voice(
      VoiceID(id), name: id, languages: [.init(tag: tag, priority: 5)], cost: .init(cost), isAlone: true,
      isNatural: true)
  }

  private static let catalogue = VoiceCatalogue(
    VoiceCatalogueTests.catalogue.voices + [
      natural("neural:a-dear-one", "en-us", cost: 250_000), natural("neural:heart-of-america", "en-us"),
      natural("neural:thorsten", "de-de", cost: 250_000), natural("neural:huayan", "zh-cn"),
      Voice("hum:low", name: "Low", languages: [.init(tag: "en-us", priority: 1)]),
    ])

  private func best(_ tag: String, of catalogue: VoiceCatalogue) -> String? {
    catalogue.best(forLanguage: tag)?.id.text
  }

  @Test func theyComeFirstOnlyIfTheyAreWanted() {
    for tag in ["en", "en-US", "de", "zh"] {
      #expect(best(tag, of: Self.catalogue) == best(tag, of: VoiceCatalogueTests.catalogue))
      #expect(
        best(tag, of: Self.catalogue.preferringNatural { _ in false }) == best(tag, of: VoiceCatalogueTests.catalogue))
    }
  }

  @Test(arguments: [
    ("en", "neural:heart-of-america"), ("en-US", "neural:heart-of-america"), ("de", "neural:thorsten"),
    ("de-AT", "neural:thorsten"), ("zh-CN", "neural:huayan"), ("fr", "roa/fr"),
    // A region without a natural voice of its own.
    ("en-GB", "neural:heart-of-america"), ("en-AU", "neural:heart-of-america"),
    // Another language in spite of its tag.
    ("zh-HK", "sit/yue"),
  ]) func theCheapestOfALanguageReadsIt(tag: String, voice: String) {
    #expect(best(tag, of: Self.catalogue.preferringNatural()) == voice)
  }

  @Test func theOwnRegionComesBeforeTheCost() {
    let british = VoiceCatalogue(Self.catalogue.voices + [Self.natural("neural:alba", "en-gb", cost: 250_000)])
      .preferringNatural()
    #expect(best("en-GB", of: british) == "neural:alba")
    #expect(best("en-AU", of: british) == "neural:alba")
    #expect(best("en-US", of: british) == "neural:heart-of-america")
  }

  @Test func theListenersVoiceAndANamedEngineComeBeforeThem() {
    let chosen = Self.catalogue.preferring(["en": "gmw/en"]).preferringNatural()
    #expect(best("en", of: chosen) == "gmw/en" && best("de", of: chosen) == "neural:thorsten")
    let hummed = Self.catalogue.preferringNatural().favouring(engine: "hum")
    #expect(best("en-US", of: hummed) == "hum:low" && best("de", of: hummed) == "neural:thorsten")
    let usual = Self.catalogue.preferringNatural().favouring(engine: "espeak-ng")
    #expect(best("en-US", of: usual) == "gmw/en-US" && best("de", of: usual) == "gmw/de")
    for name in ["en", "en-AU", "de"] {
      let always = VoiceCatalogueTests.catalogue.named(name)
      #expect(Self.catalogue.preferringNatural().named(name) == always, "a name names what it has always named")
    }
  }

  @Test func theyHeadTheListOfALanguage() {
    let natural = Self.catalogue.voices.filter { $0.isNatural && $0.language.hasPrefix("en") }.map(\.id)
    let listed = Self.catalogue.preferringNatural().speaking("en").map(\.id)
    #expect(!natural.isEmpty && Set(listed.prefix(natural.count)) == Set(natural), "\(listed)")
    #expect(Self.catalogue.speaking("en").first.map(\.isNatural) == false)
  }

  @Test func slowOnesAreLeftOutWhereNobodyWaits() {
    #expect(best("de", of: Self.catalogue.preferringNatural().prompt) == "gmw/de")
    #expect(best("en", of: Self.catalogue.preferringNatural().prompt) == "neural:heart-of-america")
  }

  /// A text stays with one kind of voices, also when it is opened again by its own voice alone.
  @Test(arguments: [
    ("neural:heart-of-america", "neural:thorsten"), ("gmw/en-US", "gmw/de"), ("roa/fr", "neural:thorsten"),
  ]) func theOtherLanguagesOfATextHaveVoicesOfItsKind(own: String, german: String) {
    let choice = VoiceChoice(VoiceConfiguration(voice: VoiceID(own)), from: Self.catalogue.preferringNatural())
    #expect(choice.configuration(forLanguage: "de").voice.text == german)
    #expect(choice.configuration(forLanguage: VoiceID(own).text == "roa/fr" ? "fr" : "en-GB").voice.text == own)
  }
}
