import Speech
import Testing

@Suite(.timeLimit(.minutes(5)))
struct VoiceCatalogueTests {
  /// A few of espeak-ng's voices, as it lists them: identifier, name, languages with their priorities.
  static let catalogue = VoiceCatalogue([
    voice("gmw/af", "Afrikaans", [(5, "af")]),
    voice("sit/cmn", "Chinese (Mandarin, latin as English)", [(5, "cmn"), (5, "zh-cmn"), (5, "zh")]),
    voice(
      "sit/cmn-Latn-pinyin", "Chinese (Mandarin, latin as Pinyin)",
      [(5, "cmn-latn-pinyin"), (1, "zh"), (1, "cmn"), (1, "zh-cmn")]),
    voice("iro/chr", "Cherokee", [(5, "chr-us-qaaa-x-west")]),
    voice("gmw/de", "German", [(5, "de")]),
    voice("gmw/en-029", "English (Caribbean)", [(5, "en-029"), (10, "en")]),
    voice("gmw/en", "English (Great Britain)", [(2, "en-gb"), (2, "en")]),
    voice("gmw/en-GB-scotland", "English (Scotland)", [(5, "en-gb-scotland"), (4, "en")]),
    voice("gmw/en-US", "English (America)", [(2, "en-us"), (3, "en")]),
    voice("gmw/en-US-nyc", "English (America, New York City)", [(5, "en-us-nyc")]),
    voice("roa/es", "Spanish (Spain)", [(5, "es")]),
    voice("roa/es-419", "Spanish (Latin America)", [(5, "es-419"), (6, "es-mx"), (6, "es")]),
    voice("roa/fr-BE", "French (Belgium)", [(5, "fr-be"), (8, "fr")]),
    voice("roa/fr", "French (France)", [(5, "fr-fr"), (5, "fr")]),
    voice("sem/he", "Hebrew", [(5, "he")]),
    voice("gmq/nb", "Norwegian Bokmål", [(5, "nb"), (5, "no")]),
    voice("roa/pt", "Portuguese (Portugal)", [(5, "pt"), (5, "pt-pt")]),
    voice("roa/pt-BR", "Portuguese (Brazil)", [(5, "pt-br"), (6, "pt")]),
    voice("sit/yue", "Chinese (Cantonese)", [(5, "yue"), (5, "zh-yue"), (8, "zh")]),
    voice("sit/yue-Latn-jyutping", "Chinese (Cantonese, latin as Jyutping)", [(5, "yue"), (5, "zh-yue"), (8, "zh")]),
  ])

  static func voice(_ identifier: String, _ name: String, _ languages: [(Int, String)]) -> Voice {
    Voice(
      VoiceID(identifier), name: name, languages: languages.map { .init(tag: $0.1, priority: $0.0) }, gender: .male)
  }

  @Test(arguments: [
    ("de", "gmw/de"), ("de-DE", "gmw/de"), ("de_AT.UTF-8@euro", "gmw/de"), ("DE-1996", "gmw/de"),
    ("en", "gmw/en-US"), ("en-US", "gmw/en-US"), ("en_GB", "gmw/en"), ("en-AU", "gmw/en"), ("en-CA", "gmw/en-US"),
    ("en-GB-scotland", "gmw/en-GB-scotland"), ("en-GB-x-unknown", "gmw/en"), ("en-029", "gmw/en-029"),
    ("fr", "roa/fr"), ("fr-FR", "roa/fr"), ("fr-CA", "roa/fr"), ("fr-BE", "roa/fr-BE"),
    ("es", "roa/es"), ("es-MX", "roa/es-419"), ("es-AR", "roa/es-419"), ("es-ES", "roa/es"),
    ("pt", "roa/pt"), ("pt-BR", "roa/pt-BR"), ("no", "gmq/nb"), ("nn-NO", "gmq/nb"), ("nb_NO.UTF-8", "gmq/nb"),
    ("zh", "sit/cmn-Latn-pinyin"), ("zh-CN", "sit/cmn-Latn-pinyin"), ("zh-Hans-CN", "sit/cmn-Latn-pinyin"),
    ("zh-TW", "sit/cmn-Latn-pinyin"), ("cmn", "sit/cmn-Latn-pinyin"), ("zh-HK", "sit/yue"), ("zh-Hant-HK", "sit/yue"),
    ("yue", "sit/yue"), ("yue-Hant", "sit/yue"), ("iw", "sem/he"), ("he-IL", "sem/he"), ("chr", "iro/chr"),
  ]) func aLanguageFindsItsVoice(tag: String, identifier: String) {
    #expect(Self.catalogue.best(forLanguage: tag)?.id.text == identifier)
  }

