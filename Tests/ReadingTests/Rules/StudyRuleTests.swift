import EventLoop
import Playback
import Recordings
import Resampling
import Speech
import Study
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Phrases of a recording: each is heard as often and as slowly as the listener wants, with a gap behind it.
@Suite(.timeLimit(.minutes(1)))
struct StudyRuleTests {
  private static let rate: Frame = 22_050

  /// A phrase from its times in milliseconds.
  private static func phrase(_ start: Int64, _ voice: ClosedRange<Int64>, _ end: Int64) -> Phrase {
    Phrase(
      start: Microseconds(start * 1000), voiceStart: Microseconds(voice.lowerBound * 1000),
      voiceEnd: Microseconds(voice.upperBound * 1000), end: Microseconds(end * 1000))
  }

  /// Two phrases of a second each, with 0.7 s and 0.6 s of voice, in a recording of 6 s.
  private static let phrases = [phrase(500, 600...1300, 1500), phrase(2500, 2600...3200, 3500)]
  /// Their frames.
  private static let (first, second) = (Frame(11_025)...33_074, Frame(55_125)...77_174)

  private static func settings(_ speeds: [Double] = [1], gap: ExerciseSettings.Gap = .factor(1)) -> ExerciseSettings {
    var settings = ExerciseSettings()
    settings.speeds = speeds
    settings.gap = gap
    return settings
  }

  @Core
  private static func study(_ rig: RecordingRig, _ id: TrackID?, _ settings: ExerciseSettings = settings()) -> Bool {
    guard let track = id.flatMap({ rig.hand.session.track($0) }) else { return false }
    rig.hand.session.study(track, StudyPlan(exercise: settings))
    return rig.hand.session.found(phrases, of: track)
  }

  /// The lengths of the silences between the runs, and after the last one, in frames.
  @Core
  private static func silences(_ rig: RecordingRig) -> [Frame] {
    var silences: [Frame] = []
    var isSilent = true
    for frame in rig.frames {
      if frame != nil {
        isSilent = false
      } else if isSilent, let last = silences.indices.last {
        silences[last] += 1
      } else if !isSilent {
        silences.append(1)
        isSilent = true
      }
    }
    return silences
  }

  @Test func aPhraseIsFollowedByAGapThatIsAsLongAsItsVoice_S2_36() async {
    await RecordingRig.play { rig in
      let id = rig.add(RecordingScript(seconds: 6), playing: false)
      #expect(Self.study(rig, id))
      #expect(rig.hand.session.player.length(of: id!) == TrackLength(microseconds: 3_300_000, isExact: true))
      rig.hand.play()
      rig.hand.pass(1200)
      #expect(rig.hand.session.state == .gap && abs(rig.hand.position - 1200) <= 2)
      rig.hand.pass(5000)
      #expect(rig.runs == [Self.first, Self.second])
      #expect(Self.silences(rig).first == 15_435)
      #expect(rig.hand.told.map { $0.split(separator: " ")[1] } == ["started", "finished"])
      let end = Int64(rig.hand.told.last?.split(separator: " ").first ?? "") ?? 0
      #expect(abs(end - 3300 - 1) <= 3, "\(end)")
    }
  }

  @Test(arguments: [700, 1100, 1499, 1700] as [Int])
  func whatSoundsWhenThePhrasesComeIsHeardToItsEnd_S2_35(milliseconds: Int) async {
    await RecordingRig.play { rig in
      let id = rig.add(RecordingScript(seconds: 6))
      rig.hand.pass(milliseconds)
      #expect(Self.study(rig, id))
      // The device has taken some more than is heard.
      let taken = rig.runs.last!.upperBound
      rig.hand.pass(10_000)
      // Nothing is heard twice, and nothing of a phrase is left out.
      #expect(rig.runs.count == 2 && rig.runs.last == Self.second, "\(rig.runs)")
      #expect(0...100 ~= rig.runs[0].upperBound - max(taken, Self.first.upperBound), "\(rig.runs), \(taken)")
      // What was heard of the pause is a part of the gap.
      let end = rig.runs[0].upperBound
      #expect(abs(Self.silences(rig)[0] - 15_435 + (end - Self.first.upperBound)) <= 1)
    }
  }

