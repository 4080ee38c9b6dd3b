import AloudAPI
import Configuration
import Speech
import Testing
import Vocabulary

@testable import VoiceSelection

@Suite struct SpeechDefaultsTests {
  private static let catalogue = VoiceCatalogue([
    Voice("gmw/en-US", name: "English (America)", languages: [.init(tag: "en-us", priority: 2)]),
    Voice("gmw/de", name: "German", languages: [.init(tag: "de", priority: 5)]),
  ])

  private func defaults(_ change: (inout Settings.Speech) -> Void = { _ in }) -> SpeechDefaults {
    var settings = Settings()
    settings.speech.language = "en-US"
    change(&settings.speech)
    return SpeechDefaults(settings, catalogue: Self.catalogue)
  }

  @Test func theRequestComesBeforeTheConfiguration() throws {
    #expect(try defaults().configuration(for: SpeakOptions()).voice == "gmw/en-US")
    #expect(try defaults().configuration(for: SpeakOptions(language: "de-AT")).voice == "gmw/de")
    #expect(try defaults { $0.voice = "German" }.configuration(for: SpeakOptions()).voice == "gmw/de")
    let named = try defaults { $0.voice = "German" }.configuration(for: SpeakOptions(voice: "gmw/en-US"))
    #expect(named.voice == "gmw/en-US")
  }

  @Test func anUnknownVoiceOrLanguageIsRefused() {
    for options in [SpeakOptions(voice: "nobody"), SpeakOptions(language: "tlh")] {
      #expect { try defaults().configuration(for: options) } throws: { ($0 as? APIError)?.code == .noVoice }
    }
  }

