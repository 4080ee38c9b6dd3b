import AloudAPI
import Documents
import EventLoop
import Playback
import Recordings
import Speech
import Store
import Study
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Chapters of a recording in the queue, the library and the metadata.
@Suite(.timeLimit(.minutes(1)))
struct RecordedChapterServiceTests {
  private static let path = "/books/book.m4b"

  private static func book(_ titles: [String] = ["One", "Two", "Three"]) -> RecordingScript {
    var recording = RecordingScript(seconds: 60)
    recording.description.tags.title = "The book"
    recording.description.tags.artist = "Ann Author"
    recording.description.tags.album = "A series"
    recording.description.tags.trackNumber = 7
    recording.description.tags.date = "2021"
    recording.description.chapters = titles.enumerated().map { index, title in
      RecordingChapter(title: title, firstFrame: Frame(index * 60 / titles.count * 22_050))
    }
    return recording
  }

  private func playing(
    _ recording: RecordingScript = Self.book(), _ options: SpeakOptions = SpeakOptions(),
    _ body: @Core (ManualService) throws -> Void
  ) async rethrows {
    try await ManualService.play { service in
      service.files.put(Script(recording, name: Self.path), at: Self.path)
      service.read(Self.path, options)
      service.pass(10)
      try body(service)
    }
  }
  /// The document is studied: its chapters together, each in its own time.
  @Test func theChaptersOfARecordingAreStudiedTogether_S2_37_S2_40() async throws {
    try await playing { service in
      let (session, studying) = (service.session, service.parts.studying)
      let tracks = service.player.ids.compactMap { session.track($0) }
      try studying.learn(tracks[0], LearnOptions())
      #expect(tracks.allSatisfy { $0.options.study != nil })
      // Twelve phrases of two seconds, each five seconds behind the one before.
      let phrases = (0..<12).map { index in
        let start = Int64(index) * 5_000_000 + 1_000_000
        return Phrase(
          start: Microseconds(start), voiceStart: Microseconds(start + 100_000),
          voiceEnd: Microseconds(start + 1_700_000), end: Microseconds(start + 2_000_000))
      }
      for track in tracks { #expect(session.found(phrases, of: track)) }
      #expect(tracks.map(\.sentenceCount) == [4, 4, 4])
      #expect(tracks.map { $0.phrase(0)?.start } == [1_000_000, 1_000_000, 1_000_000])
      #expect(tracks[2].recordedPhrase(0)?.start == 41_000_000)
      try studying.edit(tracks[1], .end, phrase: 0, at: 3_500_000)
      #expect(tracks[1].phrase(0)?.end == 3_500_000 && tracks[0].phrase(0)?.end == 3_000_000)
      #expect(throws: APIError.self) { try studying.edit(tracks[0], .join, phrase: 3, at: 0) }
      #expect(throws: APIError.self) { try studying.edit(tracks[1], .start, phrase: 0, at: -1_500_000) }
      #expect(tracks.map(\.sentenceCount) == [4, 4, 4])
      // One chapter follows the other, phrase by phrase, and the listener's own is kept with the document.
      service.session.send(.goTo(tracks[0].id, at: tracks[0].time(ofOriginal: 16_000_000)))
      service.pass(2500)
      #expect(service.session.studyPlace?.phrase == 3 && service.session.studyPlace?.isInGap == true)
      service.pass(2500)
      #expect(service.player.current == tracks[1].id && service.session.studyPlace?.phrase == 0)
      #expect(service.session.studyPlace.map { $0.original >= 1_000_000 && $0.original < 3_000_000 } ?? false)
      let kept = service.library.study(of: tracks[0].document?.contentID)
      #expect(kept?.isOn == true && kept?.edits.patches.first?.phrases.first?.end == 23_500_000)
      studying.stop(tracks[2])
      #expect(tracks.allSatisfy { $0.exercise == nil && $0.options.study == nil })
      service.pass(300)
      #expect(service.library.study(of: tracks[0].document?.contentID)?.isOn == false)
    }
  }

  @Test func eachChapterHasMetadataOfItsOwn_S2_05_S3_18_S3_22() async {
    await playing(Self.book(["One", "", "Three"])) { service in
      let entries = service.player.entries.map(\.metadata)
      #expect(entries.map(\.title) == ["One", "Chapter 2", "Three"])
      #expect(entries.map(\.trackNumber) == [1, 2, 3])
      #expect(
        entries.allSatisfy {
          $0.album == "The book" && $0.artists == ["Ann Author"] && $0.contentCreated == "2021"
            && $0.url == "file:///books/book.m4b"
        })
      service.forget()
      service.pass(20_000)
      #expect(service.current == "Chapter 2" && service.session.snapshot.metadata?.title == "Chapter 2")
      #expect(service.told == ["finished One", "started Chapter 2"])
      #expect(service.session.snapshot.length?.microseconds == 20_000_000)
    }
  }

