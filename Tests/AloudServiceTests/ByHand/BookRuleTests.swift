import AloudAPI
import BusValues
import Documents
import EventLoop
import MPRIS
import Playback
import Speech
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Documents whose chapters are tracks.
@Suite(.timeLimit(.minutes(1)))
struct BookRuleTests {
  private static let paused = SpeakOptions(paused: true)
  private static let path = "/books/emma.epub"

  private static func emma(_ chapters: Int = 3) -> Script {
    var script = Script(title: "Emma", (1...chapters).map { "Chapter \($0) begins. And it ends." })
    script.authors = ["Ann Author"]
    return script
  }

  private static func damaged(_ chapter: Int, after: Int = 0) -> Script {
    var script = emma()
    script.chapters[chapter].failure = (after, ReadingError(.damaged, "it is damaged"))
    return script
  }

  private func reading(
    _ script: Script, _ options: SpeakOptions = SpeakOptions(), _ body: @Core (HandHouse) throws -> Void
  ) async rethrows {
    try await HandHouse.play { house in
      house.files.put(script, at: Self.path)
      house.read(Self.path, options)
      house.pass(50)
      try body(house)
    }
  }

  // MARK: Chapters

  @Test func aBookIsItsChaptersAsTracks_S3_18_S3_22() async {
    await reading(Self.emma(), Self.paused) { house in
      let entries = house.player.entries
      #expect(entries.map(\.metadata.title) == ["Chapter 1", "Chapter 2", "Chapter 3"])
      #expect(entries.map(\.metadata.trackNumber) == [1, 2, 3])
      #expect(entries.allSatisfy { $0.metadata.album == "Emma" && $0.metadata.artists == ["Ann Author"] })
      #expect(Set(entries.map(\.document)) == [entries[0].id])
    }
  }

  @Test func aDocumentOfOneChapterLooksLikeAnyText_S3_22() async {
    await HandHouse.play { house in
      var script = Self.emma(1)
      script.language = "de"
      house.files.put(script, at: "/page.html")
      house.read("/page.html", Self.paused)
      house.pass(50)
      let metadata = house.player.entries.first?.metadata
      #expect(metadata?.title == "Emma" && metadata?.album == nil && metadata?.trackNumber == nil)
      #expect(metadata?.language == "de")
      #expect(house.session.track(TrackID(1))?.voice(of: 0).voice == "zählend")
    }
  }

  @Test func theWordsOfTheRequestComeBeforeThoseOfTheDocument_S3_22() async {
    await reading(Self.emma(), SpeakOptions(artists: ["Jane"], album: "Novels", paused: true)) { house in
      let entries = house.player.entries
      #expect(entries.allSatisfy { $0.metadata.album == "Novels" && $0.metadata.artists == ["Jane"] })
    }
  }

  @Test func aBookWithoutATitleIsCalledByItsFile_S3_22() async {
    var script = Self.emma()
    script.title = ""
    await reading(script, Self.paused) { house in
      #expect(house.player.entries.map(\.metadata.album) == ["emma.epub", "emma.epub", "emma.epub"])
    }
  }

