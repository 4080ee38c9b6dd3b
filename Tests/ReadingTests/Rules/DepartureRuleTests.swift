import Documents
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// The end of a sentence at which the service hands the reading over to the next one.
@Suite(.timeLimit(.minutes(1)))
struct DepartureRuleTests {
  private static let text = "One two. Three four. Five."

  /// The place that is kept.
  @Core
  private final class Departures {
    var count = 0
    var place: KeptPlaceOfTest?
    struct KeptPlaceOfTest: Equatable {
      var milliseconds: Int64
      var scalar: Int?
    }
  }

  @Core
  private static func watched(_ hand: ManualSession) -> Departures {
    let departures = Departures()
    hand.watch = { [unowned hand] in
      switch $0 {
      case .departed:
        departures.count += 1
        hand.session.depart()
      case .reached(_, let place):
        departures.place = .init(milliseconds: place.microseconds.count / 1000, scalar: place.scalar)
      default: break
      }
    }
    return departures
  }

  @Test(arguments: [false, true]) func theReadingGoesOnWithTheNextSentence(isLast: Bool) async {
    await ManualSession.play { hand in
      hand.clock.choice = { isLast ? $0 - 1 : 0 }
      hand.read(Self.text)
      let departures = Self.watched(hand)
      hand.pass(300)
      #expect(hand.session.departure == .atEndOfSentence)
      hand.session.awaitDeparture()
      hand.session.awaitDeparture()
      hand.pass(5000)
      #expect(departures.count == 1 && departures.place == .init(milliseconds: 900, scalar: 9))
      #expect(hand.told.suffix(2) == ["400 two.", "800 paused (restart)"] && hand.session.departure == .now)
    }
  }

  @Test func inASilenceItIsTimeAtOnce() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      let departures = Self.watched(hand)
      hand.pass(850)
      #expect(hand.session.departure == .now)
      hand.session.depart()
      #expect(departures.place == .init(milliseconds: 900, scalar: 9) && hand.reason == "restart")
    }
  }

  /// The next service would not know of the listener's wish, and would read on.
  @Test func aPauseAtTheEndOfTheSentenceComesBeforeTheRestart() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(300)
      hand.session.pause(atEndOf: .sentence)
      #expect(hand.session.isPauseAwaited && hand.session.departure == .later)
      hand.pass(5000)
      #expect(hand.told.last?.hasPrefix("800 paused") == true && hand.session.snapshot.status == .paused)
      #expect(!hand.session.isPauseAwaited && hand.session.departure == .now)
    }
  }

  /// The next service would not wait for the text that a program is about to bring.
  @Test func aSeriesComesBeforeTheRestart_S3_28() async {
    await ManualSession.play { hand in
      let track = hand.track(Self.text)
      track.awaitsMore = true
      hand.add(track)
      hand.pass(300)
      #expect(hand.session.isSeriesAwaited && hand.session.departure == .later)
      hand.pause()
      #expect(hand.session.departure == .now, "a paused reading may wait for long")
      hand.play()
      hand.pass(100)
      hand.session.endSeries(track.id)
      #expect(!hand.session.isSeriesAwaited && hand.session.departure == .atEndOfSentence)
    }
  }

  @Test func aJumpTakesTheAwaitedEndBack() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      let departures = Self.watched(hand)
      hand.pass(300)
      hand.session.awaitDeparture()
      hand.seek(to: 1200)
      hand.pass(5000)
      #expect(departures.count == 0 && hand.told.last?.hasSuffix("finished") == true)
    }
  }

  @Test func aPausedReadingHandsNothingOverLater() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      let departures = Self.watched(hand)
      hand.pass(300)
      hand.pause()
      #expect(hand.session.departure == .now)
      hand.session.depart()
      #expect(hand.reason == "user" && departures.count == 0)
      hand.play()
      hand.call()
      #expect(hand.session.departure == .later)
    }
  }
}