  @Test func oneChapterIsNone() async {
    await playing(Self.book(["One"])) { service in
      #expect(service.titles == ["The book"] && service.player.entries.first?.metadata.trackNumber == 7)
    }
  }

  @Test func theLibraryHasOneBookAndItsPlace_S2_28() async throws {
    try await playing { service in
      service.pass(30_000)
      service.session.send(.stop)
      let kept = try #require(service.library.catalogue.all.first)
      #expect(service.library.catalogue.all.count == 1 && kept.title == "The book" && kept.kind == .book)
      #expect(kept.chapters == 3 && kept.place?.chapter == 1 && kept.place?.number == 2)
      #expect(abs(kept.elapsed.count - 30_000_000) < 50_000 && kept.length?.microseconds == 60_000_000)
      service.session.send(.clear(.removed))
      service.pass(10)
      service.read(Self.path)
      service.pass(100)
      #expect(service.current == "Two" && abs(service.hand.position - 10_100) < 200, "\(service.hand.position)")
      #expect(service.titles == ["One", "Two", "Three"])
    }
  }

  @Test func theReadingBeginsWithTheChosenChapter() async {
    var options = SpeakOptions()
    options.fromChapter = 3
    await playing(Self.book(), options) { service in
      service.pass(1000)
      #expect(service.current == "Three" && abs(service.hand.position - 1000) < 50)
      options.fromChapter = 4
      let answer = service.read(Self.path, options)
      service.pass(100)
      #expect(answer.message.contains("it has 3 chapters, and no chapter 4"))
      #expect(service.current == "Three")
    }
  }

  @Test func theNextRunGoesOnInTheChapter_S2_28() async {
    await playing { service in
      service.pass(30_000)
      service.hand.pause()
      service.pass(100)
      let next = service.successor()
      #expect(next.titles == ["One", "Two", "Three"] && next.current == "Two")
      #expect(abs(next.hand.position - 10_010) < 100)
      next.hand.play()
      next.pass(1000)
      #expect(abs(next.hand.position - 11_010) < 100 && next.hand.status == .playing)
      next.passAll()
      #expect(next.told.filter { $0.hasPrefix("finished") } == ["finished Two", "finished Three"])
      #expect(next.failures.isEmpty && next.recordings.decoders.count == 1)
    }
  }

  @Test func theNextRunHasTheChaptersThatWereLeft() async {
    await playing { service in
      service.session.send(.remove([service.player.ids[1]]))
      service.hand.pause()
      service.pass(100)
      let next = service.successor()
      next.hand.play()
      next.pass(100)
      #expect(next.titles == ["One", "Three"])
      next.passAll()
      #expect(next.told.filter { $0.hasPrefix("finished") } == ["finished One", "finished Three"])
    }
  }

  @Test func aFileWithFewerChaptersNowLosesTheOthers() async {
    await playing { service in
      service.hand.pause()
      service.pass(100)
      service.files.put(Script(Self.book(["One", "Two"]), name: Self.path), at: Self.path)
      let next = service.successor()
      next.hand.play()
      next.passAll()
      #expect(next.told.filter { $0.hasPrefix("finished") } == ["finished One", "finished Two"])
    }
  }

  // MARK: Earlier versions

  /// A document as an earlier version kept it: one chapter, and the place a time of the whole file.
  @Core
  private static func keepAsBefore(_ service: ManualService, at milliseconds: Int) throws -> ContentID {
    var kept = try #require(service.library.catalogue.all.first)
    kept.kind = .article
    kept.chapters = 1
    kept.place = DocumentPlace(
      chapter: 0, scalar: milliseconds, microseconds: Microseconds(Int64(milliseconds) * 1000))
    service.library.catalogue.put(kept)
    return kept.id
  }

