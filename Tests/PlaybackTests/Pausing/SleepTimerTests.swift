import Testing
import Vocabulary

@testable import Playback

/// The sleep timer: the sound that it counts, and the state when it is over.
@Suite(.timeLimit(.minutes(1)))
struct SleepTimerTests {
  private static func playing(_ tracks: UInt64 = 3, _ extent: SleepTimer.Extent) -> Stage {
    var stage = Stage(tracks: tracks, playing: true)
    _ = stage.handle(.setSleep(extent))
    return stage
  }

  private static func left(_ stage: Stage) -> Duration? { stage.player.sleep?.left(at: stage.now) }

  @Test func whenTheTimeIsOverItIsSilentForGood() {
    var stage = Self.playing(1, .time(.seconds(60)))
    #expect(stage.player.sleep?.deadline == stage.now + .seconds(60))
    stage.wait(.seconds(59))
    #expect(stage.handle(.sleepExpired) == [])
    stage.wait(.seconds(1))
    #expect(stage.handle(.sleepExpired).orders == [false])
    #expect(stage.player.pauseReason == .sleepTimer && stage.player.status == .paused)
    #expect(stage.player.sleep == nil)
    // The last words were not heard.
    #expect(stage.handle(.play).rewound == [.sentence])
    stage.wait(.seconds(3600))
    #expect(stage.handle(.sleepExpired) == [])
  }

  @Test func timeCountsOnlyWhileThereIsSound() {
    var stage = Self.playing(1, .time(.seconds(60)))
    stage.wait(.seconds(20))
    _ = stage.handle(.pause(.user))
    #expect(stage.player.sleep?.deadline == nil)
    stage.wait(.seconds(1000))
    #expect(Self.left(stage) == .seconds(40))
    _ = stage.handle(.play)
    stage.wait(.seconds(10))
    _ = stage.handle(.holdBegan(.call(application: "a")))
    stage.wait(.seconds(100))
    _ = stage.handle(.holdEnded(.call(application: "a")))
    #expect(Self.left(stage) == .seconds(30))
    #expect(stage.player.sleep?.deadline == stage.now + .seconds(30))
  }

  @Test func aTimerOfTheEveningIsForgottenInTheMorning() {
    var stage = Self.playing(1, .time(.seconds(60)))
    _ = stage.handle(.pause(.user))
    stage.wait(SleepTimer.forgottenAfter)
    _ = stage.handle(.play)
    #expect(Self.left(stage) == .seconds(60))
    _ = stage.handle(.pause(.user))
    stage.wait(SleepTimer.forgottenAfter + .seconds(1))
    _ = stage.handle(.play)
    #expect(stage.player.sleep == nil && stage.isSounding)
  }

  @Test func itIsExtendedWhileItRunsAndNeverBelowNothing() {
    var stage = Self.playing(1, .time(.seconds(60)))
    stage.wait(.seconds(50))
    _ = stage.handle(.extendSleep(by: .seconds(600)))
    #expect(Self.left(stage) == .seconds(610))
    #expect(stage.player.sleep?.deadline == stage.now + .seconds(610))
    _ = stage.handle(.extendSleep(by: .seconds(-700)))
    #expect(Self.left(stage) == .zero && stage.isSounding)
    #expect(stage.handle(.sleepExpired).orders == [false])
    // Adding time without a timer sets one; subtracting does not.
    _ = stage.handle(.play)
    _ = stage.handle(.extendSleep(by: .seconds(-5)))
    #expect(stage.player.sleep == nil)
    _ = stage.handle(.extendSleep(by: .seconds(5)))
    #expect(Self.left(stage) == .seconds(5))
    _ = stage.handle(.extendSleep(by: SleepTimer.maximum))
    #expect(Self.left(stage) == SleepTimer.maximum)
  }

  @Test(arguments: [SleepTimer.Extent.sentence, .paragraph])
  func theEndOfAUnitIsTheEndThere(extent: SleepTimer.Extent) {
    var stage = Self.playing(1, extent)
    #expect(stage.handle(.sleepUnitEnded(stage.player.epoch &- 1)) == [])
    #expect(stage.handle(.sleepUnitEnded(stage.player.epoch)).orders == [false])
    #expect(stage.player.pauseReason == .sleepTimer)
    // It stopped between two sentences and continues there.
    #expect(stage.handle(.play).rewound.isEmpty)
    #expect(stage.handle(.sleepUnitEnded(stage.player.epoch)) == [])
  }

