import EventLoop
import Playback
import Recordings
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Recordings beside texts in one queue: their order, their lengths, their files, and their places.
@Suite(.timeLimit(.minutes(1)))
struct RecordingQueueRuleTests {
  @Core
  private static func previous(_ rig: RecordingRig) {
    rig.hand.send(.previous(heard: rig.hand.session.position, restartAfter: 3_000_000))
  }

  @Test func aTextAndARecordingFollowEachOther() async {
    await RecordingRig.play { rig in
      rig.hand.read("One two.")
      let id = rig.add(RecordingScript(seconds: 1))
      rig.hand.read("Three.")
      rig.hand.pass(900)
      #expect(rig.hand.current == id)
      rig.hand.pass(3000)
      // "One two." takes 0.8 s, and the text after the recording begins when it has ended.
      let words = rig.hand.told.map { String($0.split(separator: " ")[1]) }.filter { !$0.hasSuffix("ed") }
      #expect(words == ["One", "two.", "Three."])
      #expect(rig.runs.contains { $0 == 0...22_049 })
    }
  }

  /// Three recordings of which the first is opened last: the others wait for it before they enter the queue.
  @Core
  private static func threeOfWhichTwoWait(_ rig: RecordingRig, second: RecordingScript) {
    var slow = RecordingScript(seconds: 2)
    slow.latency = .milliseconds(100)
    rig.ask(for: slow, at: "/a.wav")
    rig.ask(for: second, at: "/b.wav", playing: false)
    rig.ask(for: RecordingScript(seconds: 2), at: "/c.wav", playing: false)
    rig.hand.pass(50)
    #expect(rig.answers.isEmpty && rig.recordings.open.count == 3)
  }

  @Test func theFilesOfThoseThatWaitedAreClosed() async {
    await RecordingRig.play { rig in
      Self.threeOfWhichTwoWait(rig, second: RecordingScript(seconds: 2))
      rig.hand.pass(300)
      #expect(rig.answers == ["", "", ""] && rig.recordings.open.count == 2, "the current one and the next one")
      rig.hand.send(.clear(.hushed))
      rig.hand.pass(100)
      #expect(rig.recordings.open.isEmpty)
    }
  }

  @Test func aDecoderThatCrashesWhileItsRecordingWaitsIsReplaced() async {
    await RecordingRig.play { rig in
      Self.threeOfWhichTwoWait(rig, second: RecordingScript(seconds: 2))
      rig.recordings.decoders[1].crash()
      rig.hand.pass(7000)
      #expect(rig.answers == ["", "", ""] && rig.hand.status == .stopped)
      #expect(rig.runs.map(\.count) == [44_100, 44_100, 44_100])
    }
  }

  @Test func noSilenceIsBetweenATextAndARecording() async {
    await RecordingRig.play { rig in
      rig.hand.read("One two.", gaps: Timeline.Gaps())
      var recording = RecordingScript(seconds: 1)
      recording.latency = .milliseconds(20)
      rig.add(recording, at: "/a.wav")
      rig.add(recording, at: "/b.wav")
      rig.hand.pass(4000)
      // "One two." has eight letters of 2205 frames, and both recordings have 22,050.
      #expect(rig.hand.output.taken.count == 8 * 2205 + 2 * 22_050)
      #expect(rig.hand.output.taken.allSatisfy { $0 != 0 })
      #expect(rig.runs.suffix(2).allSatisfy { $0.upperBound == 22_049 })
    }
  }

  @Test func nextAndPreviousGoFromTextToRecordingAndBack_S2_02() async {
    await RecordingRig.play { rig in
      let text = rig.hand.read("One two three four.")
      let id = rig.add(RecordingScript(seconds: 10), playing: false)!
      let last = rig.hand.read("Three.", playing: false)
      rig.hand.pass(200)
      rig.hand.send(.next(finishing: false))
      rig.hand.pass(500)
      #expect(rig.hand.current == id && rig.runs.last?.lowerBound == 0)
      rig.hand.send(.next(finishing: false))
      rig.hand.pass(200)
      #expect(rig.hand.current == last && rig.hand.status == .playing)
      Self.previous(rig)
      rig.hand.pass(5000)
      #expect(rig.hand.current == id && rig.hand.position >= 4990 && rig.hand.status == .playing)
      // After some seconds, the recording itself begins again.
      Self.previous(rig)
      rig.hand.pass(100)
      #expect(rig.hand.current == id && abs(rig.hand.position - 100) < 5)
      Self.previous(rig)
      rig.hand.pass(100)
      #expect(rig.hand.current == text && rig.hand.status == .playing)
    }
  }

