import CommandOutput
import Speech
import Testing
import Vocabulary

@testable import aloud

/// The voices that are listed for a language or a name.
@Suite(.timeLimit(.minutes(1)))
struct VoiceListTests {
  private let catalogue = VoiceCatalogue([
    Voice("gmw/de", name: "German", languages: [.init(tag: "de", priority: 5)], gender: .male),
    Voice(
      "gmw/en-US", name: "English (America)",
      languages: [.init(tag: "en-us", priority: 2), .init(tag: "en", priority: 3)]),
    Voice(
      "sit/cmn-Latn-pinyin", name: "Chinese (Mandarin)",
      languages: [.init(tag: "cmn-latn-pinyin", priority: 5)]),
  ])

  @Test(
    arguments: [
      ("", ["gmw/de", "gmw/en-US", "sit/cmn-Latn-pinyin"]), ("de", ["gmw/de"]), ("german", ["gmw/de"]),
      ("english america", ["gmw/en-US"]), ("en_US", ["gmw/en-US"]), ("GMW", ["gmw/de", "gmw/en-US"]), ("klingon", []),
    ] as [(String, [String])])
  func voicesAreFoundByLanguageAndByName(wanted: String, found: [String]) {
    #expect(Voices.found(wanted, in: catalogue).map(\.id.text) == found)
  }

  @Test func tagsAreWrittenAsBCP47Says() {
    let lines = Voices.lines(catalogue.voices, heading: false)
    #expect(lines[0].contains("  de  ") && lines[0].contains("male"))
    #expect(lines[1].contains("en-US,en") && lines[2].contains("cmn-Latn-pinyin"))
  }

  @Test func theLanguagesThatAreOfferedAreWrittenLikewiseAndFoundInEveryCase() {
    let tags = LiveCandidates.tags(of: catalogue.voices)
    #expect(tags.map(\.text) == ["cmn-Latn-pinyin", "de", "en", "en-US"])
    for typed in ["en-u", "EN-U"] {
      let place = CompletionPlace(["say", "--lang=" + typed])
      #expect(Completion.lines(tags, place, foldsCase: true) == ["--lang=en-US\tEnglish (America)"])
    }
  }

  @Test(arguments: [
    ("en-us", "en-US"), ("EN", "en"), ("zh-hant-hk", "zh-Hant-HK"), ("en-gb-scotland", "en-GB-scotland"),
    ("en-gb-x-rp", "en-GB-x-rp"), ("es-419", "es-419"), ("de-x-ab", "de-x-ab"), ("", ""), ("x", "x"),
    ("de_DE.UTF-8", "de_DE.UTF-8"),
  ])
  func theUsualSpellingOfATag(tag: String, usual: String) { #expect(LanguageSpelling.usual(tag) == usual) }
}
