import Documents
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Steps by sentences, paragraphs, headings, pages, bookmarks and texts.
@Suite(.timeLimit(.minutes(1)))
struct MovingRuleTests {
  /// Its sentences begin at 0, 900, 2400 and 3400 ms.
  private static let text = "One two. Three fourth.\nFive six. Seven."
  private static let limit: Microseconds = 1_000_000

  @Core
  private static func step(_ hand: ManualSession, _ direction: StepDirection, _ unit: MovingUnit) -> Bool {
    hand.session.step(direction, by: unit, restartingAfter: limit, finishing: false)
  }

  /// The places of a paused text that steps lead to, until one leads nowhere.
  @Core
  private static func walk(_ hand: ManualSession, _ direction: StepDirection, _ unit: MovingUnit) -> [Int64] {
    var places: [Int64] = []
    while places.count < 20, step(hand, direction, unit) {
      if places.last == hand.position, direction == .back { break }
      places.append(hand.position)
    }
    return places
  }

  @Core
  private static func paused(_ text: String, _ body: (ManualSession, TrackID) -> Void) {
    let hand = ManualSession()
    let id = hand.read(text, playing: false)
    hand.pass(500)
    body(hand, id)
  }

  @Test func sentencesAndParagraphsBeginWhereTheyAreHeard_S2_02() async {
    await ManualSession.play { _ in
      Self.paused(Self.text) { hand, _ in
        #expect(Self.step(hand, .forward, .sentence) && hand.position == 900)
        #expect(Self.step(hand, .forward, .sentence) && hand.position == 2400)
        #expect(Self.step(hand, .forward, .sentence) && hand.position == 3400)
        #expect(Self.step(hand, .back, .sentence) && hand.position == 2400)
        #expect(Self.step(hand, .back, .paragraph) && hand.position == 0)
        #expect(Self.step(hand, .forward, .paragraph) && hand.position == 2400)
        #expect(hand.status == .paused && hand.output.taken.isEmpty)
      }
    }
  }

  @Test func backIsTheBeginningOfTheUnitWhenMuchOfItWasHeard_S2_02() async {
    await ManualSession.play { _ in
      for (unit, late, start, before) in [(MovingUnit.sentence, 2000, 900, 0), (.paragraph, 3500, 2400, 0)] {
        Self.paused(Self.text) { hand, _ in
          hand.seek(to: Int64(late))
          #expect(Self.step(hand, .back, unit) && hand.position == start)
          // Now little of it was heard: the one before is meant.
          hand.seek(to: Int64(start) + 999)
          #expect(Self.step(hand, .back, unit) && hand.position == before)
        }
      }
    }
  }

