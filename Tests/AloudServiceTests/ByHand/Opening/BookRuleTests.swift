import AloudAPI
import BusValues
import Documents
import EventLoop
import Glibc
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
    script.chapters[chapter].failure = (after, Trouble(.damaged))
    return script
  }

  private func reading(
    _ script: Script, _ options: SpeakOptions = SpeakOptions(), _ body: @Core (ManualService) throws -> Void
  ) async rethrows {
    try await ManualService.play { service in
      service.files.put(script, at: Self.path)
      service.read(Self.path, options)
      service.pass(50)
      try body(service)
    }
  }

  // MARK: Chapters

  @Test func aBookIsItsChaptersAsTracks_S3_18_S3_22() async {
    await reading(Self.emma(), Self.paused) { service in
      let entries = service.player.entries
      #expect(entries.map(\.metadata.title) == ["Chapter 1", "Chapter 2", "Chapter 3"])
      #expect(entries.map(\.metadata.trackNumber) == [1, 2, 3])
      #expect(entries.allSatisfy { $0.metadata.album == "Emma" && $0.metadata.artists == ["Ann Author"] })
      #expect(Set(entries.map(\.document)) == [entries[0].id])
    }
  }

  @Test func aDocumentOfOneChapterLooksLikeAnyText_S3_22() async {
    await ManualService.play { service in
      var script = Self.emma(1)
      script.language = "de"
      service.files.put(script, at: "/page.html")
      service.read("/page.html", Self.paused)
      service.pass(50)
      let metadata = service.player.entries.first?.metadata
      #expect(metadata?.title == "Emma" && metadata?.album == nil && metadata?.trackNumber == nil)
      #expect(metadata?.language == "de")
      #expect(service.session.track(TrackID(1))?.voice(of: 0).voice == "zählend")
    }
  }

  @Test func theWordsOfTheRequestComeBeforeThoseOfTheDocument_S3_22() async {
    await reading(Self.emma(), SpeakOptions(artists: ["Jane"], album: "Novels", paused: true)) { service in
      let entries = service.player.entries
      #expect(entries.allSatisfy { $0.metadata.album == "Novels" && $0.metadata.artists == ["Jane"] })
    }
  }

  @Test func aBookWithoutATitleIsCalledByItsFile_S3_22() async {
    var script = Self.emma()
    script.title = ""
    await reading(script, Self.paused) { service in
      #expect(service.player.entries.map(\.metadata.album) == ["emma", "emma", "emma"])
    }
  }

  @Test func aCoverIsShownAndABetterCopyOfItTakesItsPlace() async {
    var script = Self.emma()
    script.cover = CoverImage([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    await reading(script, Self.paused) { service in
      #expect(Set(service.player.entries.map(\.metadata.artURL)) == ["file:///covers/first.png"])
      _ = try? service.libraryCalls.mark("")
      service.covers.improve?("file:///covers/square.png")
      #expect(Set(service.player.entries.map(\.metadata.artURL)) == ["file:///covers/square.png"])
      #expect(service.library.catalogue.all.map(\.artURL) == ["file:///covers/square.png"])
    }
  }

  @Test func oneChapterFollowsAnotherWithoutAGap_S3_16() async {
    await reading(Self.emma()) { service in
      service.passAll()
      #expect(service.words.map(\.scalar).count { $0 == 0 } == 3, "places count from the start of a chapter")
      // Six sentences, a pause between the two of a chapter, and one as after a paragraph between chapters.
      let letters = Self.emma().text.utf8.count - 5
      let gaps = 3 * 6615 + 2 * 13_230
      #expect(service.hand.output.taken.count == letters * CountingVoice.framesPerLetter + gaps)
    }
  }

  @Test func booksThatAreOpenedTogetherStandOneAfterTheOther_S2_30() async {
    await reading(Self.emma()) { service in
      var last = service.player.ids.first?.objectPath
      for (path, title) in [("/notes.txt", ""), ("/other.epub", "Other")] {
        service.files.put(title.isEmpty ? Script("Some words.") : Script(title: title, ["A.", "B."]), at: path)
        var options = SpeakOptions()
        options.after = last
        let answer = service.read(path, options)
        service.pass(50)
        last = answer.track?.objectPath
      }
      #expect(
        service.titles == ["Chapter 1", "Chapter 2", "Chapter 3", "notes", "Chapter 1", "Chapter 2"])
    }
  }

  @Test func aShareOfABookWaitsForAllOfIt_S3_22() async {
    var script = Self.emma(8)
    script.pace = .milliseconds(10)
    await reading(script, Self.paused) { service in
      var isDone = false
      service.session.seekInDocument(
        to: { Microseconds(Int64(Double($0.length.microseconds) * 0.8)) }, completion: { _ in isDone = true })
      #expect(!isDone && service.titles.count < 8)
      service.pass(1000)
      let entry = service.session.documentEntry
      #expect(isDone && entry?.isWhole == true && entry?.chapters == 8)
      // Lengths are estimates until they are measured.
      #expect((6...7).contains(entry?.chapter ?? 0))
    }
  }

  @Test func aPlaceOfTheWholeBookIsOneOfItsChapters_S3_22() async throws {
    try await reading(Self.emma(), Self.paused) { service in
      service.pass(5000)
      let book = try #require(service.session.book)
      let lengths = book.parts.compactMap { $0.length?.microseconds }
      #expect(book.isWhole && lengths.count == 3 && book.length.isExact)
      let place = lengths[0] + lengths[1] + 500_000
      try service.session.queuedDocuments.seek(in: book, to: place)
      #expect(service.current == "Chapter 3" && abs((service.session.position - 500_000).count) < 100)
      #expect(abs(((service.session.documentEntry?.positionMicroseconds ?? 0) - place).count) < 100)
      #expect(throws: ReadingError.self) {
        try service.session.queuedDocuments.seek(in: book, to: lengths.reduce(0, +) + 1)
      }
      #expect(service.current == "Chapter 3")
    }
  }

  // MARK: Chapters that cannot be read

  @Test func theReadingStopsInFrontOfAChapterThatCannotBeRead_S3_17() async {
    await reading(Self.damaged(1)) { service in
      service.passAll()
      #expect(service.titles == ["Chapter 1", "Chapter 3"])
      // Its title is the book's before a second chapter is known.
      #expect(service.told == ["started Emma", "finished Chapter 1"])
      #expect(service.troubles == ["the chapter 'Chapter 2' cannot be read: it is damaged"])
      #expect(service.session.lastError == service.troubles.first && service.session.state == .error)
      // At the last sentence of the good one; and Next goes on after the bad one.
      #expect(service.current == "Chapter 1" && service.session.position > 1_900_000)
      service.session.send(.next(finishing: true))
      service.session.send(.play)
      service.passAll()
      #expect(service.told.suffix(2) == ["started Chapter 3", "finished Chapter 3"])
    }
  }

  @Test func playAtABrokenChapterSaysTheLastSentenceAgain_S3_17() async {
    await reading(Self.damaged(1)) { service in
      service.passAll()
      service.forget()
      service.session.send(.play)
      service.passAll()
      #expect(service.words.map(\.word) == ["And", "it", "ends."])
      #expect(service.troubles.count == 1 && service.current == "Chapter 1")
    }
  }

  @Test func theReadablePartOfABrokenChapterIsHeard_S3_17() async {
    await reading(Self.damaged(1, after: 1)) { service in
      service.passAll()
      #expect(service.titles == ["Chapter 1", "Chapter 2", "Chapter 3"])
      #expect(service.words.map(\.word).suffix(3) == ["Chapter", "2", "begins."])
      #expect(service.troubles == ["the rest of the chapter 'Chapter 2' cannot be read: it is damaged"])
    }
  }

  @Test func aBookWhoseFirstChapterIsBrokenSaysSoAndBeginsWithTheNext_S3_17() async {
    await reading(Self.damaged(0)) { service in
      #expect(service.troubles == ["the chapter 'Chapter 1' cannot be read: it is damaged"])
      #expect(service.titles == ["Chapter 2", "Chapter 3"])
      service.passAll()
      #expect(service.told.filter { $0.hasPrefix("finished") } == ["finished Chapter 2", "finished Chapter 3"])
    }
  }

  @Test func aDamagedBookThatIsOpenedAgainIsHeardAgain_S3_17() async {
    await reading(Self.damaged(1)) { service in
      service.passAll()
      service.forget()
      service.read(Self.path)
      service.pass(50)
      #expect(service.titles == ["Chapter 1", "Chapter 3"])
      service.passAll()
      #expect(!service.words.isEmpty && service.troubles.count == 1 && service.session.state == .error)
    }
  }

  // MARK: Room

  @Test func aBookForWhichThereIsNoRoomIsCutAndSaysHowMuchIsMissing() async {
    await ManualService.play { service in
      for number in 1...9998 { service.shares.add(restored: TrackID(UInt64(1_000_000 + number)), bytes: 1) }
      service.files.put(Self.emma(5), at: Self.path)
      service.read(Self.path)
      service.pass(100)
      #expect(service.titles == ["Chapter 1", "Chapter 2"])
      #expect(service.failures.count == 1)
      #expect(
        service.failures.first?.hasPrefix("'emma.epub' ends early: the queue has no room for the last 3 chapters")
          == true
      )
      service.passAll()
      // The listener is told at the place, too.
      #expect(service.troubles.count == 1 && service.session.state == .error)
    }
  }

  @Test func aFullQueueTakesNothingAndStaysAsItIs() async {
    await ManualService.play { service in
      for number in 1...10_000 { service.shares.add(restored: TrackID(UInt64(1_000_000 + number)), bytes: 1) }
      service.files.put(Self.emma(), at: Self.path)
      let answer = service.read(Self.path)
      service.pass(100)
      #expect(answer.error == "LimitsExceeded" && answer.message.hasPrefix("the queue is full: it holds 10000 texts"))
      #expect(service.titles.isEmpty && service.reader.isIdle)
    }
  }

  @Test func aBookThatGoesOnBeyondTheRoomIsRefused_S2_28() async {
    await ManualService.play { service in
      for number in 1...9998 { service.shares.add(restored: TrackID(UInt64(1_000_000 + number)), bytes: 1) }
      service.files.put(Self.emma(), at: Self.path)
      var options = SpeakOptions()
      options.fromChapter = 3
      let answer = service.read(Self.path, options)
      service.pass(100)
      #expect(
        answer.error == "LimitsExceeded"
          && answer.message.hasPrefix("'emma.epub' goes on in chapter 3, and the queue has room for 2"))
      #expect(service.titles.isEmpty && service.reader.isIdle && service.shares.room == 2)
    }
  }

  @Test func aProgramMayHaveSoManyTextsAndOthersHaveRoom() async {
    await ManualService.play { service in
      for number in 1...5000 {
        service.shares.add(TrackID(UInt64(1_000_000 + number)), of: ManualService.client, bytes: 1)
      }
      let refused = service.say("One too many.", Self.paused)
      let other = service.open(.string("Another's."), Self.paused, for: ":1.2")
      service.pass(10)
      #expect(refused.error == "LimitsExceeded" && other.track != nil && service.titles == ["Another's."])
    }
  }

  @Test func soManyTextsMayBeOpenedAtOnceAndTheNextWaitsForAnAnswer() async {
    await ManualService.play { service in
      var slow = Script("A slow file.")
      slow.pace = .seconds(1)
      service.files.put(slow, at: "/slow.txt")
      let opened = (0..<64).map { _ in service.read("/slow.txt", Self.paused) }
      let refused = service.say("One too many.", Self.paused)
      var ends: [CInt] = [-1, -1]
      #expect(pipe(&ends) == 0)
      defer { close(ends[1]) }
      let descriptor = service.open(.descriptor(ReceivedDescriptor(ends[0])), Self.paused)
      service.pass(10)
      #expect(descriptor.error == "LimitsExceeded")
      // The pipe has no reader any more.
      var entry = pollfd(fd: ends[1], events: 0, revents: 0)
      #expect(poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLERR) != 0)
      #expect(refused.error == "LimitsExceeded")
      #expect(refused.message == "too many texts are being opened; wait for the answers")
      service.pass(60_000)
      #expect(opened.allSatisfy { $0.result != nil })
      let later = service.say("Now there is room.", Self.paused)
      service.pass(10)
      #expect(later.track != nil)
    }
  }

  @Test func aTextThatIsTooLongForItsProgramIsRefusedBeforeItIsRead() async {
    await ManualService.play(textLimit: 1000) { service in
      let answer = service.say(String(repeating: "A long text. ", count: 100), Self.paused)
      service.pass(10)
      #expect(answer.error == "TooLarge" && service.reader.asked.isEmpty && service.titles.isEmpty)
      let other = service.say("A short one.", Self.paused)
      service.pass(10)
      #expect(other.track != nil)
    }
  }

  @Test func aPipeWithoutAnEndIsCutAndTheTextBeforeThatIsRead() async {
    await ManualService.play(textLimit: 1000) { service in
      var script = Script(title: "", (1...100).map { "Line number \($0) of the endless writer." })
      script.pace = .milliseconds(10)
      service.pipe(script)
      service.pass(10_000)
      #expect(service.failures.count == 1 && service.failures.first?.contains("the queue holds no more text") == true)
      #expect(service.reader.isIdle && service.titles.count == 1)
      #expect(service.words.map(\.word).prefix(3) == ["Line", "number", "1"])
      service.session.send(.clear(.removed))
      let other = service.say("There is room again.")
      service.pass(100)
      #expect(other.track != nil)
    }
  }
}
