import AloudAPI
import BusValues
import Documents
import EventLoop
import Playback
import Speech
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Documents that are opened while they are in the queue, and those that an earlier run left there.
@Suite(.timeLimit(.minutes(1)))
struct ReopeningRuleTests {
  private static let paused = SpeakOptions(paused: true)
  private static let path = "/books/emma.epub"
  private static let chapters = (1...3).map { "Chapter \($0) begins. It goes on.\nAnd so it ends." }
  private static let emma = Script(title: "Emma", chapters)
  private static let whole = ["Chapter 1", "Chapter 2", "Chapter 3"]

  /// The second chapter of a book is being read.
  private func inChapterTwo(_ body: @Core (HandHouse) throws -> Void) async rethrows {
    try await HandHouse.play { house in
      house.files.put(Self.emma, at: Self.path)
      house.say("A text before it.", Self.paused)
      house.read(Self.path)
      house.pass(50)
      house.session.send(.goTo(house.player.ids[1]))
      house.pass(3000)
      #expect(house.current == "Chapter 2")
      house.forget()
      try body(house)
    }
  }

  @Core private func open(_ house: HandHouse, _ options: SpeakOptions = SpeakOptions()) -> TrackID? {
    let answer = house.read(Self.path, options)
    house.pass(50)
    return answer.track
  }

  @Core private func isOnce(_ house: HandHouse) -> Bool {
    house.titles.filter { $0.hasPrefix("Chapter") } == Self.whole
  }

  // MARK: In the queue

  @Test func aBookThatIsBeingReadIsNotBegunAgain() async {
    await inChapterTwo { house in
      let heard = house.player.current
      let word = house.words.count
      #expect(open(house) == heard && isOnce(house))
      house.pass(1000)
      #expect(house.told.isEmpty && house.words.count > word && house.reader.isIdle)
    }
  }

  @Test func aPausedBookGoesOnInItsChapterWhereItIsOpened() async {
    await inChapterTwo { house in
      house.session.send(.pause(.user))
      let (former, place) = (house.player.current, house.session.position)
      let opened = open(house)
      #expect(opened != nil && opened != former && house.player.current == opened && isOnce(house))
      #expect(house.current == "Chapter 2" && house.session.snapshot.status == .playing)
      // At the beginning of its sentence.
      #expect(house.session.position <= place + 100_000 && house.session.position > 1_000_000)
    }
  }

  @Test func aStoppedBookGoesOnInItsChapterWhereItIsOpened() async {
    await inChapterTwo { house in
      house.session.send(.stop)
      _ = open(house)
      #expect(house.current == "Chapter 2" && isOnce(house) && house.session.snapshot.status == .playing)
    }
  }

  @Test func fromAnotherChapterItBeginsThere() async {
    await inChapterTwo { house in
      var options = SpeakOptions()
      options.fromChapter = 3
      _ = open(house, options)
      #expect(house.current == "Chapter 3" && isOnce(house))
      options.fromChapter = nil
      options.again = true
      _ = open(house, options)
      #expect(house.current == "Chapter 1" && isOnce(house) && house.session.position < 100_000)
    }
  }

  @Test func anotherVoiceTakesItOver() async {
    await inChapterTwo { house in
      let former = house.player.current
      let opened = open(house, SpeakOptions(voice: "zählend"))
      #expect(opened != former && isOnce(house))
      #expect(opened.flatMap { house.session.track($0) }?.voice.voice == "zählend")
    }
  }

  @Test func aBookThatIsAddedToTheQueueComesTwice() async {
    await inChapterTwo { house in
      house.open(.uri("file://" + Self.path), Self.paused, at: .exactly(.last), replacing: false)
      house.pass(50)
      #expect(house.titles.count == 7)
    }
  }

  @Test func twoFilesOfOneTextAreTwoEntries() async {
    await inChapterTwo { house in
      house.files.put(Self.emma, at: "/other.epub")
      house.read("/other.epub", Self.paused)
      house.pass(50)
      #expect(house.titles.count == 7)
    }
  }

