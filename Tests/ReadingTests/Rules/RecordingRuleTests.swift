import EventLoop
import Playback
import Recordings
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// The transport of a recording: the same rules as for a text, by the same code.
@Suite(.timeLimit(.minutes(1)))
struct RecordingRuleTests {
  private static let stereo = FrameFormat(sampleRate: 48_000, channels: 2)
  private static func frame(_ milliseconds: Int64, at rate: Int = 22_050) -> Frame {
    Frame(microseconds: Microseconds(milliseconds * 1000), at: SampleRate(hertz: rate))
  }

  @Test func everyFrameIsHeardOnceAndInOrder_S2_01() async {
    await RecordingRig.play { rig in
      let id = rig.add(RecordingScript(seconds: 3))
      #expect(rig.hand.session.player.length(of: id!) == TrackLength(microseconds: 3_000_000, isExact: true))
      rig.hand.pass(1500)
      #expect(rig.hand.session.state == .speaking && abs(rig.hand.position - 1500) <= 2)
      rig.hand.pass(5000)
      #expect(rig.runs == [0...66_149])
      #expect(rig.hand.told.map { $0.split(separator: " ")[1] } == ["started", "finished"])
      #expect(rig.recordings.open.isEmpty, "its file is closed")
    }
  }

  @Test func aPauseLosesAndRepeatsNothing_S2_02_S0_22() async {
    await RecordingRig.play { rig in
      rig.hand.output.rampFrames = 32
      rig.add(RecordingScript(seconds: 3))
      rig.hand.pass(1000)
      rig.hand.pause()
      rig.hand.pass(2000)
      let place = rig.hand.position
      rig.hand.pass(60_000)
      #expect(rig.hand.status == .paused && rig.hand.position == place)
      rig.hand.play()
      rig.hand.pass(5000)
      #expect(rig.runs == [0...66_149])
    }
  }

