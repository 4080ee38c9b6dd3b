import Documents
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Jumps within a text and beyond it, and the truth of the position.
@Suite(.timeLimit(.minutes(1)))
struct SeekRuleTests {
  private static let text = "One two. Three four."

  @Test func aJumpIsToldOnceAndFollowedByTheWordsAfterIt_S2_08_S3_27() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(300)
      for _ in 0..<3 {
        hand.forget()
        let now = hand.milliseconds
        hand.seek(to: 1000)
        hand.pass(600)
        #expect(hand.told == ["\(now) at 1000", "\(now + 500) four."])
      }
    }
  }

  @Test func aSeekChangesNothingButThePlace_S3_27() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.send(.setRate(1.5))
      hand.pass(300)
      let (before, changes) = (hand.session.snapshot, hand.changes)
      hand.seek(to: 1000)
      hand.pass(100)
      #expect(hand.session.snapshot == before && hand.changes == changes)
    }
  }

  @Test func aSeekWhilePausedStaysPausedAtThatPlace_S2_09() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(300)
      hand.pause()
      hand.pass(100)
      let taken = hand.output.taken.count
      hand.forget()
      hand.seek(to: 1600)
      #expect(hand.position == 1600)
      hand.session.seek(by: -500_000)
      #expect(hand.position == 1100)
      hand.session.seek(by: -60_000_000)
      #expect(hand.position == 0)
      hand.seek(to: 1400)
      hand.pass(5000)
      #expect(hand.status == .paused && hand.output.taken.count == taken)
      #expect(hand.told == ["400 at 1600", "400 at 1100", "400 at 0", "400 at 1400"])
      hand.play()
      hand.pass(200)
      #expect(hand.told.suffix(2) == ["5400 resumed", "5500 four."])
    }
  }

  @Test(arguments: [.min, .min + 1, -30_000_000, -1] as [Microseconds]) func aSeekBeforeTheStartIsTheStart_S2_10(
    offset: Microseconds
  )
    async
  {
    await ManualSession.play { hand in
      hand.read("Zero.", playing: false)
      let second = hand.read(Self.text, playing: false)
      hand.pass(500)
      hand.send(.goTo(second))
      hand.session.seek(by: offset)
      #expect(hand.position == 0 && hand.current == second && hand.status == .paused)
    }
  }

  @Test(arguments: [.max, .max - 1, 60_000_000] as [Microseconds], [false, true])
  func aSeekBeyondTheEndIsNext_S2_10(offset: Microseconds, playing: Bool) async {
    await ManualSession.play { hand in
      hand.read(Self.text, playing: playing)
      let second = hand.read("Five.", playing: playing)
      hand.pass(500)
      hand.session.seek(by: offset)
      #expect(hand.current == second && hand.position == 0 && hand.status == (playing ? .playing : .paused))
      // And beyond the last text is the end.
      hand.session.seek(by: offset)
      #expect(hand.session.state == .idle && hand.session.snapshot.status == .stopped)
    }
  }

  @Test func aStormOfPlacesCollapsesToTheLast_S2_11() async {
    await ManualSession.play { hand in
      hand.voice.delay = .milliseconds(20)
      hand.read((1...40).map { "Sentence number \($0)." }.joined(separator: " "))
      hand.pass(500)
      let asked = hand.voice.asked.count
      hand.forget()
      for place in stride(from: 1000, through: 40_000, by: 400) { hand.seek(to: Int64(place)) }
      hand.pass(30)
      #expect(hand.told.last?.hasSuffix("at 39800") == true)
      #expect((39_800..<39_830).contains(hand.position))
      // Nothing is left over from the others: what is under way is what is heard, and what follows.
      hand.pass(2000)
      #expect(!hand.told.dropFirst(98).contains { $0.contains(" at ") })
      #expect(hand.voice.isIdle && hand.voice.asked.count > asked)
      // Of the hundred places nothing sounded but the last.
      #expect(hand.heard.contains("Sen") && !hand.heard.contains("number 5"))
    }
  }

  @Test func aPlaceAfterWhatHasComeIsWaitedFor_S2_08() async {
    await ManualSession.play { hand in
      let track = hand.openTrack()
      hand.write("One. Two.", to: track)
      hand.add(track)
      hand.pass(200)
      hand.forget()
      hand.seek(to: 2000)
      hand.pass(1000)
      #expect(hand.session.state == .preparing && hand.position == 2000 && hand.status == .playing)
      hand.write("Three four five six. Seven.", to: track)
      track.complete(.complete)
      hand.session.grew([track])
      hand.pass(300)
      // Two, and the silences: the third sentence begins at 1000 or 1100.
      #expect(hand.told.first == "200 at 2000" && hand.told.count { $0.contains(" at ") } == 1)
      #expect(hand.told.last?.hasSuffix("four") == false && hand.position > 2000)
      hand.pass(5000)
      #expect(hand.told.last?.hasSuffix("finished") == true && hand.session.state == .idle)
    }
  }

  /// Such a place once ended the service: its frames were no number of 64 bits.
  @Test(arguments: [9_000_000_000_000_000_000, .max] as [Microseconds], [1, 0.25, 2])
  func aPlaceBeyondAllMeasureIsTheEndOfATextThatIsStillWritten_S2_10(place: Microseconds, rate: Double) async {
    await ManualSession.play(to: FrameFormat(sampleRate: 48_000, channels: 2)) { hand in
      let track = hand.openTrack()
      hand.write("One. Two.", to: track)
      hand.add(track)
      hand.send(.setRate(rate))
      hand.pass(200)
      for way in 0..<4 {
        switch way {
        case 0: hand.session.seek(by: place)
        case 1: hand.send(.seek(to: place))
        case 2: hand.session.seek(by: place, acrossChapters: true)
        default: hand.send(.goTo(track.id, at: place))
        }
        hand.pass(300)
        #expect(hand.session.state == .preparing && hand.session.position <= .longestSound)
        hand.session.setSleep(.chapters(2))
        #expect(hand.session.sleepRemaining.map { $0 >= 0 } ?? true)
      }
      hand.write("Three. Four.", to: track)
      hand.session.grew([track])
      hand.pass(300)
      track.complete(.complete)
      hand.session.grew([track])
      hand.pass(5000)
      #expect(hand.session.state == .idle, "\(hand.told)")
    }
  }

  @Test func aPlaceAfterATextThatEndsSoonerIsItsEnd_S2_10() async {
    await ManualSession.play { hand in
      let track = hand.openTrack()
      hand.write("One. Two.", to: track)
      hand.add(track)
      hand.read("Next.")
      hand.pass(200)
      hand.seek(to: 60_000)
      hand.pass(500)
      #expect(hand.session.state == .preparing)
      track.complete(.complete)
      hand.session.grew([track])
      hand.pass(5000)
      #expect(hand.told.suffix(3) == ["700 started", "700 Next.", "1200 finished"], "\(hand.told)")
      #expect(hand.session.state == .idle)
    }
  }

  @Test func whileStoppedNothingCanBeSought_S2_09() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(300)
      hand.send(.stop)
      let snapshot = hand.session.snapshot
      #expect(!snapshot.canSeek)
      hand.seek(to: 1000)
      hand.session.seek(by: 1_000_000)
      #expect(hand.session.snapshot == snapshot && hand.position == 0)
    }
  }

  @Test func aSeekDuringACallIsHeardAfterIt_S2_09_S3_23() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(300)
      hand.call()
      hand.pass(1000)
      hand.seek(to: 900)
      hand.pass(1000)
      #expect(hand.position == 900 && hand.session.state == .interrupted)
      hand.forget()
      hand.endCall()
      hand.pass(50)
      #expect(hand.told == ["2300 resumed", "2300 Three"])
    }
  }

  // MARK: Chapters

  @Test func aSeekCrossesTheEdgesOfChaptersWhereThatIsAskedFor_S3_19() async {
    await ManualSession.play { hand in
      // 1.0 s with the silence after it, and 0.5 s.
      let book = hand.readBook(["One two.", "Three."], playing: false)
      hand.pass(1000)
      hand.seek(to: 300)
      hand.session.seek(by: 1_000_000, acrossChapters: true)
      #expect(hand.current == book[1].id && hand.position == 300)
      hand.session.seek(by: -500_000, acrossChapters: true)
      #expect(hand.current == book[0].id && hand.position == 800)
      #expect(hand.session.book?.length.microseconds == 1_600_000)
    }
  }

  @Test func aPlaceOfTheBookIsAPlaceOfAChapter_S3_19() async {
    await ManualSession.play { hand in
      let book = hand.readBook(["One two.", "Three.", "Four."], playing: false)
      hand.pass(1000)
      var failures = 0
      for (place, chapter, position) in [(1200, 1, 200), (0, 0, 0), (2000, 2, 200)] {
        hand.session.seekInDocument(to: { _ in Microseconds(Int64(place) * 1000) }) {
          if case .failure = $0 { failures += 1 }
        }
        #expect(hand.current == book[chapter].id && hand.position == Int64(position), "\(place)")
      }
      let whole = hand.session.book?.position(of: book[2].id, at: hand.session.position)
      #expect(failures == 0 && whole == 2_000_000)
      hand.session.seekInDocument(to: { _ in 60_000_000 }) { if case .failure = $0 { failures += 1 } }
      #expect(failures == 1)
    }
  }

  // MARK: The position

  /// The position at each of many moments.
  @Core
  private static func positions(_ hand: ManualSession, for milliseconds: Int) -> [Int64] {
    var positions: [Int64] = []
    for _ in 0..<milliseconds / 7 {
      positions.append(hand.session.position.count)
      hand.pass(7)
    }
    return positions
  }

  @Test(arguments: [1.0, 2.0, 0.5, 1.3]) func thePositionIsFineAndGoesAtTheRate_S2_06(rate: Double) async {
    await ManualSession.play { hand in
      hand.send(.setRate(rate))
      hand.read(Self.text + " " + Self.text + " " + Self.text)
      hand.pass(200)
      let positions = Self.positions(hand, for: 1400)
      let steps = zip(positions.dropFirst(), positions).map { $0 - $1 }
      #expect(steps.allSatisfy { $0 > 0 })
      let moved = Double(positions[199] - positions[0]) / (199 * 7000)
      #expect(abs(moved / rate - 1) < 0.02, "\(moved)")
    }
  }

  @Test func anEstimateThatIsCorrectedNeverMovesThePositionBack_S2_06() async {
    await ManualSession.play { hand in
      // Fewer frames a letter than is assumed, and nothing is measured yet.
      hand.voice.framesPerLetter = 900
      let id = hand.read((1...40).map { "Sentence number \($0)." }.joined(separator: " "), playing: false)
      let estimate = hand.session.player.length(of: id)?.microseconds ?? 0
      #expect(hand.session.player.length(of: id)?.isExact == false)
      hand.seek(to: estimate.count / 2000)
      hand.play()
      var seeked = 0
      hand.watch = { if case .seeked = $0 { seeked += 1 } }
      let positions = Self.positions(hand, for: 8000)
      #expect(
        zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 } && positions[0] * 2 >= estimate.count - 2000)
      #expect(hand.session.player.length(of: id)?.isExact == true && seeked == 0)
    }
  }

  @Test func thePositionStaysBetweenZeroAndTheLength_S2_06() async {
    await ManualSession.play { hand in
      hand.output.latency = .milliseconds(150)
      let first = hand.read(Self.text)
      hand.read("Next.")
      var length: Microseconds = 0
      while hand.current == first {
        length = hand.session.player.length(of: first)?.microseconds ?? length
        #expect((0...length).contains(hand.session.position))
        hand.pass(3)
      }
      #expect(hand.milliseconds < 2200)
    }
  }

  @Test func theLengthIsThatOfTheSoundToTheFrame_S2_06() async {
    await ManualSession.play { hand in
      hand.voice.framesPerLetter = 333
      let id = hand.read(Self.text, gaps: Timeline.Gaps(leadingDelay: 77, trailingDelay: 99, sentence: 1001))
      hand.pass(150)
      let length = hand.session.player.length(of: id)
      hand.pass(5000)
      #expect(length?.isExact == true)
      #expect(length?.microseconds == Frame(hand.output.taken.count).microseconds(at: .usual))
    }
  }

  @Test func aDeviceThatIsHeardLateMovesWordsAndPositionAlike_S3_27() async {
    await ManualSession.play { hand in
      hand.output.latency = .milliseconds(200)
      hand.read(Self.text)
      hand.pass(5000)
      #expect(hand.told == ["0 started", "200 One", "600 two.", "1100 Three", "1700 four.", "2200 finished"])
    }
  }
}
