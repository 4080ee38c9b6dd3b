import AloudAPI
import BusValues
import Documents
import EventLoop
import MPRIS
import Playback
import Recordings
import Speech
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Recordings in the queue, the library and the metadata.
@Suite(.timeLimit(.minutes(1)))
struct RecordingServiceTests {
  private static let path = "/music/talk.mp3"

  private static func tagged() -> RecordingScript {
    var recording = RecordingScript(seconds: 60)
    recording.description.tags.title = "Opening"
    recording.description.tags.artist = "Ann Artist"
    recording.description.tags.album = "Talks"
    recording.description.tags.trackNumber = 7
    recording.description.tags.date = "2021-05-01"
    recording.description.tags.language = "de"
    return recording
  }

  private func playing(
    _ recording: RecordingScript, _ options: SpeakOptions = SpeakOptions(),
    _ body: @Core (ManualService) throws -> Void
  ) async rethrows {
    try await ManualService.play { service in
      service.files.put(Script(recording, name: Self.path), at: Self.path)
      service.read(Self.path, options)
      service.pass(10)
      try body(service)
    }
  }

  @Test func theTagsAreTheMetadata_S2_05() async throws {
    try await playing(Self.tagged()) { service in
      let metadata = try #require(service.player.entries.first?.metadata)
      #expect(metadata.title == "Opening" && metadata.artists == ["Ann Artist"] && metadata.album == "Talks")
      #expect(metadata.trackNumber == 7 && metadata.contentCreated == "2021-05-01" && metadata.language == "de")
      #expect(metadata.url == "file:///music/talk.mp3")
      let length = service.player.entries.first?.length
      #expect(length == TrackLength(microseconds: 60_000_000, isExact: true))
    }
  }

  /// Its first bytes were seen as the file was opened: no process looks at them again. A format that is asked for
  /// holds.
  @Test func aRecordingIsRecognisedOnce_S2_05() async {
    await playing(RecordingScript(seconds: 10)) { service in
      #expect(service.reader.asked.map(\.format) == [.recording])
      service.read(Self.path, SpeakOptions(format: .text))
      service.files.put(Script("A text."), at: "/text.txt")
      service.read("/text.txt")
      service.pass(10)
      #expect(service.reader.asked.map(\.format) == [.recording, .text, .auto])
    }
  }

  @Test func withoutTagsItIsCalledByItsFile_S2_05() async {
    await playing(RecordingScript(seconds: 10)) { service in
      let metadata = service.player.entries.first?.metadata
      #expect(metadata?.title == "talk" && metadata?.artists == [] && metadata?.album == nil)
      #expect(metadata?.trackNumber == nil && metadata?.contentCreated == nil)
    }
  }

  @Test func theWordsOfTheRequestComeBeforeItsTags() async {
    await playing(Self.tagged(), SpeakOptions(artists: ["Jane"], album: "Mine")) { service in
      let metadata = service.player.entries.first?.metadata
      #expect(metadata?.title == "Opening" && metadata?.artists == ["Jane"] && metadata?.album == "Mine")
    }
  }

