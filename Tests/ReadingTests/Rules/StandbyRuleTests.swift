import EventLoop
import Playback
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// The stream before and after sound: it runs where the next sound must not wait, and only there.
@Suite(.timeLimit(.minutes(1)))
struct StandbyRuleTests {
  /// 20 s of sound.
  private static let text = String(repeating: "One two three four five six seven. ", count: 6)

  private static func endpoint(bus: String) -> Endpoint {
    Endpoint(
      sink: 1, sinkName: "sink", sinkLabel: "Headset",
      device: SoundDevice(serial: 2, name: "card", label: "Headset", bus: bus, formFactor: "headset"),
      isHardware: true, profileDevice: nil, route: nil)
  }

  @Test func afterTheListenersPauseTheStreamRunsOnForThreeSeconds_S0_06() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(1000)
      hand.pause()
      hand.pass(2990)
      #expect(hand.output.isRunning)
      hand.pass(20)
      #expect(!hand.output.isRunning && hand.output.soundState == .ready)
      hand.play()
      #expect(hand.output.isRunning)
      hand.pass(500)
      #expect(hand.status == .playing)
    }
  }

  @Test func afterTheEndAndAfterStopItRunsOnToo_S0_06() async {
    await ManualSession.play { hand in
      hand.read("One two.")
      hand.pass(2000)
      #expect(hand.status == .stopped && hand.output.isRunning)
      hand.pass(3000)
      #expect(!hand.output.isRunning)
      hand.read(Self.text)
      hand.pass(1000)
      hand.send(.stop)
      hand.pass(2000)
      #expect(hand.output.isRunning)
      hand.pass(1500)
      #expect(!hand.output.isRunning)
    }
  }

  @Test(arguments: [
    PauseReason.lock, .sleep, .seat, .sleepTimer, .otherPlayer("mpv"), .routeLost("Headphones"), .restart,
  ])
  func afterAnyOtherPauseItDoesNot_S0_06(reason: PauseReason) async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(1000)
      hand.send(.pause(reason))
      #expect(hand.status == .paused && !hand.output.isRunning)
    }
  }

  @Test func norInACallOrWhileMuted_S0_06() async {
    await ManualSession.play { hand in
      var policy = Policy()
      policy.pausesOnMute = true
      hand.send(.configure(policy))
      hand.read(Self.text)
      hand.pass(1000)
      hand.call()
      #expect(!hand.output.isRunning)
      hand.endCall()
      #expect(hand.output.isRunning)
      hand.pass(1000)
      hand.output.become(Loudness(isSinkMuted: true, sinkVolume: 1))
      hand.pass(10)
      #expect(hand.reason == "muted" && !hand.output.isRunning)
    }
  }

  /// The listener pauses, and a second later something else wants silence, too.
  @Test func anotherReasonEndsTheLinger_S0_06() async {
    for event in [Player.Event.pause(.lock), .pause(.sleep), .pause(.routeLost("USB")), .holdBegan(.route)] {
      await ManualSession.play { hand in
        hand.read(Self.text)
        hand.pass(1000)
        hand.pause()
        hand.pass(500)
        #expect(hand.output.isRunning)
        hand.send(event)
        #expect(!hand.output.isRunning, "\(event)")
      }
    }
  }

  @Test func aBluetoothHeadsetIsFreeAtOnce_S0_06() async {
    for (bus, runs) in [("bluetooth", false), ("usb", true)] {
      await ManualSession.play { hand in
        hand.output.endpoint = Self.endpoint(bus: bus)
        hand.read(Self.text)
        hand.pass(1000)
        hand.pause()
        hand.pass(10)
        #expect(hand.output.isRunning == runs, "\(bus)")
      }
    }
  }

  @Test func theReleaseIsCountedFromTheEndOfTheLinger_S0_07() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(1000)
      hand.pause()
      hand.pass(182_900)
      #expect(hand.output.soundState == .ready)
      hand.pass(200)
      #expect(hand.output.soundState == .closed)
    }
  }

  @Test func theStreamRunsWhileTheFirstSoundIsMade() async {
    await ManualSession.play { hand in
      hand.voice.delay = .milliseconds(100)
      hand.session.openOutput()
      #expect(hand.output.isOnStandby)
      hand.read(Self.text)
      hand.pass(50)
      #expect(!hand.voice.asked.isEmpty && hand.status == .playing)
      #expect(hand.output.isRunning && hand.output.isOnStandby, "before there is sound")
    }
  }

  /// The loop waits for the sound server only while the engine makes the sound.
  @Test func theStartIsFinishedWhenTheEngineHasItsOrder() async {
    await ManualSession.play { hand in
      var asked: [Int] = []
      hand.output.finishingStart = { asked.append(hand.voice.asked.count) }
      hand.voice.delay = .milliseconds(100)
      hand.session.openOutput()
      #expect(hand.output.isRunning && asked.isEmpty)
      hand.read(Self.text)
      #expect(asked.count == 1 && asked[0] > 0)
    }
  }

  @Test func aStreamForWhichNothingComesRestsAgain() async {
    await ManualSession.play { hand in
      hand.session.openOutput()
      #expect(hand.output.isRunning)
      // Nothing comes: the text was refused.
      hand.pass(3100)
      #expect(!hand.output.isRunning)
      hand.call()
      hand.session.openOutput()
      #expect(!hand.output.isRunning, "nothing may sound in a call")
    }
  }

  // MARK: Cycles

  @Test func cyclesAreShortAroundCommandsAndLongBetweenThem() async {
    await ManualSession.play { hand in
      #expect(hand.output.hasShortCycles)
      hand.read(Self.text)
      hand.pass(4900)
      #expect(hand.output.hasShortCycles)
      hand.pass(300)
      #expect(!hand.output.hasShortCycles)
      hand.seek(to: 1000)
      #expect(hand.output.hasShortCycles)
      hand.pass(4000)
      hand.send(.setRate(1))
      hand.pass(4000)
      #expect(hand.output.hasShortCycles, "each command begins the five seconds again")
      hand.pass(1100)
      #expect(!hand.output.hasShortCycles)
      hand.pause()
      #expect(hand.output.hasShortCycles, "and so does a pause")
      hand.pass(10_000)
      #expect(hand.output.hasShortCycles, "the next sound begins with them")
    }
  }

  @Test func reportsOfTheDriverAreNoCommands() async {
    await ManualSession.play { hand in
      hand.readBook(["One two three four five six seven eight.", "One two.", Self.text])
      hand.pass(5200)
      #expect(!hand.output.hasShortCycles)
      hand.pass(3000)
      #expect(!hand.output.hasShortCycles, "another chapter begins by itself")
    }
  }
}
