import Documents
import EventLoop
import Playback
import Recordings
import Speech
import Study
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// The text beside a recording: lit as it is heard, on its own clock, over sound that runs through.
@Suite(.timeLimit(.minutes(1)))
struct PairedTextRuleTests {
  private static let path = "/music/talk.wav"
  private static let cues = [
    (start: 500, end: 900, text: "One."), (start: 1000, end: 1500, text: "Two."),
    (start: 2500, end: 2900, text: "Three."),
  ]

  /// Plays a recording of some seconds with a text.
  private static func play(
    _ script: Script = Script(cues: cues), seconds: Double = 4, _ body: @Core (RecordingRig) throws -> Void
  ) async rethrows {
    try await RecordingRig.play { rig in
      rig.texts[path] = script
      rig.add(RecordingScript(seconds: seconds), at: path)
      try body(rig)
    }
  }

  /// The way back to a place between two sentences is told like any other.
  @Test func aPartWithoutASentenceThatIsRepeatedTellsEachRound() async {
    await RecordingRig.play { rig in
      rig.texts["/music/talk.wav"] = Script(cues: [(350, 900, "ab."), (4350, 4900, "cd.")])
      rig.add(RecordingScript(seconds: 6))
      rig.hand.pass(1500)
      try? rig.hand.session.mark(.a)
      rig.hand.pass(500)
      try? rig.hand.session.mark(.b)
      rig.hand.forget()
      rig.hand.pass(1800)
      let jumps = rig.hand.told.filter { $0.contains(" at 15") }
      #expect(jumps.count == 3 && jumps.count == rig.hand.told.count, "\(rig.hand.told)")
    }
  }

  @Test func eachSentenceIsLitAtItsOwnTime_S2_31() async {
    await Self.play { rig in
      rig.hand.pass(200)
      #expect(rig.shown.isEmpty && rig.hand.session.state == .speaking, "nothing is lit before the first one")
      rig.hand.pass(500)
      #expect(rig.shown == "One.")
      rig.hand.pass(1000)
      #expect(rig.shown == "Two." && rig.hand.session.state == .speaking)
      rig.hand.pass(5000)
      #expect(rig.lit == ["500 One.", "1000 Two.", "2500 Three."])
      // The light moves over sound that is as without a text.
      #expect(rig.runs == [0...88_199])
    }
  }

  @Test(arguments: [0.5, 2]) func theTimesAreThoseOfTheRecordingAtEachSpeed_S2_31(rate: Double) async {
    await Self.play { rig in
      rig.hand.send(.setRate(rate))
      rig.hand.pass(Int(5000 / rate))
      #expect(rig.lit.map { $0.split(separator: " ")[1] } == ["One.", "Two.", "Three."])
      let times = rig.lit.compactMap { Int($0.split(separator: " ")[0]) }
      #expect(zip(times, [500, 1000, 2500]).allSatisfy { abs($0 - $1) <= 1 }, "\(times)")
    }
  }

  @Test func aSeekIntoASentenceLightsItAtOnce_S2_31() async {
    await Self.play { rig in
      rig.hand.pass(100)
      rig.hand.seek(to: 1200)
      rig.hand.pass(10)
      #expect(rig.lit == ["1200 Two."] && rig.shown == "Two.")
      // Between two sentences nothing begins.
      rig.hand.seek(to: 2000)
      rig.hand.pass(100)
      #expect(rig.lit.count == 1)
    }
  }

  @Test func wordsWithTimesAreToldAtThese_S2_31() async {
    var script = Script(cues: [(start: 1000, end: 3000, text: "One two.")])
    script.times[0].words = [.init(utf8: 0..<3, start: 1000), .init(utf8: 4..<8, start: 1750)]
    await Self.play(script) { rig in
      rig.hand.pass(6000)
      #expect(rig.lit == ["1000 One two.", "1000 One", "1750 two."])
    }
  }

  @Test func aStepGoesToTheNextSentence_S2_31() async {
    await Self.play { rig in
      rig.hand.pass(200)
      @Core func step(_ direction: StepDirection) -> Int64 {
        rig.hand.session.step(direction, by: .sentence, restartingAfter: 1_000_000)
        rig.hand.pass(20)
        // To the nearest hundredth of a second.
        return (rig.hand.position - 20 + 5) / 10 * 10
      }
      #expect(step(.forward) == 500)
      #expect(step(.forward) == 1000)
      #expect(step(.forward) == 2500)
      #expect(step(.back) == 1000)
      #expect(step(.back) == 500)
      rig.hand.pass(700)
      rig.hand.session.again()
      rig.hand.pass(20)
      #expect(abs(rig.hand.position - 520) <= 5, "the one before, as the present one has just begun")
    }
  }

