import AloudAPI
import Documents
import EventLoop
import Recordings
import Speech
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Playback
@testable import Reading
@testable import ReadingSupport

/// Notices of the session reach the parts that they concern, by the routing of the product.
@Suite(.timeLimit(.minutes(1)))
struct NoticeRoutingTests {
  private static let route = RouteChange(reason: .wake, from: nil, to: nil)

  @Test func theRestOfTheServiceHearsWhatConcernsIt() async {
    await ManualService.play { service in
      let (id, nothing) = (TrackID(7), Player(seed: 0).snapshot)
      let notices: [(SessionNotice, String)] = [
        (.changed(from: nothing, to: nothing), "changed"), (.turned, "turns turned"),
        (.detailsChanged, "details"), (.utterance(.resumed, id), "utterance 7"), (.seeked(5), "seeked 5"),
        (.departed, "departed"), (.failed(id, ReadingError(.unreadable, "gone")), "failed 7 gone"),
        (.gaveUp(ReadingError(.unreadable, "ill")), "gave up ill"), (.left(id), "left 7"),
        (.routeChanged(Self.route), "route"), (.released, "released"),
      ]
      for (notice, word) in notices {
        service.surroundings.forget()
        service.parts.take(notice, for: service.surroundings)
        #expect(service.surroundings.told.joined(separator: " ") == word)
      }
    }
  }

  @Test func wordsReachTheRestOfTheService() async {
    await ManualService.play { service in
      service.say("One two.")
      service.pass(5000)
      #expect(service.surroundings.told.filter { $0 == "word" }.count == 2)
    }
  }

  @Test func whatIsSaidComesIntoTheHistory() async {
    await ManualService.play { service in
      service.say("One two.")
      service.pass(5000)
      #expect(service.parts.history.entries.map(\.text) == ["One two."])
    }
  }

  /// Each word tells the library, which looks for itself only after some seconds, and at the end.
  @Test func aBookComesIntoTheLibraryWithItsFirstWord() async {
    await ManualService.play { service in
      service.files.put(Script("One is here. It goes on for long. And on, and on, and on it goes."), at: "/a.txt")
      service.read("/a.txt")
      for _ in 0..<3000 where service.words.isEmpty { service.pass(1) }
      #expect(service.words.count == 1 && service.library.catalogue.all.map(\.path) == ["/a.txt"])
    }
  }

  @Test func aBookThatIsHeardToItsEndIsFinishedInTheLibrary() async {
    await ManualService.play { service in
      service.files.put(Script("One is here."), at: "/a.txt")
      service.read("/a.txt")
      service.pass(100)
      service.passAll()
      let document = service.library.catalogue.all.first
      #expect(document?.finished != nil && document?.place == nil)
    }
  }

  /// A recording has no words: its start tells the library.
  @Test func aRecordingComesIntoTheLibraryWithItsStart() async {
    await ManualService.play { service in
      service.files.put(Script(RecordingScript(seconds: 20), name: "a"), at: "/a.mp3")
      service.read("/a.mp3")
      for _ in 0..<3000 where service.told.isEmpty { service.pass(1) }
      #expect(service.told == ["started a"] && service.library.catalogue.all.map(\.path) == ["/a.mp3"])
    }
  }

  @Test func aChapterThatCannotBeReadIsToldInWords() async {
    await ManualService.play { service in
      service.parts.take(.blocked(nil, ReadingError(.unreadable, "it is damaged")), for: service.surroundings)
      service.pass(200)
      #expect(service.titles == ["Reading has stopped"])
    }
  }

  /// The notice leaves the queue when it was heard, and the text that waits beside it stays.
  @Test func aSpokenNoticeIsGoneAfterItWasHeard() async {
    await ManualService.play { service in
      service.files.put(Script(String(repeating: "It goes on and on. ", count: 40)), at: "/a.txt")
      service.read("/a.txt")
      service.pass(500)
      service.parts.notice.tell(ReadingError(.unreadable, "it is damaged"))
      for _ in 0..<60_000 where !service.told.contains("finished Reading has stopped") { service.pass(10) }
      #expect(service.told.contains("started Reading has stopped") && service.titles == ["a"], "\(service.titles)")
    }
  }

  @Test func aTextOfAnEarlierRunIsOpenedWhenItIsNeeded() async {
    await ManualService.play { service in
      service.files.put(Script("One two. Three four."), at: "/a.txt")
      service.read("/a.txt", SpeakOptions(paused: true))
      service.pass(100)
      let next = service.successor()
      next.session.send(.play)
      next.pass(1000)
      #expect(next.stored.asked.first == service.player.ids.first && next.hand.status == .playing)
    }
  }

  @Test func theTextBesideARecordingIsLookedFor() async {
    await ManualService.play { service in
      service.files.put(Script(RecordingScript(seconds: 5), name: "a"), at: "/a.mp3")
      service.read("/a.mp3")
      service.pass(500)
      #expect(service.beside.asked == ["/a.mp3"])
    }
  }

  /// A program may have a limited part of the queue.
  @Test func aTextThatLeavesGivesItsShareBack() async {
    await ManualService.play(textLimit: 100) { service in
      let text = String(repeating: "a", count: 60) + "."
      let first = service.say(text, SpeakOptions(paused: true))
      service.pass(100)
      let second = service.say(text, SpeakOptions(paused: true))
      service.pass(100)
      #expect(first.track != nil && !second.error.isEmpty)
      service.session.send(.remove(service.player.ids))
      service.pass(100)
      let third = service.say(text, SpeakOptions(paused: true))
      service.pass(100)
      #expect(third.track != nil, "\(third.message)")
    }
  }
}
