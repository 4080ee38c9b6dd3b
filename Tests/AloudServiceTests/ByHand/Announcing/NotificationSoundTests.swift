import AloudAPI
import Announcements
import BusValues
import Configuration
import EventLoop
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Notifications with sounds, some of which are on a file system that does not answer.
@Suite(.timeLimit(.minutes(1)))
struct NotificationSoundTests {
  /// Files, some of which open only when the test says so.
  @Core
  private final class SlowFiles: TextOpening {
    let files: ManualFiles
    /// The requests for paths below `/slow`.
    private(set) var held: [@Core (Result<TextSource, ReadingError>) -> Void] = []

    init(_ files: ManualFiles) { self.files = files }

    var isIdle: Bool { files.isIdle }

    func open(
      _ request: TextRequest, isHung: @escaping @Core (Bool) -> Void,
      done: @escaping @Core (Result<TextSource, ReadingError>) -> Void
    ) {
      if case .anyOf(let paths) = request, paths[0].hasPrefix("/slow") { return held.append(done) }
      files.open(request, isHung: isHung, done: done)
    }

    func check(_ uris: [String], done: @escaping @Core (ReadingError?) -> Void) { files.check(uris, done: done) }

    /// Opens the file of a request that waits.
    func answer(_ index: Int, with path: String) { files.open(.anyOf(paths: [path]), done: held[index]) }
  }

  @Core
  private struct Rig {
    let service: ManualService
    let announcements: ManualAnnouncements
    let files: SlowFiles
    let announcer: NotificationAnnouncer

    init(_ service: ManualService) {
      self.service = service
      announcements = ManualAnnouncements(service)
      files = SlowFiles(service.files)
      announcer = NotificationAnnouncer(room: announcements.room, files: files, scheduler: service.clock)
      service.files.put(Script(RecordingScript(seconds: 1), name: "ding.oga"), at: "/ding.oga")
    }

    @discardableResult
    func notify(_ body: String, sound: String? = nil, of application: String = "Mail", replacing: UInt32 = 0)
      -> Announcement.ID?
    {
      var notification = DesktopNotification(application: application, summary: "", body: body)
      notification.hints.soundFile = sound
      return announcer.announce(notification, replacing: replacing, of: ":1.5")
    }

    func passAll() {
      for _ in 0..<100_000 where announcements.room.isActive { announcements.pass(5) }
      #expect(!announcements.room.isActive)
    }

    var starts: [String] { announcements.news.filter { $0.hasPrefix("started") } }
  }

  private func play(_ body: @Core (Rig) throws -> Void) async rethrows {
    try await ManualService.play { service in try body(Rig(service)) }
  }

  @Test func soundsThatNobodyDeliversHoldNoTextUp() async {
    await play { rig in
      for number in 1...3 { rig.notify("number \(number)", sound: "/slow/\(number).oga") }
      rig.notify("a last one")
      #expect(rig.announcements.news.isEmpty)
      rig.announcements.pass(300)
      #expect(rig.announcements.news.filter { $0.hasPrefix("queued") } == (1...4).map { "queued \($0)" })
      rig.passAll()
      #expect(rig.starts == (1...4).map { "started \($0)" }, "the order is kept")
      #expect(rig.announcements.words.filter { $0 == "number" }.count == 3)
    }
  }

  @Test func aSoundWithinTheCourtesyIsHeardAndALaterOneIsNot() async {
    await play { rig in
      rig.notify("first", sound: "/slow/1.oga")
      rig.notify("second", sound: "/slow/2.oga")
      rig.announcements.pass(200)
      rig.files.answer(0, with: "/ding.oga")
      rig.announcements.pass(200)
      rig.files.answer(1, with: "/ding.oga")
      for _ in 0..<2000 where !rig.announcements.news.contains("finished 1") { rig.announcements.pass(5) }
      let sounds = rig.service.recordings.decoders.count
      rig.passAll()
      #expect(rig.announcements.news.filter { $0.hasPrefix("finished") } == ["finished 1", "finished 2"])
      #expect(rig.announcements.words.filter { $0 == "first" || $0 == "second" } == ["first", "second"])
      #expect(sounds > 0 && rig.service.recordings.decoders.count == sounds, "one sound was heard")
    }
  }

  @Test func withoutEndTheListIsBoundedAndNoTextIsLost() async {
    await play { rig in
      for number in 1...400 { rig.notify("number \(number)", sound: "/slow/\(number).oga") }
      #expect(rig.files.held.count <= 16, "not every sound takes a thread")
      rig.passAll()
      let ends = rig.announcements.news.filter { news in
        ["finished", "summed"].contains { news.hasPrefix($0) }
      }
      // The summary is one more.
      #expect(ends.count == 401)
    }
  }

  @Test func theWishToHearNothingReachesThoseThatWaitForTheirSounds() async {
    await play { rig in
      rig.notify("first", sound: "/slow/1.oga")
      rig.notify("second")
      rig.announcements.pass(100)
      rig.announcer.cancelWaiting()
      #expect(rig.announcements.news == ["dropped 1 (cancelled)", "dropped 2 (cancelled)"])
      rig.files.answer(0, with: "/ding.oga")
      rig.announcements.pass(1000)
      rig.passAll()
      #expect(rig.starts.isEmpty && rig.announcements.words.isEmpty)
    }
  }

  @Test func aRuleThatMutesReachesThoseThatWaitForTheirSounds() async {
    await play { rig in
      rig.notify("secret", sound: "/slow/1.oga")
      rig.notify("hello", of: "Chat")
      var rule = NotificationRule()
      (rule.application, rule.action) = ("mail", .mute)
      var settings = Settings().notify
      settings.rules = [rule]
      rig.announcer.configure(settings)
      #expect(rig.announcements.news.prefix(2) == ["dropped 1 (muted)", "queued 2"], "the next one waits no longer")
      rig.passAll()
      #expect(rig.announcements.words == ["Chat:", "hello"])
    }
  }

  @Test func oneThatIsClosedWhileItsSoundIsOpenedIsNotSpoken_S1_06() async {
    await play { rig in
      let first = rig.notify("first", sound: "/slow/1.oga")
      rig.announcer.numbered(first!, notification: 7)
      rig.announcer.closed(notification: 7)
      rig.notify("second")
      rig.passAll()
      #expect(rig.announcements.news.first == "dropped 1 (closed)" && rig.starts == ["started 2"])
    }
  }

  @Test func oneThatReplacesItHasItsPlace() async {
    await play { rig in
      let first = rig.notify("first", sound: "/slow/1.oga")
      rig.announcer.numbered(first!, notification: 7)
      rig.notify("second", of: "Chat")
      rig.notify("newer", replacing: 7)
      rig.passAll()
      #expect(rig.announcements.words == ["Mail:", "newer", "Chat:", "second"])
    }
  }
}
