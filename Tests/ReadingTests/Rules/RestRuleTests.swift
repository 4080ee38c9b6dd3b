import EventLoop
import Playback
import Recordings
import Speech
import Study
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// In a long silence of the place itself the output rests, and nothing that the listener sees or hears is another.
@Suite(.timeLimit(.minutes(1)))
struct RestRuleTests {
  private static let (first, second) = (Frame(11_025)...33_074, Frame(55_125)...77_174)

  /// Two phrases of a second, with gaps of a minute.
  @Core
  private static func begin(_ rig: RecordingRig, gap: Double = 60) -> Track {
    func phrase(_ start: Int64) -> Phrase {
      Phrase(
        start: Microseconds(start), voiceStart: Microseconds(start + 100_000),
        voiceEnd: Microseconds(start + 800_000), end: Microseconds(start + 1_000_000))
    }
    let id = rig.add(RecordingScript(seconds: 6), playing: false)
    let track = rig.hand.session.track(id!)!
    var settings = ExerciseSettings()
    settings.gap = .time(Microseconds(Int64(gap * 1e6)))
    rig.hand.session.study(track, StudyPlan(exercise: settings))
    #expect(rig.hand.session.found([phrase(500_000), phrase(2_500_000)], of: track))
    rig.hand.play()
    return track
  }

  /// The moments, in tenths of a second, at which the output runs.
  @Core
  private static func running(_ rig: RecordingRig, for tenths: Int) -> [Int] {
    (0..<tenths).filter { _ in
      rig.hand.pass(100)
      return rig.hand.output.isRunning
    }
  }

  @Test(arguments: [0, 300] as [Int]) func theOutputRestsInAGapOfAMinuteAndThePositionGoesOn_S2_39(latency: Int) async {
    await RecordingRig.play { rig in
      rig.hand.output.latency = .milliseconds(latency)
      _ = Self.begin(rig)
      var last: Int64 = 0
      var rested = 0
      for tenth in 1...615 {
        rig.hand.pass(100)
        let position = rig.hand.position
        #expect(position >= last, "it steps back at \(tenth): \(last), \(position)")
        #expect(abs(position - Int64(tenth * 100)) <= Int64(2 * latency) + 20, "at \(tenth): \(position)")
        #expect(rig.hand.status == .playing)
        if !rig.hand.output.isRunning { rested += 1 }
        last = position
      }
      // A second is heard before the rest, and two after it.
      #expect(abs(rested - 570) <= 10 + latency / 100, "\(rested)")
      #expect(rig.runs.count == 2 && rig.runs[0] == Self.first && rig.runs[1].lowerBound == Self.second.lowerBound)
      rig.hand.pass(62_000)
      #expect(rig.runs == [Self.first, Self.second])
      #expect(rig.hand.told.filter { !$0.hasSuffix("started") && !$0.hasSuffix("finished") }.isEmpty)
    }
  }

  @Test(arguments: [0.5, 1, 3, 9.9]) func aShortGapKeepsTheOutput(gap: Double) async {
    await RecordingRig.play { rig in
      _ = Self.begin(rig, gap: gap)
      #expect(Self.running(rig, for: 10 + Int(gap * 10)).count == 10 + Int(gap * 10))
    }
  }

  /// A device that needs a second to wake up gets nothing of the phrase before it has woken.
  @Test func theOutputRunsTwoSecondsBeforeThePhrase() async {
    await RecordingRig.play { rig in
      _ = Self.begin(rig)
      rig.hand.pass(58_900)
      #expect(!rig.hand.output.isRunning)
      let taken = rig.hand.output.taken.count
      rig.hand.pass(3000)
      let silence = rig.frames[taken...].prefix { $0 == nil }.count
      #expect(abs(silence - 44_100) <= 60, "\(silence)")
    }
  }

  @Test(arguments: StudyInterruptionRuleTests.Interruption.allCases, [1600, 2500, 30_000, 58_950, 60_000])
  func aRestThatIsInterruptedKeepsWhatIsLeftOfTheGap_S2_39(
    interruption: StudyInterruptionRuleTests.Interruption, moment: Int
  ) async {
    await RecordingRig.play { rig in
      rig.hand.output.rampFrames = 0
      _ = Self.begin(rig)
      rig.hand.pass(moment)
      rig.hand.send(interruption.begin)
      rig.hand.pass(100)
      let place = rig.hand.position
      #expect(abs(place - Int64(moment)) <= 120)
      rig.hand.pass(20_000)
      #expect(rig.hand.position == place && rig.runs == [Self.first])
      rig.hand.send(interruption.end)
      rig.hand.pass(Int(61_000 - place) - 40)
      #expect(rig.hand.position >= place && rig.runs.count == 1, "\(rig.runs), \(place)")
      rig.hand.pass(80)
      #expect(rig.runs.count == 2, "\(rig.runs), \(place)")
      rig.hand.pass(65_000)
      #expect(rig.runs == [Self.first, Self.second])
    }
  }

