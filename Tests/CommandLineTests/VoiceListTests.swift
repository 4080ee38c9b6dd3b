import AloudAPI
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

  private static let natural = [
    Voice(
      "neural:heart", name: "heart", languages: [.init(tag: "en-us", priority: 5)], cost: 45_000, isNatural: true,
      hasOnePitch: true, provenance: .init(quality: "high", licence: "Apache-2.0", bytes: 7_940_000)),
    Voice(
      "neural:slow", name: "slow", languages: [.init(tag: "en-us", priority: 5)], cost: 5_000_000, isNatural: true),
  ]

  /// Other voices are listed as they are where there is no natural one.
  @Test func naturalVoicesSayWhatTheyAreAndIfTheMachineKeepsUp_S1_19() {
    let voices = catalogue.voices.prefix(1) + Self.natural
    let measured = Voices.KnownRates([
      VoiceEntry(
        identifier: "neural:heart", name: "", language: "en", languages: [], gender: "", engine: "neural",
        natural: .init(quality: "", licence: "", bytes: 0, highestRate: 4.28, isMeasured: true))
    ])
    let lines = Voices.lines(Array(voices), heading: true)
    #expect(lines[0].hasSuffix("NAME    ENGINE     QUALITY  KEEPS UP  PITCH    SIZE  LICENCE"))
    #expect(lines[1].hasSuffix("German  espeak-ng"))
    #expect(lines[2].hasSuffix("heart   neural     high     to ≈6×    its own  8 MB  Apache-2.0"))
    #expect(lines[3].hasSuffix("slow    neural     natural  no"))
    #expect(Voices.lines(Array(voices), measured, heading: true)[2].contains("to 4.2×"))
    #expect(Voices.lines(catalogue.voices, heading: true)[0].hasSuffix("ENGINE"))
    let command = Voice(
      "scot:en-gb", name: "en-gb", languages: [.init(tag: "en-gb", priority: 5)], hasOnePitch: true)
    #expect(Voices.lines([command], heading: false)[0].hasSuffix("its own"))
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
