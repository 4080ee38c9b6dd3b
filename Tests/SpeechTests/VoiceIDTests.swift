import Speech
import Testing

@Suite(.timeLimit(.minutes(1)))
struct VoiceIDTests {
  @Test(arguments: [
    ("gmw/en-US", "espeak-ng", "gmw/en-US"), ("hum:hum/en", "hum", "hum/en"),
    ("piper:en_US-joe:12", "piper", "en_US-joe:12"),
    ("gmw/en-US+f3", "espeak-ng", "gmw/en-US+f3"), ("", "espeak-ng", ""), ("hum:", "hum", ""),
    // No engine has such a name.
    (":x", "espeak-ng", ":x"), ("a/b:c", "espeak-ng", "a/b:c"), ("Hum:x", "espeak-ng", "Hum:x"),
  ]) func aTextNamesEngineAndVoice(text: String, engine: String, name: String) {
    let voice = VoiceID(text)
    #expect(voice.engine == engine && voice.name == name)
    #expect(VoiceID(voice.text) == voice)
  }

  @Test func theTextOfAVoiceIsReadBack() {
    for voice in [VoiceID(engine: "hum", name: "hum/en"), VoiceID(engine: "espeak-ng", name: "a:b")] {
      #expect(VoiceID(voice.text) == voice)
    }
    // Kept data of the time with one engine.
    #expect(VoiceID(engine: "espeak-ng", name: "gmw/de").text == "gmw/de")
    #expect(VoiceID.own("gmw/de").text == "gmw/de" && VoiceID.own("gmw/de") != "gmw/de")
  }

  private static let catalogue = VoiceCatalogue([
    Voice("gmw/en", name: "English", languages: [.init(tag: "en", priority: 5)]),
    Voice("hum:en", name: "Hum", languages: [.init(tag: "en", priority: 1), .init(tag: "x-hum", priority: 1)]),
    Voice("hum:gmw/en", name: "Hum again", languages: [.init(tag: "en", priority: 9)]),
  ])

  @Test func aCatalogueTellsTheVoicesOfEnginesApart() {
    #expect(Self.catalogue.engines == ["espeak-ng", "hum"])
    #expect(Self.catalogue.named("gmw/en")?.id == "gmw/en")
    #expect(Self.catalogue.named("hum:gmw/en")?.id == "hum:gmw/en")
    #expect(Self.catalogue.named("hum")?.id == "hum:en")
    #expect(Self.catalogue.voice("hum:gmw/en+f2")?.id == "hum:gmw/en+f2")
    #expect(Self.catalogue.voice("hum:gmw/de") == nil && Self.catalogue.voice("x:gmw/en") == nil)
    #expect(Self.catalogue.of(engine: "hum").best(forLanguage: "en")?.id == "hum:en")
    // Another engine speaks what the usual one does not, or what the listener gives it.
    #expect(Self.catalogue.best(forLanguage: "en")?.id == "gmw/en")
    #expect(Self.catalogue.best(forLanguage: "x-hum")?.id == "hum:en")
    #expect(Self.catalogue.preferring(["en": "hum:en"]).best(forLanguage: "en")?.id == "hum:en")
    #expect(Self.catalogue.preferring(["en": "gmw/en"]).of(engine: "hum").preferred(forLanguage: "en") == nil)
  }
}
