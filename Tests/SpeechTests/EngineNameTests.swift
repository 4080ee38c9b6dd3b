import Speech
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EngineNameTests {
  static let name = EngineName(engine: "e 1.51", rules: [("ja", "1 ipadic 7"), ("cmn-latn-pinyin", "2")])

  @Test func theNameHoldsAllRules() {
    #expect(Self.name.text == "e 1.51; ja 1 ipadic 7; cmn-latn-pinyin 2")
    #expect(EngineName(Self.name.text) == Self.name)
    #expect(Self.name.engine == "e 1.51")
  }

  @Test(arguments: [
    (["gmw/en-US"], "e 1.51"), (["jpx/ja"], "e 1.51; ja 1 ipadic 7"), ([], "e 1.51"),
    (["sit/cmn-Latn-pinyin", "gmw/de"], "e 1.51; cmn-latn-pinyin 2"), (["sit/cmn"], "e 1.51"),
    (["hum:ja_JP-kei-low"], "e 1.51; ja 1 ipadic 7"), (["hum:JA"], "e 1.51; ja 1 ipadic 7"),
    (["gmw/en", "sit/cmn-Latn-pinyin", "jpx/ja"], "e 1.51; ja 1 ipadic 7; cmn-latn-pinyin 2"),
  ]) func aVoiceDependsOnlyOnTheRulesOfItsLanguage(voices: [String], name: String) {
    #expect(Self.name.name(for: voices.map { VoiceID($0) }) == name)
  }

  @Test func anEngineWithoutRulesKeepsItsName() {
    #expect(EngineName("espeak-ng 1.51").name(for: ["jpx/ja"]) == "espeak-ng 1.51")
    #expect(EngineName("").name(for: ["jpx/ja"]) == "")
  }
}