  @Test func aPlaceBeyondTheEndIsTheNextTrack_S2_10() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 3), at: "/a.wav")
      let next = rig.add(RecordingScript(seconds: 3), at: "/b.wav")
      rig.hand.pass(100)
      rig.hand.session.seek(by: 10_000_000)
      rig.hand.pass(100)
      #expect(rig.hand.current == next)
    }
  }

  @Test func theNextOneIsOpenBeforeItsTurnAndOthersAreClosed() async {
    await RecordingRig.play { rig in
      for number in 1...6 { rig.add(RecordingScript(seconds: 2), at: "/\(number).wav") }
      #expect(rig.recordings.open.count == 2)
      for _ in 1...5 {
        rig.hand.send(.next(finishing: true))
        rig.hand.pass(100)
        #expect(rig.recordings.open.count <= 2)
      }
      #expect(rig.hand.position > 0 && rig.hand.status == .playing)
      rig.hand.pass(3000)
      #expect(rig.hand.status == .stopped)
    }
  }

  @Test func itIsRepeatedAsATrack() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 1))
      rig.hand.send(.setLoop(.track))
      rig.hand.pass(3500)
      #expect(rig.runs.map(\.lowerBound) == [0, 0, 0, 0])
    }
  }

  @Test func theQueueIsRepeatedWithBoth() async {
    await RecordingRig.play { rig in
      rig.hand.read("One.", gaps: Timeline.Gaps())
      rig.add(RecordingScript(seconds: 1), playing: false)
      rig.hand.send(.setLoop(.playlist))
      // A round takes 1.4 s.
      rig.hand.pass(4100)
      #expect(rig.hand.told.count { $0.hasSuffix("One.") } == 3)
      #expect(rig.runs.count { $0.upperBound == 22_049 } == 2 && rig.recordings.open.count == 1)
    }
  }

  @Test func theSleepTimerEndsWithTheRecording() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 3), at: "/a.wav")
      rig.add(RecordingScript(seconds: 3), at: "/b.wav", playing: false)
      rig.hand.session.setSleep(.chapters(1))
      rig.hand.pass(2000)
      #expect(abs((rig.hand.session.sleepRemaining?.count ?? 0) - 1_000_000) < 5000)
      rig.hand.pass(5000)
      #expect(rig.hand.status != .playing && rig.runs.last?.upperBound == 66_149)
    }
  }

  @Test func anEstimatedLengthBecomesExact() async {
    await RecordingRig.play { rig in
      var recording = RecordingScript(seconds: 3)
      (recording.description.frames, recording.description.isExact) = (70_000, false)
      let id = rig.add(recording)!
      #expect(rig.hand.session.player.length(of: id)?.isExact == false)
      rig.hand.pass(2900)
      #expect(rig.hand.session.player.length(of: id) == TrackLength(microseconds: 3_000_000, isExact: true))
    }
  }

  @Test func aLengthThatNobodyKnowsIsNotTold_S2_12() async {
    await RecordingRig.play { rig in
      var recording = RecordingScript(seconds: 3)
      recording.description.frames = nil
      let id = rig.add(recording)!
      rig.hand.pass(1000)
      #expect(rig.hand.session.player.length(of: id) == nil && rig.hand.position > 900)
      rig.hand.pass(1900)
      #expect(rig.hand.session.player.length(of: id) == TrackLength(microseconds: 3_000_000, isExact: true))
      rig.hand.pass(1000)
      #expect(rig.runs == [0...66_149] && rig.hand.status == .stopped)
    }
  }

  @Test func aLengthThatCannotBeIsNone() async {
    await RecordingRig.play(to: FrameFormat(sampleRate: 48_000, channels: 2)) { rig in
      for frames in [Frame.max, .min] {
        var recording = RecordingScript(seconds: 1, rate: 1000)
        recording.description.frames = frames
        rig.add(recording)
        rig.hand.send(.setRate(1.5))
        rig.hand.pass(3000)
        #expect(rig.hand.status == .stopped)
      }
    }
  }

  @Test func thePlaceIsKeptWhileItIsHeard_S2_28() async {
    await RecordingRig.play { rig in
      var noted: [Microseconds] = []
      let take = rig.hand.watch
      rig.hand.watch = {
        take?($0)
        if case .reached(_, let place) = $0 { noted.append(place.microseconds) }
      }
      rig.add(RecordingScript(seconds: 60))
      rig.hand.pass(21_000)
      // Each five seconds, for the case of a crash.
      #expect(noted.count == 4 && noted.last.map { abs($0.count - 20_000_000) < 100_000 } ?? false)
      rig.hand.pause()
      rig.hand.pass(60_000)
      #expect(noted.count == 4, "nothing wakes up without sound")
      let kept = rig.hand.session.kept.tracks.values.first
      #expect(kept.map { abs($0.place.microseconds.count - 21_000_000) < 5000 } ?? false)
      #expect(kept?.format == "recording")
    }
  }
}
