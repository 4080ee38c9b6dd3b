import Testing
import Vocabulary

@testable import Playback

/// `when-busy = now`: spoken at once; then the interrupted text continues from its place.
@Suite(.timeLimit(.minutes(5)))
struct InterjectionTests {
  @Test func theInterruptedTrackGoesOnWhereItStood() {
    var stage = Stage(tracks: 1, playing: true)
    let effects = stage.add(2...2, .now, heard: 7_000_000)
    #expect(effects == [.announce(.paused(.user), 1), .open(2, at: 0, stage.player.epoch)])
    stage.hear()
    let back = stage.end()
    #expect(
      back == [
        .announce(.finished, 2), .open(1, at: 7_000_000, stage.player.epoch), .announceSeeked(7_000_000),
        .announce(.resumed, 1),
      ])
  }

  @Test(arguments: [PauseReason.user, .routeLost(nil)])
  func aPausedPlayerIsPausedAgainAfterwards(reason: PauseReason) {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(reason))
    #expect(stage.add(2...3, .now, heard: 5).orders == [true])
    stage.hear()
    #expect(stage.end().opened == [Place(3, 0)])
    #expect(stage.player.status == .playing)
    stage.hear()
    let back = stage.end()
    #expect(back.opened == [Place(1, 5)])
    #expect(back.orders == [false])
    #expect(stage.player.pauseReason == reason)
  }

  @Test func aStoppedPlayerIsStoppedAgainAfterwards() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.stop)
    #expect(stage.add(3...3, .now).opened == [Place(3, 0)])
    stage.hear()
    let back = stage.end()
    #expect(back.opened == [])
    #expect(back.contains(.close))
    #expect(stage.player.status == .stopped)
    #expect(stage.current == 1)
  }

  @Test func aHoldIsNoPauseToComeBackTo() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.holdBegan(.noSink))
    _ = stage.add(2...2, .now)
    _ = stage.handle(.holdEnded(.noSink))
    stage.hear()
    stage.end()
    #expect(stage.player.status == .playing)
  }

  @Test func interjectionsNest() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.add(2...2, .now, heard: 10)
    stage.hear()
    _ = stage.add(3...3, .now, heard: 20)
    stage.hear()
    #expect(stage.end().opened == [Place(2, 20)])
    stage.hear()
    #expect(stage.end().opened == [Place(1, 10)])
  }

  /// A track that the listener paused stays silent when they leave the text before it.
  @Test func skippingAnInterjectionReturnsToThePause() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.user))
    _ = stage.add(2...2, .now, heard: 5)
    stage.hear()
    #expect(stage.handle(.next(finishing: false)).opened == [Place(1, 5)])
    #expect(stage.player.status == .paused)
    #expect(stage.player.intentsAfter.isEmpty)
  }

  @Test func stopCancelsAlsoWhatWasPutOff_S3_04() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.add(2...2, .now, heard: 5)
    stage.hear()
    #expect(
      stage.handle(.stop).announcements
        == [.announce(.cancelled(.stopped), 2), .announce(.cancelled(.stopped), 1)])
    #expect(stage.handle(.play).opened == [Place(2, 0)])
    stage.hear()
    #expect(stage.end().opened == [Place(1, 0)])
  }

  @Test func aPlaceIsNeverBeforeTheStart() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.add(2...2, .now, heard: -40)
    #expect(stage.player.place(of: 1) == 0)
  }

  @Test func withNothingToInterruptItIsSpokenAtOnce() {
    var stage = Stage()
    #expect(stage.add(1...1, .now).opened == [Place(1, 0)])
    #expect(stage.player.status == .playing)
  }

  // MARK: Interrupted tracks stay paused

  @Test(arguments: [PauseReason.user, .sleepTimer, .routeLost("Headphones")])
  func aPausedTrackStaysPausedWhenWhatWasPutBeforeItIsRemoved_S0_02(reason: PauseReason) {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(reason))
    _ = stage.add(2...2, .now, heard: 5)
    stage.hear()
    let back = stage.handle(.remove([2]))
    #expect(back.opened == [Place(1, 5)] && back.orders == [false])
    #expect(stage.player.pauseReason == reason)
    #expect(stage.handle(.play).orders == [true])
  }

  @Test func aStoppedTrackStaysStoppedWhenWhatWasPutBeforeItIsRemoved() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.stop)
    _ = stage.add(2...2, .now)
    stage.hear()
    #expect(stage.handle(.remove([2])).contains(.close))
    #expect(stage.player.status == .stopped && stage.current == 1)
  }

  @Test(arguments: [[3], [2], [2, 3], [3, 2]] as [[TrackID]])
  func itStaysPausedWhicheverOfSeveralIsRemoved_S0_02(gone: [TrackID]) {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.user))
    _ = stage.add(2...3, .now, heard: 5)
    stage.hear()
    for id in gone { _ = stage.handle(.remove([id])) }
    if gone.count == 1 {
      #expect(stage.player.status == .playing)
      stage.hear()
      stage.end()
    }
    #expect(stage.current == 1 && stage.player.status == .paused && !stage.isSounding)
  }

  /// An interrupted announcement is removed while the interrupting one is heard.
  @Test func itStaysPausedAfterNestedInterjections_S0_02() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.user))
    _ = stage.add(2...2, .now, heard: 5)
    stage.hear()
    _ = stage.add(3...3, .now, heard: 6)
    stage.hear()
    _ = stage.handle(.remove([2]))
    #expect(stage.player.status == .playing)
    stage.end()
    #expect(stage.current == 1 && stage.player.status == .paused)
  }

  @Test func itStaysPausedWhenTheListenerGoesBackFromTheInterjection_S0_02() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.next(finishing: true))
    stage.hear()
    _ = stage.handle(.pause(.user))
    _ = stage.add(3...3, .now, heard: 5)
    stage.hear()
    _ = stage.handle(.previous(heard: 0, restartAfter: 1))
    #expect(stage.lap(2) == [1, 3])
    #expect(stage.current == 2 && stage.player.status == .paused)
  }

  @Test func itStaysPausedWhenTheInterjectionIsRepeatedMeanwhile_S0_02() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.user))
    _ = stage.add(2...2, .now, heard: 5)
    stage.hear()
    _ = stage.handle(.setLoop(.track))
    #expect(stage.lap(2) == [2, 2] && stage.player.status == .playing)
    _ = stage.handle(.setLoop(.none))
    stage.hear()
    stage.end()
    #expect(stage.current == 1 && stage.player.status == .paused)
  }

  @Test func itStaysPausedWhenTheOrderChangesMeanwhile_S0_02() {
    for change in [Player.Event.setShuffle(.once), .move(3, to: 9), .move(2, to: 9), .move(1, to: 0)] {
      var stage = Stage(tracks: 1, playing: true)
      _ = stage.handle(.pause(.user))
      _ = stage.add(2...3, .now, heard: 5)
      stage.hear()
      _ = stage.handle(change)
      for _ in 0..<4 where stage.current != 1 {
        stage.hear()
        stage.end()
      }
      #expect(stage.player.status != .playing, "\(change)")
    }
  }

  /// A text that is queued after the interjection is heard with it.
  @Test(arguments: [Placement.next, .after(2), .continuing(2)])
  func itStaysPausedAfterWhatIsQueuedBeforeIt_S0_02(placement: Placement) {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.user))
    _ = stage.add(2...2, .now, heard: 5)
    stage.hear()
    _ = stage.add(3...4, placement, playing: false)
    #expect(stage.lap(3) == [2, 3, 4])
    #expect(stage.current == 1 && stage.player.status == .paused)
  }

  /// The listener's own pause during the interjection is not replaced by one that a device ends.
  @Test func thePauseOfTheInterjectionItselfStays_S0_05() {
    var stage = Stage(tracks: 1, playing: true)
    var policy = Policy()
    policy.resumesOnReplug = true
    _ = stage.handle(.configure(policy))
    _ = stage.handle(.pause(.routeLost("Headphones")))
    _ = stage.add(2...2, .now, heard: 5)
    stage.hear()
    stage.wait(.seconds(5))
    _ = stage.handle(.pause(.user))
    _ = stage.handle(.remove([2]))
    #expect(stage.player.pauseReason == .user)
    #expect(stage.handle(.reasonEnded(.routeLost("Headphones"))).isEmpty)
  }

  @Test func theListenersWayToAnotherTextForgetsThePause() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.pause(.user))
    _ = stage.add(3...3, .now, heard: 5)
    stage.hear()
    _ = stage.handle(.goTo(2))
    #expect(stage.player.status == .playing && stage.player.intentsAfter.isEmpty)
  }
}
