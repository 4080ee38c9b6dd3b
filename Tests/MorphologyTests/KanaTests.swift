import EspeakSpelling
import SpokenForms
import Testing

@Suite(.timeLimit(.minutes(2)))
struct KanaTests {
  @Test(arguments: [
    ("きょう", "キョウ"), ("ﾊﾟｿｺﾝ", "パソコン"), ("ｳﾞｧ", "ヴァ"), ("か\u{3099}", "ガ"), ("ゔ", "ヴ"), ("ヲ", "オ"), ("霞ヶ関", "ケ"),
    ("いすゞ", "イスズ"), ("ー", ""), ("えーーー", "エー"), ("ねぇー", "ネェ"), ("カアー", "カア"), ("ァ", "ア"), ("あぁ", "アア"), ("ッァ", "ア"),
    ("スウェーデン", "スウエーデン"), ("ウヴ", "ウブ"), ("ネァ", "ネア"),
    ("ンー", "ン"),
    ("ファイル", "ファイル"), ("", ""), ("abc", ""),
  ]) func kanaBecomeWhatTheEngineReads(text: String, kana: String) {
    #expect(KatakanaReadings().of(text) == kana)
  }

  @Test func aLongVowelMayFollowWhatIsSaidBefore() {
    #expect(KatakanaReadings().of("ー", after: "ス") == "ー")
    #expect(KatakanaReadings().of("ー", after: "スー") == "")
  }
}
