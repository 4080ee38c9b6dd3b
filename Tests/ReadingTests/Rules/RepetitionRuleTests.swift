import Documents
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Sentences, paragraphs, parts, texts and queues that are heard again and again.
@Suite(.timeLimit(.minutes(1)))
struct RepetitionRuleTests {
  private static let text = "One two. Three four.\nFive. Six."

  @Test func aSentenceIsRepeatedUntilTheListenerLetsItGo_S3_25() async {
    await ManualSession.play { hand in
      let id = hand.read(Self.text)
      hand.pass(1000)
      hand.send(.setRepeat(.sentence))
      #expect(hand.session.player.repeatMode == .sentence)
      hand.pass(2 * 1200 + 300)
      hand.send(.setRepeat(.off))
      hand.pass(10_000)
      #expect(hand.heard == "One two.|Three four.|Three four.|Three four.|Five.|Six.", "\(hand.heard)")
      // Each lap goes back to the same place, and clients are told.
      #expect(hand.told.filter { $0.contains(" at ") }.map { $0.split(separator: " ")[2] } == ["900", "900"])
      #expect(hand.told.count { $0.hasSuffix("started") } == 1)
      #expect(hand.session.track(id) == nil)
    }
  }

  /// The rounds are made ahead.
  @Test func nothingIsToldOfARoundThatIsNotHeard_S3_25() async {
    await ManualSession.play { hand in
      hand.read("One two.")
      hand.pass(200)
      hand.send(.setRepeat(.sentence))
      hand.pass(650)
      hand.send(.setRepeat(.off))
      hand.pass(5000)
      #expect(hand.told == ["0 started", "0 One", "400 two.", "850 finished"] && hand.heard == "One two.|")
    }
  }

