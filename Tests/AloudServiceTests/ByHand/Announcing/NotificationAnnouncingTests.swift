import AloudAPI
import Announcements
import BusValues
import Configuration
import EventLoop
import Speech
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
      let announcer = NotificationAnnouncer(
        room: announcements.room, files: service.files, scheduler: service.clock)
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
    return announcer.announce(notification, replacing: replacing, of: ":1.5")
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

  /// The wishes of rules and hints choose among the voices of all engines; one that cannot be fulfilled costs no text.
  @Test func rulesAndHintsChooseTheEngine_S1_12() async {
    let fine = Voice(VoiceID("fine:en"), name: "Emma", languages: [.init(tag: "en", priority: 1)], cost: 400_000)
    let rules = [
      Self.rule { ($0.application, $0.engine) = ("mail", "fine") },
      Self.rule { ($0.application, $0.engine) = ("gone", "baidu") },
      Self.rule { ($0.application, $0.voice) = ("nobody", "nobody") },
    ]
    await announcing(rules) { announcements, announcer in
      let engine = announcements.service.hand.voice
      engine.voices.append(fine)
      for application in ["Mail", "Gone", "Nobody"] { Self.notify(announcer, "Hello", of: application) }
      var hinted = DesktopNotification(application: "App", summary: "", body: "Hello")
      hinted.hints.engine = "fine"
      announcer.announce(hinted, replacing: 0, of: ":1.5")
      Self.passAll(announcements)
      #expect(announcements.words.count { $0 == "Hello" } == 4)
      #expect(engine.askedVoices.map(\.text) == ["fine:en", "counting", "counting", "fine:en"])
    }
  }

  /// Another engine's voice reads the book, and takes its time: no notification waits for it.
  @Test func noNotificationWaitsForASlowVoice() async {
    await announcing { announcements, announcer in
      let engine = announcements.service.hand.voice
      engine.voices =
        [Voice(VoiceID("fine:en"), name: "Emma", languages: [.init(tag: "en", priority: 1)], cost: 400_000)]
        + engine.voices
      announcements.service.settings.current.speech.voice = "fine:en"
      announcements.service.say("The book goes on.")
      announcements.pass(500)
      Self.notify(announcer, "Hello")
      Self.passAll(announcements)
      #expect(engine.askedVoices.map(\.text).prefix(2) == ["fine:en", "counting"])
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

  @Test func turnedOffNothingThatWaitsIsHeardButWhatWasAskedFor() async {
    await announcing { announcements, announcer in
      for number in 1...5 { Self.notify(announcer, "secret \(number) of some words") }
      announcements.announce("Asked for.")
      announcements.pass(700)
      #expect(announcements.news.last == "started 1")
      announcements.forget()
      announcer.turnedOff()
      Self.passAll(announcements)
      #expect(announcements.words == ["Asked", "for."])
      #expect(announcements.news.first == "cut 1 (cancelled)")
      #expect(announcements.news.filter { $0.hasPrefix("dropped") } == (2...5).map { "dropped \($0) (cancelled)" })
    }
  }

  @Test func turnedOffTheSpokenOneFadesOut() async throws {
    try await announcing { announcements, announcer in
      Self.notify(announcer, "a secret of a good many words that goes on")
      announcements.pass(700)
      let output = try #require(announcements.output)
      announcer.turnedOff()
      #expect(announcements.news.last == "cut 1 (cancelled)")
      #expect(output.fades.last == 0 && output.fadeTimes.last == 250)
      announcements.pass(200)
      #expect(output.isSounding, "it is cut before it is faint")
      #expect(announcements.room.isActive, "a lock would not be seen")
      announcements.pass(100)
      #expect(!output.isSounding && !announcements.room.isActive)
      announcements.announce("Asked for.")
      Self.passAll(announcements)
      #expect(output.fades.last == 1 && announcements.news.last == "finished 2")
    }
  }

  /// A word that fades out is no longer judged, but it may still be understood.
  @Test(arguments: [AnnouncementReason.locked, .seat])
  func nothingFadesOutOnAScreenThatOthersSee(reason: AnnouncementReason) async throws {
    await announcing { announcements, announcer in
      Self.notify(announcer, "a secret of a good many words that goes on")
      announcements.pass(700)
      announcer.turnedOff()
      announcements.pass(50)
      #expect(announcements.isHeard.announcement)
      announcements.room.judgeAnew(reason) { _ in .drop(reason) }
      announcements.pass(20)
      #expect(!announcements.isHeard.announcement)
    }
  }

  @Test func aSummaryOfWhatWasSeenEndsWithTheWishAndOneOfWhatWasAskedForDoesNot() async {
    await announcing { announcements, announcer in
      var options = AnnounceOptions()
      options.application = "Mail"
      announcements.room.hold(.pause)
      for number in 0..<30 {
        Self.notify(announcer, "seen \(number)")
        announcements.announce("asked for \(number)", options)
      }
      announcer.turnedOff()
      announcements.room.release(.paused)
      announcements.forget()
      Self.passAll(announcements)
      #expect(announcements.words.contains("asked") && !announcements.words.contains("seen"))
      let sums = announcements.words.indices.filter { announcements.words[$0] == "more" }
      #expect(sums.allSatisfy { announcements.words[$0 - 1] != "30" })
      #expect(!announcements.room.isActive)
    }
  }

  @Test func aRuleThatMutesReachesWhatWaitsAndWhatIsSpoken() async {
    await announcing { announcements, announcer in
      Self.notify(announcer, "one secret of some words")
      Self.notify(announcer, "another secret")
      Self.notify(announcer, "hello", of: "Chat")
      announcements.pass(700)
      #expect(announcements.news.last == "started 1")
      announcements.forget()
      var settings = Settings().notify
      settings.rules = [Self.rule { ($0.application, $0.action) = ("mail", .mute) }]
      announcer.configure(settings)
      #expect(announcements.news.prefix(2) == ["cut 1 (muted)", "dropped 2 (muted)"])
      Self.passAll(announcements)
      #expect(announcements.words == ["Chat:", "hello"] && announcements.news.last == "finished 3")
    }
  }

  /// Rules that change say nothing more of what stands behind the name, also if the name was all that they said before.
  @Test(arguments: ["Mail", "Post {body}"])
  func onALockedScreenChangedRulesLeaveTheNameOfTheApplicationAlone_S1_03(template: String) async {
    await announcing([Self.rule { ($0.application, $0.template) = ("mail", template) }]) { announcements, announcer in
      announcements.room.hold(.pause)
      Self.notify(announcer, "a secret")
      announcements.judge.verdict = { .speakInstead($0.application) }
      announcements.room.judgeAnew(.locked) { .speakInstead($0.application) }
      announcer.configure(Settings().notify)
      announcements.room.release(.paused)
      Self.passAll(announcements)
      #expect(announcements.words == ["Mail"])
    }
  }

  @Test func aSummaryIsMutedByARuleAboutItsApplication() async {
    await announcing { announcements, announcer in
      announcements.room.hold(.pause)
      for number in 0..<30 { Self.notify(announcer, "number \(number)", of: "Bank") }
      var settings = Settings().notify
      settings.rules = [Self.rule { ($0.application, $0.action) = ("bank", .mute) }]
      announcer.configure(settings)
      announcements.room.release(.paused)
      Self.passAll(announcements)
      #expect(announcements.words.isEmpty && !announcements.news.contains { $0.hasPrefix("started") })
    }
  }

  @Test func aTemplateWithFewerWordsHoldsForWhatWaits() async {
    await announcing { announcements, announcer in
      Self.notify(announcer, "hello", of: "Chat")
      Self.notify(announcer, "one secret")
      announcements.pass(300)
      var settings = Settings().notify
      settings.rules = [Self.rule { ($0.application, $0.template) = ("mail", "Post") }]
      announcer.configure(settings)
      Self.passAll(announcements)
      #expect(announcements.words == ["Chat:", "hello", "Post"])
      #expect(announcements.news.contains("finished 1"), "a rule that changes nothing of it lets it go on")
    }
  }

  @Test func onALockedScreenAChangedTemplateBringsNoWordsBack() async {
    await announcing { announcements, announcer in
      announcements.room.hold(.pause)
      Self.notify(announcer, "one secret")
      announcements.room.judgeAnew(.locked) { .speakInstead($0.application) }
      var settings = Settings().notify
      settings.template = "{app} says {body}"
      announcer.configure(settings)
      announcements.room.release(.paused)
      Self.passAll(announcements)
      #expect(announcements.words == ["Mail"])
    }
  }
}