  @Test func aStepWhileItReadsReadsOnThere_S2_02() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(300)
      #expect(Self.step(hand, .forward, .paragraph))
      hand.pass(3000)
      #expect(
        hand.told == ["0 started", "0 One", "300 at 2400", "300 Five", "800 six.", "1300 Seven.", "1900 finished"])
    }
  }

  @Test func inTheSilenceAfterASentenceThatOneCounts_S2_02() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(850)
      #expect(hand.session.state == .gap)
      #expect(Self.step(hand, .forward, .sentence) && hand.position == 900)
      hand.pause()
      hand.seek(to: 2350)
      // Its beginning is more than a second ago.
      #expect(Self.step(hand, .back, .sentence) && hand.position == 900)
    }
  }

  @Test func stepsOutOfATextLeadToTheTextBesideIt_S2_02() async {
    await ManualSession.play { hand in
      let first = hand.read("One. Two.", playing: false)
      let second = hand.read("Three. Four.", playing: false)
      hand.pass(500)
      #expect(Self.step(hand, .forward, .sentence) && hand.current == first)
      #expect(Self.step(hand, .forward, .sentence) && hand.current == second && hand.position == 0)
      #expect(Self.step(hand, .back, .sentence) && hand.current == first)
      #expect(hand.status == .paused)
    }
  }

  @Test func afterTheLastSentenceThereIsNothingUnlessTheReadingMayEnd_S2_10() async {
    await ManualSession.play { hand in
      hand.read("One. Two.")
      hand.pass(700)
      let before = hand.session.snapshot
      _ = Self.step(hand, .forward, .sentence)
      #expect(hand.session.snapshot == before)
      hand.session.step(.forward, by: .sentence, restartingAfter: Self.limit, finishing: true)
      #expect(hand.session.state == .idle && hand.told.last == "700 cancelled (skipped)")
    }
  }

  // MARK: Headings and pages

  private static let chapters = [
    "# Chapter one\n|An owl eats. An ot|ter eats.\n# A part\nAn eagle asks. It eats.",
    "# Chapter two\nAn apple. |It falls.\n# Another\nThe end.",
  ]

  @Test func headingsAndPagesAreFoundAcrossTheChaptersOfABook_S2_02_S3_19() async {
    await ManualSession.play { hand in
      let book = hand.readBook(Self.chapters, playing: false)
      hand.pass(2000)
      /// Chapters and sentences.
      @Core func walk(_ direction: StepDirection, _ unit: MovingUnit) -> [[Int]] {
        var places: [[Int]] = []
        while places.count < 9, Self.step(hand, direction, unit) {
          let place = hand.session.steppingPlace
          places.append([book.firstIndex { $0.id == hand.current } ?? -1, place?.sentence ?? -1])
        }
        return places
      }
      #expect(walk(.forward, .heading) == [[0, 3], [1, 0], [1, 3]])
      #expect(walk(.back, .heading) == [[1, 0], [0, 3], [0, 0]])
      #expect(walk(.forward, .page) == [[0, 1], [0, 2], [1, 2]])
      #expect(walk(.back, .page) == [[0, 2], [0, 1]])
      // Back over the beginning of a chapter is its last sentence.
      hand.send(.goTo(book[1].id))
      #expect(Self.step(hand, .back, .sentence) && hand.current == book[0].id)
      #expect(hand.session.steppingPlace?.sentence == 5)
      #expect(hand.status == .paused)
    }
  }

  @Test func anotherTextIsNoFurtherHeading_S2_02() async {
    await ManualSession.play { hand in
      let book = hand.readBook(Self.chapters, playing: false)
      hand.read("# A heading\nElsewhere.", playing: false)
      hand.pass(2000)
      hand.send(.goTo(book[1].id))
      #expect(Self.step(hand, .forward, .heading))
      let place = hand.position
      #expect(!Self.step(hand, .forward, .heading) && hand.position == place && hand.current == book[1].id)
    }
  }

  /// Two bookmarks, at the beginnings of the second and the fourth sentence.
  @Core
  private final class Bookmarks: DocumentSettings {
    func place(for document: OpenDocument) -> ChapterPlace? { nil }
    func rate(of document: OpenDocument) -> Double? { nil }
    func bookmarks(in track: TrackID) -> [Int] { [9, 33] }
  }

  @Test func bookmarksAreSteppedToAndNothingElse_S2_02() async {
    await ManualSession.play { _ in
      Self.paused(Self.text) { hand, _ in
        let bookmarks = Bookmarks()
        hand.session.documents = bookmarks
        #expect(Self.walk(hand, .forward, .bookmark) == [900, 3400])
        #expect(Self.step(hand, .back, .bookmark) && hand.position == 900)
        #expect(!Self.step(hand, .back, .bookmark))
        withExtendedLifetime(bookmarks) {}
      }
    }
  }

  // MARK: Texts

  @Test func nextAndPreviousKeepPlayAndPause_S0_19() async {
    await ManualSession.play { hand in
      let tracks = ["One two.", "Three.", "Four."].map { hand.read($0, playing: false) }
      hand.pass(500)
      for (isForward, index) in [(true, 1), (true, 2), (false, 1), (false, 0)] {
        hand.forget()
        #expect(Self.step(hand, isForward ? .forward : .back, .track))
        #expect(hand.current == tracks[index] && hand.status == .paused && hand.position == 0)
        // A new text begins at 0, as expected: that is no jump.
        #expect(!hand.told.contains { $0.contains(" at ") })
      }
      hand.play()
      hand.pass(100)
      #expect(Self.step(hand, .forward, .track))
      hand.pass(200)
      #expect(hand.status == .playing && hand.current == tracks[1])
      hand.send(.stop)
      #expect(Self.step(hand, .forward, .track))
      #expect(hand.status == .stopped && hand.current == tracks[2])
    }
  }

  @Test func previousRestartsATextOfWhichMuchWasHeard_S0_19_X5() async {
    await ManualSession.play { hand in
      let first = hand.read("One two three.", playing: false)
      let second = hand.read("Four five six seven.", playing: false)
      hand.pass(500)
      hand.send(.goTo(second))
      hand.seek(to: 1500)
      hand.forget()
      #expect(Self.step(hand, .back, .track) && hand.current == second && hand.position == 0)
      // To the start of the same text is a jump.
      #expect(hand.told == ["500 at 0"])
      #expect(Self.step(hand, .back, .track) && hand.current == first)
      // Of the first text there is nothing before it: it begins again.
      hand.seek(to: 500)
      #expect(Self.step(hand, .back, .track) && hand.current == first && hand.position == 0)
    }
  }

  @Test func nextOfTheLastTextDoesNothingUnlessItMayEnd_S2_10() async {
    await ManualSession.play { hand in
      hand.read("One two.")
      hand.pass(300)
      let before = hand.session.snapshot
      #expect(!before.canGoNext)
      _ = Self.step(hand, .forward, .track)
      #expect(hand.session.snapshot == before && hand.position == 300)
      hand.send(.setLoop(.playlist))
      #expect(hand.session.snapshot.canGoNext)
      _ = Self.step(hand, .forward, .track)
      #expect(hand.position == 0 && hand.status == .playing)
    }
  }

  @Test func aStepInAStoppedReadingMovesNothingButTheText_S0_19() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(300)
      hand.send(.stop)
      #expect(!Self.step(hand, .forward, .sentence))
      #expect(hand.status == .stopped)
    }
  }

  // MARK: Again

  @Test func aSentenceIsSaidAgainOnceAndTheReadingGoesOn_S3_25() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(2000)
      hand.session.again()
      hand.pass(10_000)
      #expect(hand.heard == "One two.|Three fourtThree fourth.|Five six.|Seven.", "\(hand.heard)")
      #expect(hand.told.count { $0.hasSuffix("started") } == 1)
    }
  }

  @Test func ofASentenceThatHasJustBegunTheOneBeforeIsMeantAndAPauseIsOver_S3_25() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(1200)
      hand.pause()
      hand.pass(1000)
      hand.forget()
      hand.session.again()
      hand.pass(100)
      #expect(hand.told == ["2200 at 0", "2200 resumed", "2200 One"], "\(hand.told)")
    }
  }
}