  @Test func aPhraseIsRepeatedWithAGapBehindEachTime_S2_41() async {
    await RecordingRig.play { rig in
      rig.hand.output.rampFrames = 0
      let id = rig.add(RecordingScript(seconds: 6), playing: false)
      #expect(Self.study(rig, id, Self.settings([1, 1, 1], gap: .time(400_000))))
      rig.hand.play()
      rig.hand.pass(20_000)
      #expect(rig.runs == [Self.first, Self.first, Self.first, Self.second, Self.second, Self.second])
      #expect(Self.silences(rig).prefix(5) == [8820, 8820, 8820, 8820, 8820])
      #expect(rig.recordings.decoders.count == 1)
    }
  }

  @Test(arguments: [1, 2, 0.5], [0.5, 0.7, 1.5, 2])
  func aSpeedMultipliesTheRateAndPositionStaysThatOfTheExercise_S2_41(rate: Double, speed: Double) async {
    await RecordingRig.play { rig in
      rig.hand.send(.setRate(rate))
      let id = rig.add(RecordingScript(seconds: 6), playing: false)
      #expect(Self.study(rig, id, Self.settings([speed, 1], gap: .time(1_000_000))))
      #expect(rig.hand.session.snapshot.rate == rate)
      let length = 2 * (1000 / speed + 1000 + 2000)
      #expect(abs(Double(rig.hand.session.player.length(of: id!)!.microseconds.count) / 1000 - length) < 1)
      rig.hand.play()
      var last = rig.hand.position
      for _ in 0..<Int(length / rate / 10) - 20 {
        rig.hand.pass(10)
        let now = rig.hand.position
        #expect(now >= last && now - last < 60 * Int64(max(1, rate)), "\(last), \(now)")
        last = now
      }
      rig.hand.pass(2000)
      #expect(!rig.hand.told.contains { $0.contains(" at ") })
      let end = Double(rig.hand.told.last?.split(separator: " ").first ?? "") ?? 0
      #expect(
        rig.hand.told.last?.hasSuffix("finished") == true && abs(end - length / rate) < 120,
        "\(rig.hand.told), \(length), \(rig.hand.position)")
    }
  }

  @Test func aPauseInAGapKeepsWhatIsLeftOfIt() async {
    await RecordingRig.play { rig in
      let id = rig.add(RecordingScript(seconds: 6), playing: false)
      #expect(Self.study(rig, id))
      rig.hand.play()
      rig.hand.pass(1200)
      rig.hand.pause()
      rig.hand.pass(100)
      let place = rig.hand.position
      rig.hand.pass(60_000)
      #expect(rig.hand.position == place && rig.hand.status == .paused)
      let taken = rig.hand.output.taken.count
      rig.hand.play()
      rig.hand.pass(10_000)
      #expect(rig.runs == [Self.first, Self.second])
      let silence = rig.frames[taken...].firstIndex { $0 != nil }! - taken
      #expect(abs(Frame(silence) - (1700 - place) * Self.rate / 1000) <= 30)
    }
  }

  /// A kill between two notes of the time would go back by phrases.
  @Test func thePlaceIsWrittenWithEachPhrase_S2_40() async {
    await RecordingRig.play { rig in
      let id = rig.add(RecordingScript(seconds: 6), playing: false)
      #expect(Self.study(rig, id))
      var places: [Int64] = []
      let watch = rig.hand.watch
      rig.hand.watch = { notice in
        if case .reached(_, let place) = notice { places.append(place.microseconds.count / 1000) }
        watch?(notice)
      }
      rig.hand.play()
      rig.hand.pass(1760)
      #expect(places.last.map { 2500...2560 ~= $0 } ?? false, "\(places)")
    }
  }

  @Test func stepsMoveByPhrase() async {
    await RecordingRig.play { rig in
      let id = rig.add(RecordingScript(seconds: 6), playing: false)
      #expect(Self.study(rig, id, Self.settings([1, 1])))
      rig.hand.play()
      rig.hand.pass(300)
      rig.hand.session.step(.forward, by: .sentence, restartingAfter: 1_000_000)
      rig.hand.pass(200)
      #expect(rig.runs.last?.lowerBound == Self.second.lowerBound && rig.hand.position / 100 == 36)
      rig.hand.session.step(.back, by: .sentence, restartingAfter: 1_000_000)
      rig.hand.pass(1900)
      // The second time of the first phrase.
      #expect(rig.hand.position / 100 == 19)
      rig.hand.session.again()
      rig.hand.pass(100)
      #expect(rig.hand.position / 100 == 1)
    }
  }

  @Test(arguments: [300, 1200, 1900, 2900] as [Int]) func theExerciseIsLeftAtThePlaceThatIsHeard_S2_40(place: Int) async
  {
    await RecordingRig.play { rig in
      let id = rig.add(RecordingScript(seconds: 6), playing: false)
      #expect(Self.study(rig, id, Self.settings([1, 1])))
      rig.hand.play()
      rig.hand.pass(place)
      let heard = rig.runs.last!.upperBound
      rig.hand.session.endStudy(of: rig.hand.session.track(id!)!)
      #expect(rig.hand.session.player.length(of: id!) == TrackLength(microseconds: 6_000_000, isExact: true))
      rig.hand.pass(10_000)
      #expect(rig.runs.last!.upperBound == 6 * Self.rate - 1)
      let jump = rig.jumps.last.map { abs($0) } ?? 0
      #expect(jump <= 1 || place > 1700, "\(rig.runs), \(heard)")
    }
  }

  /// A phrase of which nothing was heard is heard from its beginning, wherever another analysis finds that.
  @Test func aPhraseThatHasNotBegunIsTheNextInOtherPhrases_S2_35() async {
    await RecordingRig.play { rig in
      let id = rig.add(RecordingScript(seconds: 6), playing: false)
      #expect(Self.study(rig, id))
      rig.hand.send(.goTo(id!, at: 1_700_000))
      let later = [Self.phrases[0], Self.phrase(2550, 2600...3200, 3500)]
      #expect(rig.hand.session.found(later, of: rig.hand.session.track(id!)!))
      #expect(rig.hand.position == 1700 && rig.hand.session.studyPlace.map { $0.phrase == 1 && !$0.isInGap } ?? true)
      rig.hand.play()
      rig.hand.pass(500)
      #expect(rig.runs.first.map { abs($0.lowerBound - 56_228) <= 1 } ?? false, "\(rig.runs)")
    }
  }

  /// At another rate of the device a phrase is what it is alone: nothing of the sound before it is in it.
  @Test(arguments: [0, 200]) func aPhraseIsHeardAloneAtAnotherRateOfTheDevice(milliseconds: Int) async {
    await RecordingRig.play(to: FrameFormat(sampleRate: 48_000, channels: 1)) { rig in
      rig.hand.output.rampFrames = 0
      let id = rig.add(RecordingScript(seconds: 6), playing: milliseconds > 0)
      rig.hand.pass(milliseconds)
      let before = rig.hand.output.taken.count
      #expect(Self.study(rig, id))
      rig.hand.play()
      rig.hand.pass(900)
      var resampler = Resampler(from: 22_050, to: 48_000, channels: 1)
      resampler.begin()
      var alone: [Float] = []
      resampler.process(Self.first.prefix(20_000).map { RecordingScript.sample($0) }[...], into: &alone)
      // The device has taken a little more of the recording than it was.
      let whole = Array(rig.hand.output.taken[before...].drop { $0 == 0 })
      let jump = milliseconds > 0 ? whole.indices.dropFirst().first { abs(whole[$0] - whole[$0 - 1]) > 1e-4 } ?? 0 : 0
      let heard = whole[jump...]
      let difference = zip(alone.drop { $0 == 0 }, heard).prefix(30_000).map { abs($0 - $1) }.max() ?? 1
      #expect(difference < 1e-4, "\(jump), \(Array(heard.prefix(8))), \(Array(alone.prefix(8)))")
    }
  }
}