  @Test func theLastChapterEndsAndTheNextOneWaits_S3_16() {
    var stage = Self.playing(4, .chapters(2))
    stage.end()
    #expect(stage.player.sleep?.extent == .chapters(1))
    #expect(stage.player.status == .playing && stage.current == 2)
    stage.hear()
    let effects = stage.end()
    #expect(effects.opened == [Place(3, 0)] && effects.orders == [false])
    #expect(stage.player.pauseReason == .sleepTimer && stage.current == 3)
    #expect(stage.handle(.play).orders == [true])
  }

  @Test func aSkippedOrInterjectedTextIsNoEndedChapter() {
    var stage = Self.playing(3, .chapters(1))
    _ = stage.handle(.next(finishing: true))
    stage.hear()
    _ = stage.add(9...9, .now, heard: 500)
    stage.hear()
    stage.end()
    #expect(stage.player.status == .playing && stage.current == 2)
    #expect(stage.player.sleep?.extent == .chapters(1))
    stage.hear()
    stage.end()
    #expect(stage.player.pauseReason == .sleepTimer && stage.current == 3)
  }

  @Test func aRepeatedChapterEndsTheReadingToo() {
    var stage = Self.playing(2, .chapters(1))
    _ = stage.handle(.setLoop(.track))
    #expect(stage.end().opened == [Place(1, 0)])
    #expect(stage.player.pauseReason == .sleepTimer)
  }

  @Test func theTimerEndsWithTheReading() {
    for event in [Player.Event.stop, .clear(.hushed), .next(finishing: true)] {
      var stage = Self.playing(1, .time(.seconds(60)))
      _ = stage.handle(event)
      #expect(stage.player.sleep == nil, "\(event)")
    }
    var stage = Stage()
    _ = stage.handle(.setSleep(.sentence))
    _ = stage.handle(.extendSleep(by: .seconds(5)))
    #expect(stage.player.sleep == nil)
  }

  @Test func theSnapshotChangesWithTheCourseOfTheTimerAndNotWithTime() {
    var stage = Self.playing(1, .time(.seconds(60)))
    let before = stage.player.snapshot
    stage.wait(.seconds(5))
    _ = stage.handle(.setGlobalRate(2))
    _ = stage.handle(.setGlobalRate(1))
    #expect(stage.player.snapshot == before)
    _ = stage.handle(.extendSleep(by: .seconds(1)))
    #expect(stage.player.snapshot != before)
  }

  /// 500 walks of 200 events, compared with a stop-watch.
  @Test func theTimeLeftIsWhatWasSetLessWhatWasHeard() {
    for seed in 0..<500 as Range<UInt64> {
      var random = SplitMix64(state: seed)
      var stage = Stage(tracks: 1, playing: true)
      var expected: Duration?
      var silence = Duration.zero
      for _ in 0..<200 {
        let time = Duration.milliseconds([0, 1, 700, 20_000, 1_000_000, 3_000_000].randomElement(using: &random)!)
        stage.wait(time)
        if stage.isSounding {
          expected = expected.map { max(.zero, $0 - time) }
        } else {
          silence += time
        }
        let wasSounding = stage.isSounding
        switch Int.random(in: 0..<9, using: &random) {
        case 0...1: _ = stage.handle(.play)
        case 2...3: _ = stage.handle(.pause(.user))
        case 4: _ = stage.handle(.holdBegan(.noSink))
        case 5: _ = stage.handle(.holdEnded(.noSink))
        case 6:
          let time = Duration.seconds(Int.random(in: 1...7200, using: &random))
          _ = stage.handle(.setSleep(.time(time)))
          expected = time
          silence = .zero
        case 7:
          let time = Duration.seconds(Int.random(in: -600...600, using: &random))
          _ = stage.handle(.extendSleep(by: time))
          expected = expected.map { max(.zero, $0 + time) } ?? (time > .zero ? time : nil)
          if stage.player.sleep?.silentSince == stage.now { silence = .zero }
        default:
          let isDue = expected == .zero && stage.isSounding
          _ = stage.handle(.sleepExpired)
          #expect(stage.isSounding == (wasSounding && !isDue))
          if isDue { expected = nil }
        }
        if stage.isSounding, !wasSounding {
          if silence > SleepTimer.forgottenAfter { expected = nil }
          silence = .zero
        }
        if wasSounding, !stage.isSounding { silence = .zero }
        #expect(Self.left(stage) == expected, "seed \(seed)")
        guard Self.left(stage) == expected else { return }
      }
    }
  }
}
