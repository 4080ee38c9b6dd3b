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
  @Test func eachFileOfALapHasAnotherOrderAndStaysAnExercise_S2_23_S2_27() async {
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

  // MARK: Texts

  private static let text = "One a. Two bb. Six ccc. Ten dddd. Big eeeee."

  /// The sentences that were heard, by their letters.
  @Core
  private static func sentences(_ hand: ManualSession) -> [String] {
    hand.heard.split(separator: "|").map(String.init)
  }

  @Core
  private static func studyText(_ hand: ManualSession, _ mode: ShuffleMode) -> Track {
    let track = hand.track(text)
    hand.add(track, playing: false)
    var plan = StudyPlan()
    plan.exercise.gap = .time(300_000)
    hand.session.study(track, plan)
    // All of it is measured.
    hand.pass(2000)
    #expect(track.timeline.isExact)
    hand.send(.setShuffle(mode))
    return track
  }

  @Test(arguments: [ShuffleMode.once, .eachLap, .questionChoices])
  func theSentencesOfATextAreArrangedAsWell_S2_22_S2_24(mode: ShuffleMode) async {
    await ManualSession.play { hand in
      let track = Self.studyText(hand, mode)
      let own = Self.text.split(separator: ".").map { $0.drop { $0 == " " } + "." }.map(String.init)
      let length = hand.session.player.length(of: track.id)
      let shown = (0..<track.sentenceCount).map { String(decoding: track.text(of: $0), as: UTF8.self) }
      #expect(shown.sorted() == own.sorted() && shown != own)
      if mode == .questionChoices { #expect(shown.first == own.first) }
      // The places are those of the text, and the length is the same.
      for (place, sentence) in shown.enumerated() {
        let scalar = track.span(of: place).scalars.lowerBound
        #expect(track.sentence(atScalar: scalar) == place)
        #expect(String(decoding: track.text.bytes(track.span(of: place).utf8), as: UTF8.self) == sentence)
        #expect(own.firstIndex(of: sentence) == track.exercise?.originalSentence(at: place))
      }
      hand.play()
      hand.pass(40_000)
      #expect(Self.sentences(hand) == shown, "\(hand.heard)")
      #expect(hand.told.last?.hasSuffix("finished") ?? false)
      let end = Int64(hand.told.last?.split(separator: " ").first ?? "") ?? 0
      #expect(length.map { $0.isExact && abs($0.microseconds.count / 1000 - (end - 2000)) <= 5 } ?? false, "\(end)")
    }
  }

  @Test func anArrangedTextKeepsItsPlaceAndIsLeftInItsOwnOrder_S2_25_S2_40() async {
    await ManualSession.play { hand in
      let track = Self.studyText(hand, .off)
      hand.play()
      // In the third sentence.
      hand.pass(600 + 300 + 700 + 300 + 200)
      #expect(hand.session.studyPlace?.phrase == 2)
      hand.send(.setShuffle(.once))
      #expect(hand.session.studyPlace?.phrase == 0)
      #expect(String(decoding: track.text(of: 0), as: UTF8.self) == "Six ccc.")
      hand.pass(2000)
      let there = String(decoding: track.text(of: hand.session.studyPlace?.phrase ?? 0), as: UTF8.self)
      hand.session.endStudy(of: track)
      #expect((0..<5).map { String(decoding: track.text(of: $0), as: UTF8.self) }.joined(separator: " ") == Self.text)
      #expect(hand.session.textPlace.map { String(decoding: track.text(of: $0.sentence), as: UTF8.self) } == there)
      hand.pass(20_000)
      #expect(hand.heard.hasSuffix("Big eeeee."), "\(hand.heard)")
    }
  }

  @Test func aTextHasAnotherOrderInEachLap_S2_23() async {
    await ManualSession.play { hand in
      let track = Self.studyText(hand, .eachLap)
      hand.send(.setLoop(.track))
      hand.play()
      let length = Int((hand.session.player.length(of: track.id)?.microseconds.count ?? 0) / 1000)
      hand.pass(length * 3 - 100)
      let heard = Self.sentences(hand)
      let laps = stride(from: 0, to: 15, by: 5).map { Array(heard.dropFirst($0).prefix(5)) }
      #expect(laps.allSatisfy { Set($0).count == 5 }, "\(heard)")
      #expect(laps[0] != laps[1] && laps[1] != laps[2] && laps[0].last != laps[1].first)
    }
  }
}
