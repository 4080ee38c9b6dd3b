import Playback
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5)))
struct StaleReportTests {
  @Test func reportsOfAnOlderEpochChangeNothing() {
    var stage = Stage(tracks: 2, playing: true)
    let old = stage.player.epoch
    _ = stage.handle(.seek(to: 5))
    let before = stage.player
    for report in [.prepared(old), .ended(old), .failed(old)] as [Player.Event] {
      #expect(stage.handle(report) == [])
      #expect(stage.player == before)
    }
  }

  @Test func reportsAfterStopChangeNothing() {
    var stage = Stage(tracks: 2, playing: true)
    let old = stage.player.epoch
    _ = stage.handle(.stop)
    let before = stage.player
    for epoch in [old, stage.player.epoch] {
      for report in [.prepared(epoch), .ended(epoch), .failed(epoch)] as [Player.Event] {
        #expect(stage.handle(report) == [])
        #expect(stage.player == before)
      }
    }
  }

  /// Play, pause, play in quick succession: the answer to the first order does not count for the third.
  @Test func aLateAnswerToAnOlderOrderIsNoAnswer_S3_10() {
    var stage = Stage(tracks: 1)
    _ = stage.handle(.prepared(stage.player.epoch))
    let serials = [Player.Event.play, .pause(.user), .play].map { event in
      _ = stage.handle(event)
      return stage.player.order.serial
    }
    #expect(Set(serials).count == 3)
    #expect(stage.handle(.obeyed(serial: serials[0])) == [])
    #expect(stage.handle(.obeyed(serial: serials[1])) == [])
    #expect(!stage.player.isObeyed)
    #expect(stage.handle(.obeyed(serial: serials[2])) == [.announce(.started, 1)])
  }

  @Test func reportsAboutAForgottenTrackAreNotKept() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.clear(.stopped))
    let before = stage.player
    _ = stage.handle(.measured(1, TrackLength(microseconds: 5, isExact: true)))
    _ = stage.handle(.described(1, TrackMetadata(title: "late")))
    #expect(stage.player == before)
  }
}
