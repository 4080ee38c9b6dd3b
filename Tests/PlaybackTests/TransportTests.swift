import Testing
import Vocabulary

@testable import Playback

@Suite(.timeLimit(.minutes(5)))
struct TransportTests {
  @Test func anEmptyPlayerAnswersEveryTransportCommandWithNothing() {
    let events: [Player.Event] = [
      .play, .pause(.user), .toggle, .stop, .clear(.stopped), .next(finishing: true),
      .previous(heard: 0, restartAfter: 3),
      .seek(to: 5), .goTo(1), .remove([1]), .move(1, to: 0),
    ]
    for event in events {
      var stage = Stage()
      let before = stage.player
      #expect(stage.handle(event) == [])
      #expect(stage.player == before)
    }
  }

  @Test func playOpensTheTrackAndOrdersSound() {
    var stage = Stage(tracks: 1)
    #expect(stage.player.status == .paused)
    #expect(stage.handle(.play) == [.output(.init(serial: 1, sound: true))])
    #expect(stage.player.status == .playing)
  }

  @Test func aPauseIsOneOrderForSilence_S0_20() {
    var stage = Stage(tracks: 1, playing: true)
    let effects = stage.handle(.pause(.user))
    #expect(effects == [.output(.init(serial: 2, sound: false)), .announce(.paused(.user), 1)])
    #expect(stage.player.pauseReason == .user)
  }

  /// The player does not distinguish speech from a leading delay: both belong to the open place.
  @Test func pauseInLeadingDelay_S0_08() {
    var stage = Stage()
    _ = stage.add(1...1)
    // The delay is prepared at once and heard, long before the first word.
    stage.hear()
    #expect(stage.handle(.pause(.user)).announcements == [.announce(.paused(.user), 1)])
    #expect(stage.player.status == .paused)
    // It continues from its place: no place is opened again.
    let effects = stage.handle(.play)
    #expect(effects.opened.isEmpty)
    #expect(effects.announcements == [.announce(.resumed, 1)])
  }

  @Test func aPauseBeforeTheFirstSampleHolds_S0_08() {
    var stage = Stage()
    _ = stage.add(1...1)
    _ = stage.handle(.pause(.user))
    #expect(stage.handle(.prepared(stage.player.epoch)) == [])
    #expect(stage.handle(.obeyed(serial: stage.player.order.serial)) == [])
    #expect(stage.player.status == .paused)
    #expect(!stage.isSounding)
  }

  @Test func playWhenPausedContinuesAndEnqueuesNothing_S0_10() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.pause(.user))
    let effects = stage.handle(.play)
    #expect(effects.opened.isEmpty)
    #expect(stage.queued == [1, 2])
  }

  @Test(arguments: [Player.Event.play, .pause(.user), .stop, .clear(.stopped)])
  func commandsToALevelAreIdempotent(event: Player.Event) {
    for playing in [true, false] {
      var stage = Stage(tracks: 2, playing: playing)
      _ = stage.handle(event)
      let before = stage.player
      #expect(stage.handle(event) == [])
      #expect(stage.player == before)
    }
  }

  @Test func toggleGoesBackAndForth() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.toggle)
    #expect(stage.player.status == .paused)
    _ = stage.handle(.toggle)
    #expect(stage.player.status == .playing)
  }

  @Test func theFirstReasonForAPauseStays() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.routeLost(nil)))
    _ = stage.handle(.pause(.sleep))
    #expect(stage.player.pauseReason == .routeLost(nil))
    _ = stage.handle(.play)
    #expect(stage.player.pauseReason == nil)
  }

  @Test func stopIsSilentAndPlayBeginsTheTrackAnew() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.seek(to: 5_000_000))
    stage.hear()
    let stop = stage.handle(.stop)
    #expect(stop == [.announce(.cancelled(.stopped), 1), .close, .output(.init(serial: 2, sound: false))])
    #expect(stage.player.status == .stopped)
    #expect(stage.queued == [1, 2])
    #expect(stage.handle(.play).opened == [Place(1, 0)])
  }

  @Test func clearForgetsEverything() {
    var stage = Stage(tracks: 3, playing: true)
    let effects = stage.handle(.clear(.stopped))
    #expect(
      effects == [
        .announce(.cancelled(.stopped), 1), .close, .announce(.cancelled(.removed), 2),
        .announce(.cancelled(.removed), 3), .forget([1, 2, 3]), .output(.init(serial: 2, sound: false)),
      ])
    #expect(stage.player.isEmpty)
  }

  @Test func nextAndPreviousKeepPauseAndPlay() {
    for playing in [true, false] {
      var stage = Stage(tracks: 3, playing: playing)
      let status = stage.player.status
      #expect(stage.handle(.next(finishing: false)).opened == [Place(2, 0)])
      #expect(stage.player.status == status)
      #expect(stage.handle(.previous(heard: 0, restartAfter: 3_000_000)).opened == [Place(1, 0)])
      #expect(stage.player.status == status)
      #expect(stage.handle(.goTo(3)).opened == [Place(3, 0)])
      #expect(stage.player.status == status)
      #expect(stage.isSounding == playing)
    }
  }

  @Test func aStoppedPlayerGoesFromTrackToTrackInSilence() {
    var stage = Stage(tracks: 3, playing: true)
    _ = stage.handle(.stop)
    for (event, track) in [
      (.next(finishing: false), 2), (.goTo(3), 3), (.previous(heard: 0, restartAfter: 3), 2),
    ] as [(Player.Event, UInt64)] {
      #expect(stage.handle(event) == [])
      #expect(stage.current == track)
      #expect(stage.player.status == .stopped)
    }
    #expect(stage.handle(.play).opened == [Place(2, 0)])
  }

  @Test func previousRestartsATrackThatHasRunForAWhile() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.next(finishing: false))
    stage.hear()
    let effects = stage.handle(.previous(heard: 3_000_000, restartAfter: 3_000_000))
    #expect(effects == [.open(2, at: 0, stage.player.epoch), .announceSeeked(0)])
    #expect(stage.handle(.previous(heard: 2_999_999, restartAfter: 3_000_000)).opened == [Place(1, 0)])
  }

  @Test func nextAfterTheLastTrackIsTheEndOnlyWhereThatIsMeant() {
    var stage = Stage(tracks: 1, playing: true)
    #expect(!stage.player.snapshot.canGoNext)
    let before = stage.player
    #expect(stage.handle(.next(finishing: false)) == [])
    #expect(stage.player == before)
    _ = stage.handle(.next(finishing: true))
    #expect(stage.player.isEmpty)
    #expect(!stage.isSounding)
  }

  @Test func theEndOfTheQueueLeavesNothingToResume() {
    var stage = Stage(tracks: 2, playing: true)
    #expect(stage.end().opened == [Place(2, 0)])
    stage.hear()
    let effects = stage.end()
    #expect(effects.contains(.close))
    #expect(effects.contains(.forget([1, 2])))
    #expect(effects.orders == [false])
    #expect(stage.player.isEmpty)
    #expect(stage.player.status == .stopped)
  }
}
