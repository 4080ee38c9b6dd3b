import Configuration
import DesktopSupport
import Documents
import EventLoop
import Foundation
import Playback
import Speech
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// The keeping of measured lengths from one service to the next, by hand.
@Suite(.timeLimit(.minutes(1)))
struct LengthRuleTests {
  /// One service: a store, and the part that keeps lengths in it, on a slow processor.
  @Core
  private final class Life {
    let hand = ManualSession()
    let keeper: SessionKeeper
    let lengths: LengthKeeper
    private let sentence = Array("One two. ".utf8)

    init(_ path: String, engine: (any EngineIdentity)? = nil) {
      let (rooms, log) = (Relay<RoomNotice>(), ServiceLog(level: .error))
      rooms.connect { _ in }
      keeper = SessionKeeper(session: hand.session, path: path, scheduler: hand.clock, log: log, rooms)
      lengths = LengthKeeper(
        keeper: keeper, engine: engine ?? hand.voice, scheduler: BusyClock(hand.clock), log: log, rooms)
      keeper.open {}
    }

    /// A text whose lengths are looked up. All but the last one are measured then, unless they are known.
    func track(_ number: UInt64, sentences count: Int, voice: VoiceID = "counting") -> Track {
      let track = Track(
        id: TrackID(number), voice: VoiceConfiguration(voice: voice), gain: 1, gaps: Silences())
      let file = ScriptedFile(Script("Text \(number)."), path: "/text-\(number)")
      track.join(
        OpenDocument(
          TextSource(file), origin: file.origin, format: .text,
          voices: VoiceChoice(VoiceConfiguration(voice: voice), from: nil), name: nil, uri: nil), chapter: 0)
      track.passage.append(text: Array("\(number) ".utf8))
      let records = (0..<count).map { index in
        let start = 2 + index * sentence.count
        return SentenceRecord(span: TextSpan(start..<start + sentence.count - 1))
      }
      for _ in records { track.passage.append(text: sentence) }
      track.append(sentences: records)
      track.complete(.complete)
      _ = lengths.takeUp(track)
      hand.pass(100)
      return track
    }

    func measure(_ track: Track) {
      for index in 0..<track.sentenceCount - 1 { track.timeline.setSpeech(Frame(100 + index % 900), of: index) }
    }

    /// Waits until all lengths are saved, and ends.
    func end() async throws {
      var isClosed = false
      lengths.close { isClosed = true }
      try await eventually("the lengths are saved") {
        hand.pass(1)
        return isClosed
      }
      keeper.close()
      keeper.release()
    }
  }

  private func inFolder(_ body: @Core (_ path: String) async throws -> Void) async throws {
    loop
    let path = NSTemporaryDirectory() + "aloud-lengths-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
  }

  @Test func theEndSavesALongTextInTurnsOfItsOwn() async throws {
    try await inFolder { path in
      let count = 2 * LengthKey.partSize + 100
      let life = Life(path)
      for number in [1, 2] as [UInt64] { life.measure(life.track(number, sentences: count)) }
      var isDone = false
      life.lengths.close { isDone = true }
      #expect(!isDone, "the turn that ends the service does not wait for all of it")
      try await eventually("the lengths are saved") {
        life.hand.pass(1)
        return isDone
      }
      try await life.end()
      let next = Life(path)
      for number in [1, 2] as [UInt64] {
        let track = next.track(number, sentences: count)
        #expect((0..<count).allSatisfy { track.speech(of: $0) == ($0 == count - 1 ? nil : Frame(100 + $0 % 900)) })
      }
      try await next.end()
    }
  }

  /// Two engines are slow to identify themselves, and one of them never does.
  @Core
  private final class LateEngines: EngineIdentity {
    private(set) var names: EngineNames? = EngineNames(["espeak-ng": "counting 1"])
    private(set) var asked = 0
    func mayVary(_ voice: VoiceID) -> Bool { false }
    func identify(_ done: @escaping @Core () -> Void) {
      asked += 1
      if asked == 2 { names = EngineNames(["espeak-ng": "counting 1", "fine": "fine 1"]) }
      done()
    }
  }

  @Test func anEngineThatIsUnknownHidesNoOther() async throws {
    try await inFolder { path in
      let engines = LateEngines()
      let life = Life(path, engine: engines)
      for number in [1, 2] as [UInt64] { _ = life.track(number, sentences: 3, voice: "gone:v") }
      #expect(engines.asked == 1, "one that does not answer is asked once")
      _ = life.track(3, sentences: 3, voice: "fine:v")
      #expect(engines.asked == 2)
      life.measure(life.track(4, sentences: 3, voice: "fine:v"))
      try await life.end()
      let next = Life(path, engine: engines)
      #expect(next.track(4, sentences: 3, voice: "fine:v").speech(of: 0) == 100)
      try await next.end()
    }
  }

  /// An engine that may say the same text otherwise each time.
  @Core
  private final class VaryingEngine: EngineIdentity {
    let names: EngineNames? = EngineNames(["espeak-ng": "counting 1", "vary": "vary 1"])
    func identify(_ done: @escaping @Core () -> Void) { done() }
    func mayVary(_ voice: VoiceID) -> Bool { voice.engine == "vary" }
  }

  /// They outlive a service that reads nothing of the text, and are exact once the voice is known to repeat itself.
  @Test func theLengthsOfAVoiceThatMayVaryAreKeptAsEstimates() async throws {
    try await inFolder { path in
      let engine = VaryingEngine()
      let life = Life(path, engine: engine)
      life.measure(life.track(1, sentences: 3, voice: "vary:v"))
      life.measure(life.track(2, sentences: 3))
      try await life.end()
      for _ in 0..<2 {
        let next = Life(path, engine: engine)
        let track = next.track(1, sentences: 3, voice: "vary:v")
        #expect(track.speech(of: 0) == nil && track.measuring.former == [0: 100, 1: 101])
        #expect(next.track(2, sentences: 3).speech(of: 0) == 100)
        try await next.end()
      }
      let trusting = Life(path, engine: engine)
      var fit = LengthFit()
      for _ in 0..<3 { fit.noteRepetition(isSame: true) }
      trusting.lengths.keep(fit, of: VoiceConfiguration(voice: "vary:v"))
      #expect(trusting.track(1, sentences: 3, voice: "vary:v").speech(of: 1) == 101)
      try await trusting.end()
    }
  }

  @Test func theEndOfAShortTextTakesOneTurn() async throws {
    try await inFolder { path in
      let life = Life(path)
      var isDone = false
      life.lengths.close { isDone = true }
      #expect(isDone)
      try await life.end()
    }
  }

  @Test func theSizesOfAllLengthsAreAddedUpOncePerFile() async throws {
    try await inFolder { path in
      let life = Life(path)
      #expect(life.keeper.stores?.lengths != nil)
      #expect(life.keeper.stores?.lengths === life.keeper.stores?.lengths, "the store that knows the sum is kept")
      try await life.end()
    }
  }
}
