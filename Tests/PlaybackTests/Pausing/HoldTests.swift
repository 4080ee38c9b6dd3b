import Playback
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5)))
struct HoldTests {
  @Test func soundComesBackByItselfWhenTheLastHoldEnds() {
    var stage = Stage(tracks: 1, playing: true)
    #expect(stage.handle(.holdBegan(.serverLost)).orders == [false])
    #expect(stage.player.pauseReason == .serverLost)
    #expect(stage.handle(.holdBegan(.noSink)) == [])
    #expect(stage.handle(.holdEnded(.serverLost)) == [])
    #expect(stage.player.pauseReason == .noSink)
    let effects = stage.handle(.holdEnded(.noSink))
    #expect(effects.orders == [true])
    #expect(effects.announcements == [.announce(.resumed, 1)])
    #expect(effects.opened.isEmpty)
  }

  /// Each silence has its reason, also the one that is no pause.
  @Test func whileTheReadingStepsAsideItsReasonIsShown() {
    var stage = Stage(tracks: 1, playing: true)
    #expect(stage.player.snapshot.silenceReason == nil)
    _ = stage.handle(.holdBegan(.announcement))
    #expect(stage.player.snapshot.status == .playing && stage.player.snapshot.silenceReason == .announcement)
    _ = stage.handle(.holdBegan(.noSink))
    #expect(stage.player.snapshot.silenceReason == .noSink)
    _ = stage.handle(.holdEnded(.noSink))
    _ = stage.handle(.pause(.user))
    #expect(stage.player.snapshot.silenceReason == .user)
    _ = stage.handle(.play)
    #expect(stage.player.snapshot.silenceReason == .announcement)
    _ = stage.handle(.holdEnded(.announcement))
    #expect(stage.player.snapshot.silenceReason == nil)
  }

