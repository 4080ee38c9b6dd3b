import EventLoop
import Playback
import Recordings
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Chapters of a recording as tracks: their joints, their order, and the moves between them.
@Suite(.timeLimit(.minutes(1)))
struct RecordedChapterRuleTests {
  private static let stereo = FrameFormat(sampleRate: 48_000, channels: 2)

  /// A recording whose chapters begin at these seconds.
  private static func book(
    _ starts: [Double], seconds: Double, rate: Int = 22_050, channels: Int = 1
  ) -> RecordingScript {
    var recording = RecordingScript(seconds: seconds, rate: rate, channels: channels)
    recording.description.chapters = starts.enumerated().map { index, start in
      RecordingChapter(title: "Part \(index + 1)", firstFrame: Frame(start * Double(rate)))
    }
    return recording
  }

  /// Milliseconds around the joint at one second.
  private static let moments = Array(stride(from: 960, through: 1060, by: 9))

  @Core
  private static func titles(_ rig: RecordingRig) -> [String] { rig.hand.session.player.entries.map(\.metadata.title) }

  @Core
  private static func current(_ rig: RecordingRig) -> String {
    rig.hand.current.flatMap { rig.hand.session.player.entry($0) }?.metadata.title ?? ""
  }

  // MARK: Joints

  @Test(arguments: [0, 40] as [Int64]) func noFrameIsBetweenTwoChapters_S3_16(latency: Int64) async {
    await RecordingRig.play { rig in
      rig.hand.output.isExact = latency == 0
      rig.hand.output.latency = .milliseconds(latency)
      if latency > 0 { rig.hand.output.reportDelay = { .milliseconds(3) } }
      var recording = Self.book([0, 1, 2.5, 2.7], seconds: 4)
      recording.latency = .milliseconds(5)
      rig.add(recording)
      rig.hand.pass(6000)
      #expect(rig.hand.status == .stopped && rig.runs == [0...88_199])
      let sound = rig.hand.output.taken
      let first = sound.firstIndex { $0 != 0 } ?? 0
      #expect(sound[first..<first + 88_200].allSatisfy { $0 != 0 }, "there is no silence")
      #expect(rig.recordings.decoders.count == 1 && rig.recordings.decoders[0].seeks.isEmpty)
      let events = rig.hand.told.map { String($0.split(separator: " ")[1]) }
      #expect(events == (1...4).flatMap { _ in ["started", "finished"] })
      // No time passes without sound either: an output that runs dry takes no frames.
      let ends = rig.hand.told.filter { $0.hasSuffix("finished") }.compactMap { Int($0.split(separator: " ")[0]) }
      let taken = zip(ends, ends.dropFirst()).map { $1 - $0 }
      #expect(zip(taken, [1500, 200, 1300]).allSatisfy { abs($0 - $1) <= 2 }, "\(taken) ms")
    }
  }

  @Test(arguments: [1, 1.5, 0.5]) func theSoundIsThatOfTheRecordingWithoutChapters_S3_16(rate: Double) async {
    var sound: [[Float]] = []
    for starts in [[], [0, 1.003, 2, 2.5]] as [[Double]] {
      await RecordingRig.play(to: Self.stereo) { rig in
        rig.add(Self.book(starts, seconds: 4, rate: 44_100, channels: 2), playing: false)
        rig.hand.send(.setRate(rate))
        rig.hand.play()
        rig.hand.pass(Int(5000 / rate))
        #expect(rig.hand.status == .stopped)
        sound.append(rig.hand.output.taken)
      }
    }
    #expect(sound[0] == sound[1] && sound[0].count > 2 * 100_000)
  }

  @Test func aChapterHasTheSamplesOfAStraightRun() async {
    let recording = Self.book([0, 1.003, 2], seconds: 3, rate: 44_100, channels: 2)
    var whole: [Float] = []
    await RecordingRig.play(to: Self.stereo) { rig in
      rig.add(recording)
      rig.hand.pass(4000)
      whole = rig.hand.output.taken
    }
    await RecordingRig.play(to: Self.stereo) { rig in
      rig.add(recording, playing: false)
      rig.hand.send(.next(finishing: false))
      rig.hand.play()
      rig.hand.pass(4000)
      let first = recording.description.chapters[1].firstFrame
      let start = Int((first * 48_000 + 44_099) / 44_100)
      #expect(rig.hand.output.taken == Array(whole[(2 * start)...]))
    }
  }