  @Test func aCoverIsShownAndABetterCopyOfItTakesItsPlace() async {
    var script = Self.emma()
    script.cover = CoverImage([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    await reading(script, Self.paused) { house in
      #expect(Set(house.player.entries.map(\.metadata.artURL)) == ["file:///covers/first.png"])
      house.covers.improve?("file:///covers/square.png")
      #expect(Set(house.player.entries.map(\.metadata.artURL)) == ["file:///covers/square.png"])
      #expect(house.library.catalogue.all.map(\.artURL) == ["file:///covers/square.png"])
    }
  }

  @Test func oneChapterFollowsAnotherWithoutAGap_S3_16() async {
    await reading(Self.emma()) { house in
      house.passAll()
      #expect(house.words.map(\.scalar).count { $0 == 0 } == 3, "places count from the start of a chapter")
      // Six sentences, a pause between the two of a chapter, and one as after a paragraph between chapters.
      let letters = Self.emma().text.utf8.count - 5
      let gaps = 3 * 6615 + 2 * 13_230
      #expect(house.hand.output.taken.count == letters * CountingVoice.framesPerLetter + gaps)
    }
  }

  @Test func booksThatAreOpenedTogetherStandOneAfterTheOther_S2_30() async {
    await reading(Self.emma()) { house in
      var last = house.player.ids.first?.objectPath
      for (path, title) in [("/notes.txt", ""), ("/other.epub", "Other")] {
        house.files.put(title.isEmpty ? Script("Some words.") : Script(title: title, ["A.", "B."]), at: path)
        var options = SpeakOptions()
        options.after = last
        let answer = house.read(path, options)
        house.pass(50)
        last = answer.track?.objectPath
      }
      #expect(
        house.titles == ["Chapter 1", "Chapter 2", "Chapter 3", "notes.txt", "Chapter 1", "Chapter 2"])
    }
  }

  @Test func aShareOfABookWaitsForAllOfIt_S3_22() async {
    var script = Self.emma(8)
    script.pace = .milliseconds(10)
    await reading(script, Self.paused) { house in
      var isDone = false
      house.session.seekInDocument(
        to: { Int64(Double($0.length.microseconds) * 0.8) }, completion: { _ in isDone = true })
      #expect(!isDone && house.titles.count < 8)
      house.pass(1000)
      let entry = house.session.documentEntry
      #expect(isDone && entry?.isWhole == true && entry?.chapters == 8)
      // Lengths are estimates until they are measured.
      #expect((6...7).contains(entry?.chapter ?? 0))
    }
  }

  @Test func aPlaceOfTheWholeBookIsOneOfItsChapters_S3_22() async throws {
    try await reading(Self.emma(), Self.paused) { house in
      house.pass(5000)
      let book = try #require(house.session.book)
      let lengths = book.parts.compactMap { $0.length?.microseconds }
      #expect(book.isWhole && lengths.count == 3 && book.length.isExact)
      let place = lengths[0] + lengths[1] + 500_000
      try house.session.seek(in: book, to: place)
      #expect(house.current == "Chapter 3" && abs(house.session.position - 500_000) < 100)
      #expect(abs((house.session.documentEntry?.positionMicroseconds ?? 0) - place) < 100)
      #expect(throws: ReadingError.self) { try house.session.seek(in: book, to: lengths.reduce(0, +) + 1) }
      #expect(house.current == "Chapter 3")
    }
  }

  // MARK: Chapters that cannot be read

  @Test func theReadingStopsInFrontOfAChapterThatCannotBeRead_S3_17() async {
    await reading(Self.damaged(1)) { house in
      house.passAll()
      #expect(house.titles == ["Chapter 1", "Chapter 3"])
      // Its title is the book's before a second chapter is known.
      #expect(house.told == ["started Emma", "finished Chapter 1"])
      #expect(house.troubles == ["the chapter 'Chapter 2' cannot be read: it is damaged"])
      #expect(house.session.lastError == house.troubles.first && house.session.state == .error)
      // At the last sentence of the good one; and Next goes on after the bad one.
      #expect(house.current == "Chapter 1" && house.session.position > 1_900_000)
      house.session.send(.next(finishing: true))
      house.session.send(.play)
      house.passAll()
      #expect(house.told.suffix(2) == ["started Chapter 3", "finished Chapter 3"])
    }
  }

  @Test func playAtABrokenChapterSaysTheLastSentenceAgain_S3_17() async {
    await reading(Self.damaged(1)) { house in
      house.passAll()
      house.forget()
      house.session.send(.play)
      house.passAll()
      #expect(house.words.map(\.word) == ["And", "it", "ends."])
      #expect(house.troubles.count == 1 && house.current == "Chapter 1")
    }
  }

  @Test func theReadablePartOfABrokenChapterIsHeard_S3_17() async {
    await reading(Self.damaged(1, after: 1)) { house in
      house.passAll()
      #expect(house.titles == ["Chapter 1", "Chapter 2", "Chapter 3"])
      #expect(house.words.map(\.word).suffix(3) == ["Chapter", "2", "begins."])
      #expect(house.troubles == ["the rest of the chapter 'Chapter 2' cannot be read: it is damaged"])
    }
  }

  @Test func aBookWhoseFirstChapterIsBrokenSaysSoAndBeginsWithTheNext_S3_17() async {
    await reading(Self.damaged(0)) { house in
      #expect(house.troubles == ["the chapter 'Chapter 1' cannot be read: it is damaged"])
      #expect(house.titles == ["Chapter 2", "Chapter 3"])
      house.passAll()
      #expect(house.told.filter { $0.hasPrefix("finished") } == ["finished Chapter 2", "finished Chapter 3"])
    }
  }

  @Test func aDamagedBookThatIsOpenedAgainIsHeardAgain_S3_17() async {
    await reading(Self.damaged(1)) { house in
      house.passAll()
      house.forget()
      house.read(Self.path)
      house.pass(50)
      #expect(house.titles == ["Chapter 1", "Chapter 3"])
      house.passAll()
      #expect(!house.words.isEmpty && house.troubles.count == 1 && house.session.state == .error)
    }
  }

  // MARK: Room

  @Test func aBookForWhichThereIsNoRoomIsCutAndSaysHowMuchIsMissing() async {
    await HandHouse.play { house in
      for number in 1...9998 { house.shares.add(restored: TrackID(UInt64(1_000_000 + number)), bytes: 1) }
      house.files.put(Self.emma(5), at: Self.path)
      house.read(Self.path)
      house.pass(100)
      #expect(house.titles == ["Chapter 1", "Chapter 2"])
      #expect(house.failures.count == 1)
      #expect(
        house.failures.first?.hasPrefix("'emma.epub' ends early: the queue has no room for the last 3 chapters") == true
      )
      house.passAll()
      // The listener is told at the place, too.
      #expect(house.troubles.count == 1 && house.session.state == .error)
    }
  }

