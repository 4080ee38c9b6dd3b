import Speech
import SpokenForms
import Testing

/// Numbers that no integer holds.
@Suite(.timeLimit(.minutes(2)))
struct LargeNumberTests {
  @Test(arguments: [
    ("9223372兆円", "キューヒャクニジューニマン サンゼンサンビャクナナジューニ チョーエン"),
    ("9223373兆円", "キューヒャクニジューニマン サンゼンサンビャクナナジューサン チョーエン"),
    ("9,223,373兆円", "キューヒャクニジューニマン サンゼンサンビャクナナジューサン チョーエン"),
    ("9999京", "キューセンキューヒャクキュージューキュー ケー"),
  ])
  func aNumberBeyondEveryIntegerIsRead(written: String, said: String) {
    #expect(CounterTests.plain(written) == said.filter { $0 != " " })
  }

  @Test func aPlainNumberOfFortyDigitsIsReadDigitByDigit() {
    #expect(CounterTests.plain(String(repeating: "1", count: 40)) == String(repeating: "イチ", count: 40))
    #expect(CounterTests.plain(String(repeating: "1", count: 40) + ".5").hasPrefix("イチイチイチ"))
  }

  /// Random numbers of each length, with every unit and counter, in figures of each script.
  @Test(arguments: 0..<8 as Range<UInt64>) func randomNumbersAreRead(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let scripts = [Array("0123456789"), Array("０１２３４５６７８９"), Array("〇一二三四五六七八九")]
    let units = ["", "十", "百", "千", "万", "億", "兆", "京", ",", ".", "、", "何", "分の"]
    let counters = CounterTests.table.map(\.counter) + ["", "円", "%", "キロ", "分間"]
    for length in 1...40 {
      for _ in 0..<12 {
        var text = ""
        for _ in 0...random(3) {
          let script = scripts[random(scripts.count)]
          for _ in 0..<(1 + random(length)) { text.append(script[random(4) == 0 ? 9 : random(10)]) }
          for _ in 0...random(3) { text += units[random(units.count)] }
        }
        text += counters[random(counters.count)]
        let said = CounterTests.plain(text)
        #expect(!said.isEmpty, "\(text)")
      }
    }
  }
}
