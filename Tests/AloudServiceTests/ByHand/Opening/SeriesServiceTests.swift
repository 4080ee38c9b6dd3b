import AloudAPI
import EventLoop
import MPRIS
import Playback
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Texts that a client brings one by one, from its calls on.
@Suite(.timeLimit(.minutes(1)))
struct SeriesServiceTests {
  @Core private static func options(after former: ManualService.Answer? = nil, more: Bool) -> SpeakOptions {
    var options = SpeakOptions(after: former?.track?.objectPath)
    options.moreFollows = more
    return options
  }

  @Test func theNextChapterIsReadWhenItIsThereAndTheLastOneEnds_S3_28() async {
    await ManualService.play { service in
      let first = service.say("The first.", Self.options(more: true))
      service.pass(20_000)
      #expect(service.session.state == .fetching && service.hand.status == .playing)
      let second = service.say("The second.", Self.options(after: first, more: true))
      service.pass(20_000)
      #expect(service.session.state == .fetching && service.current == "The second.")
      service.say("The third.", Self.options(after: second, more: false))
      service.pass(20_000)
      #expect(service.session.state == .idle && service.told.last == "finished The third.")
      #expect(service.troubles.isEmpty)
    }
  }

  @Test func aChapterThatCannotBeReadIsNotTheNextOne_S3_28() async {
    await ManualService.play { service in
      let first = service.say("The first.", Self.options(more: true))
      service.pass(20_000)
      let bad = service.say("", Self.options(after: first, more: false))
      service.pass(100)
      #expect(bad.error == "Empty" && service.session.state == .fetching)
      service.pass(60_000)
      #expect(service.hand.status == .stopped && service.troubles.count == 1, "\(service.troubles)")
      #expect(service.player.ids.count == 1 && service.player.ids.first == first.track)
    }
  }

  @Test func aBookOfASeriesIsReadToItsLastChapterBefore_S3_28() async {
    await ManualService.play { service in
      service.files.put(Script(title: "Book", ["One is here.", "Two is here."]), at: "/a.epub")
      var options = Self.options(more: true)
      options.format = .epub
      service.read("/a.epub", options)
      service.pass(20_000)
      #expect(service.session.state == .fetching && service.current == "Chapter 2")
      service.clients.clear(.hushed)
      service.pass(70_000)
      #expect(service.troubles.isEmpty && service.player.isEmpty)
    }
  }
}