  @Test func chaptersShorterThanTheSoundAheadLoseNothing() async {
    await RecordingRig.play { rig in
      rig.add(Self.book((0..<40).map { 0.5 + Double($0) * 0.05 }, seconds: 3))
      rig.hand.pass(4000)
      #expect(rig.runs == [0...66_149] && rig.hand.status == .stopped)
      #expect(rig.hand.told.count { $0.hasSuffix("finished") } == 40)
    }
  }

  @Test(arguments: moments) func aPauseAtTheJointLosesNothing_S0_22(moment: Int) async {
    await RecordingRig.play { rig in
      rig.hand.output.rampFrames = 32
      rig.hand.output.latency = .milliseconds(30)
      rig.add(Self.book([0, 1], seconds: 3))
      rig.hand.pass(moment)
      rig.hand.pause()
      rig.hand.pass(5000)
      #expect(rig.hand.status == .paused)
      let (track, place) = (rig.hand.current, rig.hand.position)
      rig.hand.pass(60_000)
      #expect(rig.hand.current == track && rig.hand.position == place)
      rig.hand.play()
      rig.hand.pass(5000)
      #expect(rig.runs == [0...66_149])
    }
  }

  @Test(arguments: moments) func anotherSpeedAtTheJointRepeatsNothing(moment: Int) async {
    await RecordingRig.play { rig in
      rig.hand.output.latency = .milliseconds(30)
      rig.add(Self.book([0, 1], seconds: 3))
      rig.hand.pass(moment)
      rig.hand.send(.setRate(2))
      rig.hand.send(.setRate(1))
      rig.hand.pass(5000)
      #expect(rig.jumps.allSatisfy { abs($0) < 50 }, "\(rig.runs)")
      #expect(rig.runs.last?.upperBound == 66_149)
      #expect(rig.hand.told.count { $0.hasSuffix("started") } == 2)
    }
  }

  @Test func thePositionIsThatInTheChapterAndNeverGoesBack_S2_02() async {
    await RecordingRig.play(to: Self.stereo) { rig in
      rig.hand.output.isExact = false
      rig.hand.output.latency = .milliseconds(40)
      rig.hand.output.reportDelay = { .milliseconds(3) }
      var recording = Self.book([0, 1, 2], seconds: 4, rate: 44_100, channels: 2)
      recording.latency = .milliseconds(15)
      rig.add(recording)
      rig.hand.pass(100)
      var (place, seen) = (Microseconds(0), [Self.current(rig)])
      for step in 1...600 {
        rig.hand.pass(7)
        if step == 60 { rig.hand.send(.setRate(1.5)) }
        guard rig.hand.current != nil else { break }
        let now = Self.current(rig)
        if now != seen.last {
          seen.append(now)
          place = 0
        }
        let position = rig.hand.session.position
        #expect(position >= place && position <= 2_000_000, "\(position) after \(place) in \(now)")
        place = position
      }
      #expect(seen == ["Part 1", "Part 2", "Part 3"])
    }
  }

  // MARK: Tracks

