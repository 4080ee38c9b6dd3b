import DesktopSupport
import EventLoop
import Playback
import Recordings
import Speech
import Study
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// A recording that is studied, left, sought, stepped, paused, slowed, shuffled and repeated in any order.
@Suite(.timeLimit(.minutes(3)))
struct StudyWalkTests {
  @Test(arguments: 0..<150) func noOrderOfCommandsBreaksAPromise(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let steps = (0..<60).map { _ in Int.random(in: 0..<16, using: &random) }
    let numbers = (0..<60).map { _ in Double.random(in: 0..<1, using: &random) }
    let format = FrameFormat(sampleRate: [22_050, 48_000].randomElement(using: &random)!, channels: 1)
    let latency = Duration.milliseconds([0, 0, 30].randomElement(using: &random)!)
    await RecordingRig.play(to: format) { rig in
      var script = RecordingScript(seconds: 12)
      script.latency = latency
      // Half of the recordings have a translation beside them.
      if seed.isMultiple(of: 2) { rig.texts["/music/talk.wav"] = Script(cues: Self.cues) }
      rig.add(script)
      rig.hand.pass(100)
      guard let id = rig.hand.current, let track = rig.hand.session.track(id) else {
        Issue.record("it does not begin")
        return
      }
      for (step, number) in zip(steps, numbers) {
        let before = (position: rig.hand.position, told: rig.hand.told.count)
        Self.perform(step, number, rig.hand, track)
        let passed = Self.time(step, number)
        rig.hand.pass(passed)
        let jumps = rig.hand.told[before.told...].contains { $0.contains(" at ") }
        let position = rig.hand.position
        // It never goes back without a signal, and never faster than the rate.
        let most = Int64(Double(passed) * rig.hand.session.snapshot.rate) + 120
        let isFair = jumps || 0...most ~= position - before.position || rig.hand.current != id
        #expect(
          isFair, "step \(step) of seed \(seed): \(position) after \(before.position), \(rig.hand.told.suffix(6))")
        if !isFair { return }
        if let length = rig.hand.session.player.length(of: id), length.isExact {
          #expect(position <= (length.microseconds.count + 999) / 1000)
        }
        if rig.hand.status == .stopped { rig.hand.play() }
      }
      // It ends, whatever was done.
      rig.hand.session.send(.setRepeat(.off))
      rig.hand.session.send(.setLoop(.none))
      rig.hand.session.send(.setSleep(nil))
      rig.hand.play()
      rig.hand.pass(2_000_000)
      let end = rig.hand.told.last ?? ""
      #expect(
        end.hasSuffix("finished") || end.hasSuffix("cancelled (skipped)"), "seed \(seed): \(rig.hand.told.suffix(5))")
    }
  }

  /// The same of a text, whose sentences are measured meanwhile and put into any order.
  @Test(arguments: 0..<150) func noOrderOfCommandsBreaksAPromiseOfAText(seed: UInt64) async {
    var random = SeededGenerator(seed: seed + 1000)
    let steps = (0..<60).map { _ in Int.random(in: 0..<16, using: &random) }
    let numbers = (0..<60).map { _ in Double.random(in: 0..<1, using: &random) }
    await ManualSession.play { hand in
      let track = hand.track("One a. Two bb, and. Six ccc.\n\nTen dddd. Big eeeee. End.")
      let own = (0..<6).map { String(decoding: track.text(of: $0), as: UTF8.self) }
      let id = hand.add(track)
      for (step, number) in zip(steps, numbers) {
        let before = (position: hand.position, told: hand.told.count)
        Self.perform(step, number, hand, track)
        let passed = Self.time(step, number)
        hand.pass(passed)
        let jumps = hand.told[before.told...].contains { $0.contains(" at ") }
        let position = hand.position
        let most = Int64(Double(passed) * hand.session.snapshot.rate) + 120
        let isFair = jumps || 0...most ~= position - before.position || hand.current != id
        #expect(isFair, "step \(step) of seed \(seed): \(position) after \(before.position), \(hand.told.suffix(6))")
        if !isFair { return }
        // Each sentence is there once, whatever the order.
        let now = (0..<track.sentenceCount).map { String(decoding: track.text(of: $0), as: UTF8.self) }
        #expect(
          now.sorted() == own.sorted() && (track.exercise?.isInOrder == false || now == own), "seed \(seed): \(now)")
        if hand.status == .stopped { hand.play() }
      }
      hand.session.send(.setRepeat(.off))
      hand.session.send(.setLoop(.none))
      hand.session.send(.setSleep(nil))
      hand.play()
      hand.pass(2_000_000)
      let end = hand.told.last ?? ""
      #expect(end.hasSuffix("finished") || end.hasSuffix("cancelled (skipped)"), "seed \(seed): \(hand.told.suffix(5))")
    }
  }

  @Core
  private static func perform(_ step: Int, _ number: Double, _ hand: ManualSession, _ track: Track) {
    let session = hand.session
    switch step {
    case 0, 1:
      var plan = StudyPlan()
      plan.exercise.speeds = [[1], [0.5, 1], [1.5, 1, 3.7], [0.7]][Int(number * 4)]
      // The output rests in a long gap.
      plan.exercise.gap =
        number < 0.5 ? .factor(number * 2) : .time(Microseconds(Int64(number * (number < 0.75 ? 900_000 : 30_000_000))))
      if track.isRecording { plan.translations = TranslationPlace.allCases[Int(number * 100) % 3] }
      session.study(track, plan)
      hand.pass(1)
      _ = session.found(phrases(number), of: track)
    case 2: session.endStudy(of: track)
    case 3: hand.seek(to: Int64(number * 12_000))
    case 4: session.step(.forward, by: .sentence, restartingAfter: 1_000_000)
    case 5: session.step(.back, by: .sentence, restartingAfter: 1_000_000)
    case 6: hand.pause()
    case 7: hand.play()
    case 8: session.send(.setRate([0.5, 1, 1.3, 3][Int(number * 4)]))
    case 9: session.send(.setRepeat(number < 0.5 ? .sentence : .off))
    case 10: try? session.mark(number < 0.5 ? .a : .b)
    case 11: session.again()
    case 12: number < 0.5 ? hand.call() : hand.endCall()
    case 13: session.send(.setShuffle(ShuffleMode.allCases[Int(number * 4)]))
    case 14: session.send(.setLoop(number < 0.5 ? .track : .none))
    default: session.setSleep(number < 0.3 ? .sentence : nil)
    }
  }

  /// A sentence in each phrase but the third one.
  private static let cues = [0, 1, 3, 4, 5].map { index in
    (start: index * 2000 + 350, end: index * 2000 + 900, text: ["ab.", "cde.", "", "fgh ij.", "k.", "lmnop."][index])
  }

  /// The milliseconds behind a step, some of which last for most of a long gap.
  private static func time(_ step: Int, _ number: Double) -> Int { Int(number * (step < 3 ? 15_000 : 900)) }

  private static func phrases(_ number: Double) -> [Phrase] {
    (0..<6).map { index in
      let start = Int64(index) * 2_000_000 + Int64(number * 300_000)
      return Phrase(
        start: Microseconds(start), voiceStart: Microseconds(start + 100_000),
        voiceEnd: Microseconds(start + 900_000 + Int64(index) * 50_000),
        end: Microseconds(start + 1_200_000 + Int64(index) * 50_000))
    }
  }
}
