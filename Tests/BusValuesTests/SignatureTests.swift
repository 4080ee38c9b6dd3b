import BusValues
import DesktopSupport
import Testing

@Suite("Signatures", .timeLimit(.minutes(3)))
struct SignatureTests {
  @Test(
    "what the specification allows is accepted",
    arguments: [
      "", "s", "sa{sv}", "aaa{s(ii)}", "a{oa{sv}}", "(i(i(i)))", "a(ss)", "ybnqiuxtdsogvh",
      String(repeating: "a", count: 32) + "y",
      String(repeating: "(", count: 32) + "y" + String(repeating: ")", count: 32),
      String(repeating: "y", count: 255),
    ])
  func accepted(_ text: String) { #expect(Signature(text)?.text == text) }

  @Test(
    "what the specification forbids is refused",
    arguments: [
      "a", "aa", "(", ")", "()", "(s", "s)", "{sv}", "a{s}", "a{svs}", "a{vs}", "a{(s)v}", "a{sv", "r", "e", "z", "é",
      "a{}", "a()", "s\0", String(repeating: "a", count: 33) + "y",
      String(repeating: "(", count: 33) + "y" + String(repeating: ")", count: 33), String(repeating: "y", count: 256),
    ])
  func refused(_ text: String) { #expect(Signature(text) == nil) }

  @Test("a signature is cut into its complete types")
  func completeTypes() {
    let types = Signature("sa{sv}(ia(xx))aas").completeTypes
    #expect(types.map(\.text) == ["s", "a{sv}", "(ia(xx))", "aas"])
    #expect(!types.contains { !$0.isSingle })
    #expect(!Signature.empty.isSingle)
    #expect(!Signature("ss").isSingle)
  }

  @Test("the check handles every text, and an accepted signature has only complete types")
  func randomText() {
    var random = SeededGenerator(seed: 7)
    let letters = Array("aas({})}vxyig(){")
    var accepted = 0
    for _ in 0..<50_000 {
      let text = String((0..<Int.random(in: 0...9, using: &random)).map { _ in letters.randomElement(using: &random)! })
      guard let signature = Signature(text) else { continue }
      accepted += 1
      #expect(signature.completeTypes.map(\.text).joined() == text)
    }
    #expect(accepted > 500)
  }
}
