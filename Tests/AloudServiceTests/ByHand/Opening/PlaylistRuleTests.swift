import AloudAPI
import BusValues
import Documents
import EventLoop
import Playback
import Recordings
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Playlists: their files come into the queue as if the listener had named them.
@Suite(.timeLimit(.minutes(1)))
struct PlaylistRuleTests {
  @Core
  private func put(_ names: [String], in service: ManualService, title: (String) -> String = { _ in "" }) {
    for name in names {
      var recording = RecordingScript(seconds: 5)
      recording.description.tags.title = title(name).isEmpty ? nil : title(name)
      service.files.put(Script(recording, name: name), at: "/m/" + name)
    }
  }

  @Core
  private func put(list entries: [PlaylistEntry], at path: String = "/m/list.m3u", in service: ManualService) {
    service.files.put(Script(playlist: entries), at: path)
  }

  @Core
  private func openAll(_ path: String, _ service: ManualService, _ options: SpeakOptions = SpeakOptions()) -> Box {
    let box = Box()
    service.clients.openAll(
      options, at: .whenBusy(options.whenBusy), replacing: true, for: ManualService.client,
      .uri(FileURI.uri(path: path)), begun: { box.begun.append($0) }
    ) { box.opened = $0 }
    return box
  }

  @Core
  private final class Box {
    var begun: [TrackID] = []
    var opened: Opened?
    var messages: [String] { opened?.refused.map(\.error.message) ?? [] }
  }

