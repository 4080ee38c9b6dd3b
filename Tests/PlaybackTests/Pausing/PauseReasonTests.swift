import Testing
import Vocabulary

@testable import Playback

/// The permanent ends of a reading, their names, and the events that continue it.
@Suite(.timeLimit(.minutes(1)))
struct PauseReasonTests {
  private static let headphones = PauseReason.routeLost("Headphones")

  @Test func lostHeadphonesPauseForGood_S0_05() {
    var stage = Stage(tracks: 1, playing: true)
    #expect(stage.handle(.pause(Self.headphones)).orders == [false])
    #expect(stage.player.pauseReason?.description == "route-lost: Headphones")
    #expect(stage.handle(.reasonEnded(Self.headphones)) == [])
    #expect(stage.player.status == .paused)
  }

  @Test func nothingButTheListenerEndsAPause_S0_02_S0_05_S4_03() {
    let reasons: [PauseReason] = [
      .user, .mark, .sleep, .lock, .seat, .otherPlayer("VLC"), Self.headphones, PauseReason(.call),
    ]
    for reason in reasons {
      var stage = Stage(tracks: 2, playing: true)
      _ = stage.handle(.pause(reason))
      for hold in [.serverLost, .noSink, .route, .call(application: "a")] as [Hold] {
        _ = stage.handle(.holdBegan(hold))
        stage.wait(.seconds(3600))
        _ = stage.handle(.holdExpired)
        _ = stage.handle(.holdEnded(hold))
      }
      _ = stage.handle(.reasonEnded(reason))
      #expect(stage.player.status == .paused)
      #expect(stage.player.pauseReason == reason)
      #expect(stage.handle(.play).orders == [true])
    }
  }

  @Test func everyReasonTakesTheSameWayToTheSamePause_S3_24() {
    func pause(_ reason: PauseReason) -> (effects: [Player.Effect], snapshot: Snapshot) {
      var stage = Stage(tracks: 2, playing: true)
      let effects = stage.handle(.pause(reason))
      stage.hear()
      return (effects, stage.player.snapshot)
    }
    let usual = pause(.user)
    #expect(usual.snapshot.status == .paused && usual.effects.orders == [false])
    let reasons: [PauseReason] = [
      .mark, .sleep, .lock, .seat, .otherPlayer("VLC"), Self.headphones, PauseReason(.call), PauseReason(.sleepTimer),
    ]
    for reason in reasons {
      var other = pause(reason)
      #expect(other.effects.orders == [false], "\(reason)")
      #expect(other.effects.announcements == [.announce(.paused(reason), 1)], "\(reason)")
      #expect(other.snapshot.pauseReason == reason)
      other.snapshot.pauseReason = .user
      #expect(other.snapshot == usual.snapshot, "nothing else that is shown depends on the reason: \(reason)")
    }
  }

  @Test func theListenersOwnPauseGoesOnAtTheSampleAndAnyOtherAtTheWord_S0_11() {
    for reason in [PauseReason.user, .mark] {
      var stage = Stage(tracks: 1, playing: true)
      _ = stage.handle(.pause(reason))
      #expect(stage.handle(.play).rewound.isEmpty)
    }
    for reason in [Self.headphones, .sleep, .lock, .seat, .otherPlayer(nil)] {
      var stage = Stage(tracks: 1, playing: true)
      _ = stage.handle(.pause(reason))
      #expect(stage.handle(.play).rewound == [.word])
    }
  }

