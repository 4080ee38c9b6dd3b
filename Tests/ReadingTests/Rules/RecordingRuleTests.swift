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

  @Test func thePositionNeverGoesBack_S2_02() async {
    await RecordingRig.play(to: Self.stereo) { rig in
      rig.hand.output.isExact = false
      rig.hand.output.latency = .milliseconds(40)
      rig.hand.output.reportDelay = { .milliseconds(3) }
      var recording = RecordingScript(seconds: 4, rate: 44_100, channels: 2)
      recording.latency = .milliseconds(15)
      rig.add(recording)
      var last: Microseconds = 0
      for step in 1...500 {
        rig.hand.pass(7)
        if step == 100 { rig.hand.pause() }
        if step == 150 { rig.hand.play() }
        if step == 250 { rig.hand.send(.setRate(1.5)) }
        let position = rig.hand.session.position
        #expect(position >= last, "\(position) after \(last) at \(rig.hand.milliseconds) ms")
        last = position
      }
      #expect(last > 3_000_000)
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
      // The decoded sound is still there: nothing is missing, and nothing had to be decoded again.
      #expect(decoder.seeks.isEmpty)
      #expect(rig.runs.last?.upperBound == 220_499 && rig.runs.count <= 2)
    }
  }

  @Test func aRunAfterAnotherSpeedHasTheSamplesOfAStraightOne() async {
    let recording = RecordingScript(seconds: 2, rate: 44_100, channels: 2)
    var whole: [Float] = []
    await RecordingRig.play(to: Self.stereo) { rig in
      rig.add(recording)
      rig.hand.pass(3000)
      whole = rig.hand.output.taken
    }
    await RecordingRig.play(to: Self.stereo) { rig in
      rig.add(recording, playing: false)
      rig.hand.send(.setRate(2))
      rig.hand.seek(to: 1003)
      rig.hand.play()
      rig.hand.pass(0)
      rig.hand.send(.setRate(1))
      rig.hand.pass(3000)
      let start = Int((Self.frame(1003, at: 44_100) * 48_000 + 44_099) / 44_100)
      #expect(rig.hand.output.taken == Array(whole[(2 * start)...]))
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
      // Each round is a jump back, with and without a text beside the sound.
      let jumps = rig.hand.told.filter { $0.contains(" at ") }.compactMap { Int64($0.split(separator: " ")[2]) }
      #expect(jumps.count >= 3 && jumps.allSatisfy { abs($0 - 2000) < 20 }, "\(rig.hand.told)")
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
}
