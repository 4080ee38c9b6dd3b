import EventLoop
import Playback
import Speech
import Study
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Whatever interrupts an exercise, in a gap or in a phrase: the rest of the gap is heard afterwards, and each phrase
/// whole.
@Suite(.timeLimit(.minutes(1)))
struct StudyInterruptionRuleTests {
  /// An interruption, and its end.
  enum Interruption: CaseIterable {
    case call, announcement, otherPlayer, unplug, lock, machineSleep, seat, server, noSink, noLink, key

    var begin: Player.Event {
      switch self {
      case .call: .holdBegan(.call(application: "phone"))
      case .announcement: .holdBegan(.announcement)
      case .otherPlayer: .pause(.otherPlayer("mpv"))
      case .unplug: .pause(.routeLost("headphones"))
      case .lock: .pause(.lock)
      case .machineSleep: .pause(.sleep)
      case .seat: .pause(.seat)
      case .server: .holdBegan(.serverLost)
      case .noSink: .holdBegan(.noSink)
      case .noLink: .holdBegan(.noLink)
      case .key: .toggle
      }
    }

    var end: Player.Event {
      switch self {
      case .call: .holdEnded(.call(application: "phone"))
      case .announcement: .holdEnded(.announcement)
      case .server: .holdEnded(.serverLost)
      case .noSink: .holdEnded(.noSink)
      case .noLink: .holdEnded(.noLink)
      case .key: .toggle
      case .otherPlayer, .unplug, .lock, .machineSleep, .seat: .play
      }
    }
  }

  private static let rate: Frame = 22_050
  private static let (first, second) = (Frame(11_025)...33_074, Frame(55_125)...77_174)

  /// Two phrases of a second, each heard twice, with gaps of 0.7 s and 0.6 s.
  @Core
  private static func begin(_ rig: RecordingRig) -> Track {
    func phrase(_ start: Int64, _ voiced: Int64) -> Phrase {
      Phrase(
        start: Microseconds(start), voiceStart: Microseconds(start + 100_000),
        voiceEnd: Microseconds(start + 100_000 + voiced), end: Microseconds(start + 1_000_000))
    }
    let id = rig.add(RecordingScript(seconds: 6), playing: false)
    let track = rig.hand.session.track(id!)!
    var settings = ExerciseSettings()
    settings.speeds = [1, 1]
    rig.hand.session.study(track, StudyPlan(exercise: settings))
    #expect(rig.hand.session.found([phrase(500_000, 700_000), phrase(2_500_000, 600_000)], of: track))
    rig.hand.play()
    return track
  }

  @Test(arguments: Interruption.allCases, [1050, 1200, 1690])
  func theRestOfAGapIsHeardAfterwards_S2_39(interruption: Interruption, moment: Int) async {
    await RecordingRig.play { rig in
      rig.hand.output.rampFrames = 0
      _ = Self.begin(rig)
      rig.hand.pass(moment)
      rig.hand.send(interruption.begin)
      rig.hand.pass(100)
      let place = rig.hand.position
      let (taken, runs) = (rig.hand.output.taken.count, rig.runs)
      rig.hand.pass(3000)
      // Time stands still, and nothing of what follows is heard.
      #expect(rig.hand.position == place && rig.runs == runs && runs == [Self.first])
      #expect(abs(place - Int64(moment)) <= 60)
      rig.hand.send(interruption.end)
      rig.hand.pass(10_000)
      #expect(rig.runs == [Self.first, Self.first, Self.second, Self.second])
      let silence = rig.frames[taken...].firstIndex { $0 != nil }.map { Frame($0 - taken) } ?? 0
      #expect(abs(silence - (1700 - place) * Self.rate / 1000) <= 60, "\(silence), \(place)")
      #expect(rig.hand.told.last?.hasSuffix("finished") ?? false)
    }
  }

  @Test(arguments: Interruption.allCases, [300, 990, 2000])
  func aPhraseGoesOnWhereItWasAndInItsTurn_S2_39(interruption: Interruption, moment: Int) async {
    await RecordingRig.play { rig in
      _ = Self.begin(rig)
      rig.hand.pass(moment)
      rig.hand.send(interruption.begin)
      rig.hand.pass(3000)
      let place = rig.hand.position
      #expect(abs(place - Int64(moment)) <= 120)
      rig.hand.send(interruption.end)
      rig.hand.pass(50)
      #expect(rig.hand.position >= place - 1)
      rig.hand.pass(10_000)
      // Both turns were heard, each to its end.
      let ends = rig.runs.filter { $0.upperBound == Self.first.upperBound }.count
      #expect(ends == 2 && rig.runs.suffix(2) == [Self.second, Self.second], "\(rig.runs)")
    }
  }

  /// A text that is said meanwhile is heard at once, and the gap goes on behind it.
  @Test(arguments: [300, 1200]) func aSaidTextComesInBetween(moment: Int) async {
    await RecordingRig.play { rig in
      let track = Self.begin(rig)
      rig.hand.pass(moment)
      rig.hand.say("Hi.")
      rig.hand.pass(200)
      #expect(rig.hand.current != track.id)
      rig.hand.pass(15_000)
      #expect(rig.runs.suffix(2) == [Self.second, Self.second], "\(rig.runs)")
      #expect(rig.runs.filter { $0.upperBound == Self.first.upperBound }.count == 2)
    }
  }

  /// The timer for one phrase ends behind its last gap, and the next phrase follows when the listener goes on.
  @Test(arguments: [300, 1200, 2900]) func theSleepTimerEndsWithThePhrase(moment: Int) async {
    await RecordingRig.play { rig in
      _ = Self.begin(rig)
      rig.hand.pass(moment)
      rig.hand.session.setSleep(.sentence)
      rig.hand.pass(8000)
      #expect(rig.hand.status == .paused && abs(rig.hand.position - 3400) <= 60, "\(rig.hand.position)")
      rig.hand.play()
      rig.hand.pass(8000)
      #expect(rig.runs.map(\.lowerBound) == [Self.first, Self.first, Self.second, Self.second].map(\.lowerBound))
    }
  }

  /// While phrases are found the recording is heard as it is, through any interruption.
  @Test(arguments: Interruption.allCases) func phrasesMayComeDuringAnInterruption_S2_35(interruption: Interruption)
    async
  {
    await RecordingRig.play { rig in
      let id = rig.add(RecordingScript(seconds: 6))
      rig.hand.pass(900)
      let track = rig.hand.session.track(id!)!
      rig.hand.session.study(track, StudyPlan())
      rig.hand.send(interruption.begin)
      rig.hand.pass(500)
      let taken = rig.runs.last!.upperBound
      #expect(rig.hand.session.found([Self.phrase], of: track))
      rig.hand.pass(500)
      #expect(rig.hand.status != .playing || interruption == .announcement)
      rig.hand.send(interruption.end)
      rig.hand.pass(8000)
      // It is heard to its end, and nothing behind it.
      #expect(rig.runs.last?.upperBound == Self.first.upperBound, "\(rig.runs), \(taken)")
      #expect(rig.hand.told.last?.hasSuffix("finished") ?? false)
    }
  }

  private static let phrase = Phrase(start: 500_000, voiceStart: 600_000, voiceEnd: 1_300_000, end: 1_500_000)
}
