import Documents
import EventLoop
import Playback
import Recordings
import Speech
import Study
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// A recording whose translation, the text beside it that tells times, is spoken behind its phrases or before them.
@Suite(.timeLimit(.minutes(1)))
struct TranslationRuleTests {
  private static let (first, second) = (Frame(11_025)...33_074, Frame(55_125)...77_174)

  private static func phrase(_ start: Int64) -> Phrase {
    Phrase(
      start: Microseconds(start), voiceStart: Microseconds(start + 100_000),
      voiceEnd: Microseconds(start + 800_000), end: Microseconds(start + 1_000_000))
  }

  /// Two phrases of a second with gaps of half of one, and a text whose sentences lie in them: each letter of it takes
  /// a tenth of a second.
  @Core
  private static func begin(
    _ rig: RecordingRig, _ place: TranslationPlace = .after, speeds: [Double] = [1], playing: Bool = true
  ) -> Track {
    rig.texts["/music/talk.wav"] = Script(cues: [(600, 1300, "abc."), (2600, 3300, "defg.")])
    let id = rig.add(RecordingScript(seconds: 6), playing: false)
    let track = rig.hand.session.track(id!)!
    var plan = StudyPlan(translations: place)
    plan.exercise.gap = .time(500_000)
    plan.exercise.speeds = speeds
    rig.hand.session.study(track, plan)
    rig.hand.pass(50)
    #expect(track.hasTimedText && track.recording?.phrasing == .reading)
    #expect(rig.hand.session.found([phrase(500_000), phrase(2_500_000)], of: track))
    rig.hand.forget()
    if playing { rig.hand.play() }
    return track
  }

