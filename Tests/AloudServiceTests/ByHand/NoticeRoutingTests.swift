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

/// Each notice of the session reaches the parts that it concerns, by the routing of the product.
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

  @Test func aBookThatIsHeardComesIntoTheLibrary() async {
    await ManualService.play { service in
      service.files.put(Script(title: "Book", ["One is here. It goes on.", "Two is here."]), at: "/a.epub")
      service.read("/a.epub")
      service.pass(20_000)
      #expect(service.library.catalogue.all.map(\.path) == ["/a.epub"])
    }
  }

  @Test func aChapterThatCannotBeReadIsToldInWords() async {
    await ManualService.play { service in
      service.parts.take(.blocked(nil, ReadingError(.unreadable, "it is damaged")), for: service.surroundings)
      service.pass(200)
      #expect(service.titles == ["Reading has stopped"])
    }
  }

  /// The notice leaves the queue when it was heard.
  @Test func aSpokenNoticeIsGoneAfterItWasHeard() async {
    await ManualService.play { service in
      service.parts.notice.tell(ReadingError(.unreadable, "it is damaged"))
      service.pass(60_000)
      #expect(service.told.contains("started Reading has stopped") && service.titles.isEmpty)
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
