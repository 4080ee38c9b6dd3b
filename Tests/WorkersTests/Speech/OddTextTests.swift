import DesktopSupport
import EventLoop
import Speech
import Testing
import Workers

/// Texts that nobody would write, in many voices: each ends in bounded time, and the next text is spoken as ever.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct OddTextTests {
  init() { TestLoop.start() }

  static let voices = ["gmw/en-US", "sit/cmn-Latn-pinyin", "sit/yue", "sem/ar", "sem/he", "inc/hi", "tai/th", "aav/vi"]

  /// The longest sentence has six hundred characters; the worker takes far more.
  static let texts: [(name: String, text: String)] = [
    ("signs", String(repeating: "!?…—*#@§¶†‡•※", count: 40)),
    ("unassigned", String(repeating: "\u{378}\u{E000}\u{10FFFD}\u{3FFFF}", count: 100)),
    ("directions", String(repeating: "\u{202A}\u{202B}\u{2066}\u{2069}\u{200F}", count: 100)),
    ("marks", String(repeating: "\u{301}\u{5B0}\u{64B}\u{940}\u{E31}", count: 100)),
    ("an abbreviation", String(repeating: "z.B.", count: 1500)),
    ("digits", String(repeating: "7", count: 5000)),
    ("ranges", String(repeating: "1-2:3/4,5.", count: 600)),
    ("Chinese without end", String(repeating: "银行行长重新长大", count: 200)),
    ("rare characters", String(repeating: "\u{20000}\u{30000}々\u{F900}", count: 300)),
    ("a letter with many marks", "a" + String(repeating: "\u{323}\u{302}\u{301}", count: 800)),
    ("joiners", String(repeating: "क\u{94D}\u{200D}", count: 600)),
    ("shapes", String(repeating: "\u{FDFA}", count: 1000)),
  ]

  @Test(arguments: voices)
  @Core func eachOddTextEndsAndDisturbsNothing(voice: String) async throws {
    let session = try Session()
    let configuration = VoiceConfiguration.voice(voice)
    let before = await session.speak("12 abc 你好", configuration)
    for (name, text) in Self.texts {
      // A text that crashes the engine has no explanation, but is spoken in pieces.
      if let explanation = try? await session.explain(text, voice) {
        #expect(explanation.said.utf8.count <= 40 * text.utf8.count, "\(name)")
      }
      let measured = try await session.measure(text, configuration).get()
      #expect(measured >= 0, "\(name)")
      let after = await session.speak("12 abc 你好", configuration)
      #expect(after == before, "\(name)")
    }
    session.end()
  }

  /// Speaking and measuring agree, also if nothing can be said.
  @Test(arguments: ["gmw/en-US", "sit/cmn-Latn-pinyin", "sem/ar"])
  @Core func oddTextsAreSpokenAsTheyAreMeasured(voice: String) async throws {
    let session = try Session()
    let configuration = VoiceConfiguration.voice(voice)
    for (name, text) in Self.texts.filter({ $0.text.utf8.count < 3000 }) {
      let spoken = await session.speak(text, configuration)
      #expect(spoken.error == nil && spoken.faults.isEmpty, "\(name)")
      #expect(try await session.measure(text, configuration).get() == spoken.samples.count, "\(name)")
    }
    session.end()
  }
}
