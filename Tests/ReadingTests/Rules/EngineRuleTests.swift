import Documents
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Engines that are slow, fail, or never answer.
@Suite(.timeLimit(.minutes(1)))
struct EngineRuleTests {
  private static let text = "One two. Three four. Five."
  private static let givenUp = Trouble(.broken)

  @Test func aSentenceThatCannotBeSpokenIsLeftOut_S0_13() async {
    await ManualSession.play { hand in
      hand.voice.failures["One two."] = Trouble(.stalled)
      hand.read(Self.text)
      hand.pass(5000)
      #expect(
        hand.told == [
          "0 failed: \(TroubleCode.stalled.sentence)", "0 started", "100 Three", "700 four.", "1300 Five.",
          "1800 finished",
        ])
    }
  }

  @Test func theFirstWordsOfASentenceThatFailsAreHeard_S0_13() async {
    await ManualSession.play { hand in
      hand.voice.failures["Three four."] = Trouble(.stalled)
      hand.voice.wordsBeforeFailure["Three four."] = 1
      hand.read(Self.text)
      hand.pass(5000)
      #expect(hand.heard == "One two.|Three |Five.")
      #expect(hand.told.last == "2100 finished" && hand.told.contains { $0.hasSuffix(TroubleCode.stalled.sentence) })
    }
  }

  @Test func anEngineThatIsGivenUpPausesAndPlayTriesAgain_S0_13() async {
    await ManualSession.play { hand in
      hand.voice.failures["Three four."] = Self.givenUp
      hand.read(Self.text)
      hand.pass(5000)
      #expect(hand.status == .paused && hand.reason == "engine-lost")
      #expect(hand.session.lastError == TroubleCode.broken.sentence)
      // Nothing is tried without a request.
      let asked = hand.voice.asked.count
      hand.pass(60_000)
      #expect(hand.voice.asked.count == asked)
      hand.play()
      hand.pass(1000)
      #expect(hand.reason == "engine-lost" && hand.told.count { $0.contains("failed") } == 2)
      hand.voice.failures = [:]
      hand.play()
      hand.pass(5000)
      #expect(hand.told.last?.hasSuffix("finished") == true && hand.session.lastError == "")
    }
  }

  @Test func aTextThatIsQueuedMeanwhileLeavesTheReasonOfThePause_S0_13() async {
    await ManualSession.play { hand in
      hand.voice.failures["Three four."] = Self.givenUp
      hand.read(Self.text)
      hand.pass(5000)
      hand.read("Another one.", playing: false)
      hand.pass(100)
      #expect(hand.reason == "engine-lost" && hand.session.lastError == TroubleCode.broken.sentence)
    }
  }

  @Test(arguments: [1, 2]) func anEngineThatIsLostInASentenceLosesNoWord_S0_13(words: Int) async {
    await ManualSession.play { hand in
      hand.voice.pace = .milliseconds(300)
      hand.voice.failures["Three four."] = Self.givenUp
      hand.voice.wordsBeforeFailure["Three four."] = words
      hand.read(Self.text)
      hand.pass(5000)
      #expect(hand.reason == "engine-lost" && hand.session.player.ids.count == 1)
      hand.voice.failures = [:]
      hand.play()
      hand.pass(10_000)
      #expect(hand.told.last?.hasSuffix("finished") == true)
      var heard = hand.told.map { String($0.split(separator: " ")[1]) }.filter {
        ["One", "two.", "Three", "four.", "Five."].contains($0)
      }
      // Each word in its order; the one in which it fell silent may come twice.
      if let index = heard.indices.dropFirst().first(where: { heard[$0] == heard[$0 - 1] }) { heard.remove(at: index) }
      #expect(heard == ["One", "two.", "Three", "four.", "Five."], "\(hand.told)")
    }
  }

  /// As many seconds are made ahead as the engine needs, more for a fast listener; a prompt engine has one sentence
  /// ahead.
  @Test(arguments: [(0, 1.0, 1), (1_000_000, 1, 4), (1_000_000, 1.5, 6), (3_600_000_000, 1, 8)])
  func aSlowEngineReadsAheadInSecondsOfSound(ahead: Int64, rate: Double, sentences: Int) async {
    await ManualSession.play { hand in
      // The first one is longer than what is fed ahead. The others seem to take some 270 ms each.
      let text = [String(repeating: "a", count: 100) + "."] + (11...30).map { "S\($0)." }
      hand.voice.effort = SpeechEffort(ahead: Microseconds(ahead), isMeasured: false)
      hand.send(.setRate(rate))
      hand.read(text.joined(separator: " "))
      hand.pass(100)
      #expect(hand.voice.asked == Array(text.prefix(1 + sentences)))
      hand.pass(60_000)
      #expect(hand.voice.asked == text && hand.told.last?.hasSuffix("finished") == true)
    }
  }

  /// A slow engine that is asked when a text has ended is late for the next one.
  @Test(arguments: [0, 400]) func theTextThatFollowsIsMadeBeforeItsTurn_S3_16(delay: Int) async {
    await ManualSession.play { hand in
      hand.voice.delay = .milliseconds(delay)
      hand.read(Self.text)
      hand.read("Six seven. Eight.", playing: false)
      hand.pass(10_000)
      #expect(hand.voice.asked == ["One two.", "Three four.", "Five.", "Six seven.", "Eight."])
      @Core func time(_ event: String, _ number: Int) -> Int? {
        hand.told.filter { $0.hasSuffix(" " + event) }.dropFirst(number).first.flatMap { Int($0.prefix { $0 != " " }) }
      }
      #expect(time("started", 1) == time("finished", 0) && time("Six", 0) == time("finished", 0), "\(hand.told)")
    }
  }

  /// A text that follows is made before its turn, and fails in its turn: once, and not in silence.
  @Test(arguments: [TroubleCode.noVoice, .stalled])
  func aTextThatFollowsFailsInItsTurn_S0_13(code: TroubleCode) async {
    await ManualSession.play { hand in
      hand.voice.failures["Six."] = Trouble(code, "x")
      hand.read(Self.text)
      hand.voice.unmeasurable["Seven."] = Trouble(code, "x")
      let second = hand.read("Six. Seven.", playing: false)
      hand.read("Eight.", playing: false)
      hand.pass(1400)
      // A text that no voice can speak has no length; a sentence that cannot be spoken is silent.
      #expect(hand.session.player.length(of: second)?.isExact == (code == .stalled))
      #expect(hand.voice.asked.contains("Six."))
      #expect(!hand.told.contains { $0.contains("failed") }, "\(hand.told)")
      hand.pass(20_000)
      #expect(hand.told.count { $0.contains("failed:") } == 1, "\(hand.told)")
      // Without a voice, the whole text is given up; a sentence that cannot be spoken is left out.
      #expect(hand.told.contains { $0.hasSuffix(" Seven.") } == (code == .stalled), "\(hand.told)")
      #expect(hand.told.contains { $0.hasSuffix(" Eight.") }, "\(hand.told)")
    }
  }

  /// However many texts are put next, one of them is made.
  @Test func aTextThatNoLongerFollowsIsNotMade() async {
    await ManualSession.play { hand in
      hand.voice.hanging = ["Six seven.", "Nine."]
      hand.read(Self.text)
      hand.read("Six seven. Eight.", playing: false)
      hand.pass(1400)
      #expect(hand.voice.asked.last == "Six seven." && !hand.voice.isIdle)
      hand.add(hand.track("Nine."), .next, playing: false)
      hand.pass(10)
      #expect(hand.voice.asked.last == "Nine.")
      hand.voice.hanging = []
      hand.add(hand.track("Ten."), .next, playing: false)
      hand.pass(10)
      #expect(hand.voice.asked.last == "Ten." && hand.voice.isIdle)
      hand.pass(20_000)
      #expect(hand.told.last?.hasSuffix("finished") == true && hand.told.count { $0.hasSuffix("finished") } == 4)
    }
  }

  /// What a slow engine has begun to make is heard soon, wherever the listener goes within it.
  @Test func aStepWithinWhatIsMadeAheadThrowsNothingAway_S2_11() async {
    await ManualSession.play { hand in
      let text = [String(repeating: "a", count: 100) + "."] + (11...40).map { "S\($0)." }
      hand.voice.effort = SpeechEffort(ahead: 3_600_000_000, isMeasured: false)
      hand.voice.delay = .seconds(2)
      hand.read(text.joined(separator: " "))
      hand.pass(100)
      #expect(hand.voice.asked == Array(text.prefix(9)))
      for sentence in 1...3 {
        hand.session.step(.forward, by: .sentence, restartingAfter: 1_000_000)
        hand.pass(10)
        #expect(hand.voice.asked == Array(text.prefix(9 + sentence)))
      }
      hand.send(.setRate(1.5))
      hand.pass(10)
      #expect(hand.voice.asked == Array(text.prefix(12)))
      hand.pass(60_000)
      #expect(hand.voice.asked == text && hand.told.last?.hasSuffix("finished") == true)
    }
  }

  /// Two sentences at a time would each take twice as long: the others are asked for anew, behind it.
  @Test func aSentenceThatIsNotThereIsMadeFirst_S2_11() async {
    await ManualSession.play { hand in
      let text = (11...40).map { "S\($0)." }
      hand.voice.effort = SpeechEffort(ahead: 3_600_000_000, isMeasured: false)
      hand.voice.delay = .seconds(2)
      let track = hand.track(text.joined(separator: " "))
      track.expect(KeptPlace(microseconds: 0, scalar: 50))
      hand.add(track)
      hand.pass(2100)
      #expect(hand.voice.asked == Array(text[10..<20]))
      hand.session.step(.back, by: .sentence, restartingAfter: 1_000_000)
      hand.pass(100)
      #expect(hand.voice.asked.dropFirst(10) == [text[9]] + text[11..<18])
    }
  }

  /// Its lengths are those of what it has spoken, and nothing waits for the others.
  @Test func aCostlyEngineIsNotMeasured() async {
    await ManualSession.play { hand in
      hand.voice.effort = SpeechEffort(ahead: 0, isMeasured: false)
      let track = hand.read((11...60).map { "S\($0)." }.joined(separator: " "))
      hand.pass(500)
      #expect(hand.session.player.length(of: track)?.isExact == false)
      hand.pass(60_000)
      #expect(hand.voice.measured.isEmpty && hand.told.last?.hasSuffix("finished") == true)
    }
  }

  /// Each sentence that a costly engine speaks is passed over a few times at most, and only so many in one turn; a
  /// text of another engine behind them is measured all the same.
  @Test func textsOfACostlyEngineDoNotHoldUpTheSearchForOthers() async {
    await ManualSession.play { hand in
      let costly = SpeechEffort(ahead: 0, isMeasured: false)
      let text = (11...60).map { "S\($0)." }.joined(separator: " ")
      hand.voice.isMeasuringHeld = true
      let first = hand.read(text, playing: false)
      for _ in 1...40 { hand.add(hand.track(text, with: VoiceID("hum:one")), playing: false) }
      let last = hand.add(hand.track("Cheap.", with: VoiceID("hum:two")), playing: false)
      hand.pass(10)
      #expect(hand.voice.measured.count == 8)
      // That they are costly is known when the first of them have been heard of.
      hand.voice.efforts[VoiceID("hum:one")] = costly
      hand.voice.effortsAsked = 0
      hand.session.lengthMeasurer.forget([first])
      #expect(hand.voice.effortsAsked <= 320)
      hand.voice.isMeasuringHeld = false
      hand.pass(10)
      #expect(hand.voice.measured.last == "Cheap." && hand.session.player.length(of: last)?.isExact == true)
      #expect(hand.voice.effortsAsked <= 42 * 51)
      // Further ones are looked at once, and the former ones no more.
      hand.voice.effortsAsked = 0
      for _ in 1...20 { hand.add(hand.track(text, with: VoiceID("hum:one")), playing: false) }
      hand.pass(10)
      #expect(hand.voice.effortsAsked <= 20 * 51)
    }
  }

  /// An engine that was given up measures again when it has spoken, not when another one has, also in its place.
  @Test func onlyTheEngineThatSpokeMeasuresAgain() async {
    await ManualSession.play { hand in
      let hum = VoiceID("hum:one")
      for text in ["Hum one.", "Hum two."] { hand.voice.unmeasurable[text] = Self.givenUp }
      hand.voice.substituted = ["Hum three."]
      let later = ["Hum one.", "Hum two."].map { hand.add(hand.track($0, with: hum), playing: false) }
      hand.pass(500)
      let asked = hand.voice.measured.count
      #expect(asked > 0 && asked <= 2)
      hand.voice.unmeasurable = [:]
      // The usual engine speaks a text of its own, and measures the next one; then one of the other engine.
      // The text that follows is made ahead: those of the other engine come later.
      for text in ["More of it.", "Another text."] { hand.add(hand.track(text), .now, playing: false) }
      hand.add(hand.track("A text."), .now)
      hand.pass(500)
      hand.add(hand.track("Hum three.", with: hum), .now)
      hand.pass(2500)
      #expect(hand.voice.asked.contains("A text.") && hand.voice.asked.contains("Hum three."))
      #expect(hand.voice.measured.count { $0.hasPrefix("Hum") } == asked, "\(hand.voice.measured)")
      #expect(hand.voice.measured.contains("Another text."))
      hand.add(hand.track("Hum four.", with: hum), .now)
      hand.pass(500)
      #expect(later.allSatisfy { hand.session.player.length(of: $0)?.isExact == true }, "\(hand.voice.measured)")
    }
  }

  @Test func withoutAVoiceTheTextIsGivenUpAndTheNextOneIsRead_S0_13_S1_19() async {
    await ManualSession.play { hand in
      hand.voice.failures["One two."] = Trouble(.noVoice, "x")
      hand.read(Self.text)
      let second = hand.read("Next.")
      hand.pass(100)
      #expect(hand.current == second && hand.told.contains("0 failed: the speech engine has no such voice (x)"))
      hand.pass(5000)
      #expect(hand.told.last?.hasSuffix("finished") == true)
    }
  }

  @Test func aWordThatCannotBeSpokenIsLeftOutAndThatIsTold_S0_13() async {
    await ManualSession.play { hand in
      hand.voice.unspeakable = ["two."]
      hand.read(Self.text)
      hand.pass(5000)
      #expect(hand.heard == "One |Three four.|Five.")
      #expect(hand.told.contains("0 failed: the speech engine cannot speak a word of the text; it is left out"))
    }
  }

  @Test func aSlowEngineIsWaitedForAndNothingIsAnnouncedBeforeItIsHeard_S3_02_S3_27() async {
    await ManualSession.play { hand in
      hand.voice.delay = .milliseconds(700)
      hand.read(Self.text)
      hand.pass(600)
      #expect(hand.session.state == .preparing && hand.told == [] && hand.position == 0)
      hand.pass(10_000)
      #expect(hand.told.prefix(2) == ["700 started", "700 One"] && hand.heard == "One two.|Three four.|Five.")
    }
  }

  @Test func anEngineSlowerThanSpeechLeavesHolesAndTellsWordsWhenTheyAreHeard_S3_27() async {
    await ManualSession.play { hand in
      hand.voice.pace = .milliseconds(900)
      hand.read("One two three.")
      hand.pass(600)
      // All that has come was heard.
      #expect(hand.position == 400 && hand.status == .playing)
      hand.pass(10_000)
      #expect(hand.told.map { $0.split(separator: " ")[1] } == ["started", "One", "two", "three.", "finished"])
      #expect(hand.heard == "One two three.")
      let times = hand.told.compactMap { Int($0.split(separator: " ")[0]) }
      #expect(times[2] >= 900 && times[3] >= 1800 && times[4] >= 2400, "\(times)")
    }
  }

  @Test func aSentenceThatIsNeverAnsweredHoldsUpNothingButItself_S0_13() async {
    await ManualSession.play { hand in
      hand.voice.hanging = ["Three four."]
      hand.read(Self.text)
      hand.pass(5000)
      #expect(hand.status == .playing && hand.told.last == "400 two.")
      // The listener may leave it.
      hand.session.step(.forward, by: .sentence, restartingAfter: 1_000_000)
      hand.pass(5000)
      #expect(hand.told.contains { $0.hasSuffix("Five.") })
      hand.session.step(.back, by: .sentence, restartingAfter: 1_000_000)
      hand.pass(1000)
      hand.pause()
      #expect(hand.status == .paused || hand.session.state == .idle)
    }
  }

  @Test func theNextSentenceIsMadeBeforeThisOneEnds_S3_13() async {
    await ManualSession.play { hand in
      hand.voice.delay = .milliseconds(600)
      hand.read(Self.text)
      hand.pass(10_000)
      #expect(hand.output.taken.count == 26 * CountingVoice.framesPerLetter)
      #expect(hand.told.last == "3200 finished", "\(hand.told)")
    }
  }

  @Test func speechOfALeftTextIsNotMadeAnyMore_S2_11() async {
    await ManualSession.play { hand in
      hand.voice.delay = .seconds(5)
      hand.read(Self.text)
      hand.pass(1000)
      hand.send(.clear(.hushed))
      #expect(hand.voice.isIdle)
      hand.pass(60_000)
      #expect(hand.output.taken.isEmpty && hand.session.state == .idle)
    }
  }

  /// Behind a hole in the sound the rest of the sentence is still to come, whatever was reckoned before it.
  @Test(arguments: [false, true])
  func afterAHoleInTheSoundTheEndOfTheSentenceIsWaitedFor_S3_03(isSleep: Bool) async {
    for isExact in [true, false] {
      await ManualSession.play { hand in
        hand.output.isExact = isExact
        hand.voice.pace = .milliseconds(2000)
        hand.read("One two a. Three.")
        hand.pass(600)
        if isSleep { hand.session.setSleep(.sentence) } else { hand.session.pause(atEndOf: .sentence) }
        hand.pass(10_000)
        #expect(hand.status == .paused && abs(hand.position - 1000) <= 12, "\(hand.position), \(hand.told)")
        #expect(hand.heard.hasPrefix("One two a."), "\(hand.heard)")
      }
    }
  }

  /// Otherwise it ends and begins many times in the same moment.
  @Test(arguments: [LoopStatus.track, .playlist])
  func aTextThatCannotBeSpokenIsNotRepeated_S0_10(loop: LoopStatus) async {
    await ManualSession.play { hand in
      hand.voice.unspeakable = ["Two."]
      hand.send(.setLoop(loop))
      var ends = 0
      hand.watch = { notice in
        guard case .utterance(.finished, _) = notice else { return }
        ends += 1
        // Without the rule the test would not end.
        if ends > 10 { hand.send(.setLoop(.none)) }
      }
      hand.read("Two.")
      hand.pass(5000)
      #expect(ends == 1 && hand.session.state == .idle, "\(ends) ends, \(hand.session.state)")
    }
  }
}