  @Test func aTextThatIsHandedOverTwiceIsReadTwice() async {
    await HandHouse.play { house in
      for count in 1...2 {
        house.say("# A heading and a paragraph.", SpeakOptions(format: .markdown, paused: true))
        house.pass(50)
        #expect(house.titles.count == count)
      }
    }
  }

  @Test func aRefusedBeginningLeavesTheBookAsItIs() async {
    await inChapterTwo { house in
      for (chapter, paragraph, reason) in [
        (999, nil, "it has 3 chapters, and no chapter 999"),
        (1, 4, "its chapter 1 has 2 paragraphs, and no paragraph 4"),
        (3, 4, "its chapter 3 has 2 paragraphs, and no paragraph 4"), (nil, 4, "its chapter 1 has 2 paragraphs"),
      ] as [(Int?, Int?, String)] {
        var options = SpeakOptions()
        (options.fromChapter, options.fromParagraph) = (chapter, paragraph)
        let former = house.player.ids
        let answer = house.read(Self.path, options)
        house.pass(50)
        #expect(answer.error == "OutOfRange" && answer.message.hasPrefix(reason), "\(answer.message)")
        #expect(house.player.ids == former && house.current == "Chapter 2" && house.reader.isIdle)
      }
    }
  }

  // MARK: Of an earlier run

  /// The house of the next run, in which the second chapter is paused at some word.
  private func afterwards(_ body: @Core (HandHouse, HandHouse) throws -> Void) async rethrows {
    try await inChapterTwo { former in
      former.pass(1500)
      former.session.send(.pause(.user))
      try body(former, former.successor())
    }
  }

  @Test func theQueueItsOrderAndItsPlaceComeBack_S0_02_S3_17() async {
    await afterwards { former, house in
      #expect(house.titles == former.titles && house.player.ids == former.player.ids)
      #expect(house.current == "Chapter 2" && house.session.snapshot.status == .paused)
      #expect(house.session.position == former.session.track(former.player.current!)?.lastWord?.microseconds)
      #expect(house.session.documentEntry?.chapter == 2)
    }
  }

  @Test func itGoesOnAtItsWordAndOneReadingFillsAllChapters_S0_02_S3_17() async throws {
    try await afterwards { former, house in
      let word = try #require(former.words.last)
      house.session.send(.play)
      house.passAll()
      #expect(house.words.first?.scalar == word.scalar && house.words.first?.title == "Chapter 2")
      #expect(house.told.filter { $0.hasPrefix("finished") }.prefix(2) == ["finished Chapter 2", "finished Chapter 3"])
      #expect(house.reader.asked.filter { $0.name == "emma.epub" }.count == 1)
    }
  }

  @Test func aTrackNumberIsNeverUsedAgain_S0_02() async {
    await afterwards { former, house in
      let ids = house.player.ids
      let next = house.say("A new one.", Self.paused)
      house.pass(50)
      #expect(next.track != nil && !ids.contains(next.track!))
    }
  }

  @Test func onlyItsFileIsKnownAndItIsOpenedInItsPlace() async {
    await afterwards { former, house in
      _ = open(house)
      #expect(isOnce(house) && house.current == "Chapter 2" && house.session.snapshot.status == .playing)
    }
  }

  @Test func aBookThatHasGoneIsNamedOnceAndTheRestStays_S3_17() async {
    await inChapterTwo { former in
      former.session.send(.pause(.user))
      former.files.remove(Self.path)
      let house = former.successor()
      #expect(house.titles == ["A text before it."])
      #expect(house.failures == ["there is no file '\(Self.path)'"])
      #expect(house.session.snapshot.status == .paused)
    }
  }

  @Test func aBookThatHasChangedIsNamedAndNothingOfItIsSpoken_S3_17() async {
    await inChapterTwo { former in
      former.session.send(.pause(.user))
      var other = Self.emma
      other.chapters[1].text = "Something else altogether."
      former.files.put(other, at: Self.path)
      let house = former.successor()
      house.session.send(.play)
      house.passAll()
      #expect(house.failures == ["'emma.epub' has changed since it was queued"])
      #expect(house.words.allSatisfy { $0.title == "A text before it." })
    }
  }

