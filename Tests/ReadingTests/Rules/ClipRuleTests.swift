import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Texts and clips of one utterance.
@Suite(.timeLimit(.minutes(1)))
struct ClipRuleTests {
  /// Odd lengths, so that no joint is at a round frame.
  @Core private static func makeClips(_ rig: ClipRig) {
    rig.make("ding", frames: 9001)
    rig.make("yuan", frames: 7003)
  }

  @Test func eachPartBeginsWithTheNextSample_S1_16() async {
    await ClipRig.play { rig in
      Self.makeClips(rig)
      rig.hand.voice.framesPerLetter = 2203
      rig.say(.clip("ding"), .text("12"), .clip("yuan"))
      rig.hand.pass(5000)
      #expect(rig.hand.output.taken == rig.sound(of: "ding") + rig.speech("12") + rig.sound(of: "yuan"))
      #expect(rig.hand.told.map { $0.split(separator: " ").last } == ["started", "12", "finished"])
      #expect(rig.clip("ding").gain != 1)
    }
  }

  @Test func clipsAloneFollowEachOtherToTheSample_S1_16() async {
    await ClipRig.play { rig in
      Self.makeClips(rig)
      rig.say(.clip("ding"), .clip("yuan"), .clip("ding"))
      rig.hand.pass(5000)
      #expect(rig.hand.output.taken == rig.sound(of: "ding") + rig.sound(of: "yuan") + rig.sound(of: "ding"))
    }
  }

