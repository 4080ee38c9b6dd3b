import Testing
import Vocabulary

@testable import Speech

/// The voices for texts in other languages.
@Suite struct VoiceChoiceTests {
  private static let catalogue = VoiceCatalogue([
    Voice("gmw/en-US", name: "English (America)", languages: [.init(tag: "en-us", priority: 2)]),
    Voice("gmw/en", name: "English (Great Britain)", languages: [.init(tag: "en-gb", priority: 2)]),
    Voice("gmw/de", name: "German", languages: [.init(tag: "de", priority: 5)]),
  ])
  private static let listeners = VoiceConfiguration(voice: "gmw/en-US+f3", wordsPerMinute: 210, pitch: 40)

  @Test func theLanguageOfATextChoosesTheVoiceAndNothingElse() {
    let choice = VoiceChoice(Self.listeners, from: Self.catalogue)
    let german = choice.configuration(forLanguage: "de-CH")
    #expect(german == VoiceConfiguration(voice: "gmw/de", wordsPerMinute: 210, pitch: 40))
    #expect(choice.languages == .free)
  }

  @Test func theListenersVoiceReadsAllOfItsLanguageAndWhatNoVoiceReads() {
    let choice = VoiceChoice(Self.listeners, from: Self.catalogue)
    for language in ["en", "en-GB", "en-US", "", "tlh"] {
      #expect(choice.configuration(forLanguage: language) == Self.listeners, "\(language)")
    }
  }

  @Test func aNamedVoiceIsTheOnlyOneHeard() {
    let choice = VoiceChoice(Self.listeners, from: nil)
    #expect(choice.configuration(forLanguage: "de") == Self.listeners && choice.languages == .one)
    #expect(VoiceChoice(Self.listeners, from: Self.catalogue, .one).configuration(forLanguage: "de") == Self.listeners)
    #expect(VoiceChoice(Self.listeners, from: Self.catalogue, .declared).languages == .declared)
  }

  @Test func partsInOtherLanguagesHaveTheirVoices() {
    let choice = VoiceChoice(Self.listeners, from: Self.catalogue)
    let german = choice.configuration(forLanguage: "de")
    let runs = [
      LanguageSpan(utf8: 0..<3, tag: "de"), LanguageSpan(utf8: 5..<8, tag: "en-GB"),
      LanguageSpan(utf8: 9..<12, tag: "tlh"), LanguageSpan(utf8: 12..<14, tag: "de-AT"),
    ]
    #expect(
      choice.spans(of: runs, beside: Self.listeners) == [
        TextRun(utf8: 0..<3, voice: "gmw/de"), TextRun(utf8: 12..<14, voice: "gmw/de"),
      ])
    // Nobody speaks Klingon, so the voice of the sentence does.
    #expect(choice.spans(of: runs, beside: german) == [TextRun(utf8: 5..<8, voice: "gmw/en-US+f3")])
    #expect(VoiceChoice(Self.listeners, from: nil).spans(of: runs, beside: Self.listeners).isEmpty)
  }

  @Test func theRunsOfASentenceAreThoseOfItsText() {
    let runs = [LanguageSpan(utf8: 2..<6, tag: "de"), LanguageSpan(utf8: 8..<9, tag: "fr")]
    #expect(runs.within(4..<20) == [LanguageSpan(utf8: 0..<2, tag: "de"), LanguageSpan(utf8: 4..<5, tag: "fr")])
    #expect(runs.within(0..<20) == runs && runs.within(6..<8).isEmpty && runs.within(3..<3).isEmpty)
  }

  @Test func theListenersVoiceForALanguageReadsIt() {
    let catalogue = Self.catalogue.preferring(["de": "gmw/de+f2", "en-GB": "gmw/en", "fr": "nobody", "nl": "German"])
    #expect(catalogue.best(forLanguage: "de-AT")?.id.text == "gmw/de+f2")
    #expect(catalogue.best(forLanguage: "nl")?.id.text == "gmw/de" && catalogue.best(forLanguage: "fr") == nil)
    let choice = VoiceChoice(Self.listeners, from: catalogue)
    #expect(choice.configuration(forLanguage: "de").voice == "gmw/de+f2")
    #expect(choice.configuration(forLanguage: "en") == Self.listeners)
    #expect(choice.configuration(forLanguage: "en-GB").voice == "gmw/en")
    let without = VoiceChoice(Self.listeners, from: catalogue.withoutPreference(for: "en-US"))
    #expect(without.configuration(forLanguage: "en-GB") == Self.listeners)
    #expect(without.configuration(forLanguage: "de").voice == "gmw/de+f2")
  }
}