  /// The lines that were told with an ending, each with its millisecond.
  @Core
  private static func told(_ rig: RecordingRig, _ ending: String) -> [(time: Int, text: String)] {
    rig.hand.told.compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      return parts.last?.hasSuffix(ending) == true ? (Int(parts[0]) ?? 0, parts[1]) : nil
    }
  }

  @Test func theTranslationIsSpokenBehindThePhraseAndItsGap_S2_41() async {
    await RecordingRig.play { rig in
      let track = Self.begin(rig)
      rig.hand.pass(10_000)
      let (begun, words) = (Self.told(rig, "started"), Self.told(rig, "."))
      #expect(begun.count == 1 && Self.told(rig, "finished").count == 1, "\(rig.hand.told)")
      #expect(words.map(\.text) == ["abc.", "defg."], "\(rig.hand.told)")
      guard words.count == 2, begun.count == 1 else { return }
      // A second and half of one.
      #expect(abs(words[0].time - begun[0].time - 1500) <= 3, "\(rig.hand.told)")
      // 0.4 s of translation, 0.5 s, a second and its gap.
      #expect(abs(words[1].time - words[0].time - (400 + 500 + 1500)) <= 3, "\(rig.hand.told)")
      #expect(track.timeline.isExact)
      let length = track.timeline.length.microseconds(at: track.timeline.sampleRate).count / 1000
      #expect(abs(length - (2 * (1500 + 500) + 400 + 500)) <= 2, "\(length)")
    }
  }

  @Test func eachTurnOfThePhraseComesBeforeItsTranslation_S2_41() async {
    await RecordingRig.play { rig in
      _ = Self.begin(rig, speeds: [1, 1])
      rig.hand.pass(20_000)
      let runs = rig.runs.filter { $0.count > 10_000 }
      #expect(runs == [Self.first, Self.first, Self.second, Self.second], "\(runs)")
      #expect(Self.told(rig, ".").count == 2)
    }
  }

  @Test func theTranslationComesFirstWhereThatIsWanted() async {
    await RecordingRig.play { rig in
      let track = Self.begin(rig, .before)
      rig.hand.pass(10_000)
      let (begun, words) = (Self.told(rig, "started"), Self.told(rig, "."))
      #expect(words.count == 2 && begun.count == 1, "\(rig.hand.told)")
      guard words.count == 2, begun.count == 1 else { return }
      #expect(words[0].time - begun[0].time <= 30)
      // 0.4 s, 0.5 s, a second, its gap.
      #expect(abs(words[1].time - words[0].time - 2400) <= 30, "\(rig.hand.told)")
      let runs = rig.runs.filter { $0.count > 10_000 }
      #expect(runs == [Self.first, Self.second])
      #expect(track.timeline.isExact)
    }
  }

  /// The keys move by phrase: no step leads to a translation.
  @Test(arguments: [TranslationPlace.after, .before]) func stepsMoveByPhrase_S2_39(place: TranslationPlace) async {
    await RecordingRig.play { rig in
      let track = Self.begin(rig, place)
      rig.hand.pass(300)
      rig.hand.session.step(.forward, by: .sentence, restartingAfter: 1_000_000)
      rig.hand.pass(100)
      #expect(rig.hand.session.studyPlace?.phrase == 1 && track.sentenceCount == 2)
      #expect(rig.hand.session.studyPlace?.isTranslation == (place == .before))
      rig.hand.session.step(.back, by: .sentence, restartingAfter: 1_000_000)
      rig.hand.pass(100)
      #expect(rig.hand.session.studyPlace?.phrase == 0)
    }
  }

  /// Position, length and the place in the recording agree wherever one seeks, and nothing goes back by itself.
  @Test(arguments: [TranslationPlace.after, .before], [100, 700, 1200, 1700, 2000, 2500, 3300, 3800, 4400])
  func everyPlaceOfTheExerciseCanBeSought(place: TranslationPlace, moment: Int64) async {
    await RecordingRig.play { rig in
      let track = Self.begin(rig, place)
      // All lengths are known then, and it is heard once more.
      rig.hand.pass(4000)
      rig.hand.seek(to: moment)
      rig.hand.pass(50)
      var last = rig.hand.position
      #expect(abs(last - moment - 50) <= 5, "\(last)")
      for _ in 0..<10 {
        rig.hand.pass(30)
        #expect(rig.hand.position >= last && rig.hand.position <= last + 31)
        last = rig.hand.position
      }
      let recorded = rig.hand.session.studyPlace?.original.count ?? 0
      #expect(500_000...3_500_000 ~= recorded, "\(recorded)")
      #expect(track.timeline.isExact)
      rig.hand.pause()
      // Kept as a time of the recording, from which it goes on in the same phrase or with the next one.
      let kept = track.keptForm(of: KeptPlace(microseconds: rig.hand.session.position))
      #expect(500_000...3_500_000 ~= kept.microseconds.count, "\(kept.microseconds)")
    }
  }

  /// An error that was told before the recording began is not forgotten when it begins.
  @Test func theListenerLearnsThatATranslationIsMissing() async {
    await RecordingRig.play { rig in
      let id = rig.add(RecordingScript(seconds: 6), playing: false)
      let track = rig.hand.session.track(id!)!
      rig.hand.session.study(track, StudyPlan(translations: .after))
      rig.hand.session.lostTranslation(of: track, ReadingError(.empty, "no times"))
      #expect(rig.hand.session.found([Self.phrase(500_000)], of: track))
      rig.hand.play()
      rig.hand.pass(500)
      #expect(rig.hand.session.lastError == "no times" && rig.runs.count == 1)
      rig.hand.read("Next.")
      #expect(rig.hand.session.lastError.isEmpty)
    }
  }

  /// Without times nothing can be joined.
  @Test func aTextWithoutTimesTranslatesNothing() async {
    await RecordingRig.play { rig in
      rig.texts["/music/talk.wav"] = Script("abc. defg.")
      let id = rig.add(RecordingScript(seconds: 6))
      let track = rig.hand.session.track(id!)!
      rig.hand.session.study(track, StudyPlan(translations: .after))
      rig.hand.pass(100)
      #expect(track.recording?.phrasing == .reading && track.recording?.sentenceTimes.isEmpty == true)
      #expect(rig.hand.session.found([Self.phrase(500_000)], of: track))
      rig.hand.pass(10_000)
      #expect(Self.told(rig, "abc.").isEmpty)
    }
  }

  @Test(arguments: StudyInterruptionRuleTests.Interruption.allCases, [200, 1200, 1600, 2100])
  func aTranslationIsHeardInItsTurnAfterAnyInterruption_S2_39(
    interruption: StudyInterruptionRuleTests.Interruption, moment: Int
  ) async {
    await RecordingRig.play { rig in
      rig.hand.output.rampFrames = 0
      _ = Self.begin(rig)
      rig.hand.pass(moment)
      rig.hand.send(interruption.begin)
      rig.hand.pass(100)
      let place = rig.hand.position
      rig.hand.pass(3000)
      #expect(rig.hand.position == place)
      rig.hand.send(interruption.end)
      rig.hand.pass(15_000)
      // A word that was interrupted is told again.
      #expect(1...2 ~= Self.told(rig, "abc.").count, "\(rig.hand.told)")
      #expect(Self.told(rig, "defg.").count == 1, "\(rig.hand.told)")
      let last = rig.runs.last { $0.count > 1000 }
      #expect(last?.upperBound == Self.second.upperBound, "\(rig.runs)")
    }
  }
}
