import Documents
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Calls, lost outputs and other reasons for silence, and the return of the sound.
@Suite(.timeLimit(.minutes(1)))
struct HoldRuleTests {
  private static let text = "One two. Three four five."

  // MARK: Calls

  @Test func aCallIsWaitedForAndTheReadingGoesOnWithTheWord_S0_05_S3_23_S4_03() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.call()
      hand.pass(1000)
      #expect(hand.status == .paused && hand.reason == "call: phone")
      #expect(hand.session.state == .interrupted && hand.position == 600)
      hand.forget()
      hand.endCall()
      hand.pass(5000)
      #expect(
        hand.told == [
          "1600 resumed", "1600 at 400", "1600 two.", "2100 Three", "2700 four", "3200 five.", "3700 finished",
        ])
    }
  }

  @Test func aLongCallIsFollowedByTheWholeSentence_S0_05() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.call()
      hand.pass(20_000)
      hand.forget()
      hand.endCall()
      hand.pass(100)
      #expect(hand.told == ["20600 resumed", "20600 at 0", "20600 One"])
    }
  }

  @Test func aMereBreathOfACallRepeatsNothing_S0_05() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.call()
      hand.pass(90)
      hand.endCall()
      hand.pass(5000)
      #expect(hand.heard == "One two.|Three four five.")
      #expect(!hand.told.contains { $0.contains(" at ") })
    }
  }

  /// The words are known only when the sound has been made.
  @Test func aCallBeforeTheSoundIsFollowedByItsWord_S0_05() async {
    await ManualSession.play { hand in
      hand.voice.delay = .milliseconds(200)
      hand.read("One. Two. Three four five six.")
      hand.pass(300)
      hand.seek(to: 2450)
      #expect(hand.session.player.isPreparing)
      hand.call()
      hand.pass(1000)
      hand.forget()
      hand.endCall()
      hand.pass(300)
      #expect(hand.told == ["1300 resumed", "1300 at 2100", "1300 five"], "\(hand.told)")
    }
  }

  /// As after a restart on headphones that are looked for, while the text is read in.
  @Test func aCallBeforeTheTextHasComeEndsNothing_S0_05_S0_16() async {
    await ManualSession.play { hand in
      let track = hand.openTrack()
      hand.session.add([(track, TrackMetadata(title: "A text"))], .last, playing: false)
      hand.seek(to: 900)
      hand.play()
      hand.output.hold(true)
      hand.pass(300)
      hand.write(Self.text, to: track)
      track.complete(.complete)
      hand.session.grew([track])
      hand.pass(300)
      #expect(hand.session.state == .interrupted)
      hand.output.hold(false)
      hand.pass(2000)
      #expect(hand.heard.hasPrefix("Three four"), "\(hand.told) \(hand.heard)")
    }
  }

  @Test func aCallBeyondTheLimitLeavesAPause_S0_05() async {
    await ManualSession.play { hand in
      var policy = Policy()
      policy.holdLimit = .seconds(10)
      hand.send(.configure(policy))
      hand.read(Self.text)
      hand.pass(600)
      hand.call()
      hand.pass(9_999)
      #expect(hand.session.state == .interrupted)
      hand.pass(1)
      #expect(hand.session.state == .paused && hand.reason == "call: phone")
      hand.endCall()
      hand.pass(60_000)
      #expect(hand.session.state == .paused)
      hand.play()
      #expect(hand.status == .playing)
    }
  }

  @Test func playDuringACallPlaysAndTheCallsEndChangesNothing_S0_05() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.call()
      hand.pass(300)
      hand.play()
      #expect(hand.status == .playing)
      hand.pause()
      hand.play()
      // Nobody watched meanwhile, and the call is found again: the listener's word counts.
      hand.send(.holdFound(.call(application: "phone")))
      #expect(hand.status == .playing)
      hand.forget()
      hand.endCall()
      hand.pass(5000)
      #expect(hand.told.last?.hasSuffix("finished") == true && !hand.told.contains { $0.contains("paused") })
    }
  }

  @Test func aTextQueuedDuringACallWaits_S0_05() async {
    await ManualSession.play { hand in
      hand.call()
      hand.read(Self.text)
      hand.pass(10_000)
      #expect(hand.told == [] && hand.reason == "call: phone" && hand.session.state == .interrupted)
      #expect(hand.output.taken.isEmpty)
      hand.endCall()
      hand.pass(100)
      #expect(hand.told == ["10000 started", "10000 One"])
    }
  }

  @Test func ofTwoCallsBothAreWaitedFor_S0_05() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.call()
      hand.send(.holdBegan(.call(application: "second")))
      hand.endCall()
      #expect(hand.status == .paused && hand.reason == "call: second")
      hand.send(.holdEnded(.call(application: "second")))
      #expect(hand.status == .playing)
    }
  }

  @Test func aPauseDuringACallStays_S0_05() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.call()
      hand.pass(2000)
      hand.pause()
      hand.endCall()
      hand.pass(10_000)
      #expect(hand.session.state == .paused && hand.reason == "user")
      #expect(hand.told.count { $0.contains("paused") } == 1)
    }
  }

  @Test func aTextThatIsStoppedDuringACallIsNotHeardAfterIt_S0_05() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.call()
      hand.send(.clear(.stopped))
      hand.endCall()
      hand.pass(10_000)
      #expect(hand.told.last == "600 cancelled (stopped)" && hand.session.state == .idle)
    }
  }

  // MARK: Reasons that do not end by themselves

  @Test(arguments: [PauseReason.otherPlayer("Tune box"), .seat, .sleep, .lock, .routeLost("Headphones")])
  func anotherReasonPausesForGood_S0_02_S0_03_S0_05(reason: PauseReason) async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.send(.pause(reason))
      hand.pass(30_000)
      hand.send(.reasonEnded(reason))
      hand.pass(30_000)
      #expect(hand.session.state == .paused && hand.reason == reason.description)
      hand.forget()
      hand.play()
      hand.pass(50)
      // The listener did not ask for the silence. It cut a word, which is heard again.
      #expect(hand.told == ["60600 resumed", "60600 at 400", "60600 two."])
    }
  }

  @Test func unlockingReadsOnWhereThatIsConfigured_S0_02() async {
    await ManualSession.play { hand in
      var policy = Policy()
      policy.resumesOnUnlock = true
      hand.send(.configure(policy))
      hand.read(Self.text)
      hand.pass(600)
      hand.send(.pause(.lock))
      hand.pass(5000)
      hand.send(.reasonEnded(.lock))
      #expect(hand.status == .playing)
      // But not what the listener paused as well.
      hand.send(.pause(.lock))
      hand.pass(5000)
      hand.pause()
      hand.send(.reasonEnded(.lock))
      #expect(hand.status == .paused)
    }
  }

  @Test func aPausedTextStaysPausedOverSleepLockAndCall_S0_02() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.pause()
      hand.pass(2000)
      hand.call()
      hand.send(.pause(.sleep))
      hand.send(.pause(.lock))
      hand.endCall()
      hand.send(.reasonEnded(.lock))
      hand.pass(5000)
      #expect(hand.session.state == .paused && hand.reason == "user" && hand.position == 600)
    }
  }

  /// All orders of what comes from outside at once.
  @Test func theOrderOfWhatHappensOutsideDoesNotMatter_S4_05() async {
    let orders = (0..<24).map { number in
      var rest = [0, 1, 2, 3]
      return [number / 6, number / 2 % 3, number % 2, 0].map { rest.remove(at: $0) }
    }
    for order in orders {
      await ManualSession.play { hand in
        hand.read(Self.text)
        hand.pass(600)
        for step in order {
          switch step {
          case 0: hand.call()
          case 1: hand.send(.pause(.otherPlayer("Tune box")))
          case 2: hand.output.become(.noSink)
          default: hand.pause()
          }
          hand.pass(10)
        }
        #expect(hand.session.state == .paused && hand.reason == "other-player: Tune box", "\(order)")
        hand.output.become(.ready)
        hand.endCall()
        hand.pass(10_000)
        #expect(hand.session.state == .paused, "\(order)")
        hand.play()
        hand.pass(10_000)
        #expect(hand.session.state == .idle && hand.told.last?.hasSuffix("finished") == true, "\(order)")
      }
    }
  }
}