  @Test func aSentenceIsRepeatedWithoutTheSoundBehindIt_S2_31() async {
    await Self.play { rig in
      rig.hand.send(.setRepeat(.sentence))
      rig.hand.pass(4200)
      let frames = rig.frames.compactMap(\.self)
      // 900 ms is where the first one ends.
      #expect((frames.max() ?? 0) < 19_845 + 100)
      #expect(frames.count { $0 == 15_000 } >= 4)
      #expect(rig.lit.count >= 5 && rig.lit.allSatisfy { $0.hasSuffix("One.") })
      #expect((500...900).contains(rig.hand.position), "\(rig.hand.position)")
    }
  }

  @Test func theSleepTimerEndsWithTheSentence_S2_31() async {
    await Self.play { rig in
      rig.hand.pass(1100)
      rig.hand.session.setSleep(.sentence)
      rig.hand.pass(3000)
      #expect(rig.hand.status == .paused && abs(rig.hand.position - 1500) <= 2, "\(rig.hand.position)")
    }
  }

  @Test func aPauseGoesOnExactlyWhereItWas_S2_31() async {
    await Self.play { rig in
      rig.hand.pass(1200)
      rig.hand.pause()
      rig.hand.pass(10_000)
      rig.hand.play()
      rig.hand.pass(5000)
      #expect(rig.runs == [0...88_199])
    }
  }

  @Test func aTextThatComesLateCutsNothing_S2_31() async {
    var script = Script(cues: Self.cues)
    script.pace = .milliseconds(150)
    await Self.play(script) { rig in
      rig.hand.pass(8000)
      // The sound on its way to the device stays, and no sentence of the past is told.
      #expect(rig.runs == [0...88_199])
      #expect(rig.lit.count == 2 && rig.lit.first?.hasSuffix(" Two.") == true, "\(rig.lit)")
      #expect(rig.lit.last == "2500 Three.")
    }
  }

  @Test func marksStayWhereTheyWereWhenTheTextComes_S2_31() async throws {
    var script = Script(cues: Self.cues)
    script.pace = .milliseconds(400)
    try await Self.play(script, seconds: 10) { rig in
      rig.hand.pass(600)
      try rig.hand.session.mark(.a)
      rig.hand.pass(600)
      try rig.hand.session.mark(.b)
      rig.hand.pass(6000)
      #expect(rig.hand.current.flatMap { rig.hand.session.track($0) }?.hasTimedText == true)
      #expect((550...1250).contains(rig.hand.position), "\(rig.hand.position)")
      let upper = rig.runs.suffix(2).map(\.upperBound).max() ?? 0
      #expect(upper <= 27_000, "\(rig.runs)")
    }
  }

