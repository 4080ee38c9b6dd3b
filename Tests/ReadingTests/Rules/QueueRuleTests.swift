import Documents
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// The order in which texts are heard.
@Suite(.timeLimit(.minutes(1)))
struct QueueRuleTests {
  private static let text = "One two. Three four."

  @Test func textsAreHeardInOrderEachStartedAndFinished_S0_10_S3_04() async {
    await ManualSession.play { hand in
      for text in ["One.", "Two.", "Three."] { hand.read(text) }
      hand.pass(5000)
      #expect(
        hand.told == [
          "0 started", "0 One.", "400 finished", "400 started", "400 Two.", "800 finished", "800 started",
          "800 Three.", "1400 finished",
        ])
      #expect(hand.heard == "One.Two.Three." && hand.session.state == .idle)
    }
  }

  @Test func aReadingBeginsAnewAfterTheQueueIsOver_S0_10() async {
    await ManualSession.play { hand in
      for round in 0..<3 {
        hand.read("One.")
        hand.pass(1000)
        #expect(hand.told.count == 3 * (round + 1) && hand.session.state == .idle)
      }
      #expect(hand.session.player.ids.isEmpty)
    }
  }

  @Test func aTextSaidBesideABookIsHeardAndTheBookGoesOnAtItsPlace_X1_S0_10() async {
    await ManualSession.play { hand in
      let book = hand.read(Self.text)
      hand.pass(500)
      let said = ["Hi.", "Ho."].map { hand.say($0) }
      #expect(hand.current == said[0])
      hand.pass(300 + 300 + 10)
      #expect(hand.current == book)
      hand.pass(5000)
      #expect(hand.heard == "One tHi.Ho.wo.|Three four.", "\(hand.heard)")
      #expect(hand.told.filter { $0.contains("paused") || $0.contains("resumed") }.count == 2)
      // No word of it is told twice.
      #expect(hand.told.count { $0.hasSuffix("two.") } == 1 && hand.told.count { $0.hasSuffix("finished") } == 3)
    }
  }

  @Test func goingBackToAnInterruptedTextIsAJump_X1() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(500)
      hand.say("Hi.")
      var order: [String] = []
      hand.watch = {
        if case .seeked = $0 { order.append("seeked") }
        if case .changed(let old, let new) = $0, old.metadata != new.metadata { order.append("metadata") }
      }
      hand.pass(400)
      // A client knows the text before its place.
      #expect(order == ["metadata", "seeked"])
      #expect(hand.told.contains("800 at 500"), "\(hand.told)")
    }
  }

  @Test func aTextSaidBesideAPausedBookIsHeardAndTheBookStaysPaused_X1_S0_10() async {
    await ManualSession.play { hand in
      let book = hand.read(Self.text)
      hand.pass(500)
      hand.pause()
      hand.pass(1000)
      hand.say("Hi.")
      #expect(hand.status == .playing && hand.session.player.putOff?.resumes == false)
      hand.pass(5000)
      #expect(hand.status == .paused && hand.current == book && hand.position == 500)
      #expect(hand.session.player.putOff == nil)
      hand.play()
      hand.pass(5000)
      #expect(hand.told.last?.hasSuffix("finished") == true)
    }
  }

  /// The lengths of the sentences before it are estimates when it is interrupted, and known when it resumes.
  @Test(arguments: [0, 650]) func anInterruptedTextGoesOnAtItsWordWhateverItsPositionIs_X1_S2_06(heard: Int) async {
    await ManualSession.play { hand in
      let unmeasured = ["Iiiiiiiiiiiiiiiiiiii.", "Aaaaaaaaaaaaaaaaaaaaaa."]
      hand.voice.hanging = Set(unmeasured)
      let id = hand.read("Zero. One. \(unmeasured[0]) \(unmeasured[1]) Three four. Five.")
      hand.pass(200)
      for _ in 0..<4 { hand.session.step(.forward, by: .sentence, restartingAfter: 1_000_000) }
      hand.pass(heard)
      hand.say("Hi.")
      for sentence in 2...3 { hand.session.track(id)?.timeline.setSpeech(22 * 2205, of: sentence) }
      hand.forget()
      hand.pass(5000)
      let words = hand.told.map { $0.split(separator: " ")[1] }.filter {
        ["Hi.", "Three", "four.", "Five."].contains($0)
      }
      #expect(words == (heard > 0 ? ["Hi.", "four.", "Five."] : ["Hi.", "Three", "four.", "Five."]), "\(hand.told)")
    }
  }

  @Test func whenBusyDecidesWhereATextGoes_S0_10() async {
    await ManualSession.play { hand in
      let long = hand.read(Self.text)
      hand.pass(150)
      let last = hand.read("Last.")
      let next = hand.add(hand.track("Next."), .next)
      let now = hand.add(hand.track("Now."), .now)
      var finished: [TrackID] = []
      hand.watch = { if case .utterance(.finished, let id) = $0 { finished.append(id) } }
      hand.pass(10_000)
      #expect(finished == [now, long, next, last])
      #expect(hand.told.count { $0.hasSuffix("One") } == 1)
    }
  }

  @Test func aTextThatLeavesTheQueueIsCancelledAndIsNotHeard_S0_10() async {
    await ManualSession.play { hand in
      hand.read("One two.")
      let second = hand.read("Three.")
      hand.read("Four.")
      hand.pass(100)
      hand.send(.remove([second]))
      hand.pass(5000)
      #expect(hand.heard == "One two.Four." && hand.told.contains("100 cancelled (removed)"))
      #expect(hand.session.track(second) == nil)
    }
  }

  @Test func theCurrentTextThatLeavesIsFollowedByTheNext_S0_10() async {
    for playing in [true, false] {
      await ManualSession.play { hand in
        let first = hand.read("One two.", playing: playing)
        let second = hand.read("Three.", playing: playing)
        hand.pass(250)
        hand.send(.remove([first]))
        #expect(hand.current == second && hand.position == 0 && hand.status == (playing ? .playing : .paused))
        hand.pass(5000)
        #expect(playing ? hand.session.state == .idle : hand.output.taken.isEmpty)
      }
    }
  }

  @Test func anotherOrderIsHeard_S0_10() async {
    await ManualSession.play { hand in
      hand.read("One.")
      hand.read("Two.")
      let third = hand.read("Three.")
      hand.send(.move(third, to: 1))
      hand.pass(5000)
      #expect(hand.heard == "One.Three.Two.")
    }
  }

  @Test func clearEndsEverythingAtOnceAndForgetsTheTexts_S0_10() async {
    await ManualSession.play { hand in
      let tracks = [Self.text, "Two."].map { hand.read($0) }
      hand.pass(250)
      hand.send(.clear(.hushed))
      let taken = hand.output.taken.count
      hand.pass(5000)
      #expect(hand.output.taken.count == taken && hand.session.state == .idle)
      #expect(hand.told.suffix(2).sorted() == ["250 cancelled (hushed)", "250 cancelled (removed)"])
      #expect(tracks.allSatisfy { hand.session.track($0) == nil } && hand.voice.isIdle)
    }
  }

  @Test func theEndOfATextIsFollowedByTheNextWithoutASilence_S3_16() async {
    await ManualSession.play { hand in
      hand.read("One.")
      hand.read("Two.")
      hand.pass(5000)
      #expect(hand.output.taken.count == 8 * CountingVoice.framesPerLetter)
      #expect(hand.told.contains("400 started"))
    }
  }

  @Test func inEveryOrderOfTimersTheUtterancesKeepTheirGrammar_S2_09_S3_04() async {
    for seed in 0..<10 as Range<UInt64> {
      await ManualSession.play { hand in
        var random = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        hand.clock.choice = { count in
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return Int(random >> 33) % count
        }
        for text in ["One is. Two is.", "Three. Four.", "Five."] { hand.read(text) }
        for round in 0..<12 {
          hand.pass(170)
          switch round % 4 {
          case 0: hand.session.seek(by: 300_000)
          case 1: hand.seek(to: 0)
          case 2: hand.session.step(.back, by: .track, restartingAfter: 100_000)
          default: hand.session.step(.forward, by: .sentence, restartingAfter: 100_000)
          }
        }
        hand.pass(20_000)
        #expect(hand.session.state == .idle)
        var isOpen = false
        for line in hand.told where !line.contains(" at ") {
          switch line.split(separator: " ")[1] {
          case "started":
            #expect(!isOpen)
            isOpen = true
          case "finished", "cancelled":
            #expect(isOpen)
            isOpen = false
          default: #expect(isOpen, "\(line)")
          }
        }
      }
    }
  }

  // MARK: Texts that are still being written

  @Test func aTextThatIsStillWrittenIsHeardAsFarAsItHasCome_S2_30() async {
    await ManualSession.play { hand in
      let track = hand.openTrack(isSaid: true, isLive: true)
      hand.write("One two.", to: track)
      hand.add(track, .inTurn)
      hand.pass(10_000)
      #expect(hand.told == ["0 started", "0 One", "400 two."] && hand.session.state == .gap)
      hand.write("Three.", to: track)
      hand.session.grew([track])
      hand.pass(1000)
      #expect(hand.told.contains("10200 Three."), "\(hand.told)")
      track.complete(.complete)
      hand.session.grew([track])
      hand.pass(1000)
      #expect(hand.told.last?.hasSuffix("finished") == true && hand.session.state == .idle)
    }
  }

  @Test func aTextThatFallsSilentLetsTheBookGoOnAndSpeaksAgain_X1() async {
    await ManualSession.play { hand in
      let book = hand.read((1...40).map { "Sentence number \($0)." }.joined(separator: " "))
      hand.pass(500)
      let track = hand.openTrack(isSaid: true, isLive: true)
      hand.write("Hello.", to: track)
      hand.add(track, .inTurn)
      hand.pass(600 + 1900)
      #expect(hand.current == track.id)
      hand.pass(300)
      #expect(hand.current == book && hand.status == .playing)
      hand.write("Again.", to: track)
      hand.session.grew([track])
      hand.pass(50)
      #expect(hand.current == track.id && hand.told.last?.hasSuffix("Again.") == true)
      track.complete(.complete)
      hand.session.grew([track])
      hand.pass(1000)
      #expect(hand.current == book)
    }
  }
}
