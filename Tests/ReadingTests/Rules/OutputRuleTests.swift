import Documents
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Outputs that are away, headphones that are pulled, and muted sound.
@Suite(.timeLimit(.minutes(1)))
struct OutputRuleTests {
  private static let text = "One two. Three four five."
  /// Headphones, as far as their name is needed.
  private static let headphones = Endpoint(
    sink: 1, sinkName: "usb", sinkLabel: "Headphones", device: nil, isHardware: true, profileDevice: nil, route: nil)

  @Test(arguments: [SoundState.serverMissing, .noSink, .unlinked])
  func aLostOutputIsAwaitedAndTheWordIsHeardAgain_S0_02_S4_07(state: SoundState) async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.output.become(state)
      hand.pass(3000)
      #expect(hand.session.state == .interrupted && hand.position == 600)
      #expect(["server-lost", "no-sink", "no-link"].contains(hand.reason))
      hand.forget()
      hand.output.become(.ready)
      hand.pass(5000)
      #expect(
        hand.told.prefix(2) == ["3600 resumed", "3600 at 400"] && hand.told.contains("3600 two."), "\(hand.told)")
      #expect(hand.told.last?.hasSuffix("finished") == true)
    }
  }

  @Test func oneLossAfterTheOtherIsOneSilence_S0_02() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.output.become(.noSink)
      hand.pass(500)
      hand.output.become(.serverMissing)
      hand.pass(500)
      hand.output.become(.connecting)
      hand.pass(500)
      #expect(hand.session.state == .interrupted && hand.reason == "server-lost")
      hand.output.become(.ready)
      hand.pass(100)
      #expect(hand.told.count { $0.contains("paused") } == 1 && hand.told.count { $0.contains("resumed") } == 1)
      // Between two reasons nothing sounded.
      #expect(hand.heard.hasPrefix("One tw"), "\(hand.heard)")
    }
  }

  /// A session manager calls `Pause` because the headphones have gone, and its call may come before the news of that.
  @Test func theRouteIsGuardedWhileItIsUnknownWhoPaused_S0_15() async {
    await ManualSession.play { hand in
      let call = PauseCall(number: 1)
      hand.read(Self.text)
      hand.pass(600)
      hand.session.send(.pauseAsked(call))
      hand.pass(10)
      #expect(hand.session.state == .paused && hand.output.isWanted, "silent, and the headphones are still watched")
      hand.output.loseRoute(Self.headphones)
      hand.session.send(.pauseKnown(call, isListeners: false))
      hand.pass(1000)
      #expect(hand.session.state == .paused && hand.reason.hasPrefix("route-lost") && !hand.output.isWanted)
      hand.session.send(.play)
      #expect(hand.output.isWanted)
    }
    await ManualSession.play { hand in
      let call = PauseCall(number: 1)
      hand.read(Self.text)
      hand.pass(600)
      hand.session.send(.pauseAsked(call))
      hand.session.send(.pauseKnown(call, isListeners: true))
      #expect(hand.session.state == .paused && hand.reason == "user" && !hand.output.isWanted)
    }
  }

  @Test func withoutAnOutputTheTextWaitsAndThatIsToldOnce_S0_13_S1_13_S4_07() async {
    await ManualSession.play { hand in
      hand.output.become(.serverMissing)
      hand.read(Self.text)
      hand.pass(1900)
      #expect(hand.told == [] && hand.session.state == .interrupted)
      hand.pass(60_000)
      #expect(hand.told == ["2000 failed: PipeWire cannot be reached; the text waits in the queue"])
      hand.output.become(.ready)
      hand.pass(100)
      #expect(hand.told.dropFirst() == ["61900 started", "61900 One"])
      #expect(hand.session.lastError.isEmpty)
    }
  }

  @Test func thereAreThreeMessagesForThreeKindsOfMissingOutput_S0_13() async {
    var messages: Set<String> = []
    for state in [SoundState.serverMissing, .noSink, .unlinked] {
      let message = await Self.message(of: state)
      messages.insert(message)
    }
    #expect(messages.count == 3 && messages.allSatisfy { $0.contains("waits in the queue") })
  }

  @Core
  private static func message(of state: SoundState) -> String {
    let hand = ManualSession()
    hand.output.become(state)
    hand.read(text)
    hand.pass(3000)
    return hand.session.lastError
  }

  @Test func aSinkUnpluggedForAMomentIsNotTold_S1_13() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.output.become(.noSink)
      hand.pass(9000)
      hand.output.become(.ready)
      hand.pass(5000)
      #expect(!hand.told.contains { $0.contains("failed") })
      hand.read(Self.text)
      hand.pass(300)
      hand.output.become(.noSink)
      hand.pass(10_100)
      #expect(hand.told.last?.contains("there is no sink") == true)
    }
  }

  @Test func playWithoutASinkDoesNotOverruleThat_S1_13() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.output.become(.noSink)
      hand.pass(100)
      hand.play()
      #expect(hand.session.state == .interrupted)
    }
  }

  // MARK: Headphones

  @Test func headphonesThatAreGonePauseForGood_S0_15_S0_16() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.output.hold(true)
      // At once: nothing is heard aloud.
      #expect(hand.status == .paused && hand.reason == "route-change")
      let taken = hand.output.taken.count
      hand.pass(2000)
      hand.output.loseRoute(Self.headphones)
      hand.pass(10_000)
      #expect(hand.session.state == .paused && hand.reason.hasPrefix("route-lost"))
      hand.output.returnRoute(Self.headphones)
      hand.pass(10_000)
      #expect(hand.session.state == .paused && hand.output.taken.count == taken)
    }
  }

  @Test func theSameHeadphonesReadOnWhereThatIsConfigured_S0_15() async {
    await ManualSession.play { hand in
      var policy = Policy()
      policy.resumesOnReplug = true
      hand.send(.configure(policy))
      hand.read(Self.text)
      hand.pass(600)
      hand.output.hold(true)
      hand.output.loseRoute(Self.headphones)
      hand.pass(10_000)
      var others = Self.headphones
      others.sinkLabel = "Other headphones"
      hand.output.returnRoute(others)
      #expect(hand.status == .paused)
      hand.forget()
      hand.output.returnRoute(Self.headphones)
      hand.pass(50)
      #expect(hand.status == .playing)
      #expect(hand.told == ["10600 resumed", "10600 at 400", "10600 two."])
    }
  }

  @Test func aRouteThatStaysIsHeardOn_S0_16() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(600)
      hand.output.hold(true)
      hand.pass(1500)
      hand.output.hold(false)
      hand.pass(10_000)
      #expect(hand.session.state == .idle)
      #expect(hand.heard == "One twtwo.|Three four five.")
    }
  }

  @Test func aMutedTextIsReadOnUnlessThePolicyPauses_X8() async {
    for pauses in [false, true] {
      await ManualSession.play { hand in
        var policy = Policy()
        policy.pausesOnMute = pauses
        hand.send(.configure(policy))
        hand.read(Self.text)
        hand.pass(600)
        hand.output.become(Loudness(isSinkMuted: true, sinkVolume: 1))
        hand.pass(400)
        #expect(hand.status == (pauses ? .paused : .playing) && hand.reason == (pauses ? "muted" : ""))
        hand.output.become(Loudness(sinkVolume: 1))
        hand.pass(10_000)
        #expect(hand.session.state == .idle)
      }
    }
  }
}