  @Test func itsFilesAreHeardInTheOrderOfTheList_S2_01_S2_30() async {
    await ManualService.play { service in
      put(["c.mp3", "a.mp3", "sub/b.mp3"], in: service)
      put(list: [["c.mp3"], ["sub/b.mp3"], ["file:///m/a.mp3"]].map { PlaylistEntry($0) }, in: service)
      let answer = service.read("/m/list.m3u")
      service.pass(100)
      #expect(service.titles == ["c", "b", "a"])
      #expect(answer.track == service.player.ids.first && service.playlists.asked == ["list.m3u"])
      #expect(
        service.player.entries.map(\.metadata.url) == ["file:///m/c.mp3", "file:///m/sub/b.mp3", "file:///m/a.mp3"])
      service.passAll()
      #expect(
        service.told.filter { $0.hasPrefix("finished") } == ["finished c", "finished b", "finished a"])
      #expect(service.answered.count == 1)
    }
  }

  @Test func textsAndRecordingsStandInOneList_S2_30() async {
    await ManualService.play { service in
      put(["a.mp3"], in: service)
      service.files.put(Script(title: "Book", ["One. Two.", "Three."]), at: "/m/book.epub")
      put(list: [PlaylistEntry(["book.epub"]), PlaylistEntry(["a.mp3"])], in: service)
      let box = openAll("/m/list.m3u", service)
      service.pass(200)
      #expect(service.titles == ["Chapter 1", "Chapter 2", "a"], "the chapters of a book stay together")
      #expect(box.opened?.tracks.count == 2 && box.begun.count == 1 && box.opened?.failure == nil)
    }
  }

  @Test func theTitleInTheListIsForFilesWithoutOne_S2_05() async {
    await ManualService.play { service in
      put(["a.mp3"], in: service) { _ in "Own" }
      put(["b.mp3", "c.mp3"], in: service)
      put(
        list: [
          PlaylistEntry(["a.mp3"], title: "Listed a"), PlaylistEntry(["b.mp3"], title: "Listed b"),
          PlaylistEntry(["c.mp3"]),
        ], in: service)
      service.read("/m/list.m3u")
      service.pass(100)
      #expect(service.titles == ["Own", "Listed b", "c"])
    }
  }

  @Test func whatCannotBeReadHasOneMessageAndDoesNotStopTheOthers_S2_13() async {
    await ManualService.play { service in
      put(["a.mp3", "b.mp3"], in: service)
      put(list: [PlaylistEntry(["a.mp3"])], at: "/m/other.m3u", in: service)
      put(
        list: [
          ["http://example.org/x.mp3"], ["gone.mp3"], ["a.mp3"], ["other.m3u"], ["list.m3u"], ["concat:a.mp3|b.mp3"],
          ["b.mp3"],
        ].map { PlaylistEntry($0) }, in: service)
      let box = openAll("/m/list.m3u", service)
      service.pass(100)
      #expect(service.titles == ["a", "b"])
      #expect(box.opened?.refused.map(\.name) == ["x.mp3", "gone.mp3", "other.m3u", "list.m3u", "concat:a.mp3|b.mp3"])
      #expect(box.messages[0].contains("is an address") && box.messages[1].contains("no file '/m/gone.mp3'"))
      #expect(
        box.messages[2].contains("a playlist in a playlist") && box.messages[3].contains("a playlist in a playlist"))
      #expect(service.playlists.asked == ["list.m3u"], "a list within a list is not read")
    }
  }

  @Test func aClientThatDoesNotWaitIsNotToldSoTheListenerIs() async {
    await ManualService.play { service in
      put(["a.mp3"], in: service)
      put(list: [PlaylistEntry(["a.mp3"]), PlaylistEntry(["gone.mp3"])], in: service)
      let answer = service.read("/m/list.m3u")
      service.pass(100)
      #expect(answer.track != nil && service.refused == ["gone.mp3"])
      service.forget()
      put(list: [PlaylistEntry(["gone.mp3"])], in: service)
      #expect(service.read("/m/list.m3u").result == nil)
      service.pass(100)
      #expect(service.answered.first?.error == "NoSuchFile" && service.refused == ["gone.mp3"], "one of both")
    }
  }

  @Test func aListOfAddressesIsRefusedWithOneMessageAndTheQueueStays() async {
    await ManualService.play { service in
      service.say("Here.")
      service.pass(10)
      let titles = service.titles
      put(list: [PlaylistEntry(["http://a/"]), PlaylistEntry(["https://b/"])], in: service)
      let box = openAll("/m/list.m3u", service)
      service.pass(100)
      #expect(box.opened?.failure?.name == APIErrorCode.unsupported.busName && box.messages.isEmpty)
      #expect(box.opened?.failure?.message.contains("addresses only") == true)
      put(list: [PlaylistEntry(["http://a/"]), PlaylistEntry(["gone.mp3"])], in: service)
      let other = openAll("/m/list.m3u", service)
      service.pass(100)
      #expect(other.messages.count == 2 && other.opened?.failure?.message.contains("none of the 2 files") == true)
      #expect(service.titles == titles && service.player.current != nil)
    }
  }

  @Test func aListThatCannotBeReadIsRefused() async {
    await ManualService.play { service in
      var script = Script(playlist: [])
      script.playlist = .failure(ReadingError(.damaged, "it is damaged"))
      service.files.put(script, at: "/m/list.xspf")
      let answer = service.read("/m/list.xspf")
      service.pass(100)
      #expect(answer.error == "Damaged" && service.titles.isEmpty)
    }
  }

  @Test func aListWithoutAFolderIsRefusedAndAStringIsNoList() async {
    await ManualService.play { service in
      service.files.strings["list"] = Script(playlist: [PlaylistEntry(["a.mp3"])])
      // A string is read as it is, even if it looks like a list.
      service.say("list")
      let answer = service.pipe(Script(playlist: [PlaylistEntry(["a.mp3"])]))
      service.pass(100)
      #expect(service.playlists.asked.isEmpty && service.titles.count == 1)
      #expect(answer.error == "Unsupported" && answer.message.contains("has a folder"))
    }
  }

  @Test func aFileThatIsNamedTwiceIsHeardTwice() async {
    await ManualService.play { service in
      put(["a.mp3", "b.mp3"], in: service)
      put(list: [["a.mp3"], ["b.mp3"], ["a.mp3"]].map { PlaylistEntry($0) }, in: service)
      service.read("/m/list.m3u")
      service.pass(100)
      #expect(service.titles == ["a", "b", "a"])
    }
  }

  @Test func theListFollowsWhatIsInTheQueueAndNothingComesInBetween() async {
    await ManualService.play { service in
      put(["a.mp3", "b.mp3", "c.mp3", "x.mp3"], in: service)
      put(list: [["a.mp3"], ["b.mp3"], ["c.mp3"]].map { PlaylistEntry($0) }, in: service)
      service.read("/m/x.mp3")
      service.pass(10)
      service.read("/m/list.m3u", SpeakOptions(whenBusy: .queue))
      service.pass(100)
      #expect(service.titles == ["x", "a", "b", "c"])
    }
  }

  @Test func aListThatIsRemovedIsNotOpenedFurther() async {
    await ManualService.play { service in
      put((0..<50).map { "\($0).mp3" }, in: service)
      for number in 0..<50 {
        var slow = RecordingScript(seconds: 5)
        slow.latency = .milliseconds(100)
        service.files.put(Script(slow, name: "\(number)"), at: "/m/\(number).mp3")
      }
      put(list: (0..<50).map { PlaylistEntry(["\($0).mp3"]) }, in: service)
      service.read("/m/list.m3u")
      service.pass(500)
      #expect((2..<10).contains(service.titles.count))
      service.session.send(.clear(.removed))
      service.pass(10_000)
      #expect(service.titles.count <= 1, "at the most the one that was on its way")
    }
  }

  @Test func aRequestThatIsRefusedIsRefusedOnce() async {
    await ManualService.play { service in
      put(["a.mp3", "b.mp3", "x.mp3"], in: service)
      put(list: [["a.mp3"], ["b.mp3"]].map { PlaylistEntry($0) }, in: service)
      service.read("/m/x.mp3")
      service.pass(10)
      let box = openAll("/m/list.m3u", service, SpeakOptions(whenBusy: .drop))
      service.pass(100)
      #expect(box.opened?.failure?.name == APIErrorCode.busy.busName && box.messages.isEmpty)
      #expect(service.titles == ["x"])
    }
  }

  @Test func theListIsReadAsATextIfTheClientSaysSo() async {
    await ManualService.play { service in
      put(list: [PlaylistEntry(["a.mp3"])], in: service)
      service.read("/m/list.m3u", SpeakOptions(format: .text))
      service.pass(100)
      #expect(service.playlists.asked.isEmpty && service.titles.count == 1)
    }
  }
}