  @Test func aFullQueueTakesNothingAndStaysAsItIs() async {
    await HandHouse.play { house in
      for number in 1...10_000 { house.shares.add(restored: TrackID(UInt64(1_000_000 + number)), bytes: 1) }
      house.files.put(Self.emma(), at: Self.path)
      let answer = house.read(Self.path)
      house.pass(100)
      #expect(answer.error == "LimitsExceeded" && answer.message.hasPrefix("the queue is full: it holds 10000 texts"))
      #expect(house.titles.isEmpty && house.reader.isIdle)
    }
  }

  @Test func aBookThatGoesOnBeyondTheRoomIsRefused_S2_28() async {
    await HandHouse.play { house in
      for number in 1...9998 { house.shares.add(restored: TrackID(UInt64(1_000_000 + number)), bytes: 1) }
      house.files.put(Self.emma(), at: Self.path)
      var options = SpeakOptions()
      options.fromChapter = 3
      let answer = house.read(Self.path, options)
      house.pass(100)
      #expect(
        answer.error == "LimitsExceeded"
          && answer.message.hasPrefix("'emma.epub' goes on in chapter 3, and the queue has room for 2"))
      #expect(house.titles.isEmpty && house.reader.isIdle && house.shares.room == 2)
    }
  }

  @Test func aProgramMayHaveSoManyTextsAndOthersHaveRoom() async {
    await HandHouse.play { house in
      for number in 1...5000 { house.shares.add(TrackID(UInt64(1_000_000 + number)), of: HandHouse.client, bytes: 1) }
      let refused = house.say("One too many.", Self.paused)
      let other = house.open(.string("Another's."), Self.paused, for: ":1.2")
      house.pass(10)
      #expect(refused.error == "LimitsExceeded" && other.track != nil && house.titles == ["Another's."])
    }
  }

  @Test func soManyTextsMayBeOpenedAtOnceAndTheNextWaitsForAnAnswer() async {
    await HandHouse.play { house in
      var slow = Script("A slow file.")
      slow.pace = .seconds(1)
      house.files.put(slow, at: "/slow.txt")
      let opened = (0..<64).map { _ in house.read("/slow.txt", Self.paused) }
      let refused = house.say("One too many.", Self.paused)
      house.pass(10)
      #expect(refused.error == "LimitsExceeded")
      #expect(refused.message == "too many texts are being opened; wait for the answers")
      house.pass(60_000)
      #expect(opened.allSatisfy { $0.result != nil })
      let later = house.say("Now there is room.", Self.paused)
      house.pass(10)
      #expect(later.track != nil)
    }
  }

  @Test func aTextThatIsTooLongForItsProgramIsRefusedBeforeItIsRead() async {
    await HandHouse.play(textLimit: 1000) { house in
      let answer = house.say(String(repeating: "A long text. ", count: 100), Self.paused)
      house.pass(10)
      #expect(answer.error == "TooLarge" && house.reader.asked.isEmpty && house.titles.isEmpty)
      let other = house.say("A short one.", Self.paused)
      house.pass(10)
      #expect(other.track != nil)
    }
  }

  @Test func aPipeWithoutAnEndIsCutAndTheTextBeforeThatIsRead() async {
    await HandHouse.play(textLimit: 1000) { house in
      var script = Script(title: "", (1...100).map { "Line number \($0) of the endless writer." })
      script.pace = .milliseconds(10)
      house.pipe(script)
      house.pass(10_000)
      #expect(house.failures.count == 1 && house.failures.first?.contains("the queue holds no more text") == true)
      #expect(house.reader.isIdle && house.titles.count == 1)
      #expect(house.words.map(\.word).prefix(3) == ["Line", "number", "1"])
      house.session.send(.clear(.removed))
      let other = house.say("There is room again.")
      house.pass(100)
      #expect(other.track != nil)
    }
  }
}
