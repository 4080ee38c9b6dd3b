import Playback
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5)))
struct UtteranceTests {
  @Test func anUtteranceStartsWhenItIsHeardAndNotBefore_S3_04() {
    var stage = Stage()
    #expect(stage.add(1...1).announcements == [])
    #expect(stage.handle(.prepared(stage.player.epoch)) == [])
    #expect(stage.handle(.obeyed(serial: stage.player.order.serial)) == [.announce(.started, 1)])
  }

  @Test func theOrderOfTheTwoReportsDoesNotMatter() {
    var stage = Stage()
    _ = stage.add(1...1)
    #expect(stage.handle(.obeyed(serial: stage.player.order.serial)) == [])
    #expect(stage.handle(.prepared(stage.player.epoch)) == [.announce(.started, 1)])
  }

  @Test func nothingOfAnUtteranceIsHeardBeforeItHasStarted_S3_04() {
    var stage = Stage()
    _ = stage.add(1...3)
    #expect(!stage.player.isHeard)
    _ = stage.handle(.prepared(stage.player.epoch))
    #expect(!stage.player.isHeard, "the sound may be on its way, and no client was told")
    _ = stage.handle(.obeyed(serial: stage.player.order.serial))
    #expect(stage.player.isHeard)
    // The next text follows without a gap: this one is reported as over before anything of the next.
    #expect(stage.end().announcements == [.announce(.finished, 1)])
    #expect(!stage.player.isHeard)
    #expect(stage.handle(.prepared(stage.player.epoch)).announcements == [.announce(.started, 2)])
    #expect(stage.player.isHeard)
    // Another place of the same utterance: it sounds without another start.
    _ = stage.handle(.seek(to: 5))
    #expect(!stage.player.isHeard)
    #expect(stage.handle(.prepared(stage.player.epoch)).announcements == [])
    #expect(stage.player.isHeard)
    _ = stage.handle(.setLoop(.track))
    #expect(stage.end().announcements == [.announce(.finished, 2)])
    #expect(!stage.player.isHeard)
    #expect(stage.handle(.prepared(stage.player.epoch)).announcements == [.announce(.started, 2)])
  }

  @Test func everyUtteranceEndsOnce_S3_04() {
    var stage = Stage(tracks: 4, playing: true)
    #expect(stage.end().announcements == [.announce(.finished, 1)])
    stage.hear()
    #expect(stage.handle(.next(finishing: false)).announcements == [.announce(.cancelled(.skipped), 2)])
    stage.hear()
    #expect(stage.handle(.failed(stage.player.epoch)).announcements == [.announce(.cancelled(.failed), 3)])
    stage.hear()
    #expect(stage.handle(.stop).announcements == [.announce(.cancelled(.stopped), 4)])
    // All have ended: clearing the queue reports none again.
    #expect(stage.handle(.clear(.stopped)).announcements == [])
  }

  @Test func anUtteranceThatIsNeverHeardIsCancelledForWhoeverWaits_S3_04_S3_26() {
    var stage = Stage(tracks: 3, playing: true)
    #expect(stage.handle(.remove([2])).announcements == [.announce(.cancelled(.removed), 2)])
    #expect(
      stage.handle(.clear(.stopped)).announcements
        == [.announce(.cancelled(.stopped), 1), .announce(.cancelled(.removed), 3)])
  }

  @Test func entriesThatWerePassedOverAreCancelledAtTheEnd_S3_04() {
    var stage = Stage(tracks: 3, playing: true)
    _ = stage.handle(.goTo(3))
    stage.hear()
    #expect(stage.end().announcements == [.announce(.finished, 3), .announce(.cancelled(.removed), 2)])
  }

  @Test func anUtteranceTooShortToBeConfirmedStillStartsAndFinishes_S3_04() {
    var stage = Stage(tracks: 1)
    _ = stage.handle(.play)
    #expect(stage.end().announcements == [.announce(.started, 1), .announce(.finished, 1)])
  }

  @Test func anUtteranceThatIsHeardAgainStartsAgain_S3_04() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.setLoop(.track))
    #expect(stage.end().announcements == [.announce(.finished, 1), .announce(.started, 1)].dropLast())
    #expect(stage.hear().announcements == [.announce(.started, 1)])
    // Skipped before its second time began: it stays over.
    _ = stage.end()
    #expect(stage.handle(.stop).announcements == [])
  }

  @Test func pausesAndResumptionsAlternate_S3_04() {
    var stage = Stage(tracks: 1, playing: true)
    for _ in 0..<3 {
      #expect(stage.handle(.pause(.user)).announcements == [.announce(.paused(.user), 1)])
      #expect(stage.handle(.pause(.sleep)).announcements == [])
      #expect(stage.handle(.play).announcements == [.announce(.resumed, 1)])
      #expect(stage.handle(.play).announcements == [])
    }
  }

  @Test func speakingAndPausedAreExactlyTheStatesOfMPRIS_S3_02() {
    var stage = Stage()
    #expect(stage.player.status == .stopped)
    _ = stage.add(1...1)
    #expect(stage.player.status == .playing)
    _ = stage.handle(.pause(.user))
    #expect(stage.player.status == .paused)
    _ = stage.handle(.stop)
    #expect(stage.player.status == .stopped)
  }
}