  @Test func sentencesOfATextKeepTheirGapsAndPartsHaveNone_S1_16() async throws {
    try await ClipRig.play { rig in
      Self.makeClips(rig)
      let id = try #require(rig.say(.text("One. Two."), .clip("ding"), .text("Three.\nFour."), .text("Five.")))
      let track = try #require(rig.hand.session.track(id))
      rig.hand.pass(100)
      let gap = { (sentence: Int) in track.timeline.gap(after: sentence) }
      #expect(track.sentenceCount == 6)
      #expect((0..<6).map(gap) == [4800, 0, 0, 9600, 0, 0])
      #expect((0..<6).map { track.parts?.part(of: $0) } == [0, 0, 1, 2, 2, 3])
      rig.hand.pass(10_000)
      let silence = [Float](repeating: 0, count: 2 * 4800)
      #expect(
        rig.hand.output.taken == rig.speech("One.") + silence + rig.speech("Two.") + rig.sound(of: "ding")
          + rig.speech("Three.") + silence + silence + rig.speech("Four.") + rig.speech("Five."))
    }
  }

  @Test func theLengthIsExactBeforeTheSound_S1_16() async throws {
    try await ClipRig.play { rig in
      Self.makeClips(rig)
      let id = try #require(rig.say(.clip("ding"), .text("12"), .clip("yuan"), playing: false))
      rig.hand.pass(10)
      let track = try #require(rig.hand.session.track(id))
      let frames = Frame(9001 + ClipRig.frames(2 * 2205) + 7003)
      #expect(track.timeline.isExact && track.timeline.length == frames)
      #expect(
        (0..<3).map { track.parts?.frames(ofPart: $0, in: track.timeline) } == [
          9001, Frame(ClipRig.frames(4410)), 7003,
        ])
      #expect(track.passage.opening(limit: 60) == "[ding] 12 [yuan]")
    }
  }

  @Test(arguments: [1, 90, 187, 188, 250, 387, 388, 430]) func afterASeekTheSamplesAreTheSame_S1_16(
    milliseconds: Int64
  ) async {
    await ClipRig.play { rig in
      Self.makeClips(rig)
      rig.say(.clip("ding"), .text("12"), .clip("yuan"), playing: false)
      rig.hand.pass(100)
      rig.hand.seek(to: milliseconds)
      rig.hand.play()
      rig.hand.pass(5000)
      let whole = rig.sound(of: "ding") + rig.speech("12") + rig.sound(of: "yuan")
      let frame = Int(milliseconds) * 48
      #expect(rig.hand.output.taken == Array(whole[(2 * frame)...]))
    }
  }

  @Test func aPauseWithinAClipGoesOnThere_S1_16() async {
    await ClipRig.play { rig in
      Self.makeClips(rig)
      rig.say(.clip("ding"), .text("12"), .clip("yuan"))
      rig.hand.pass(100)
      rig.hand.pause()
      rig.hand.pass(1000)
      #expect(rig.hand.status == .paused)
      rig.hand.play()
      rig.hand.pass(5000)
      let whole = rig.sound(of: "ding") + rig.speech("12") + rig.sound(of: "yuan")
      #expect(rig.hand.output.taken.suffix(2 * 7003) == whole.suffix(2 * 7003))
      #expect(rig.hand.told.map { $0.split(separator: " ")[1] } == ["started", "paused", "resumed", "12", "finished"])
    }
  }

  @Test func atAnotherRateNothingIsBetweenTheParts_S1_16() async {
    await ClipRig.play { rig in
      Self.makeClips(rig)
      rig.hand.send(.setRate(2))
      rig.say(.clip("ding"), .text("aa"), .clip("yuan"))
      rig.hand.pass(5000)
      let taken = rig.hand.output.taken
      let half = (9001 + ClipRig.frames(4410) + 7003) / 2
      #expect(abs(taken.count / 2 - half) < 480, "\(taken.count / 2) frames, not \(half)")
      var (silent, longest) = (0, 0)
      for sample in taken {
        silent = sample == 0 ? silent + 1 : 0
        longest = max(longest, silent)
      }
      #expect(longest < 96, "\(longest) samples of silence")
      #expect(rig.hand.told.count { $0.hasSuffix("finished") } == 1)
    }
  }

  @Test(arguments: [(44_100, 1), (8000, 1), (96_000, 2), (48_000, 1)])
  func aClipOfAnotherFormatHasItsLengthInTheUtterance_S1_16(rate: Int, channels: Int) async {
    await ClipRig.play { rig in
      rig.make("ding", frames: Frame(rate / 5 + 1), rate: rate, channels: channels)
      rig.make("yuan", frames: 7003)
      rig.say(.clip("ding"), .clip("yuan"))
      rig.hand.pass(5000)
      let frames = ((rate / 5 + 1) * 48_000 + rate - 1) / rate
      #expect(rig.clip("ding").frames == Frame(frames))
      #expect(Array(rig.hand.output.taken[(2 * frames)...]) == rig.sound(of: "yuan"))
      #expect(rig.hand.output.taken[(2 * frames - 20)..<(2 * frames)].contains { $0 != 0 })
    }
  }

  @Test func itIsHeardThroughAnOutputOfAnotherFormat_S1_16() async {
    await ClipRig.play(to: .usual) { rig in
      Self.makeClips(rig)
      rig.say(.clip("ding"), .text("12"), .clip("yuan"))
      rig.hand.pass(5000)
      let frames = 9001 + ClipRig.frames(4410) + 7003
      #expect(rig.hand.output.taken.count == (frames * 147 + 319) / 320)
    }
  }

  @Test func aQuietAndALoudClipAreEquallyLoud_S1_16() async {
    await ClipRig.play { rig in
      for (name, factor) in [("quiet", Float(0.25)), ("loud", Float(1))] {
        var script = RecordingScript(seconds: 1, rate: 48_000, channels: 2)
        script.sound = { ClipRig.noise(1, $0, $1) * factor }
        rig.put(name, script)
      }
      rig.say(.clip("quiet"), .clip("loud"))
      rig.hand.pass(5000)
      let taken = rig.hand.output.taken
      func power(_ samples: ArraySlice<Float>) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
      #expect(taken.count == 4 * 48_000)
      #expect(abs(power(taken[..<96_000]) / power(taken[96_000...]) - 1) < 0.01)
      #expect(abs(rig.clip("quiet").gain / rig.clip("loud").gain - 4) < 0.02)
    }
  }

  // MARK: Bad clips

  @Test func aBrokenClipRefusesAllOfIt_S1_16() async {
    await ClipRig.play { rig in
      rig.make("ding", frames: 9001)
      rig.make("bad", frames: 96_000, breaksAt: 60_000)
      #expect(rig.say(.clip("ding"), .text("12"), .clip("bad")) == nil)
      rig.hand.pass(100)
      #expect(
        rig.errors == ["the clip 'bad' cannot be heard: it is broken at 0:01: its data are damaged"])
      #expect(rig.hand.current == nil && rig.recordings.open.isEmpty)
    }
  }

  @Test func anEndlessClipIsRefused_S1_16() async {
    await ClipRig.play { rig in
      var endless = RecordingScript(seconds: 400, rate: 2000, channels: 1)
      endless.sound = { _, _ in 0.1 }
      rig.put("endless", endless)
      rig.say(.clip("endless"))
      rig.hand.pass(1000)
      #expect(rig.errors.count == 1 && rig.errors[0].contains("may take 5 minutes together"))
      #expect(rig.hand.current == nil && rig.recordings.open.isEmpty)
    }
  }

  @Test func clipsWithoutSoundAreRefused_S1_16() async {
    await ClipRig.play { rig in
      rig.make("empty", frames: 0)
      rig.make("slow", frames: 5, rate: 1, channels: 1)
      var locked = RecordingScript(seconds: 1)
      locked.failure = Trouble(.unknownFormat)
      rig.put("odd", locked)
      for name in ["empty", "slow", "odd"] {
        rig.say(.text("12"), .clip(name))
        rig.hand.pass(100)
      }
      #expect(
        rig.errors == [
          "'empty' has no sound in it",
          "the clip 'slow' cannot be heard: its sample rate of 1 Hz is too low to be heard",
          "the clip 'odd' cannot be heard: it is of a kind that is not read",
        ])
      #expect(rig.hand.current == nil && rig.hand.output.taken.isEmpty)
    }
  }

  @Test func aTextAfterItWaitsForIt_S1_16() async {
    await ClipRig.play { rig in
      Self.makeClips(rig)
      var late = RecordingScript(seconds: 0.1, rate: 48_000, channels: 2)
      late.latency = .milliseconds(50)
      rig.put("late", late)
      rig.say(.clip("late"), .text("A"))
      rig.say(.text("B"))
      rig.hand.pass(5000)
      #expect(
        rig.hand.told.map { $0.split(separator: " ")[1] } == ["started", "A", "finished", "started", "B", "finished"])
    }
  }
}
