import Espeak
import Testing

/// The engine and the data beside it.
@Suite(.timeLimit(.minutes(1)))
struct EngineDataTests {
  @Test func dataOfAnotherReleaseAreForeign() {
    #expect(EngineData.release(of: [0x82, 0, 0, 0]) == "1.51" && EngineData.release(of: [0x86, 0, 0, 0]) == "1.52")
    #expect(EngineData.isForeign("1.52", to: "1.51") && EngineData.isForeign("1.52", to: "1.51.1"))
    #expect(EngineData.isForeign("1.51", to: "1.52.0"))
    #expect(!EngineData.isForeign("1.51", to: "1.51") && !EngineData.isForeign("1.52", to: "1.52.0"))
  }

  @Test func whatIsUnknownIsNotJudged() {
    #expect(EngineData.release(of: [0x83]) == nil && EngineData.release(of: []) == nil)
    #expect(!EngineData.isForeign(nil, to: "1.51") && !EngineData.isForeign("1.51", to: "1.6"))
    #expect(!EngineData.isForeign("1.51", to: "1.510"))
  }

  @Test @MainActor func theInstalledDataBelongToTheEngine() throws {
    #expect(try !TestEngine.shared.get().espeak.version.isEmpty)
  }
}