  @Test func aPlaceOfAnEarlierVersionIsInItsChapter() async throws {
    try await playing { service in
      service.pass(500)
      service.session.send(.clear(.removed))
      service.pass(10)
      _ = try Self.keepAsBefore(service, at: 45_000)
      service.read(Self.path)
      service.pass(1000)
      #expect(service.current == "Three" && abs(service.hand.position - 6000) < 50, "\(service.hand.position)")
    }
  }

  @Test func aBookmarkOfAnEarlierVersionIsInItsChapter() async throws {
    try await playing { service in
      service.pass(500)
      let id = try Self.keepAsBefore(service, at: 1000)
      let place = DocumentPlace(chapter: 0, scalar: 25_000, microseconds: 25_000_000)
      let mark = service.library.catalogue.mark(id, at: place, sentence: "0:25", note: "here").mark
      // It is queued.
      service.pass(50)
      var done: TrackID?
      service.libraryCalls.go(to: mark, playing: true, for: ManualService.client) { done = try? $0.get() }
      service.pass(1000)
      #expect(done == service.player.ids[1] && service.current == "Two")
      #expect(abs(service.hand.position - 6000) < 50, "\(service.hand.position)")
      service.pass(3000)
      #expect(service.transport.step(.back, by: .bookmark, finishing: true))
      service.pass(10)
      #expect(abs(service.hand.position - 5000) < 50)
      // It is not.
      service.session.send(.clear(.removed))
      service.pass(10)
      service.libraryCalls.go(to: mark, playing: true, for: ManualService.client) { _ in }
      service.pass(1000)
      #expect(service.current == "Two" && abs(service.hand.position - 6000) < 50)
    }
  }

  @Test func aRecordingThatWasOneTrackStaysOneAtItsPlace() async throws {
    await ManualService.play { service in
      // The earlier version had no chapters.
      var plain = Self.book()
      plain.description.chapters = []
      service.files.put(Script(plain, name: Self.path), at: Self.path)
      service.read(Self.path)
      service.pass(45_000)
      service.hand.pause()
      service.pass(100)
      service.files.put(Script(Self.book(), name: Self.path), at: Self.path)
      let next = service.successor()
      next.hand.play()
      next.pass(1000)
      #expect(next.titles == ["The book"] && abs(next.hand.position - 46_000) < 100 && next.failures.isEmpty)
      // Opened again, it has its chapters.
      var options = SpeakOptions()
      options.again = true
      next.read(Self.path, options)
      next.pass(1000)
      #expect(next.titles == ["One", "Two", "Three"])
    }
  }

  // MARK: Moves

  @Test func aBookmarkBelongsToItsChapter() async throws {
    try await playing { service in
      service.pass(30_000)
      let mark = try service.libraryCalls.mark("here").mark
      #expect(mark.place.chapter == 1 && mark.sentence == "0:10")
      #expect(service.library.bookmarks(in: service.player.ids[0]).isEmpty)
      #expect(service.library.bookmarks(in: service.player.ids[1]).count == 1)
      service.pass(5000)
      #expect(service.transport.step(.back, by: .bookmark, finishing: true))
      service.pass(10)
      #expect(service.current == "Two" && abs(service.hand.position - 10_000) < 100)
    }
  }

  @Test func aStepByHeadingIsOneByChapter() async {
    await playing { service in
      for title in ["Two", "Three"] {
        #expect(service.transport.step(.forward, by: .heading, finishing: true))
        service.pass(10)
        #expect(service.current == title && service.hand.position < 20)
      }
      #expect(!service.transport.step(.forward, by: .heading, finishing: true), "no chapter follows")
      service.pass(5000)
      #expect(service.transport.step(.back, by: .heading, finishing: true))
      service.pass(10)
      #expect(service.current == "Three" && service.hand.position < 20)
      #expect(service.transport.step(.back, by: .heading, finishing: true))
      service.pass(10)
      #expect(service.current == "Two")
    }
  }
}
