import DesktopSupport
import EventLoop
import Glibc
import Speech
import Testing
import Vocabulary
import Workers

/// The recovery of an utterance whose process is killed, stopped, or crashed by the text.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct FaultTests {
  /// Far more sound than a socket holds, so that the worker blocks in the middle of it.
  static let long = String(repeating: SpeechEngineTests.sentence + " ", count: 24)

  init() { TestLoop.start() }

  /// Speaks the long text and causes a fault after so many packets of samples.
  @Core private func speak(_ session: Session, after packets: Int, _ fault: @escaping @Core (Int32) -> Void) async
    -> Spoken
  {
    var count = 0
    session.onEvent = { event in
      guard case .samples = event else { return }
      count += 1
      if count == packets, let worker = session.engine.processIDs.first { fault(worker) }
    }
    defer { session.onEvent = nil }
    return await session.speak(Self.long)
  }

  @Test(arguments: [1, 2, 7]) @Core func aKilledWorkerLosesAndRepeatsNothing(packets: Int) async throws {
    let session = try Session()
    let undisturbed = await session.speak(Self.long)
    let before = session.engine.processIDs
    #expect(await speak(session, after: packets) { kill($0, SIGKILL) } == undisturbed)
    #expect(session.engine.processIDs != before)
    session.end()
  }

  @Test(arguments: [1, 2, 7]) @Core func aKilledUtteranceLosesAndRepeatsNothing(packets: Int) async throws {
    let session = try Session()
    let undisturbed = await session.speak(Self.long)
    let disturbed = await speak(session, after: packets) { worker in
      for child in children(of: worker) { kill(child, SIGKILL) }
    }
    #expect(disturbed == undisturbed)
    session.end()
  }

  @Test @Core func aStoppedWorkerIsReplacedAfterItsDeadline() async throws {
    let session = try Session()
    let undisturbed = await session.speak(Self.long)
    let start = Core.loop.now
    let disturbed = await speak(session, after: 1) { worker in
      for child in children(of: worker) + [worker] { kill(child, SIGSTOP) }
    }
    #expect(disturbed == undisturbed)
    #expect(start.duration(to: Core.loop.now) < .seconds(30))
    session.end()
  }

  /// A measurement may take long, but a listener must not wait for its deadline.
  @Test @Core func aStoppedWorkerIsReplacedInTimeThoughItMeasuresToo() async throws {
    let session = try Session()
    let undisturbed = await session.speak(SpeechEngineTests.sentence)
    for _ in 0..<4 {
      _ = session.engine.measure(Array(Self.long.utf8), configuration: .english) { _ in }
    }
    let worker = try #require(session.engine.processIDs.first)
    #expect(await eventually { !children(of: worker).isEmpty })
    for process in children(of: worker) + [worker] { kill(process, SIGSTOP) }
    let start = Core.loop.now
    #expect(await session.speak(SpeechEngineTests.sentence) == undisturbed)
    #expect(start.duration(to: Core.loop.now) < .seconds(5))
    session.end()
  }

  @Test @Core func aStoppedUtteranceIsReplacedAfterItsDeadline() async throws {
    let session = try Session()
    let undisturbed = await session.speak(Self.long)
    let disturbed = await speak(session, after: 1) { worker in
      for child in children(of: worker) { kill(child, SIGSTOP) }
    }
    #expect(disturbed == undisturbed)
    session.end()
  }

  @Test @Core func theChildrenDieWithTheWorker() async throws {
    let session = try Session()
    var left: [Int32] = []
    _ = await speak(session, after: 1) { worker in
      left = children(of: worker)
      kill(worker, SIGKILL)
    }
    #expect(!left.isEmpty)
    #expect(await eventually { left.allSatisfy { kill($0, 0) != 0 } })
    session.end()
  }

  /// Texts that crash espeak-ng 1.51, with the voices affected.
  static let deadly: [(text: String, voice: String)] = [
    ("'-r", "aav/vi"),
    (String(repeating: "s'", count: 80), "gmw/en-US"),
    (Array(repeating: "a", count: 120).joined(separator: ".") + ".", "gmw/en-US"),
  ]

  @Test(arguments: deadly.indices) @Core func aTextThatKillsTheEngineEnds(index: Int) async throws {
    let (text, voice) = Self.deadly[index]
    let session = try Session()
    let spoken = await session.speak(text, .voice(voice))
    #expect(spoken.faults.isEmpty)
    #expect(spoken.error == nil)
    #expect(spoken.frames == spoken.samples.count)
    #expect(await session.speak(text, .voice(voice)) == spoken)
    let measured = await session.measure(text, .voice(voice))
    #expect(measured == .success(spoken.samples.count))
    session.end()
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))]) @Core
  func anyTextAtAllEnds(seed: UInt64) async throws {
    let session = try Session()
    var generator = SeededGenerator(seed: seed)
    let voices = ["gmw/en-US", "aav/vi", "inc/hi", "sit/cmn-Latn-pinyin", "sem/ar"]
    for round in 0..<50 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        let limit: UInt32 = [0x7F, 0x7F, 0x3000, 0xFFFF, 0x1F6FF].randomElement(using: &generator)!
        guard let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &generator)) else { continue }
        bytes += Array(String(Character(scalar)).utf8)
      }
      let isBroken = round % 5 == 4
      if isBroken { bytes.append(0xFF) }
      let spoken = await session.speak(bytes, .voice(voices[round % voices.count]))
      #expect(spoken.faults.isEmpty && (spoken.frames == nil) == isBroken)
      #expect(spoken.frames == nil || spoken.frames == spoken.samples.count)
    }
    session.end()
  }

  @Test @Core func onlyTheDeadlyWordOfASentenceIsLeftOut() async throws {
    let session = try Session()
    let text = "Xin chào, tôi đọc sách. Đây là '-r một từ. Hôm nay trời đẹp."
    let spoken = await session.speak(text, .voice("aav/vi"))
    #expect(spoken.error == nil && spoken.faults.isEmpty)
    #expect(spoken.skipped.count <= 1)
    #expect(spoken.words(of: text).contains("Xin") && spoken.words(of: text).contains("đẹp"))
    #expect(await session.measure(text, .voice("aav/vi")) == .success(spoken.samples.count))
    session.end()
  }

  @Test @Core func aCrashInAPartOfAnotherVoiceCostsThatPart() async throws {
    let session = try Session()
    let (before, deadly, after) = ("One two ", "'-r", " three four.")
    let text = before + deadly + after
    let start = before.utf8.count
    let span = TextRun(utf8: start..<start + deadly.utf8.count, voice: "aav/vi")
    let spoken = await session.speak(text, .voice("gmw/en-US"), runs: [span])
    #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.skipped.count <= 1)
    let words = spoken.words(of: text)
    #expect(words.starts(with: ["One", "two"]) && words.suffix(2) == ["three", "four"], "\(words)")
    #expect(await session.measure(text, .voice("gmw/en-US"), runs: [span]) == .success(spoken.samples.count))
    let result: Result<Explanation, Trouble> = await withCheckedContinuation { continuation in
      _ = session.engine.explain(Array(deadly.utf8), configuration: .voice("aav/vi")) {
        continuation.resume(returning: $0)
      }
    }
    #expect(throws: Trouble.self) { try result.get() }
    session.end()
  }
}