  @Test func theVoicesOfALanguageComeBestFirst() {
    func speaking(_ tag: String) -> [String] { Self.catalogue.speaking(tag).map(\.id.text) }
    #expect(speaking("en") == ["gmw/en-US", "gmw/en", "gmw/en-GB-scotland", "gmw/en-029", "gmw/en-US-nyc"])
    #expect(speaking("en-GB") == ["gmw/en", "gmw/en-GB-scotland"])
    #expect(speaking("zh") == ["sit/cmn-Latn-pinyin", "sit/cmn", "sit/yue", "sit/yue-Latn-jyutping"])
    #expect(speaking("zh-HK") == ["sit/yue", "sit/yue-Latn-jyutping"])
    #expect(speaking("de_AT.UTF-8") == ["gmw/de"])
    #expect(speaking("xx").isEmpty && speaking("").isEmpty)
  }

  @Test(arguments: ["", "xx", "xx-DE", "C", "POSIX", "C.UTF-8", "-", "e", "d", "en_", "🙂"])
  func aLanguageThatNobodySpeaksFindsNone(tag: String) {
    #expect(Self.catalogue.best(forLanguage: tag)?.id.text == (tag == "en_" ? "gmw/en-US" : nil))
  }

  @Test(arguments: [
    ("gmw/en-US", "gmw/en-US"), ("GMW/EN-us", "gmw/en-US"), ("English (America)", "gmw/en-US"),
    ("english_(america)", "gmw/en-US"), ("en-us", "gmw/en-US"), ("gmw/en-US+f3", "gmw/en-US+f3"),
    ("German+whisper", "gmw/de+whisper"), ("de", "gmw/de"),
    // A language with a region is named as with `language`.
    ("zh-HK", "sit/yue"), ("zh_hk", "sit/yue"), ("zh-TW", "sit/cmn-Latn-pinyin"), ("zh-CN", "sit/cmn-Latn-pinyin"),
    ("zh-Hant-HK", "sit/yue"), ("de-AT", "gmw/de"), ("es-MX+f2", "roa/es-419+f2"),
    // Of the two voices with these tags, one reads no characters.
    ("zh", "sit/cmn-Latn-pinyin"), ("cmn", "sit/cmn-Latn-pinyin"), ("sit/cmn", "sit/cmn"),
  ]) func aVoiceIsFoundByItsNames_S3_06(name: String, identifier: String) {
    #expect(Self.catalogue.named(name)?.id.text == identifier)
  }

  @Test(arguments: [
    "", "nobody", "gmw/en-US+", "gmw/en-US+../x", "gmw/en-US+a+b", "+f3", "xx-HK", "de-klingon", "zh-", "German-DE",
  ])
  func anUnknownNameFindsNone(name: String) {
    #expect(Self.catalogue.named(name) == nil)
  }

  @Test func anEmptyCatalogueFindsNothing() {
    #expect(VoiceCatalogue([]).best(forLanguage: "en") == nil)
    #expect(VoiceCatalogue([]).named("en") == nil)
  }

  @Test func parametersAreClamped() {
    let low = VoiceConfiguration(voice: "v", wordsPerMinute: -5, pitch: .min, range: -1)
    let high = VoiceConfiguration(voice: "v", wordsPerMinute: .max, pitch: 101, range: .max)
    #expect((low.wordsPerMinute, low.pitch, low.range) == (80, 0, 0))
    #expect((high.wordsPerMinute, high.pitch, high.range) == (450, 100, 100))
  }
}
