import Testing

@testable import Speech

/// The voices for texts in other languages.
@Suite struct VoiceChoiceTests {
  private static let catalogue = VoiceCatalogue([
    Voice(identifier: "gmw/en-US", name: "English (America)", languages: [.init(tag: "en-us", priority: 2)]),
    Voice(identifier: "gmw/en", name: "English (Great Britain)", languages: [.init(tag: "en-gb", priority: 2)]),
    Voice(identifier: "gmw/de", name: "German", languages: [.init(tag: "de", priority: 5)]),
  ])
  private static let listeners = VoiceConfiguration(voice: "gmw/en-US+f3", wordsPerMinute: 210, pitch: 40)

  @Test func theLanguageOfATextChoosesTheVoiceAndNothingElse() {
    let choice = VoiceChoice(Self.listeners, from: Self.catalogue)
    let german = choice.configuration(forLanguage: "de-CH")
    #expect(german == VoiceConfiguration(voice: "gmw/de", wordsPerMinute: 210, pitch: 40))
    #expect(choice.isFree)
  }

  @Test func theListenersVoiceReadsAllOfItsLanguageAndWhatNoVoiceReads() {
    let choice = VoiceChoice(Self.listeners, from: Self.catalogue)
    for language in ["en", "en-GB", "en-US", "", "tlh"] {
      #expect(choice.configuration(forLanguage: language) == Self.listeners, "\(language)")
    }
  }

  @Test func aNamedVoiceIsTheOnlyOneHeard() {
    let choice = VoiceChoice(Self.listeners, from: nil)
    #expect(choice.configuration(forLanguage: "de") == Self.listeners && !choice.isFree)
  }
}
