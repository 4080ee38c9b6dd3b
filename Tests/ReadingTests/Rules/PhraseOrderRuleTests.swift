import EventLoop
import Playback
import Speech
import Study
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// The order of the phrases of a recording: that of the queue, with the file as the group.
@Suite(.timeLimit(.minutes(1)))
struct PhraseOrderRuleTests {
  private static let rate: Frame = 22_050
  private static let count = 6

  /// Six phrases of half a second, each a second behind the one before.
  private static let phrases = (0..<count).map { index in
    let start = Int64(index) * 1_500_000 + 500_000
    return Phrase(
      start: Microseconds(start), voiceStart: Microseconds(start + 100_000), voiceEnd: Microseconds(start + 400_000),
      end: Microseconds(start + 500_000))
  }

  private static var settings: ExerciseSettings {
    var settings = ExerciseSettings()
    settings.gap = .time(200_000)
    return settings
  }

  /// A recording that is studied. A lap of it takes 4.2 s.
  @Core
  private static func add(_ rig: RecordingRig, playing: Bool = false) -> Track {
    let id = rig.add(RecordingScript(seconds: 10), playing: playing)
    let track = rig.hand.session.track(id!)!
    rig.hand.session.study(track, StudyPlan(exercise: settings))
    #expect(rig.hand.session.found(phrases, of: track))
    return track
  }

  /// The phrases that were heard, by the beginnings of their runs; `nil` for a run that begins elsewhere.
  @Core
  private static func heard(_ rig: RecordingRig) -> [Int?] {
    rig.runs.map { run in
      phrases.firstIndex { abs(Frame(microseconds: $0.start, at: SampleRate(hertz: 22_050)) - run.lowerBound) <= 1 }
    }
  }

  @Test(arguments: [ShuffleMode.once, .eachLap, .questionChoices])
  func eachPhraseIsHeardOnceInTheOrderOfTheQueue_S2_22_S2_24(mode: ShuffleMode) async {
    await RecordingRig.play { rig in
      rig.hand.output.rampFrames = 0
      let track = Self.add(rig)
      rig.hand.send(.setShuffle(mode))
      rig.hand.play()
      rig.hand.pass(20_000)
      let heard = Self.heard(rig).compactMap(\.self)
      #expect(heard.sorted() == Array(0..<Self.count) && heard != heard.sorted(), "\(heard)")
      #expect(
        heard
          == (0..<Self.count).compactMap { place in
            track.phrase(place).flatMap { Self.phrases.firstIndex(of: $0) }
          })
      if mode == .questionChoices { #expect(heard.first == 0) }
      #expect(rig.hand.told.last?.hasSuffix("finished") ?? false)
    }
  }

  @Test func thePhraseThatIsHeardBeginsANewOrderAndNoLapEndsEarly_S2_25() async {
    await RecordingRig.play { rig in
      rig.hand.output.rampFrames = 0
      let track = Self.add(rig, playing: true)
      rig.hand.send(.setLoop(.track))
      rig.hand.send(.goTo(track.id, at: 2_800_000))
      rig.hand.pass(300)
      // The fifth one is heard.
      let before = Self.heard(rig).last
      rig.hand.send(.setShuffle(.once))
      rig.hand.pass(3800)
      let heard = Self.heard(rig)
      let first = heard.firstIndex { $0 == 4 } ?? 0
      #expect(before == 4 && heard[first...].compactMap(\.self).sorted() == Array(0..<Self.count), "\(heard)")
      // Nothing was heard twice, and the order of the recording is there again.
      rig.hand.send(.setShuffle(.off))
      #expect((0..<Self.count).compactMap { track.phrase($0) } == Self.phrases)
    }
  }

  @Test(arguments: [ShuffleMode.off, .once, .eachLap, .questionChoices])
  func aNewLapHasANewOrderWhereThatIsWanted_S2_23_S2_24(mode: ShuffleMode) async {
    await RecordingRig.play { rig in
      rig.hand.output.rampFrames = 0
      _ = Self.add(rig)
      rig.hand.send(.setShuffle(mode))
      rig.hand.send(.setLoop(.track))
      rig.hand.play()
      rig.hand.pass(4200 * 4 + 200)
      let heard = Self.heard(rig).compactMap(\.self)
      let laps = stride(from: 0, to: 24, by: Self.count).map { Array(heard.dropFirst($0).prefix(Self.count)) }
      for (lap, next) in zip(laps, laps.dropFirst()) {
        #expect(lap.sorted() == Array(0..<Self.count), "\(laps)")
        #expect((lap == next) == (mode == .off || mode == .once), "\(laps)")
        #expect(mode != .eachLap || lap.last != next.first)
      }
      #expect(mode != .questionChoices || laps.allSatisfy { $0.first == 0 })
    }
  }

  /// A lap of the queue is one of each file in it.
  @Test func eachFileOfALapHasAnotherOrder_S2_23() async {
    await RecordingRig.play { rig in
      rig.hand.output.rampFrames = 0
      let tracks = [Self.add(rig), Self.add(rig)]
      rig.hand.send(.setShuffle(.eachLap))
      rig.hand.send(.setLoop(.playlist))
      rig.hand.play()
      rig.hand.pass(4200 * 2 - 500)
      let before = tracks.map { $0.options.phraseOrder }
      rig.hand.pass(4200 * 2)
      let after = tracks.map { $0.options.phraseOrder }
      #expect(
        before.allSatisfy { $0?.mode == .eachLap } && zip(before, after).allSatisfy { $0 != $1 },
        "\(before), \(after), \(rig.hand.told)")
      #expect(!Self.heard(rig).contains(nil))
    }
  }

  @Test func thePlaceIsKeptInTheOrderThatWasHeard() async {
    await RecordingRig.play { rig in
      let track = Self.add(rig)
      rig.hand.send(.setShuffle(.once))
      rig.hand.play()
      // In the gap behind the second phrase.
      rig.hand.pass(1300)
      #expect(rig.hand.session.studyPlace?.phrase == 1 && rig.hand.session.studyPlace?.isInGap == true)
      let kept = track.keptForm(of: KeptPlace(microseconds: Microseconds(rig.hand.position * 1000)))
      #expect(kept.microseconds == track.phrase(2)?.start)
      let order = track.options.phraseOrder
      #expect(order.flatMap { PhraseOrder(text: $0.text) } == order)
    }
  }
}