  @Test func eachChapterHasItsLengthAndTheTimeBeforeTheFirstBelongsToIt() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0.5, 1, 2.5], seconds: 4))
      let lengths = rig.hand.session.player.entries.map(\.length)
      #expect(
        lengths == [1_000_000, 1_500_000, 1_500_000].map { TrackLength(microseconds: $0, isExact: true) })
      #expect(Self.titles(rig) == ["Part 1", "Part 2", "Part 3"])
      #expect(rig.hand.session.player.entries.map(\.metadata.trackNumber) == [1, 2, 3])
      #expect(rig.hand.session.player.entries.allSatisfy { $0.metadata.album == "talk" })
    }
  }

  @Test func onlyTheLastChapterHasAnEstimatedLength() async {
    await RecordingRig.play { rig in
      var recording = Self.book([0, 1], seconds: 3)
      (recording.description.frames, recording.description.isExact) = (70_000, false)
      rig.add(recording)
      #expect(rig.hand.session.player.entries.map { $0.length?.isExact } == [true, false])
      rig.hand.pass(2900)
      #expect(rig.hand.session.player.entries.last?.length == TrackLength(microseconds: 2_000_000, isExact: true))
    }
  }

  @Test func aChapterAfterTheEndThatTurnsOutIsPassed() async {
    await RecordingRig.play { rig in
      var recording = Self.book([0, 1, 5], seconds: 2)
      recording.description.frames = nil
      rig.add(recording)
      let next = rig.add(RecordingScript(seconds: 1), at: "/next.wav")
      rig.hand.pass(2500)
      #expect(rig.hand.current == next && rig.runs.first == 0...44_099)
    }
  }

  @Test func nextAndPreviousMoveBetweenChapters_S2_02() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 10, 20], seconds: 30))
      rig.hand.pass(500)
      rig.hand.send(.next(finishing: false))
      rig.hand.pass(5000)
      #expect(Self.current(rig) == "Part 2" && abs(rig.hand.position - 5000) < 5)
      #expect(rig.runs.last?.lowerBound == 220_500)
      rig.hand.send(.previous(heard: rig.hand.session.position, restartAfter: 3_000_000))
      rig.hand.pass(100)
      #expect(Self.current(rig) == "Part 2" && abs(rig.hand.position - 100) < 5)
      rig.hand.send(.previous(heard: rig.hand.session.position, restartAfter: 3_000_000))
      rig.hand.pass(100)
      #expect(Self.current(rig) == "Part 1" && rig.runs.last?.lowerBound == 0)
      #expect(rig.recordings.decoders.count == 1, "its file is opened once")
    }
  }

  @Test func nextJustBeforeTheJointIsHeardAtOnce() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 1, 2], seconds: 3))
      rig.hand.pass(900)
      rig.hand.send(.next(finishing: false))
      rig.hand.pass(500)
      #expect(Self.current(rig) == "Part 2" && abs(rig.hand.position - 500) < 5)
      #expect(rig.runs.last?.lowerBound == 22_050)
    }
  }

  @Test func aPlaceIsOneOfTheChapter_S2_02_S2_10() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 10, 20], seconds: 30))
      rig.hand.send(.next(finishing: false))
      rig.hand.seek(to: 7003)
      rig.hand.pass(100)
      #expect(rig.runs.last?.lowerBound == Frame(microseconds: 17_003_000, at: SampleRate(hertz: 22_050)))
      // Beyond its end is the next one.
      rig.hand.seek(to: 12_000)
      rig.hand.pass(100)
      #expect(Self.current(rig) == "Part 3" && rig.runs.last?.lowerBound == 441_000)
      // In the book, the place before a chapter is in the chapter before it.
      rig.hand.session.seek(by: -1_000_000, acrossChapters: true)
      rig.hand.pass(10)
      #expect(Self.current(rig) == "Part 2" && abs(rig.hand.position - 9100) < 20)
    }
  }

  @Test func againGoesBackIntoTheChapterBefore() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 10], seconds: 30))
      rig.hand.send(.next(finishing: false))
      rig.hand.pass(2000)
      rig.hand.session.again()
      rig.hand.pass(10)
      #expect(Self.current(rig) == "Part 1" && abs(rig.hand.position - 7000) < 50)
    }
  }

  // MARK: What ends a chapter

  @Test(arguments: [100, 700, 990]) func theSleepTimerEndsWithTheChapter(moment: Int) async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 1, 2], seconds: 3))
      rig.hand.pass(moment)
      rig.hand.session.setSleep(.chapters(1))
      rig.hand.pass(5000)
      #expect(rig.hand.status == .paused && Self.current(rig) == "Part 2" && rig.hand.position == 0)
      #expect(rig.runs == [0...22_049])
      rig.hand.play()
      rig.hand.pass(5000)
      #expect(rig.runs == [0...66_149])
    }
  }

  @Test(arguments: [100, 990]) func aRepeatedChapterBeginsAgain(moment: Int) async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 1, 2], seconds: 3))
      rig.hand.pass(moment)
      rig.hand.send(.setLoop(.track))
      rig.hand.pass(3500 - moment)
      #expect(rig.runs.count == 4 && rig.runs.dropLast().allSatisfy { $0 == 0...22_049 })
      #expect(Self.current(rig) == "Part 1" && abs(rig.hand.position - 500) < 5)
      rig.hand.send(.setLoop(.none))
      rig.hand.pass(5000)
      #expect(rig.runs.last?.upperBound == 66_149)
    }
  }

  @Test func marksRepeatAPartOfALaterChapter() async throws {
    try await RecordingRig.play { rig in
      rig.add(Self.book([0, 10], seconds: 30))
      rig.hand.send(.next(finishing: false))
      rig.hand.pass(2000)
      try rig.hand.session.mark(.a)
      rig.hand.pass(1000)
      try rig.hand.session.mark(.b)
      rig.hand.pass(3000)
      #expect(rig.frames.compactMap(\.self).filter { $0 == 220_500 + 55_000 }.count >= 3)
      #expect(Self.current(rig) == "Part 2" && (1950...3050).contains(rig.hand.position))
    }
  }

  @Test func shuffledChaptersAreHeardWholeAndOnce() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 1, 2, 3, 4], seconds: 5), playing: false)
      rig.hand.send(.setShuffle(.once))
      rig.hand.play()
      rig.hand.pass(8000)
      #expect(rig.hand.status == .stopped && rig.frames.compactMap(\.self).sorted() == Array(0...110_249))
    }
  }

  @Test func aRemovedChapterIsNotHeard() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 1, 2], seconds: 3))
      rig.hand.pass(900)
      rig.hand.send(.remove([rig.hand.session.player.ids[1]]))
      rig.hand.pass(3000)
      #expect(rig.runs == [0...22_049, 44_100...66_149] && rig.hand.status == .stopped)
    }
  }

  @Test func aTextInBetweenIsHeardBeforeTheChapterGoesOn() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 1], seconds: 3))
      rig.hand.pass(950)
      rig.hand.say("One.")
      rig.hand.pass(5000)
      #expect(rig.hand.told.contains { $0.hasSuffix("One.") })
      let heard = rig.frames.compactMap(\.self)
      #expect(Set(0...66_149).isSubset(of: heard) && rig.hand.status == .stopped)
    }
  }

  // MARK: Files

  @Test func aCrashAtTheJointIsNotHeard() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 1], seconds: 3))
      rig.hand.pass(990)
      rig.recordings.decoders[0].crash()
      rig.hand.pass(5000)
      #expect(rig.recordings.decoders.count == 2 && rig.runs == [0...66_149])
      #expect(!rig.hand.told.contains { $0.contains("failed") })
    }
  }

  @Test func aFileThatIsGoneIsOneFailure() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 10, 20], seconds: 30), at: "/a.wav")
      rig.hand.pass(1000)
      rig.hand.pause()
      rig.hand.pass(200_000)
      #expect(rig.recordings.open.isEmpty, "the output was released")
      rig.remove("/a.wav")
      let next = rig.add(RecordingScript(seconds: 1), at: "/b.wav", playing: false)
      rig.hand.play()
      rig.hand.pass(100)
      #expect(rig.hand.told.count { $0.contains("failed: ") } == 1 && rig.hand.current == next)
    }
  }

  @Test func theFileStaysOpenUntilItsLastChapterIsOver() async {
    await RecordingRig.play { rig in
      rig.add(Self.book([0, 1, 2], seconds: 3))
      rig.add(RecordingScript(seconds: 1), at: "/next.wav")
      for _ in 0..<28 {
        rig.hand.pass(100)
        #expect((1...2).contains(rig.recordings.open.count))
      }
      rig.hand.send(.remove(Array(rig.hand.session.player.ids.prefix(2))))
      #expect(rig.hand.status == .playing && !rig.recordings.decoders[0].isAbandoned)
      rig.hand.pass(5000)
      #expect(rig.recordings.open.isEmpty && rig.hand.status == .stopped)
    }
  }

  @Test func tenThousandChaptersAreBounded() async {
    await RecordingRig.play { rig in
      rig.add(Self.book((0..<12_000).map { Double($0) / 10 }, seconds: 1300))
      #expect(rig.hand.session.player.ids.count == RecordingDescription.maximumChapters)
      rig.hand.pass(10_000)
      #expect(Self.current(rig) == "Part 101" && rig.runs.count == 1)
      rig.hand.send(.clear(.removed))
      #expect(rig.recordings.open.isEmpty && rig.hand.current == nil)
    }
  }
}
