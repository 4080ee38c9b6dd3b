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