  @Test func aTextOfAnotherFilmIsRefusedWithOneMessage_S2_31() async {
    let far = [(start: 500, end: 900, text: "One."), (start: 3_600_000, end: 3_601_000, text: "End.")]
    await Self.play(Script(cues: far)) { rig in
      rig.hand.pass(300)
      let failures = rig.hand.told.filter { $0.contains("failed") }
      #expect(
        failures.count == 1 && failures[0].contains("talk.srt") && failures[0].contains("another one"), "\(failures)")
      rig.hand.pass(6000)
      #expect(rig.lit.isEmpty && rig.runs == [0...88_199])
      #expect(rig.hand.session.player.status == .stopped)
    }
    await Self.play(Script(cues: [(start: 5000, end: 6000, text: "One.")])) { rig in
      #expect(rig.hand.told.contains { $0.contains("its first line is at 0:05") }, "\(rig.hand.told)")
    }
  }

  @Test func aTextThatCannotBeReadIsTold_S2_31() async {
    var script = Script(cues: Self.cues)
    script.mishap = (after: 2, .fail(Trouble(.damaged)))
    await Self.play(script) { rig in
      rig.hand.pass(6000)
      let message = "'talk.srt' beside the recording cannot be shown: it is damaged"
      #expect(rig.hand.told.count { $0.contains(message) } == 1)
      #expect(rig.runs == [0...88_199])
    }
  }

  @Test func aTextIsReadWhenItIsItsRecordingsTurn_S2_28() async {
    await RecordingRig.play { rig in
      rig.texts[Self.path] = Script(cues: Self.cues)
      rig.texts["/b.wav"] = Script(cues: [(start: 100, end: 800, text: "Other.")])
      let (a, b) = (
        rig.add(RecordingScript(seconds: 60), at: Self.path)!, rig.add(RecordingScript(seconds: 60), at: "/b.wav")!
      )
      rig.add(RecordingScript(seconds: 60), at: "/c.wav")
      rig.hand.pass(1200)
      #expect(!rig.askedTexts.contains("/c.wav"), "only those that are near are read")
      // Each has its own place and line: A, B in between, and A again.
      #expect(rig.shown == "Two.")
      rig.hand.session.bring([b], from: Beginning(track: b, position: 0))
      rig.hand.pass(500)
      #expect(rig.shown == "Other.")
      rig.hand.send(.goTo(a))
      rig.hand.pass(5)
      #expect(rig.shown == "Two." && abs(rig.hand.position - 1205) <= 10, "\(rig.hand.position)")
    }
  }

  @Test func thePlaceIsTheSameWithAndWithoutTheText_S2_28() async {
    await Self.play { rig in
      rig.hand.pass(1200)
      rig.hand.pause()
      rig.hand.pass(100)
      let kept = rig.hand.session.kept
      let place = kept.tracks.values.first?.place
      #expect(place?.scalar == nil, "a place of a recording is a time")
      #expect(abs((place?.microseconds.count ?? 0) - 1_200_000) < 15_000)
    }
  }

  @Test func aTextWithoutTimesIsShownAtItsShareAndLightsNothing_S2_31() async throws {
    let script = Script("Aaaaaaaaa.\nBbbbbbbbb.\nCcccccccc.\nDdddddddd.")
    try await Self.play(script) { rig in
      rig.hand.pass(100)
      #expect(rig.shown.isEmpty && rig.hand.session.estimatedSentence == 0)
      rig.hand.seek(to: 2500)
      rig.hand.pass(10)
      #expect(rig.hand.session.estimatedSentence == 2)
      let track = try #require(rig.hand.current.flatMap { rig.hand.session.track($0) })
      try rig.hand.session.goTo(UInt32(track.span(of: 1).utf8.lowerBound), .utf8, in: track)
      rig.hand.pass(10)
      #expect(rig.hand.session.estimatedSentence == 1 && abs(rig.hand.position - 1030) < 50, "\(rig.hand.position)")
      rig.hand.pass(5000)
      // Nothing is told that nobody knows, and a step is as long as without a text.
      #expect(rig.lit.isEmpty && rig.hand.session.player.status == .stopped)
    }
  }

  @Test func aChapterHasTheSentencesThatBeginInIt_S2_31() async {
    var recording = RecordingScript(seconds: 4)
    recording.description.chapters = [0, 2].map { second in
      RecordingChapter(title: "Part", firstFrame: Frame(second * 22_050))
    }
    let cues = [
      (start: 500, end: 900, text: "One."), (start: 1900, end: 2300, text: "Two."),
      (start: 2500, end: 2900, text: "Three."),
    ]
    await RecordingRig.play { rig in
      rig.texts[Self.path] = Script(cues: cues)
      rig.add(recording, at: Self.path)
      rig.hand.pass(2200)
      // The second sentence ends with its chapter.
      #expect(rig.shown.isEmpty && rig.lit == ["500 One.", "1900 Two."], "\(rig.shown) \(rig.lit)")
      rig.hand.pass(400)
      #expect(rig.shown == "Three.")
      rig.hand.pass(4000)
      // Times are those of the chapter, and the sound has no joint.
      #expect(rig.lit == ["500 One.", "1900 Two.", "500 Three."], "\(rig.lit)")
      #expect(rig.runs == [0...88_199])
      // The first sentence of a chapter that was fed ahead is not lost, and none is told twice.
      let near = [(start: 100, end: 900, text: "One."), (start: 2010, end: 2300, text: "Two.")]
      rig.texts["/b.wav"] = Script(cues: near)
      rig.add(recording, at: "/b.wav")
      rig.hand.pass(5000)
      #expect(rig.lit.suffix(2) == ["100 One.", "10 Two."], "\(rig.lit)")
    }
  }

  /// A sentence that the speaker divides is shown for each of its phrases.
  @Test func aPhraseWithinASentenceHasItsText_S2_42() async {
    await RecordingRig.play { rig in
      rig.texts[Self.path] = Script(cues: [
        (start: 500, end: 4000, text: "A long sentence, which is divided."), (start: 4500, end: 5500, text: "And one."),
        (start: 5500, end: 5900, text: "Two at once."),
      ])
      let id = rig.add(RecordingScript(seconds: 8), at: Self.path, playing: false)
      rig.hand.play()
      rig.hand.pass(300)
      let track = rig.hand.session.track(id!)!
      rig.hand.session.study(track, StudyPlan())
      func phrase(_ start: Int64, _ end: Int64) -> Phrase {
        let (start, end) = (Microseconds(start * 1000), Microseconds(end * 1000))
        return Phrase(start: start, voiceStart: start, voiceEnd: end, end: end)
      }
      let phrases = [
        phrase(400, 1200), phrase(1600, 2800), phrase(3200, 4100), phrase(4400, 6000), phrase(6500, 7000),
      ]
      #expect(rig.hand.session.found(phrases, of: track))
      let texts = (0..<5).map { String(decoding: track.text(of: $0), as: UTF8.self) }
      let long = "A long sentence, which is divided."
      #expect(texts.prefix(3) == [long, long, long] && texts[4].isEmpty, "\(texts)")
      #expect(texts[3].hasPrefix("And one.") && texts[3].hasSuffix("Two at once."), "\(texts)")
    }
  }
}
