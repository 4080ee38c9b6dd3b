import Testing

@testable import Playback

/// `when-busy = now`: spoken at once, and then what was interrupted goes on where it stood.
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

  @Test func skippingAnInterjectionKeepsPlaying() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.user))
    _ = stage.add(2...2, .now, heard: 5)
    stage.hear()
    #expect(stage.handle(.next(finishing: false)).opened == [Place(1, 5)])
    #expect(stage.player.status == .playing)
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
}
