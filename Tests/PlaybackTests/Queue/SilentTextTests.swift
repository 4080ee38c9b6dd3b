import Testing
import Vocabulary

@testable import Playback

/// A spoken text that is still being written delays nothing while it has nothing to speak.
@Suite(.timeLimit(.minutes(5)))
struct SilentTextTests {
  /// Entry 1 is read, and 2 was spoken as an interruption.
  private func stage() -> Stage {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.say(2...2, heard: 7_000_000)
    stage.hear()
    return stage
  }

  @Test func theTextBelowGoesOnAndComesBackAfterTheNextWords() {
    var stage = stage()
    let effects = stage.handle(.fellSilent(stage.player.epoch, heard: 900_000))
    #expect(
      effects == [
        .announce(.paused(.user), 2), .open(1, at: 7_000_000, stage.player.epoch), .announceSeeked(7_000_000),
        .announce(.resumed, 1),
      ])
    stage.hear()
    #expect(stage.current == 1 && stage.queued == [1, 2])
    let again = stage.handle(.spokeAgain(2, heard: 9_000_000))
    #expect(again.opened == [Place(2, 900_000)] && stage.queued == [2, 1])
    #expect(again.announcements.first == .announce(.paused(.user), 1))
    #expect((again + stage.hear()).announcements.last == .announce(.resumed, 2))
    #expect(stage.end().opened == [Place(1, 9_000_000)])
  }

  @Test func aReadingThatWasPausedStaysPausedAfterIt() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.user))
    _ = stage.say(2...2, heard: 5)
    stage.hear()
    #expect(stage.handle(.fellSilent(stage.player.epoch, heard: 10)).orders == [false])
    #expect(stage.current == 1 && stage.player.status == .paused)
    // It gets its turn like a new text.
    #expect(stage.handle(.spokeAgain(2, heard: 5)).opened == [Place(2, 10)])
    stage.hear()
    #expect(stage.player.status == .playing)
    stage.end()
    #expect(stage.current == 1 && stage.player.status == .paused)
  }

  @Test func itTakesItsTurnAfterWhatWasSaidMeanwhile() {
    var stage = stage()
    _ = stage.handle(.fellSilent(stage.player.epoch, heard: 10))
    stage.hear()
    _ = stage.say(3...3, heard: 20)
    stage.hear()
    #expect(stage.handle(.spokeAgain(2, heard: 0)).opened == [])
    #expect(stage.queued == [3, 2, 1])
    #expect(stage.end().opened == [Place(2, 10)])
    stage.hear()
    #expect(stage.end().opened == [Place(1, 20)])
  }

  @Test func aTextSaidAfterASilentOneNeedNotWaitForItsEnd() {
    var stage = stage()
    _ = stage.say(3...3)
    #expect(stage.handle(.fellSilent(stage.player.epoch, heard: 10)).opened == [Place(3, 0)])
    stage.hear()
    #expect(stage.end().opened == [Place(1, 7_000_000)])
    stage.hear()
    // The queue is not over before the text is.
    #expect(stage.end().opened == [Place(2, 10)])
    #expect(stage.handle(.fellSilent(stage.player.epoch, heard: 10)) == [])
  }

  @Test func itsEndInSilenceIsTheEndOfItsUtterance() {
    var stage = stage()
    _ = stage.handle(.fellSilent(stage.player.epoch, heard: 10))
    stage.hear()
    #expect(stage.handle(.endedSilent(2)) == [.announce(.finished, 2)])
    #expect(stage.queued == [2, 1] && stage.player.wasHeard(2) && stage.current == 1)
    stage.end()
    #expect(stage.player.isEmpty)
  }

  @Test(arguments: [Player.Event.pause(.user), .stop, .next(finishing: true)])
  func aCommandOfTheListenerToASilentTextStays(event: Player.Event) {
    var stage = stage()
    let epoch = stage.player.epoch
    _ = stage.handle(event)
    #expect(stage.handle(.fellSilent(epoch, heard: 10)) == [])
    let before = stage.player
    #expect(stage.handle(.spokeAgain(2, heard: 10)) == [] && stage.handle(.endedSilent(2)) == [])
    #expect(stage.player == before)
  }

  @Test func aTextWithNothingAfterItHoldsNothingUp() {
    var stage = Stage()
    _ = stage.say(1...1)
    stage.hear()
    #expect(stage.handle(.fellSilent(stage.player.epoch, heard: 10)) == [] && stage.current == 1)
    // A text that is read does not interrupt.
    var reading = Stage(tracks: 2, playing: true)
    #expect(reading.handle(.fellSilent(reading.player.epoch, heard: 10)) == [] && reading.current == 1)
  }
}