  @Test func itsCoverIsShown_S2_05() async {
    var recording = Self.tagged()
    recording.cover = CoverImage([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    await playing(recording) { service in
      #expect(service.player.entries.first?.metadata.artURL == "file:///covers/first.png")
    }
  }

  @Test func itIsInTheLibraryFromItsFirstSoundOn_S2_28() async {
    await playing(Self.tagged(), SpeakOptions(paused: true)) { service in
      service.pass(1000)
      #expect(service.library.catalogue.all.isEmpty)
      service.session.send(.play)
      service.pass(500)
      #expect(service.library.catalogue.all.map(\.title) == ["Opening"])
      #expect(service.library.catalogue.all.first?.heard != nil)
    }
  }

  @Test func theLibraryKeepsItsPlace_S2_28() async {
    await playing(Self.tagged()) { service in
      service.pass(20_000)
      service.session.send(.stop)
      let kept = service.library.catalogue.all.first
      #expect(kept?.title == "Opening" && kept?.kind == .article)
      #expect(kept?.place.map { abs($0.microseconds.count - 20_000_000) < 50_000 } ?? false)
      service.session.send(.clear(.removed))
      service.pass(10)
      #expect(service.recordings.open.isEmpty)
      service.read(Self.path)
      service.pass(100)
      #expect(abs(service.hand.position - 20_100) < 200, "\(service.hand.position)")
    }
  }

  /// A recording has no words that tell its place; between two notes of it are five seconds.
  @Test func aBookmarkIsWhereItIsHeard_S2_28() async throws {
    try await playing(Self.tagged()) { service in
      var heard: [Int64] = []
      for milliseconds in [6_000, 1_180, 1_160] {
        service.pass(milliseconds)
        let marked = try service.libraryCalls.mark("\(milliseconds)")
        #expect(marked.isNew)
        heard.append(service.hand.position)
      }
      let marks = service.library.catalogue.bookmarks(of: nil).map(\.place.microseconds.count)
      #expect(marks.count == 3)
      #expect(zip(marks, heard).allSatisfy { abs($0 - $1 * 1000) < 100_000 }, "\(marks) \(heard)")
    }
  }

  @Test(arguments: [0, 1, 2]) func theLibraryKeepsThePlaceAtWhichItIsLeft_S2_28(way: Int) async {
    await playing(Self.tagged()) { service in
      service.files.put(Script(RecordingScript(seconds: 5), name: "b"), at: "/b.ogg")
      if way == 0 { service.read("/b.ogg", SpeakOptions(whenBusy: .queue)) }
      service.pass(8_500)
      let left = Int64(service.hand.position) * 1000
      switch way {
      case 0: service.session.send(.next(finishing: false))
      case 1: service.read("/b.ogg")
      default: service.session.send(.clear(.removed))
      }
      service.pass(10)
      let kept = service.library.catalogue.all.first { $0.title == "Opening" }
      #expect(
        kept?.place.map { abs($0.microseconds.count - left) < 50_000 } ?? false, "\(left) \(String(describing: kept))")
    }
  }

  @Test func theNextRunGoesOnAtThePlace_S2_28() async {
    await playing(Self.tagged()) { service in
      service.files.put(Script(RecordingScript(seconds: 5, rate: 48_000, channels: 2), name: "b"), at: "/b.ogg")
      service.read("/b.ogg", SpeakOptions(whenBusy: .queue))
      service.pass(20_000)
      service.hand.pause()
      service.pass(100)
      let next = service.successor()
      #expect(next.titles == ["Opening", "b"])
      #expect(abs(next.hand.position - 20_010) < 100)
      #expect(next.player.entries.first?.length == TrackLength(microseconds: 60_000_000, isExact: true))
      next.hand.play()
      next.pass(1000)
      #expect(abs(next.hand.position - 21_010) < 100 && next.hand.status == .playing)
      #expect(next.player.entries.first?.metadata.album == "Talks")
      next.pass(40_000)
      #expect(next.current == "b")
      next.passAll()
      #expect(next.hand.status == .stopped && next.failures.isEmpty)
    }
  }

  @Test func otherTagsInItsFileDoNotLoseThePlace() async {
    await playing(Self.tagged()) { service in
      service.pass(20_000)
      service.hand.pause()
      service.pass(100)
      var retagged = Self.tagged()
      retagged.description.tags.title = "Beginning"
      service.files.put(Script(retagged, name: Self.path), at: Self.path)
      let next = service.successor()
      next.hand.play()
      next.pass(1000)
      #expect(next.failures.isEmpty && abs(next.hand.position - 21_010) < 100)
    }
  }

  @Test func aBookmarkIsATime() async throws {
    try await playing(Self.tagged()) { service in
      service.pass(20_000)
      let mark = try service.libraryCalls.mark("here").mark
      #expect(mark.sentence == "0:20" && abs(mark.place.microseconds.count - 20_000_000) < 50_000)
      service.pass(10_000)
      #expect(service.transport.step(.back, by: .bookmark, finishing: true))
      service.pass(10)
      #expect(abs(service.hand.position - 20_000) < 100)
      #expect(!service.transport.step(.forward, by: .page, finishing: true), "it has no pages")
    }
  }

  @Test func aStepBySentenceIsASkip_S2_03() async {
    await playing(Self.tagged()) { service in
      service.pass(30_000)
      service.transport.step(.forward, by: .sentence, finishing: true)
      service.pass(10)
      #expect(abs(service.hand.position - 40_000) < 100)
      service.transport.step(.back, by: .paragraph, finishing: true)
      service.pass(10)
      #expect(abs(service.hand.position - 30_000) < 100)
    }
  }

  @Test func aRecordingWithoutANameIsRefused() async {
    await ManualService.play { service in
      service.files.strings["bytes"] = Script(Self.tagged(), name: "bytes")
      let answer = service.say("bytes")
      service.pass(100)
      #expect(answer.error == "Unsupported" && answer.message.contains("only from a file with a name"))
      #expect(service.titles.isEmpty && service.recordings.decoders.isEmpty && service.openings.isIdle)
    }
  }

  @Test func aRecordingThatCannotBeOpenedLeavesTheQueueAsItWas() async {
    await ManualService.play { service in
      var recording = RecordingScript(seconds: 1)
      recording.failure = Trouble(.empty, "there is no sound in it")
      service.files.put(Script(recording, name: Self.path), at: Self.path)
      let answer = service.read(Self.path)
      service.pass(10)
      #expect(answer.message.contains("there is no sound in it") && service.titles.isEmpty)
      #expect(service.recordings.open.isEmpty && service.openings.isIdle)
    }
  }

  @Test(arguments: [1, 999]) func aRateThatNobodyHearsIsRefused(rate: Int) async {
    await playing(RecordingScript(seconds: 10, rate: rate)) { service in
      #expect(service.answered.first?.message.contains("its sample rate of \(rate) Hz is too low") == true)
      #expect(service.titles.isEmpty && service.recordings.open.isEmpty)
    }
  }

  @Test func severalAreHeardInTheOrderOfTheRequests_S2_30() async {
    await ManualService.play { service in
      var last: ObjectPath?
      for number in 1...4 {
        var recording = RecordingScript(seconds: 2)
        recording.latency = .milliseconds(Int64(5 - number) * 20)
        service.files.put(Script(recording, name: "\(number)"), at: "/\(number).ogg")
        var options = SpeakOptions()
        options.after = last
        let answer = service.read("/\(number).ogg", options)
        service.pass(200)
        last = answer.track?.objectPath
      }
      #expect(service.titles == ["1", "2", "3", "4"])
      service.passAll()
      #expect(service.told.filter { $0.hasPrefix("finished") }.count == 4)
    }
  }
}