  @Test(arguments: [SpeakOptions(voice: "hum:low"), SpeakOptions(engine: "hum")])
  func anEngineThatDoesNotWorkIsNamedInTheRefusal(options: SpeakOptions) {
    let ill = SpeechDefaults(Settings(), catalogue: Self.catalogue, troubles: [("hum", Trouble(.died))])
    #expect { try ill.voice(for: options) } throws: { error in
      (error as? APIError)?.message.contains("the engine 'hum' does not work (\(Trouble(.died)))") == true
    }
    #expect { try defaults().voice(for: options) } throws: { error in
      (error as? APIError)?.message.contains("does not work") == false
    }
  }

  // MARK: Engines

  /// Two engines: a slow one that speaks German and English beside the usual one.
  private static let engines = VoiceCatalogue(
    catalogue.voices + [
      Voice(VoiceID("fine:en"), name: "Emma", languages: [.init(tag: "en-us", priority: 1)], cost: 400_000),
      Voice(VoiceID("fine:de"), name: "Emil", languages: [.init(tag: "de", priority: 1)], cost: 400_000),
    ])

  private func withEngines(
    isUrgent: Bool = false, _ change: (inout Settings) -> Void = { _ in }
  ) -> SpeechDefaults {
    var settings = Settings()
    settings.speech.language = "en-US"
    change(&settings)
    return SpeechDefaults(settings, catalogue: Self.engines, isUrgent: isUrgent)
  }

  private func options(_ engine: String?, voice: String? = nil, language: String? = nil) -> SpeakOptions {
    SpeakOptions(voice: voice, engine: engine, language: language)
  }

  @Test func anEngineReadsWithItsOwnVoicesAlone_S1_12() throws {
    let defaults = withEngines { $0.speech.voice = "German" }
    #expect(try withEngines().voice(for: options("fine")).id.text == "fine:en")
    #expect(try defaults.voice(for: options("fine")).id.text == "fine:de", "the language is the listener's")
    #expect(try defaults.voice(for: options("fine", language: "de-AT")).id.text == "fine:de")
    #expect(try defaults.voice(for: options("fine", voice: "Emil")).id.text == "fine:de")
    #expect(try defaults.voice(for: options("espeak-ng")).id.text == "gmw/de")
    for (options, message) in [
      (options("baidu"), "there is no engine 'baidu'"),
      (options("fine", voice: "gmw/de"), "the engine 'fine' has no voice 'gmw/de'"),
      (options("fine", language: "fr"), "the engine 'fine' has no voice for the language 'fr'"),
    ] {
      #expect { try defaults.voice(for: options) } throws: { ($0 as? APIError)?.message == message }
    }
  }

  /// The engine of a request reads also the parts in other languages that it speaks, whatever is configured.
  @Test(arguments: [nil, "gmw/de"])
  func anEngineReadsItsLanguagesInATextOfSeveral_S1_12(configured: String?) throws {
    let defaults = withEngines { $0.voices["de"] = configured ?? "" }
    #expect(try defaults.choice(for: options("fine")).configuration(forLanguage: "de").voice.text == "fine:de")
    #expect(try defaults.choice(for: options(nil)).configuration(forLanguage: "de").voice == "gmw/de")
  }

  @Test func wishesThatCannotBeFulfilledCostNoText_S1_12() throws {
    let defaults = withEngines()
    let wishes: [(SpeakOptions, String)] = [
      (options("baidu"), "gmw/en-US"), (options("baidu", voice: "Emil"), "fine:de"),
      (options("fine", voice: "nobody"), "fine:en"), (options("fine", language: "fr"), "fine:en"),
      (options("fine", voice: "Emil", language: "tlh"), "fine:de"), (options("baidu", language: "tlh"), "gmw/en-US"),
      (options(nil, voice: "nobody", language: "de"), "gmw/de"), (options("baidu", voice: "nobody"), "gmw/en-US"),
      (options("fine", language: "de"), "fine:de"),
    ]
    for (wish, voice) in wishes {
      #expect(try defaults.voice(for: defaults.fulfillable(wish)).id.text == voice, "\(wish.table)")
    }
  }

  /// An announcement waits for no slow engine, in its parts neither, unless it names one.
  @Test func whatIsUrgentHasNoSlowVoice() throws {
    let chosen = withEngines(isUrgent: true) {
      $0.speech.voice = "fine:de"
      $0.voices["en"] = "fine:en"
    }
    #expect(try chosen.voice(for: SpeakOptions()).id == "gmw/de", "the language is that of the listener's voice")
    #expect(try chosen.voice(for: SpeakOptions(language: "en")).id == "gmw/en-US")
    #expect(try chosen.choice(for: SpeakOptions()).configuration(forLanguage: "en-US").voice == "gmw/en-US")
    #expect(try chosen.voice(for: options("fine")).id.text == "fine:de")
    #expect(try chosen.voice(for: options(nil, voice: "Emil")).id.text == "fine:de")
    #expect(chosen.missingVoice == nil)
    // The engine that is named speaks its other languages as well, and no other slow one does.
    let parts = try withEngines(isUrgent: true).choice(for: options("fine"))
    #expect(parts.configuration(forLanguage: "de").voice.text == "fine:de")
    let others = try withEngines(isUrgent: true) { $0.voices["de"] = "fine:de" }.choice(for: options("espeak-ng"))
    #expect(others.configuration(forLanguage: "de").voice == "gmw/de")
    var settings = Settings()
    settings.speech.language = "de"
    let slow = SpeechDefaults(settings, catalogue: Self.engines.of(engine: "fine"), isUrgent: true)
    #expect(try slow.voice(for: SpeakOptions()).id.text == "fine:de", "a slow voice is better than none")
  }

  @Test func aConfiguredVoiceThatDoesNotExistIsTold() {
    #expect(defaults().missingVoice == nil)
    #expect(defaults { $0.voice = "German" }.missingVoice == nil)
    #expect(
      defaults { $0.voice = "Bob" }.missingVoice == "there is no voice 'Bob', which speech.voice in aloud.toml names")
    // Without any voice there is something else to tell.
    var settings = Settings()
    settings.speech.voice = "Bob"
    #expect(SpeechDefaults(settings, catalogue: VoiceCatalogue([])).missingVoice == nil)
  }

  @Test func factorsBecomeTheEnginesScales() throws {
    let plain = try defaults().configuration(for: SpeakOptions())
    #expect((plain.wordsPerMinute, plain.pitch, plain.range) == (175, 50, 50))
    let high = try defaults().configuration(for: SpeakOptions(rate: 2, pitch: 2, range: 2))
    #expect((high.wordsPerMinute, high.pitch, high.range) == (350, 100, 100))
    let low = try defaults().configuration(for: SpeakOptions(rate: 0.25, pitch: 0.5, range: 0))
    #expect((low.wordsPerMinute, low.pitch, low.range) == (80, 0, 0))
  }

  @Test func delaysAndGapsAreThoseOfOptionsAndSettings() {
    let gaps = defaults().gaps(
      for: SpeakOptions(leadingDelay: .seconds(5), trailingDelay: .milliseconds(250)))
    #expect(gaps == Silences(leadingDelay: 5_000_000, trailingDelay: 250_000, sentence: 300_000, paragraph: 600_000))
  }
}
