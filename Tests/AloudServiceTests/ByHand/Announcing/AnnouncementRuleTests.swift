import AloudAPI
import Announcements
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Announcements beside the reading: who is heard when.
@Suite(.timeLimit(.minutes(1)))
struct AnnouncementRuleTests {
  private static let text = (1...40).map { "Sentence number \($0) of a long text goes on." }.joined(separator: " ")

  private func announcing(_ body: @Core (ManualService, ManualAnnouncements) throws -> Void) async rethrows {
    try await ManualService.play { service in try body(service, ManualAnnouncements(service)) }
  }

  /// Waits until nothing is announced any more; fails if announcement and reading are heard at once.
  @Core private static func passAll(_ announcements: ManualAnnouncements) {
    for _ in 0..<100_000 where announcements.room.isActive {
      announcements.pass(5)
      let heard = announcements.isHeard
      #expect(!(heard.announcement && heard.reading), "the announcement talks over the reading")
    }
    #expect(!announcements.room.isActive)
  }

  @Test func theReadingStepsAsideAndGoesOnAtItsWord() async {
    await announcing { service, announcements in
      service.say(Self.text)
      service.pass(3000)
      let before = service.words.count
      announcements.announce("Mail has come.")
      #expect(service.session.snapshot.status == .playing, "a hold is no pause")
      #expect(service.session.snapshot.pauseReason == nil)
      service.pass(60)
      #expect(service.session.state == .interrupted && announcements.isHeard == (true, false))
      Self.passAll(announcements)
      #expect(announcements.words == ["Mail", "has", "come."])
      #expect(announcements.news == ["queued 1", "started 1", "finished 1"])
      let held = service.words.count
      service.pass(3000)
      #expect(service.told.count == 1 && service.told[0].hasPrefix("started"), "clients see no pause")
      let after = service.words.dropFirst(held).map(\.scalar)
      #expect(held - before <= 1)
      // The word that was cut is heard again as a whole, and none is left out.
      let last = service.words[held - 1].scalar
      #expect(after.first == last || after.first.map { $0 > last && $0 - last < 12 } ?? false)
      #expect(zip(after, after.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  /// Announcements at a thousand moments: the reading goes on at the last word that was told, or after its sentence.
  @Test(arguments: [(1.0, 20), (3, 97), (6, 20)])
  func afterEachAnnouncementTheWordIsTheOneBeforeIt(rate: Double, rounds: Int) async {
    await announcing { service, announcements in
      let sentence = "Sentence of a long text goes on and is not over yet, since there is much more to be said. "
      service.say(String(repeating: sentence, count: 2000))
      service.session.send(.setGlobalRate(rate))
      service.hand.output.latency = .milliseconds(20)
      service.pass(2000)
      for round in 0..<rounds {
        // Longer than a word, and at each moment of it.
        service.pass(300 + round % 97)
        announcements.announce("Mail has come.")
        for _ in 0..<1000 where !announcements.isHeard.announcement { service.pass(1) }
        let count = service.words.count
        let last = service.words[count - 1].scalar
        Self.passAll(announcements)
        for _ in 0..<1000 where service.words.count == count { service.pass(5) }
        guard service.words.count > count else {
          Issue.record("the reading does not go on")
          return
        }
        // In the gap after a sentence, its last word is over.
        let next = service.words[count].scalar
        #expect(next == last || (next % sentence.count == 0 && next - last == "said. ".count), "round \(round)")
      }
    }
  }

  /// One that is taken back fades out, and the reading waits for that.
  @Test func theReadingIsNotHeardOverTheFadeOfAnAnnouncement() async {
    await announcing { service, announcements in
      service.say(Self.text)
      service.pass(1000)
      announcements.announce("A long announcement is taken back in the middle of its words.")
      for _ in 0..<1000 where !announcements.isHeard.announcement { service.pass(1) }
      service.pass(400)
      announcements.room.hold(.pause)
      let held = service.words.count
      for _ in 0..<300 {
        service.pass(2)
        let heard = announcements.isHeard
        #expect(!(heard.announcement && heard.reading), "the reading talks over the announcement")
      }
      #expect(service.hand.output.isSounding && service.words.count > held, "the reading does not go on")
    }
  }

  @Test func aLongAnnouncementIsFollowedByTheWholeSentence() async {
    await announcing { service, announcements in
      service.say(Self.text)
      service.pass(3000)
      announcements.announce(String(repeating: "A long announcement is spoken to its end here. ", count: 14))
      service.pass(500)
      let held = service.words.count
      Self.passAll(announcements)
      service.pass(1000)
      let scalar = service.words.dropFirst(held).first?.scalar ?? -1
      let starts = service.player.ids.first.flatMap { service.session.track($0) }.map { track in
        (0..<track.sentenceCount).map { track.span(of: $0).scalars.lowerBound }
      }
      #expect(starts?.contains(scalar) == true)
    }
  }

  @Test func aPausedTextStaysPaused_S0_02() async {
    await announcing { service, announcements in
      service.say(Self.text)
      service.pass(1000)
      service.session.send(.pause(.user))
      service.pass(100)
      let position = service.session.position
      announcements.announce("Mail has come.")
      Self.passAll(announcements)
      service.pass(5000)
      #expect(service.session.snapshot.status == .paused && service.session.snapshot.pauseReason == .user)
      #expect(service.session.position == position)
      #expect(announcements.words.count == 3)
    }
  }

  @Test func playDuringAnAnnouncementIsHeardAfterIt() async {
    await announcing { service, announcements in
      service.say(Self.text)
      service.pass(1000)
      service.session.send(.pause(.user))
      announcements.announce("Mail has come.")
      service.pass(200)
      service.session.send(.play)
      #expect(service.session.snapshot.status == .playing)
      Self.passAll(announcements)
      service.pass(100)
      #expect(service.hand.output.isSounding)
    }
  }

  @Test func aPauseDuringAnAnnouncementStays() async {
    await announcing { service, announcements in
      service.say(Self.text)
      service.pass(1000)
      announcements.announce("Mail has come.")
      service.pass(100)
      service.session.send(.pause(.user))
      Self.passAll(announcements)
      service.pass(2000)
      #expect(service.session.snapshot.status == .paused && !service.hand.output.isSounding)
    }
  }

  @Test func whoAsksIsToldEachWordWhenItIsHeard() async {
    await announcing { service, announcements in
      var options = AnnounceOptions()
      options.words = true
      announcements.announce("A mail. Has come.", options, of: ":1.7")
      announcements.announce("Another one.", of: ":1.8")
      Self.passAll(announcements)
      #expect(
        announcements.news == [
          "queued 1", "queued 2", "started 1", "word 1 0+1 :1.7", "word 1 2+5 :1.7", "word 1 8+3 :1.7",
          "word 1 12+5 :1.7", "finished 1", "started 2", "finished 2",
        ])
      #expect(announcements.words == ["A", "mail.", "Has", "come.", "Another", "one."])
    }
  }

  @Test func noWordIsToldAfterTheEndAndOfAnotherTextInItsPlace() async {
    await announcing { service, announcements in
      var options = AnnounceOptions()
      options.words = true
      announcements.announce("A long announcement that nobody wants to hear to its end.", options)
      for _ in 0..<4000 where announcements.news.filter({ $0.hasPrefix("word") }).count < 3 { service.pass(1) }
      announcements.room.cancel(.one(Announcement.ID(1)))
      service.pass(5000)
      #expect(announcements.news.count == 6 && announcements.news.last == "cut 1 (cancelled)", "\(announcements.news)")
      // A locked screen hears the name of the program: the words are not those of the text.
      announcements.forget()
      announcements.judge.verdict = { _ in .speakInstead("Mail") }
      options.application = "Mail"
      announcements.announce("A secret.", options)
      Self.passAll(announcements)
      #expect(announcements.words == ["Mail"])
      #expect(announcements.news == ["queued 2", "started 2", "finished 2"], "\(announcements.news)")
    }
  }

  /// An announcement that a pause cuts is told again from its beginning, in its next run.
  @Test func whileItIsPausedNoWordIsTold() async {
    await announcing { service, announcements in
      var options = AnnounceOptions()
      options.words = true
      announcements.announce("One two three four five six seven eight.", options)
      for _ in 0..<4000 where announcements.news.filter({ $0.hasPrefix("word") }).count < 3 { service.pass(1) }
      announcements.room.hold(.pause)
      let told = announcements.news.filter { $0.hasPrefix("word") }
      service.pass(5000)
      #expect(announcements.news.filter { $0.hasPrefix("word") } == told)
      announcements.room.release(.paused)
      Self.passAll(announcements)
      let all = announcements.news.filter { $0.hasPrefix("word") }
      #expect(all.count == told.count + 8 && Array(all.suffix(8).prefix(3)) == told, "\(announcements.news)")
    }
  }

  @Test func tenWithinASecondAreHeardInOrder_S1_05() async {
    await announcing { service, announcements in
      for number in 1...10 {
        announcements.announce("Message \(number).")
        service.pass(90)
      }
      Self.passAll(announcements)
      #expect(announcements.words == (1...10).flatMap { ["Message", "\($0)."] })
      #expect(announcements.news.filter { $0.hasPrefix("finished") } == (1...10).map { "finished \($0)" })
    }
  }

  @Test func aRecordingIsLoweredAndComesBack() async {
    await announcing { service, announcements in
      service.files.put(Script(RecordingScript(seconds: 60), name: "talk.mp3"), at: "/talk.mp3")
      service.read("/talk.mp3")
      service.pass(1000)
      announcements.announce("Mail has come.")
      service.pass(100)
      #expect(service.hand.output.isSounding, "a recording goes on under it")
      #expect(service.hand.output.fades.last.map { abs(Amplitude(of: $0).factor - 0.2512) < 0.001 } ?? false, "12 dB")
      for _ in 0..<2000 where announcements.room.isActive { service.pass(5) }
      #expect(service.hand.output.fades.last == 1 && service.hand.output.fadeTimes.last == 50)
      #expect(announcements.words.count == 3)
    }
  }

  @Test func cancellingSilencesAtOnceAndOnlyTheLastIsLeft() async {
    await announcing { service, announcements in
      var options = AnnounceOptions()
      options.keepReady = true
      announcements.announce("A long text that nobody wants to hear to its end.", options)
      service.pass(500)
      #expect(announcements.isHeard.announcement)
      announcements.room.cancel(of: ":1.9")
      service.pass(10)
      #expect(!announcements.isHeard.announcement)
      announcements.forget()
      for number in 1...50 {
        announcements.room.cancel(of: ":1.9")
        announcements.announce("Key \(number)", options)
        service.pass(20)
      }
      Self.passAll(announcements)
      #expect(announcements.words.suffix(2) == ["Key", "50"])
      #expect(announcements.news.filter { $0.hasPrefix("finished") }.count == 1)
    }
  }

  @Test func aLockedScreenSilencesItAndTheRestIsJudgedAnew() async {
    await announcing { service, announcements in
      announcements.announce("The first secret is spoken now.")
      announcements.announce("The second secret.")
      service.pass(300)
      announcements.room.silence(.locked) { _ in .speakInstead("Mail") }
      service.pass(15)
      Self.passAll(announcements)
      #expect(announcements.news.contains("cut 1 (locked)") && announcements.news.last == "finished 2")
      #expect(announcements.words.last == "Mail" && !announcements.words.contains("second"))
    }
  }

  /// The first one ends by itself within its fade, at each moment of it.
  @Test(arguments: Array(stride(from: 20, to: 400, by: 20))) func oneWhoseTurnComesInAFadeIsHeard(early: Int) async {
    await announcing { service, announcements in
      let text = "The first one has an end."
      var first = AnnouncementRoom.Request(
        text: text, parts: nil, options: AnnounceOptions(), sender: ":1.9", application: "Mail")
      (first.isNotification, first.notification) = (true, 3)
      announcements.room.add(first)
      announcements.announce("The second one.")
      let length = text.count * 100
      for _ in 0..<1000 where !announcements.isHeard.announcement { service.pass(1) }
      service.pass(length - early)
      announcements.room.closed(notification: 3)
      Self.passAll(announcements)
      #expect(announcements.words.suffix(3) == ["The", "second", "one."])
      #expect(announcements.news.contains("started 2") && announcements.news.last == "finished 2")
    }
  }

  @Test func aLimitEndsWithASentence_S1_04() async {
    await announcing { service, announcements in
      var options = AnnounceOptions()
      options.limit = .seconds(5)
      announcements.announce(String(repeating: "It goes on and on. ", count: 40), options)
      Self.passAll(announcements)
      #expect(announcements.news.last == "cut 1 (limit)")
      #expect(announcements.words.last == "on.", "a sentence was cut")
      #expect(service.hand.milliseconds < 9000)
    }
  }

  @Test func nothingOfItIsAliveWhileItIsSilent() async {
    await announcing { service, announcements in
      #expect(announcements.stages == 0)
      announcements.announce("One.")
      Self.passAll(announcements)
      service.pass(2100)
      #expect(announcements.output?.soundState == .closed)
      announcements.announce("Two.")
      Self.passAll(announcements)
      #expect(announcements.stages == 1 && announcements.words == ["One.", "Two."])
    }
  }

  @Test func theStreamIsKeptForScreenReadingPrograms() async {
    await announcing { service, announcements in
      announcements.room.keepReady(true)
      announcements.announce("a")
      Self.passAll(announcements)
      service.pass(60_000)
      #expect(announcements.output?.isOnStandby == true)
      announcements.room.keepReady(false)
      #expect(announcements.output?.isOnStandby == false)
    }
  }

  @Test func nothingIsSaidBeforeItIsKnownWhoMayHearIt() async {
    await announcing { service, announcements in
      var activity: [Bool] = []
      announcements.onActivity = { isActive in
        activity.append(isActive)
        if isActive { announcements.room.hold(AnnouncementHold(.locked)) }
      }
      announcements.announce("A secret.")
      service.pass(300)
      #expect(!announcements.isHeard.announcement && announcements.news == ["queued 1"])
      #expect(announcements.words.isEmpty)
      announcements.room.release(.locked)
      Self.passAll(announcements)
      #expect(announcements.words == ["A", "secret."] && activity == [true, false])
    }
  }

  @Test func aRefusedOneIsNeitherOpenedNorDoesTheReadingStepAside() async {
    await announcing { service, announcements in
      service.say(Self.text)
      service.pass(1000)
      announcements.judge.verdict = { _ in .drop(.locked) }
      announcements.announce("A secret.")
      service.pass(5)
      #expect(service.session.state != .interrupted && service.hand.output.isSounding)
      #expect(announcements.stages == 0 && announcements.news == ["dropped 1 (locked)"])
      #expect(!announcements.room.isActive)
    }
  }

  @Test func announcementsStandInNoQueue() async {
    await announcing { service, announcements in
      announcements.announce("One.")
      service.pass(50)
      #expect(service.player.isEmpty && service.session.snapshot.status == .stopped)
    }
  }
}