  @Test func everyLapHasTheSameWordsAtTheSamePlaces_S3_25() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      var places: [Int64] = []
      hand.watch = { if case .heard(.word, let place) = $0 { places.append(place.count / 1000) } }
      hand.pass(1000)
      hand.send(.setRepeat(.sentence))
      hand.pass(5000)
      #expect(places.prefix(10) == [0, 400, 900, 1500, 900, 1500, 900, 1500, 900, 1500])
      #expect(hand.position >= 900 && hand.position <= 2100)
    }
  }

  @Test func aParagraphIsRepeatedAndASentenceOutsideStartsItsOwn_S3_25() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(1000)
      hand.send(.setRepeat(.paragraph))
      hand.pass(2500)
      #expect(hand.heard.hasPrefix("One two.|Three four.|One two.|"), "\(hand.heard)")
      hand.forget()
      hand.session.step(.forward, by: .paragraph, restartingAfter: 1_000_000)
      hand.pass(2100)
      #expect(
        hand.told.filter { !$0.contains(" at ") }.map { $0.split(separator: " ")[1] }
          == ["Five.", "Six.", "Five.", "Six."])
    }
  }

  @Test func theLastParagraphOfATextIsRepeatedToo_S3_25() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(2300)
      hand.send(.setRepeat(.paragraph))
      hand.pass(10_000)
      #expect(hand.status == .playing && hand.heard.contains("Five.|Six.|Five.|Six.|Five."), "\(hand.heard)")
    }
  }

  @Test func aChapterThatIsRepeatedIsALoopOfTheText_S3_25() async {
    await ManualSession.play { hand in
      hand.read("One two.")
      hand.read("Three.")
      hand.send(.setRepeat(.chapter))
      #expect(hand.session.snapshot.loop == .track)
      hand.pass(2000)
      // Every lap is an utterance, and begins with a jump.
      #expect(
        hand.told == [
          "0 started", "0 One", "400 two.", "800 finished", "800 started", "800 at 0", "800 One", "1200 two.",
          "1600 finished", "1600 started", "1600 at 0", "1600 One", "2000 two.",
        ])
      hand.send(.setRepeat(.off))
      #expect(hand.session.snapshot.loop == .none)
      hand.pass(10_000)
      #expect(hand.session.state == .idle)
    }
  }

  // MARK: Between two marks

  @Test func betweenTwoMarksTheWordsComeAgain_S3_25() async throws {
    try await ManualSession.play { hand in
      hand.read("One two three four. Five six.")
      #expect(throws: ReadingError.self) { try hand.session.mark(.b) }
      hand.pass(500)
      try hand.session.mark(.next)
      #expect(hand.session.player.repeatMode == .a)
      hand.pass(700)
      try hand.session.mark(.next)
      #expect(hand.session.player.repeatMode == .ab)
      var words: [String] = []
      hand.forget()
      hand.pass(7000)
      words = hand.told.filter { !$0.contains(" at ") }.map { String($0.split(separator: " ")[1]) }
      #expect(words.prefix(6) == ["two", "three", "two", "three", "two", "three"], "\(hand.told)")
      try hand.session.mark(.next)
      #expect(hand.session.player.repeatMode == .off)
      hand.pass(10_000)
      #expect(hand.told.last?.hasSuffix("finished") == true && hand.told.contains { $0.hasSuffix(" Five") })
    }
  }

  @Test(arguments: [false, true])
  func aPauseComesAtTheEndOfALap_B15_S3_25(isSleep: Bool) async throws {
    try await ManualSession.play { hand in
      hand.read("One two three four. Five six.")
      hand.pass(500)
      try hand.session.mark(.a)
      hand.pass(700)
      try hand.session.mark(.b)
      // Not in the first lap, whose end may be on its way to the ear.
      hand.pass(2000)
      if isSleep { hand.session.setSleep(.sentence) } else { hand.session.pause(atEndOf: .sentence) }
      hand.pass(3000)
      #expect(hand.status == .paused && hand.reason == (isSleep ? "sleep-timer" : "mark"))
      // The part ends with the third word.
      #expect((1390...1410).contains(hand.position), "\(hand.position)")
    }
  }

  /// The mark is set at an estimated end, because the words after the first one have not come yet.
  @Test func aSleepTimerEndsWithASentenceThatIsShorterThanItsMark_S3_25() async throws {
    try await ManualSession.play { hand in
      hand.voice.framesPerLetter = 221
      hand.voice.pace = .milliseconds(70)
      hand.read("Ones two three.")
      hand.pass(20)
      try hand.session.mark(.a)
      try hand.session.mark(.b)
      hand.session.setSleep(.sentence)
      hand.pass(400)
      #expect(hand.status == .paused && hand.reason == "sleep-timer", "\(hand.told)")
      #expect((140...160).contains(hand.position), "\(hand.position)")
    }
  }

  @Test func aMarkInASilenceBelongsToTheWordBefore_S3_25() async throws {
    try await ManualSession.play { hand in
      hand.read("One two. Three.")
      hand.pass(450)
      try hand.session.mark(.a)
      hand.pass(400)
      #expect(hand.session.state == .gap)
      try hand.session.mark(.b)
      hand.pass(3000)
      let words = hand.told.filter { !$0.contains(" at ") }.map { $0.split(separator: " ")[1] }
      #expect(words.filter { $0 == "two." }.count >= 3 && !words.contains("Three."), "\(hand.told)")
    }
  }

  /// The silence after a round belongs to the repetition.
  @Test func withoutTheMarksTheRestOfTheSentenceIsHeard_S3_25() async throws {
    try await ManualSession.play { hand in
      hand.read("One two three. Four.")
      hand.pass(500)
      try hand.session.mark(.a)
      try hand.session.mark(.b)
      hand.pass(350)
      #expect(hand.session.state == .gap)
      try hand.session.mark(.next)
      hand.session.pause(atEndOf: .sentence)
      hand.pass(5000)
      hand.play()
      hand.pass(5000)
      #expect(hand.heard.hasPrefix("One tw") && hand.heard.hasSuffix("|three.|Four."), "\(hand.heard)")
      let words = hand.told.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
      #expect(
        words == ["started", "One", "two", "three.", "paused (mark)", "resumed", "Four.", "finished"], "\(words)")
      #expect(hand.told.contains("850 three.") && hand.told.contains("1450 paused (mark)"), "\(hand.told)")
    }
  }

  /// The silence was ordered between two rounds, and a call is followed by the word in which the sound fell silent.
  @Test func whilePausedTheMarksMayBeTakenAwayToo_S3_25() async throws {
    try await ManualSession.play { hand in
      hand.read("One two three. Four.")
      hand.pass(500)
      try hand.session.mark(.a)
      try hand.session.mark(.b)
      hand.pass(350)
      hand.call()
      hand.pass(500)
      try hand.session.mark(.next)
      hand.endCall()
      hand.pass(5000)
      let words = hand.told.map { $0.split(separator: " ")[1] }.filter { $0 != "at" }
      #expect(words == ["started", "One", "two", "paused", "resumed", "three.", "Four.", "finished"], "\(hand.told)")
    }
  }

  @Test func theWordsAfterTheMarksAreToldWhenTheMarksAreTakenAway_S3_25() async throws {
    try await ManualSession.play { hand in
      hand.read("One two three. Four.")
      hand.pass(500)
      try hand.session.mark(.a)
      try hand.session.mark(.b)
      hand.pass(100)
      try hand.session.mark(.next)
      hand.pass(5000)
      #expect(hand.told == ["0 started", "0 One", "400 two", "800 three.", "1500 Four.", "2000 finished"])
    }
  }

  // MARK: In it

  @Test func insideALapAPauseIsAPauseAndAJumpAJump_S3_25() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(1000)
      hand.send(.setRepeat(.sentence))
      hand.pass(1500)
      hand.pause()
      let held = hand.position
      #expect((900...2100).contains(held))
      hand.pass(10_000)
      #expect(hand.position == held)
      hand.play()
      hand.pass(1300)
      hand.forget()
      hand.session.step(.forward, by: .sentence, restartingAfter: 1_000_000)
      hand.pass(1000)
      let words = hand.told.filter { !$0.contains(" at ") }.map { $0.split(separator: " ")[1] }
      #expect(words == ["Five.", "Five."], "\(hand.told)")
    }
  }

  @Test(arguments: [2.0, 0.5])
  func aRepeatedSentenceKeepsItsPlaceWhenTheRateChanges_S3_07_S3_25(rate: Double) async {
    await ManualSession.play { hand in
      hand.read("One two. Three four five. Six.")
      hand.pass(1000)
      hand.send(.setRepeat(.sentence))
      hand.pass(2500)
      hand.forget()
      hand.send(.setRate(rate))
      hand.pass(9000)
      // Nothing is said twice where the rate changed, and nothing is left out.
      let words = hand.told.filter { !$0.contains(" at ") }.map { String($0.split(separator: " ")[1]) }
      let lap = ["Three", "four", "five."]
      let first = lap.firstIndex(of: words[0]) ?? 0
      for (index, word) in words.enumerated() { #expect(word == lap[(first + index) % 3], "\(words)") }
      #expect(Set(hand.told.filter { $0.contains(" at ") }.map { $0.split(separator: " ")[2] }) == ["900"])
    }
  }

  @Test func aTextThatIsSaidInBetweenIsHeardOnceAndTheLapsGoOn_S3_25_X1() async {
    await ManualSession.play { hand in
      let id = hand.read(Self.text)
      hand.pass(1000)
      hand.send(.setRepeat(.sentence))
      hand.say("Hello.")
      hand.pass(600)
      #expect(hand.current == id && hand.session.player.repeatMode == .sentence)
      hand.pass(5000)
      #expect(
        hand.heard.components(of: "Hello.") == 1 && hand.heard.components(of: "Three four.") >= 2, "\(hand.heard)")
    }
  }

  @Test func stopEndsARepetition_S3_25() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(1000)
      hand.send(.setRepeat(.sentence))
      hand.send(.stop)
      #expect(hand.session.player.repeatMode == .off)
    }
  }

  // MARK: The queue

  @Test func theQueueIsRepeatedWithEachTextOnceALap_S2_27() async {
    await ManualSession.play { hand in
      let tracks = ["One.", "Two."].map { hand.read($0) }
      hand.send(.setLoop(.playlist))
      var finished: [TrackID] = []
      hand.watch = { if case .utterance(.finished, let id) = $0 { finished.append(id) } }
      hand.pass(4 * 400 + 10)
      #expect(finished == tracks + tracks)
      hand.send(.setLoop(.none))
      hand.pass(5000)
      #expect(hand.session.state == .idle)
    }
  }

  @Test(arguments: [ShuffleMode.once, .eachLap, .questionChoices], 1...5 as ClosedRange<UInt64>)
  func everyShuffleReadsEachTextOnceALap_S2_22_S2_23_S2_24(mode: ShuffleMode, seed: UInt64) async {
    await ManualSession.play { _ in
      let hand = ManualSession(seed: seed)
      hand.voice.framesPerLetter = 100
      hand.send(.setShuffle(mode))
      hand.send(.setLoop(.playlist))
      var tracks: [TrackID] = []
      for index in 0..<6 {
        let track = hand.track("I.")
        tracks.append(track.id)
        hand.session.add(
          [(track, TrackMetadata(title: "I.", album: index < 3 ? "A" : "B"))], .last, playing: false)
      }
      var finished: [TrackID] = []
      hand.watch = { if case .utterance(.finished, let id) = $0 { finished.append(id) } }
      hand.play()
      while finished.count < 12, hand.milliseconds < 60_000 { hand.pass(20) }
      let (first, second) = (Array(finished[0..<6]), Array(finished[6..<12]))
      #expect(Set(first) == Set(tracks) && Set(second) == Set(tracks))
      if mode == .once { #expect(first == second) }
      if mode == .questionChoices {
        for lap in [first, second] {
          // A question stays before its choices, and a group stays together.
          let places = lap.map { tracks.firstIndex(of: $0)! }
          #expect([0, 3].contains(places[0]) && [0, 3].contains(places[3]), "\(places)")
          #expect(Set(places[0..<3].map { $0 / 3 }).count == 1, "\(places)")
        }
      }
    }
  }

  @Test func aShuffleKeepsTheCurrentTextAndReadsOn_S2_25() async {
    await ManualSession.play { hand in
      let first = hand.read("One two three.")
      for text in ["Four.", "Five."] { hand.read(text) }
      hand.pass(500)
      hand.send(.setShuffle(.once))
      #expect(hand.current == first && hand.position == 500 && hand.session.snapshot.canGoNext)
      hand.pass(10_000)
      #expect(hand.told.count { $0.hasSuffix("finished") } == 3 && !hand.told.contains { $0.contains(" at ") })
    }
  }
}

extension String {
  /// Counts the occurrences of another text.
  fileprivate func components(of other: String) -> Int { ranges(of: other).count }
}