  @Test func aPlaceThatTheListenerChoseMeanwhileIsKept() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(Self.headphones))
    #expect(stage.handle(.seek(to: 7)).opened == [Place(1, 7)])
    #expect(stage.handle(.play).rewound.isEmpty)
  }

  @Test func theReturnOfTheVeryDeviceBringsTheSoundBackWhereConfigured_S0_15() {
    var policy = Policy()
    policy.resumesOnReplug = true
    func paused(_ reasons: PauseReason..., apart: Duration = .zero) -> Stage {
      var stage = Stage(tracks: 1, playing: true)
      _ = stage.handle(.configure(policy))
      for reason in reasons {
        _ = stage.handle(.pause(reason))
        stage.wait(apart)
      }
      return stage
    }
    func comesBack(_ stage: Stage, _ reason: PauseReason = Self.headphones) -> Bool {
      var stage = stage
      return stage.handle(.reasonEnded(reason)).orders == [true]
    }
    #expect(comesBack(paused(Self.headphones)))
    #expect(comesBack(paused(Self.headphones, Self.headphones, apart: .seconds(9))))
    #expect(!comesBack(paused(Self.headphones), .routeLost("Other headphones")))
    #expect(!comesBack(paused(.user)))
    // A session manager's Pause for the same unplugging, before or after.
    #expect(comesBack(paused(Self.headphones, .user)))
    #expect(comesBack(paused(.user, Self.headphones)))
    // The listener's later Pause, or the machine's sleep at any time.
    #expect(!comesBack(paused(Self.headphones, .user, apart: .seconds(2))))
    #expect(!comesBack(paused(.user, Self.headphones, apart: .seconds(2))))
    #expect(!comesBack(paused(Self.headphones, .sleep)))
    #expect(!comesBack(paused(Self.headphones, .sleep, apart: .seconds(9))))
  }

  @Test func aLostRouteIsAwaitedExactlyWhileItsReturnWouldBringTheSoundBack_S0_15() {
    for resumes in [false, true] {
      var policy = Policy()
      policy.resumesOnReplug = resumes
      policy.resumesOnUnlock = true
      func stage(_ events: Player.Event...) -> Stage {
        var stage = Stage(tracks: 1, playing: true)
        _ = stage.handle(.configure(policy))
        for event in events { _ = stage.handle(event) }
        return stage
      }
      #expect(stage(.pause(Self.headphones)).player.awaitsRoute == resumes)
      #expect(stage(.pause(Self.headphones), .pause(.user)).player.awaitsRoute == resumes)
      for event: Player.Event in [
        .play, .stop, .pause(.sleep), .reasonEnded(Self.headphones), .configure(Policy()),
      ] where resumes || event != .reasonEnded(Self.headphones) {
        #expect(!stage(.pause(Self.headphones), event).player.awaitsRoute, "\(event)")
      }
      #expect(!stage().player.awaitsRoute)
      #expect(!stage(.pause(.lock)).player.awaitsRoute && !stage(.pause(.user)).player.awaitsRoute)
    }
  }

  @Test func unlockingBringsBackOnlyWhatTheLockPaused_S0_05() {
    for resumes in [false, true] {
      var stage = Stage(tracks: 1, playing: true)
      var policy = Policy()
      policy.resumesOnUnlock = resumes
      _ = stage.handle(.configure(policy))
      _ = stage.handle(.pause(.lock))
      #expect(stage.handle(.reasonEnded(.lock)).orders == (resumes ? [true] : []))
      _ = stage.handle(.pause(.otherPlayer("VLC")))
      #expect(stage.handle(.reasonEnded(.lock)) == [])
    }
  }

  @Test func anOutputThatReturnsDuringACallWaitsForItsEnd() {
    var stage = Stage(tracks: 1, playing: true)
    var policy = Policy()
    policy.resumesOnReplug = true
    _ = stage.handle(.configure(policy))
    _ = stage.handle(.pause(Self.headphones))
    _ = stage.handle(.holdBegan(.call(application: "a")))
    #expect(stage.handle(.reasonEnded(Self.headphones)) == [])
    #expect(stage.handle(.holdEnded(.call(application: "a"))).orders == [true])
  }

  // MARK: The decision about a route

  @Test func aRouteThatIsLostAfterAllBecomesAPause() {
    var stage = Stage(tracks: 1, playing: true)
    #expect(stage.handle(.holdBegan(.route)).orders == [false])
    #expect(stage.player.pauseReason?.description == "route-change")
    stage.wait(Hold.decisionTime)
    #expect(stage.handle(.pause(Self.headphones)) == [])
    #expect(stage.player.pauseReason == Self.headphones)
    #expect(stage.handle(.holdEnded(.route)) == [])
    #expect(!stage.isSounding)
  }

  @Test func playDecidesAboutARoute() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.holdBegan(.route))
    #expect(stage.handle(.play).orders == [true])
    #expect(stage.handle(.pause(Self.headphones)) == [])
    #expect(stage.isSounding)
    // The next loss is a different one.
    #expect(stage.handle(.pause(Self.headphones)).orders == [false])
  }

  /// A session manager calls Pause at once; only seconds later it is known whether the route is lost.
  @Test func aPauseDuringTheDecisionIsPartOfIt() {
    for pausesFirst in [false, true] {
      var stage = Stage(tracks: 1, playing: true)
      for isPause in [pausesFirst, !pausesFirst] {
        _ = stage.handle(isPause ? .pause(.user) : .holdBegan(.route))
        stage.wait(.milliseconds(5))
      }
      stage.wait(Hold.decisionTime)
      _ = stage.handle(.pause(Self.headphones))
      #expect(stage.player.pauseReason == Self.headphones)
      #expect(stage.handle(.play).rewound == [.word])
    }
  }

  @Test func aLongPauseKeepsItsReason() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.otherPlayer("VLC")))
    stage.wait(.seconds(60))
    _ = stage.handle(.pause(Self.headphones))
    #expect(stage.player.pauseReason == .otherPlayer("VLC"))
    _ = stage.handle(.pause(.user))
    #expect(stage.player.pauseReason == .user)
  }
}
