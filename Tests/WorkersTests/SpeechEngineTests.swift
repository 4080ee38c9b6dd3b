import EventLoop
import Glibc
import Speech
import Testing
import Workers

@Suite(.timeLimit(.minutes(1)), .serialized)
struct SpeechEngineTests {
  static let text =
    "Call me Ishmael. Some years ago, never mind how long precisely, I thought I would sail about a little."

  init() { TestLoop.start() }

  @Test @Core func aTextBecomesSamplesAndAMarkForEachWord() async throws {
    let session = try Session()
    let spoken = await session.speak(Self.text)
    #expect(spoken.error == nil)
    #expect(spoken.faults.isEmpty)
    #expect(spoken.frames == spoken.samples.count)
    #expect(spoken.samples.count > 4 * SpeechEngine.sampleRate)
    #expect(
      spoken.words(of: Self.text)
        == Self.text.split { !$0.isLetter }.map { String($0) })
    let frames = spoken.marks.map(\.frame)
    #expect(frames == frames.sorted())
    print(frames, spoken.samples.count)
    session.end()
  }
}