  @Test func theSameBookSavedAgainIsTheSameBook_S3_17() async {
    await inChapterTwo { former in
      former.session.send(.pause(.user))
      former.files.put(Self.emma, at: Self.path)
      let house = former.successor()
      house.session.send(.play)
      house.passAll()
      #expect(house.failures.isEmpty && house.told.contains("finished Chapter 3"))
    }
  }

  @Test func aBookThatIsDamagedByNowIsNamedWithItsFile_S3_17() async {
    await inChapterTwo { former in
      former.session.send(.pause(.user))
      var broken = Self.emma
      broken.mishap = (1, .fail(ReadingError(.damaged, "it is damaged")))
      former.files.put(broken, at: Self.path)
      let house = former.successor()
      #expect(house.failures == ["'emma.epub' cannot be read any more: it is damaged"])
      #expect(house.titles == ["A text before it."])
    }
  }

  @Test func chaptersThatNoRunHasFoundComeAfterTheOthers() async {
    await HandHouse.play { former in
      var slow = Self.emma
      slow.pace = .milliseconds(100)
      former.files.put(slow, at: Self.path)
      former.read(Self.path, Self.paused)
      former.pass(500)
      // The only chapter that is known has the title of the book.
      #expect(former.titles == ["Emma"])
      let house = former.successor()
      house.pass(5000)
      #expect(house.titles.count == 3 && house.titles.dropFirst() == Self.whole.dropFirst())
    }
  }

  @Test func aTextFromAPipeIsKeptAsFarAsItHadCome() async {
    await HandHouse.play { former in
      var script = Script("The first sentence. The second one.")
      script.mishap = (4, .hang)
      former.pipe(script, SpeakOptions(title: "Pipe", paused: true))
      former.pass(50)
      let house = former.successor()
      #expect(house.failures == ["the text ends early: the service ended before the whole of it had come"])
      house.session.send(.play)
      house.passAll()
      #expect(house.words.map(\.word).prefix(3) == ["The", "first", "sentence."])
    }
  }

  @Test func aBookWithoutAFileIsKeptAsTheTextOfItsChapters_S0_02() async {
    await HandHouse.play { former in
      former.pipe(Self.emma, SpeakOptions(format: .epub, paused: true))
      former.pass(50)
      #expect(former.titles == Self.whole)
      let house = former.successor()
      #expect(house.titles == Self.whole && house.session.documentEntry?.chapters == 3)
      house.session.send(.play)
      house.passAll()
      #expect(house.told.filter { $0.hasPrefix("finished") } == Self.whole.map { "finished \($0)" })
    }
  }

  @Test func theNextTextIsOpenedBeforeItsTurnAndNoOther() async {
    await HandHouse.play { former in
      for name in ["a", "b", "c"] {
        former.files.put(Script("This is text \(name)."), at: "/\(name).txt")
        former.read("/\(name).txt", Self.paused)
        former.pass(50)
      }
      let house = former.successor()
      let ids = house.player.ids
      #expect(house.stored.asked == [ids[0]])
      house.session.send(.play)
      #expect(house.stored.asked == [ids[0], ids[1]])
      house.passAll()
      #expect(house.stored.asked == ids && house.told.count == 6)
    }
  }

  @Test func aVoiceThatWasChosenStaysAndAFreeOneFollowsTheLanguage() async {
    await HandHouse.play { former in
      var script = Self.emma
      script.chapters[1].language = "de"
      former.files.put(script, at: Self.path)
      former.files.put(script, at: "/other.epub")
      former.read(Self.path, Self.paused)
      former.read("/other.epub", SpeakOptions(voice: "comptant", paused: true))
      former.pass(50)
      let house = former.successor()
      house.session.send(.goTo(house.player.ids[4]))
      house.pass(100)
      let voices = house.player.ids.map { house.session.track($0)?.voice(of: 0).voice }
      #expect(voices == ["counting", "zählend", "counting", "comptant", "comptant", "comptant"])
    }
  }
}
