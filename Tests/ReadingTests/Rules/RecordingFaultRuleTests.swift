import EventLoop
import Playback
import Recordings
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Recordings whose file, decoder or output fails, and recordings that are interrupted.
@Suite(.timeLimit(.minutes(1)))
struct RecordingFaultRuleTests {
  /// Headphones, as far as their name is needed.
  private static let headphones = Endpoint(
    sink: 1, sinkName: "usb", sinkLabel: "Headphones", device: nil, isHardware: true, profileDevice: nil, route: nil)

  @Test func aBrokenRecordingIsHeardAsFarAsItGoes() async {
    await RecordingRig.play { rig in
      var recording = RecordingScript(seconds: 10)
      recording.breaksAt = 44_100
      rig.add(recording)
      rig.hand.pass(5000)
      #expect(rig.runs == [0...44_099] && rig.hand.status == .stopped)
      #expect(rig.hand.told.contains { $0.contains("the recording is broken at 0:02: its data are damaged") })
    }
  }

  @Test func aCrashAtOneFrameIsTriedTwiceAndIsTheEndThen() async {
    await RecordingRig.play { rig in
      var recording = RecordingScript(seconds: 10)
      recording.crashesAt = 44_100
      rig.add(recording)
      let next = rig.add(RecordingScript(seconds: 2), at: "/next.wav")
      rig.hand.pass(2900)
      // One for each, and a second one where the first has crashed.
      #expect(rig.recordings.decoders.count == 3)
      let message = "failed: the recording is broken at 0:02: the worker ended without an answer (signal 11)"
      #expect(rig.hand.told.count { $0.contains(message) } == 1)
      // Everything before it was heard, and the queue goes on.
      #expect(rig.runs.first == 0...44_099 && rig.hand.current == next && rig.hand.status == .playing)
      rig.hand.pass(3000)
      #expect(rig.hand.status == .stopped && rig.runs.last == 0...44_099)
    }
  }

  @Test func aRecordingThatIsAnotherFileNowIsLeftOut() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 3), at: "/a.wav")
      rig.hand.pass(1000)
      rig.hand.pause()
      // The output is released after three minutes, and its file is closed.
      rig.hand.pass(200_000)
      #expect(rig.recordings.open.isEmpty)
      var text = RecordingScript(seconds: 1)
      text.failure = Trouble(.unknownFormat, "no recording")
      rig.replace("/a.wav", with: text)
      let next = rig.add(RecordingScript(seconds: 1), at: "/b.wav", playing: false)
      rig.hand.play()
      rig.hand.pass(100)
      #expect(rig.hand.told.count { $0.contains("failed: it is of a kind that is not read (no recording)") } == 1)
      #expect(rig.hand.current == next && rig.hand.status == .playing)
    }
  }

  @Test func aCrashThatDoesNotHappenAgainIsNotHeard() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 3))
      rig.hand.pass(1000)
      rig.recordings.decoders[0].crash()
      rig.hand.pass(5000)
      #expect(rig.recordings.decoders.count == 2 && rig.runs == [0...66_149])
      #expect(!rig.hand.told.contains { $0.contains("failed") })
    }
  }

  @Test func aRecordingWhoseFileIsGoneIsLeftOut() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 1), at: "/a.wav")
      rig.add(RecordingScript(seconds: 1), at: "/b.wav", playing: false)
      rig.add(RecordingScript(seconds: 1), at: "/c.wav", playing: false)
      rig.remove("/c.wav")
      rig.hand.pass(5000)
      #expect(rig.runs.count == 2 && rig.hand.status == .stopped)
      #expect(rig.hand.told.contains { $0.contains("there is no such file") })
    }
  }

  @Test func headphonesThatAreGonePauseItAtTheFrame_S0_16() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 3))
      rig.hand.pass(1000)
      rig.hand.output.hold(true)
      #expect(rig.hand.status == .paused && rig.hand.reason == "route-change")
      let taken = rig.hand.output.taken.count
      rig.hand.pass(1000)
      rig.hand.output.loseRoute(Self.headphones)
      rig.hand.pass(10_000)
      #expect(rig.hand.status == .paused && rig.hand.reason.hasPrefix("route-lost"))
      #expect(rig.hand.output.taken.count == taken)
      rig.hand.play()
      rig.hand.pass(5000)
      #expect(rig.jumps.allSatisfy { abs($0) <= 1 } && rig.runs.last?.upperBound == 66_149, "\(rig.runs)")
    }
  }

  @Test(arguments: [SoundState.serverMissing, .noSink, .unlinked])
  func aLostOutputIsAwaitedAndItGoesOnAtTheFrame_S0_02(state: SoundState) async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 3))
      rig.hand.pass(1000)
      rig.hand.output.become(state)
      rig.hand.pass(3000)
      #expect(rig.hand.session.state == .interrupted && abs(rig.hand.position - 1000) <= 1)
      rig.hand.output.become(.ready)
      rig.hand.pass(5000)
      #expect(rig.jumps.allSatisfy { abs($0) <= 1 } && rig.runs.last?.upperBound == 66_149, "\(rig.runs)")
      #expect(!rig.hand.told.contains { $0.contains("failed") })
    }
  }

  @Test func aCallInterruptsItAndItGoesOnAtTheSameFrame() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 3))
      rig.hand.pass(1000)
      rig.hand.call()
      rig.hand.pass(5000)
      #expect(rig.hand.status == .paused)
      rig.hand.endCall()
      rig.hand.pass(4000)
      #expect(rig.runs == [0...66_149])
    }
  }
}
