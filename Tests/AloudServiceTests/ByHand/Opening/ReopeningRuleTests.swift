import AloudAPI
import BusValues
import Configuration
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
  private func inChapterTwo(_ body: @Core (ManualService) throws -> Void) async rethrows {
    try await ManualService.play { service in
      service.files.put(Self.emma, at: Self.path)
      service.say("A text before it.", Self.paused)
      service.read(Self.path)
      service.pass(50)
      service.session.send(.goTo(service.player.ids[1]))
      service.pass(3000)
      #expect(service.current == "Chapter 2")
      service.forget()
      try body(service)
    }
  }

  @Core private func open(_ service: ManualService, _ options: SpeakOptions = SpeakOptions()) -> TrackID? {
    let answer = service.read(Self.path, options)
    service.pass(50)
    return answer.track
  }

  @Core private func isOnce(_ service: ManualService) -> Bool {
    service.titles.filter { $0.hasPrefix("Chapter") } == Self.whole
  }

  // MARK: In the queue

  @Test func aBookThatIsBeingReadIsNotBegunAgain() async {
    await inChapterTwo { service in
      let heard = service.player.current
      let word = service.words.count
      #expect(open(service) == heard && isOnce(service))
      service.pass(1000)
      #expect(service.told.isEmpty && service.words.count > word && service.reader.isIdle)
    }
  }

  @Test func aPausedBookGoesOnInItsChapterWhereItIsOpened() async {
    await inChapterTwo { service in
      service.session.send(.pause(.user))
      let (former, place) = (service.player.current, service.session.position)
      let opened = open(service)
      #expect(opened != nil && opened != former && service.player.current == opened && isOnce(service))
      #expect(service.current == "Chapter 2" && service.session.snapshot.status == .playing)
      // At the beginning of its sentence.
      #expect(service.session.position <= place + 100_000 && service.session.position > 1_000_000)
    }
  }

  @Test func aStoppedBookGoesOnInItsChapterWhereItIsOpened() async {
    await inChapterTwo { service in
      service.session.send(.stop)
      _ = open(service)
      #expect(service.current == "Chapter 2" && isOnce(service) && service.session.snapshot.status == .playing)
    }
  }

  @Test func fromAnotherChapterItBeginsThere() async {
    await inChapterTwo { service in
      var options = SpeakOptions()
      options.fromChapter = 3
      _ = open(service, options)
      #expect(service.current == "Chapter 3" && isOnce(service))
      options.fromChapter = nil
      options.again = true
      _ = open(service, options)
      #expect(service.current == "Chapter 1" && isOnce(service) && service.session.position < 100_000)
    }
  }

  @Test func anotherVoiceTakesItOver() async {
    await inChapterTwo { service in
      let former = service.player.current
      let opened = open(service, SpeakOptions(voice: "zählend"))
      #expect(opened != former && isOnce(service))
      #expect(opened.flatMap { service.session.track($0) }?.voice.voice == "zählend")
    }
  }

  @Test func aBookThatIsAddedToTheQueueComesTwice() async {
    await inChapterTwo { service in
      service.open(.uri("file://" + Self.path), Self.paused, at: .exactly(.last), replacing: false)
      service.pass(50)
      #expect(service.titles.count == 7)
    }
  }

  @Test func twoFilesOfOneTextAreTwoEntries() async {
    await inChapterTwo { service in
      service.files.put(Self.emma, at: "/other.epub")
      service.read("/other.epub", Self.paused)
      service.pass(50)
      #expect(service.titles.count == 7)
    }
  }

  @Test func aTextThatIsHandedOverTwiceIsReadTwice() async {
    await ManualService.play { service in
      for count in 1...2 {
        service.say("# A heading and a paragraph.", SpeakOptions(format: .markdown, paused: true))
        service.pass(50)
        #expect(service.titles.count == count)
      }
    }
  }

  @Test func aRefusedBeginningLeavesTheBookAsItIs() async {
    await inChapterTwo { service in
      for (chapter, paragraph, reason) in [
        (999, nil, "it has 3 chapters, and no chapter 999"),
        (1, 4, "its chapter 1 has 2 paragraphs, and no paragraph 4"),
        (3, 4, "its chapter 3 has 2 paragraphs, and no paragraph 4"), (nil, 4, "its chapter 1 has 2 paragraphs"),
      ] as [(Int?, Int?, String)] {
        var options = SpeakOptions()
        (options.fromChapter, options.fromParagraph) = (chapter, paragraph)
        let former = service.player.ids
        let answer = service.read(Self.path, options)
        service.pass(50)
        #expect(answer.error == "OutOfRange" && answer.message.hasPrefix(reason), "\(answer.message)")
        #expect(service.player.ids == former && service.current == "Chapter 2" && service.reader.isIdle)
      }
    }
  }

  // MARK: Of an earlier run

  /// The service of the next run, in which the second chapter is paused at some word.
  private func afterwards(_ body: @Core (ManualService, ManualService) throws -> Void) async rethrows {
    try await inChapterTwo { former in
      former.pass(1500)
      former.session.send(.pause(.user))
      try body(former, former.successor())
    }
  }

  /// No word tells a place in a silence.
  @Test(arguments: [1640, 2950, 4800]) func aPlaceInADelayOrAGapComesBack_S0_02_S0_09(at: Int) async {
    await ManualService.play { service in
      // Two seconds, 0.8 s, a gap of one second, 0.6 s, two seconds.
      var settings = service.settings.current
      settings.speech.sentenceGap = .seconds(1)
      service.settings.current = settings
      service.say(
        "One two. Three.", SpeakOptions(leadingDelay: .seconds(2), trailingDelay: .seconds(2)))
      service.pass(at)
      let state = service.session.state
      #expect(state == (at == 2950 ? .gap : .delay))
      service.session.send(.pause(.user))
      service.pass(500)
      let place = service.session.position
      let next = service.successor()
      #expect(next.session.position == place && place > Microseconds(Int64(at - 50) * 1000), "\(next.session.position)")
      next.forget()
      next.session.send(.play)
      next.pass(10)
      #expect(next.session.state == state, "\(next.session.state)")
      #expect((0...11).contains(next.hand.position - place.count / 1000), "\(next.hand.position) after \(place)")
      next.passAll()
      #expect(next.words.map(\.word) == (at < 2000 ? ["One", "two.", "Three."] : at < 4000 ? ["Three."] : []))
    }
  }

  /// The lengths before it are estimates in the next run, which would lead elsewhere by some sentences.
  @Test func aPlaceInAGapIsFoundByTheTextWhereLengthsAreEstimates_S0_02() async {
    await ManualService.play { service in
      // A sign takes a tenth of a second here, and less by estimate.
      let sentences = (1...60).map { "No \($0)." }
      service.files.put(Script(sentences.joined(separator: " ")), at: "/long.txt")
      service.read("/long.txt")
      service.pass(20_000)
      while service.session.state != .gap { service.pass(10) }
      let last = service.words.last?.word
      service.session.send(.pause(.user))
      service.pass(500)
      let next = service.successor()
      next.forget()
      next.session.send(.play)
      next.passAll()
      let words = service.words.map(\.word) + next.words.map(\.word)
      #expect(words == sentences.flatMap { $0.split(separator: " ").map(String.init) }, "after \(last ?? "")")
    }
  }

  @Test func theQueueItsOrderAndItsPlaceComeBack_S0_02() async {
    await afterwards { former, service in
      #expect(service.titles == former.titles && service.player.ids == former.player.ids)
      #expect(service.current == "Chapter 2" && service.session.snapshot.status == .paused)
      #expect(service.session.position == former.session.track(former.player.current!)?.lastWord?.microseconds)
      #expect(service.session.documentEntry?.chapter == 2)
    }
  }

  @Test func itGoesOnAtItsWordAndOneReadingFillsAllChapters() async throws {
    try await afterwards { former, service in
      let word = try #require(former.words.last)
      service.session.send(.play)
      service.passAll()
      #expect(service.words.first?.scalar == word.scalar && service.words.first?.title == "Chapter 2")
      #expect(
        service.told.filter { $0.hasPrefix("finished") }.prefix(2) == ["finished Chapter 2", "finished Chapter 3"])
      #expect(service.reader.asked.filter { $0.name == "emma.epub" }.count == 1)
    }
  }

  @Test func aTrackNumberIsNeverUsedAgain() async {
    await afterwards { former, service in
      let ids = service.player.ids
      let next = service.say("A new one.", Self.paused)
      service.pass(50)
      #expect(next.track != nil && !ids.contains(next.track!))
    }
  }

  @Test func onlyItsFileIsKnownAndItIsOpenedInItsPlace() async {
    await afterwards { former, service in
      _ = open(service)
      #expect(isOnce(service) && service.current == "Chapter 2" && service.session.snapshot.status == .playing)
    }
  }

  @Test func aBookThatHasGoneIsNamedOnceAndTheRestStays_S3_17() async {
    await inChapterTwo { former in
      former.session.send(.pause(.user))
      former.files.remove(Self.path)
      let service = former.successor()
      #expect(service.titles == ["A text before it."])
      #expect(service.failures == ["there is no file '\(Self.path)'"])
      #expect(service.session.snapshot.status == .paused)
    }
  }

  @Test func aBookThatHasChangedIsNamedAndNothingOfItIsSpoken_S3_17() async {
    await inChapterTwo { former in
      former.session.send(.pause(.user))
      var other = Self.emma
      other.chapters[1].text = "Something else altogether."
      former.files.put(other, at: Self.path)
      let service = former.successor()
      service.session.send(.play)
      service.passAll()
      #expect(service.failures == ["'emma.epub' has changed since it was queued"])
      #expect(service.words.allSatisfy { $0.title == "A text before it." })
    }
  }

  @Test func theSameBookSavedAgainIsTheSameBook_S3_17() async {
    await inChapterTwo { former in
      former.session.send(.pause(.user))
      former.files.put(Self.emma, at: Self.path)
      let service = former.successor()
      service.session.send(.play)
      service.passAll()
      #expect(service.failures.isEmpty && service.told.contains("finished Chapter 3"))
    }
  }

  @Test func aBookThatIsDamagedByNowIsNamedWithItsFile_S3_17() async {
    await inChapterTwo { former in
      former.session.send(.pause(.user))
      var broken = Self.emma
      broken.mishap = (1, .fail(Trouble(.damaged)))
      former.files.put(broken, at: Self.path)
      let service = former.successor()
      #expect(service.failures == ["'emma.epub' cannot be read any more: it is damaged"])
      #expect(service.titles == ["A text before it."])
    }
  }

  @Test func chaptersThatNoRunHasFoundComeAfterTheOthers() async {
    await ManualService.play { former in
      var slow = Self.emma
      slow.pace = .milliseconds(100)
      former.files.put(slow, at: Self.path)
      former.read(Self.path, Self.paused)
      former.pass(500)
      // The only chapter that is known has the title of the book.
      #expect(former.titles == ["Emma"])
      let service = former.successor()
      service.pass(5000)
      #expect(service.titles.count == 3 && service.titles.dropFirst() == Self.whole.dropFirst())
    }
  }

  @Test func aTextFromAPipeIsKeptAsFarAsItHadCome() async {
    await ManualService.play { former in
      var script = Script("The first sentence. The second one.")
      script.mishap = (4, .hang)
      former.pipe(script, SpeakOptions(title: "Pipe", paused: true))
      former.pass(50)
      let service = former.successor()
      #expect(service.failures == ["the text ends early: the service ended before the whole of it had come"])
      service.session.send(.play)
      service.passAll()
      #expect(service.words.map(\.word).prefix(3) == ["The", "first", "sentence."])
    }
  }

  @Test func aBookWithoutAFileIsKeptAsTheTextOfItsChapters_S0_02() async {
    await ManualService.play { former in
      former.pipe(Self.emma, SpeakOptions(format: .epub, paused: true))
      former.pass(50)
      #expect(former.titles == Self.whole)
      let service = former.successor()
      #expect(service.titles == Self.whole && service.session.documentEntry?.chapters == 3)
      service.session.send(.play)
      service.passAll()
      #expect(service.told.filter { $0.hasPrefix("finished") } == Self.whole.map { "finished \($0)" })
    }
  }

  /// Its file is counted once, and its text is read again although the queue has filled up meanwhile.
  @Test func aBookOfAnEarlierRunHasTheRoomThatItHad() async {
    await ManualService.play { former in
      let chapters = (1...9).map { "Chapter \($0) begins. " + String(repeating: "It goes on. ", count: 100) }
      former.files.put(Script(title: "Long", chapters), at: Self.path)
      former.say("A text before it.", Self.paused)
      former.read(Self.path, Self.paused)
      former.pass(50)
      let service = former.successor(textLimit: 12_000, isCounted: true)
      let other = service.say(String(repeating: "A long text. ", count: 800), Self.paused)
      service.pass(10)
      #expect(other.track != nil && service.failures == [])
      service.session.send(.goTo(service.player.ids[9]))
      service.pass(500)
      #expect(service.current == "Chapter 9" && service.failures == [] && service.titles.count == 11)
      #expect(service.session.track(service.player.ids[9])?.sentenceCount == 101)
    }
  }

  @Test func theNextTextIsOpenedBeforeItsTurnAndNoOther() async {
    await ManualService.play { former in
      for name in ["a", "b", "c"] {
        former.files.put(Script("This is text \(name)."), at: "/\(name).txt")
        former.read("/\(name).txt", Self.paused)
        former.pass(50)
      }
      let service = former.successor()
      let ids = service.player.ids
      #expect(service.stored.asked == [ids[0]])
      service.session.send(.play)
      #expect(service.stored.asked == [ids[0], ids[1]])
      service.passAll()
      #expect(service.stored.asked == ids && service.told.count == 6)
    }
  }

  @Test(arguments: [
    (SpeakOptions(), ["counting", "zählend", "counting"]),
    (SpeakOptions(voice: "comptant"), ["comptant", "zählend", "comptant"]),
    (SpeakOptions(allIn: "fr"), ["comptant", "comptant", "comptant"]),
  ]) func theVoicesOfAReadingStay(options: SpeakOptions, expected: [String]) async {
    await ManualService.play { former in
      var script = Self.emma
      script.chapters[1].language = "de"
      former.files.put(script, at: Self.path)
      former.files.put(script, at: "/other.epub")
      former.read(Self.path, Self.paused)
      var options = options
      options.paused = true
      former.read("/other.epub", options)
      former.pass(50)
      let service = former.successor()
      // The chapter in German is opened first.
      service.session.send(.goTo(service.player.ids[4]))
      service.pass(100)
      let voices = service.player.ids.map { service.session.track($0)?.voice(of: 0).voice.text }
      #expect(voices == ["counting", "zählend", "counting"] + expected)
    }
  }
}