  /// Nothing but silence is heard of it, and the gap has its length.
  @Test(arguments: [2, 0.5] as [Double]) func anotherRateInARestMovesNothing_S2_41(rate: Double) async {
    await RecordingRig.play { rig in
      _ = Self.begin(rig)
      rig.hand.pass(21_000)
      rig.hand.send(.setRate(rate))
      #expect(abs(rig.hand.position - 21_000) <= 10)
      rig.hand.pass(10_000)
      #expect(abs(rig.hand.position - 21_000 - Int64(10_000 * rate)) <= 40, "\(rig.hand.position)")
      #expect(!rig.hand.output.isRunning && rig.runs.count == 1)
      let left = Int((61_000 - Double(rig.hand.position)) / rate)
      rig.hand.pass(left - 100)
      #expect(rig.hand.output.isRunning && rig.hand.position < 61_000)
      rig.hand.pass(400)
      #expect(rig.hand.position > 61_000)
      #expect(!rig.hand.told.contains { $0.contains(" at ") })
    }
  }

  @Test func stepsAndSeeksLeaveARestAtOnce_S2_39() async {
    for (event, place) in [(0, 61_000), (1, 0), (2, 61_200), (3, 300)] {
      await RecordingRig.play { rig in
        _ = Self.begin(rig)
        rig.hand.pass(30_000)
        #expect(!rig.hand.output.isRunning)
        switch event {
        case 0: rig.hand.session.step(.forward, by: .sentence, restartingAfter: 1_000_000)
        case 1: rig.hand.session.step(.back, by: .sentence, restartingAfter: 1_000_000)
        case 2: rig.hand.seek(to: 61_200)
        default: rig.hand.seek(to: 300)
        }
        rig.hand.pass(100)
        #expect(rig.hand.output.isRunning && rig.hand.status == .playing)
        #expect(abs(rig.hand.position - Int64(place) - 100) <= 10, "\(event): \(rig.hand.position)")
      }
    }
  }

  @Test func theSleepTimerCountsInARest() async {
    await RecordingRig.play { rig in
      _ = Self.begin(rig)
      rig.hand.pass(500)
      rig.hand.session.setSleep(.time(.seconds(20)))
      rig.hand.pass(19_900)
      #expect(rig.hand.status == .playing && !rig.hand.output.isRunning)
      rig.hand.pass(200)
      #expect(rig.hand.status == .paused && rig.hand.reason == "sleep-timer", "\(rig.hand.reason)")
      #expect(abs(rig.hand.position - 20_500) <= 10)
    }
  }

  @Test func theSleepTimerOfAPhraseEndsBehindItsGap() async {
    await RecordingRig.play { rig in
      _ = Self.begin(rig)
      rig.hand.pass(30_000)
      rig.hand.session.setSleep(.sentence)
      rig.hand.pass(40_000)
      #expect(rig.hand.status == .paused && abs(rig.hand.position - 61_000) <= 10, "\(rig.hand.position)")
      #expect(rig.runs == [Self.first])
    }
  }

  @Test func aSaidTextIsHeardInARestAndTheGapGoesOn() async {
    await RecordingRig.play { rig in
      let track = Self.begin(rig)
      rig.hand.pass(30_000)
      rig.hand.say("Hi.")
      rig.hand.pass(100)
      #expect(rig.hand.output.isRunning && rig.hand.current != track.id)
      rig.hand.pass(10_000)
      #expect(rig.hand.current == track.id && !rig.frames.contains(Self.second.lowerBound))
      rig.hand.pass(25_000)
      #expect(rig.runs.last?.lowerBound == Self.second.lowerBound)
    }
  }

  @Test func whoLeavesTheStudyInARestHearsTheRecordingAtOnce_S2_40() async {
    await RecordingRig.play { rig in
      let track = Self.begin(rig)
      rig.hand.pass(30_000)
      rig.hand.session.endStudy(of: track)
      rig.hand.pass(200)
      #expect(rig.hand.output.isRunning && rig.runs.count > 1 || rig.runs[0].upperBound > Self.first.upperBound)
    }
  }

  /// Silence that is repeated is no less long.
  @Test func aRepeatedPhraseRestsInEachRound() async {
    await RecordingRig.play { rig in
      _ = Self.begin(rig, gap: 20)
      rig.hand.pass(200)
      rig.hand.send(.setRepeat(.sentence))
      rig.hand.pass(65_000)
      #expect(rig.runs.count == 4 && rig.runs[1] == Self.first && rig.runs[2] == Self.first, "\(rig.runs)")
      #expect(rig.frames.count < 30 * 22_050)
    }
  }
}