  @Test func aPauseDuringAHoldStays() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.holdBegan(.noSink))
    #expect(stage.handle(.pause(.user)) == [])
    #expect(stage.handle(.holdEnded(.noSink)) == [])
    #expect(stage.player.status == .paused)
    #expect(stage.player.pauseReason == .user)
  }

  @Test func playDuringAHoldIsRemembered() {
    var stage = Stage(tracks: 1)
    _ = stage.handle(.holdBegan(.noSink))
    #expect(stage.handle(.play) == [])
    #expect(stage.player.status == .paused)
    #expect(stage.player.wantsSound)
    #expect(stage.handle(.holdEnded(.noSink)).orders == [true])
  }

  @Test func aHoldThatEndsStartsNothingThatNobodyWants() {
    for leave in [.stop, .clear(.stopped), .pause(.user)] as [Player.Event] {
      var stage = Stage(tracks: 1, playing: true)
      _ = stage.handle(.holdBegan(.serverLost))
      _ = stage.handle(leave)
      #expect(stage.handle(.holdEnded(.serverLost)) == [])
      #expect(!stage.isSounding)
    }
  }

  @Test func aHoldCanBeThereBeforeAnythingIsQueued() {
    var stage = Stage()
    #expect(stage.handle(.holdBegan(.serverLost)) == [])
    let effects = stage.add(1...1)
    #expect(effects.opened == [Place(1, 0)])
    #expect(effects.orders == [])
    #expect(stage.handle(.holdEnded(.serverLost)).orders == [true])
  }

  @Test func aCallIsHeldAndTheReadingGoesOnAtTheWord_S0_05_S4_03() {
    var stage = Stage(tracks: 1, playing: true)
    #expect(stage.handle(.holdBegan(.call(application: "Zoom"))).orders == [false])
    #expect(stage.player.pauseReason?.description == "call: Zoom")
    #expect(stage.player.status == .paused)
    stage.wait(.seconds(5))
    let effects = stage.handle(.holdEnded(.call(application: "Zoom")))
    #expect(effects.rewound == [.word])
    #expect(effects.orders == [true])
    #expect(effects.announcements == [.announce(.resumed, 1)])
  }

  @Test func afterALongCallTheReadingGoesOnAtTheSentence_S0_05() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.holdBegan(.call(application: "Zoom")))
    stage.wait(.seconds(60))
    #expect(stage.handle(.holdEnded(.call(application: "Zoom"))).rewound == [.sentence])
    // The same applies when the listener ends the silence.
    stage.hear()
    _ = stage.handle(.holdBegan(.call(application: "Zoom")))
    stage.wait(.seconds(60))
    #expect(stage.handle(.play).rewound == [.sentence])
  }

  @Test func aHoldOfABreathRepeatsNothing() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.holdBegan(.route))
    stage.wait(.milliseconds(3))
    let effects = stage.handle(.holdEnded(.route))
    #expect(effects.rewound.isEmpty)
    #expect(effects.orders == [true])
  }

  @Test func aHoldBeyondItsLimitIsAPause_S0_05() {
    for isTimerLate in [false, true] {
      var stage = Stage(tracks: 1, playing: true)
      let call = Hold.call(application: "Zoom")
      #expect(stage.player.holdDeadline == nil)
      _ = stage.handle(.holdBegan(call))
      #expect(stage.player.holdDeadline == stage.now + stage.player.policy.holdLimit)
      stage.wait(.seconds(899))
      #expect(stage.handle(.holdExpired) == [])
      #expect(stage.player.wantsSound)
      stage.wait(.seconds(1))
      if !isTimerLate { #expect(stage.handle(.holdExpired) == []) }
      #expect(stage.handle(.holdEnded(call)) == [])
      #expect(stage.player.status == .paused)
      #expect(!stage.player.wantsSound)
      #expect(stage.player.pauseReason == PauseReason(.call, "Zoom"))
      #expect(stage.player.holdDeadline == nil)
      #expect(stage.handle(.play).rewound == [.sentence])
    }
  }

  @Test func theLimitCountsTheSilenceAndNotOneOfItsCauses() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.holdBegan(.serverLost))
    stage.wait(.seconds(600))
    _ = stage.handle(.holdBegan(.call(application: "Zoom")))
    _ = stage.handle(.holdEnded(.serverLost))
    stage.wait(.seconds(300))
    #expect(stage.handle(.holdEnded(.call(application: "Zoom"))) == [])
    #expect(!stage.player.wantsSound)
  }

  @Test func playDuringACallIsTheListenersWord() {
    var stage = Stage(tracks: 1, playing: true)
    let call = Hold.call(application: "Zoom")
    _ = stage.handle(.holdBegan(call))
    #expect(stage.handle(.play).orders == [true])
    // The call continues and is reported again.
    #expect(stage.handle(.holdBegan(call)) == [])
    #expect(stage.handle(.pause(.user)).orders == [false])
    #expect(stage.handle(.play).orders == [true])
    #expect(stage.handle(.holdEnded(call)) == [])
    // The next call is a different one.
    #expect(stage.handle(.holdBegan(call)).orders == [false])
  }

  @Test func anotherCallThatBeginsDuringTheFirstHoldsToo() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.holdBegan(.call(application: "Zoom")))
    _ = stage.handle(.holdBegan(.call(application: "Signal")))
    #expect(stage.handle(.holdEnded(.call(application: "Zoom"))) == [])
    #expect(stage.player.pauseReason == PauseReason(.call, "Signal"))
    #expect(stage.handle(.holdEnded(.call(application: "Signal"))).orders == [true])
  }

  @Test func aTextQueuedDuringACallWaitsForItsEnd() {
    var stage = Stage()
    _ = stage.handle(.holdBegan(.call(application: "Zoom")))
    #expect(stage.add(1...1).orders == [])
    #expect(stage.add(2...2, .now).orders == [])
    #expect(stage.handle(.holdEnded(.call(application: "Zoom"))).orders == [true])
  }
}