  @Test(arguments: [1, 999, 2000, 2999] as [Int64]) func aSeekIsExactToTheFrame_S2_02(place: Int64) async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 3))
      rig.hand.pass(100)
      rig.hand.seek(to: place)
      rig.hand.pass(5000)
      #expect(rig.runs.last == Self.frame(place)...66_149)
      #expect(rig.hand.told.contains { $0.hasSuffix("at \(place)") })
    }
  }

  @Test func aSeekWhilePausedStaysPausedAtThePlace_S2_09() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 60))
      rig.hand.pass(500)
      rig.hand.pause()
      rig.hand.pass(100)
      rig.hand.seek(to: 30_000)
      rig.hand.pass(10_000)
      #expect(rig.hand.status == .paused && rig.hand.position == 30_000)
      rig.hand.play()
      rig.hand.pass(100)
      #expect(rig.runs.last?.lowerBound == Self.frame(30_000))
    }
  }

  @Test func aStormOfSeeksCostsOne_S2_11() async {
    await RecordingRig.play { rig in
      var recording = RecordingScript(seconds: 300)
      recording.latency = .milliseconds(30)
      rig.add(recording)
      rig.hand.pass(200)
      for place in 1...100 {
        rig.hand.seek(to: Int64(place * 2500))
        rig.hand.pass(5)
      }
      rig.hand.pass(200)
      // The pieces of the places in between never came.
      #expect(rig.runs.map(\.lowerBound) == [0, Self.frame(250_000)])
      #expect(rig.recordings.decoders.count == 1 && rig.recordings.decoders[0].mostWanted <= 22_050)
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

  @Test(arguments: [0.25, 0.5, 2, 6]) func anotherSpeedTakesItsTime_S2_34(rate: Double) async {
    await RecordingRig.play(to: Self.stereo) { rig in
      rig.add(RecordingScript(seconds: 12, rate: 44_100, channels: 2))
      rig.hand.send(.setRate(rate))
      rig.hand.pass(Int(6000 / rate))
      #expect(abs(rig.hand.position - 6000) < 300, "\(rig.hand.position)")
      rig.hand.pass(Int(7000 / rate))
      #expect(rig.hand.status == .stopped)
      let seconds = Double(rig.hand.output.taken.count / 2) / 48_000
      #expect(abs(seconds - 12 / rate) < 0.1 + 0.05 * 12 / rate, "\(seconds) s")
    }
  }

  @Test func anotherSpeedBeginsAtThePlaceThatIsHeard() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 10))
      rig.hand.pass(2000)
      let decoder = rig.recordings.decoders[0]
      rig.hand.send(.setRate(2))
      #expect(abs(rig.hand.position - 2000) < 20)
      rig.hand.send(.setRate(1))
      rig.hand.pass(10_000)
      // What was decoded is still there: nothing is missing, and nothing had to be decoded again.
      #expect(decoder.seeks.isEmpty)
      #expect(rig.runs.last?.upperBound == 220_499 && rig.runs.count <= 2)
    }
  }

  @Test func aLengthThatCannotBeIsNone() async {
    await RecordingRig.play(to: Self.stereo) { rig in
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

  @Test(arguments: [1000, 8000, 44_100, 48_000, 96_000]) func eachRateKeepsItsTimeInTheOneStream(rate: Int) async {
    var whole: [Float] = []
    await RecordingRig.play(to: Self.stereo) { rig in
      rig.add(RecordingScript(seconds: 2, rate: rate, channels: 2))
      for moment in stride(from: Int64(20), to: 1900, by: 111) {
        rig.hand.pass(Int(moment - rig.hand.milliseconds))
        #expect(abs(rig.hand.session.position.count - (moment - 1) * 1000) <= 1200)
      }
      rig.hand.pass(3000)
      whole = rig.hand.output.taken
      #expect(whole.count == 2 * 96_000)
      #expect(zip(whole.indices, whole).allSatisfy { $0 % 2 == 0 || $1 == -whole[$0 - 1] }, "stereo stays stereo")
    }
    // The same samples after a seek.
    await RecordingRig.play(to: Self.stereo) { rig in
      rig.add(RecordingScript(seconds: 2, rate: rate, channels: 2), playing: false)
      rig.hand.seek(to: 1003)
      rig.hand.play()
      rig.hand.pass(3000)
      let start = Int((Self.frame(1003, at: rate) * 48_000 + Int64(rate) - 1) / Int64(rate))
      #expect(rig.hand.output.taken == Array(whole[(2 * start)...]))
    }
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

  @Test func aCrashAtOneFrameIsTriedTwiceAndLeftOut() async {
    await RecordingRig.play { rig in
      var recording = RecordingScript(seconds: 10)
      recording.crashesAt = 44_100
      rig.add(recording)
      let next = rig.add(RecordingScript(seconds: 2), at: "/next.wav")
      rig.hand.pass(5000)
      // One for each, and a second one where the first has crashed.
      #expect(rig.recordings.decoders.count == 3)
      #expect(rig.hand.told.contains { $0.contains("failed: the decoder has crashed") })
      #expect(rig.hand.current == next || rig.hand.status == .stopped)
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

  @Test func aPartBetweenTwoMarksIsRepeated() async throws {
    try await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 10))
      rig.hand.pass(2000)
      try rig.hand.session.mark(.a)
      rig.hand.pass(1000)
      try rig.hand.session.mark(.b)
      rig.hand.pass(3000)
      guard case .between(let start, let end) = rig.hand.session.player.repetition?.extent else {
        Issue.record("nothing is repeated")
        return
      }
      #expect(abs(start.offset - Self.frame(2000)) < 50 && abs(end.offset - Self.frame(3000)) < 50)
      // The edges are faded, so that their samples tell no frame.
      let rounds = rig.frames.compactMap(\.self).filter { $0 == start.offset + 11_000 }
      #expect(rounds.count >= 3)
      #expect((1950...3050).contains(rig.hand.position))
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

  @Test func itIsRepeatedAsATrack() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 1))
      rig.hand.send(.setLoop(.track))
      rig.hand.pass(3500)
      #expect(rig.runs.map(\.lowerBound) == [0, 0, 0, 0])
    }
  }

  @Test func againGoesBackSomeSeconds() async {
    await RecordingRig.play { rig in
      rig.add(RecordingScript(seconds: 60))
      rig.hand.pass(20_000)
      rig.hand.session.again()
      rig.hand.pass(10)
      #expect(abs(rig.hand.position - 15_000) < 50 && rig.hand.status == .playing)
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
