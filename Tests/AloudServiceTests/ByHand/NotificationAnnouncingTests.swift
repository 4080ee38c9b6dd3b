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

/// Notifications by the rules, in a service that is moved by hand.
@Suite(.timeLimit(.minutes(1)))
struct NotificationAnnouncingTests {
  private func announcing(
    _ rules: [NotificationRule] = [],
    _ body: @Core (ManualAnnouncements, NotificationAnnouncer) throws -> Void
  ) async rethrows {
    try await ManualService.play { service in
      let announcements = ManualAnnouncements(service)
      let announcer = NotificationAnnouncer(room: announcements.room, files: service.files)
      var settings = Settings().notify
      settings.rules = rules
      announcer.configure(settings)
      try body(announcements, announcer)
    }
  }

  private static func rule(_ change: (inout NotificationRule) -> Void) -> NotificationRule {
    var rule = NotificationRule()
    change(&rule)
    return rule
  }

  @Core @discardableResult
  private static func notify(
    _ announcer: NotificationAnnouncer, _ body: String, of application: String = "Mail", replacing: UInt32 = 0,
    urgency: NotificationUrgency = .normal
  ) -> Announcement.ID? {
    var notification = DesktopNotification(application: application, summary: "", body: body)
    notification.urgency = urgency
    var added: Announcement.ID?
    announcer.announce(notification, replacing: replacing, of: ":1.5") { added = $0 }
    return added
  }

  @Core private static func passAll(_ announcements: ManualAnnouncements) {
    for _ in 0..<100_000 where announcements.room.isActive { announcements.pass(5) }
    #expect(!announcements.room.isActive)
  }

  @Test func aNotificationIsSpokenByTheRules_S1_03() async {
    let rules = [
      Self.rule { ($0.application, $0.template) = ("mail", "Post {body}") },
      Self.rule { ($0.application, $0.action) = ("chat", .mute) },
    ]
    await announcing(rules) { announcements, announcer in
      #expect(Self.notify(announcer, "from Ann") != nil)
      #expect(Self.notify(announcer, "secret", of: "Chat") == nil)
      Self.passAll(announcements)
      #expect(announcements.words == ["Post", "from", "Ann"])
    }
  }

  @Test func tenAreHeardInOrder_S1_05() async {
    await announcing { announcements, announcer in
      for number in 1...10 { Self.notify(announcer, "number \(number)", of: "app \(number)") }
      Self.passAll(announcements)
      #expect(announcements.news.filter { $0.hasPrefix("started") } == (1...10).map { "started \($0)" })
    }
  }

  @Test func aMutedOneTakesWhatItReplacesAway() async {
    let mute = Self.rule { ($0.text, $0.action) = ("secret", .mute) }
    await announcing([mute]) { announcements, announcer in
      Self.notify(announcer, "first")
      let second = Self.notify(announcer, "old")
      announcements.room.numbered(second!, notification: 9)
      #expect(Self.notify(announcer, "secret", replacing: 9) == nil)
      Self.passAll(announcements)
      #expect(!announcements.words.contains("old") && announcements.words.contains("first"))
    }
  }

  @Test func closingEndsItAndTheNextBegins_S1_06() async {
    await announcing { announcements, announcer in
      let first = Self.notify(announcer, String(repeating: "A long text goes on. ", count: 30))
      Self.notify(announcer, "next", of: "Chat")
      announcements.room.numbered(first!, notification: 3)
      announcements.pass(1500)
      announcements.room.closed(notification: 3)
      Self.passAll(announcements)
      #expect(announcements.news.contains("cut 1 (closed)") && announcements.news.contains("finished 2"))
    }
  }

  @Test func aFloodIsAccountedForAndOthersAreHeard() async {
    await announcing { announcements, announcer in
      Self.notify(announcer, "before", of: "Chat")
      for number in 0..<1000 { Self.notify(announcer, "flood \(number)", of: "Flood") }
      Self.notify(announcer, "after", of: "Chat")
      Self.passAll(announcements)
      #expect(announcements.words.contains("before") && announcements.words.contains("after"))
      #expect(announcements.words.contains("more"), "the others are summed up")
    }
  }
}
