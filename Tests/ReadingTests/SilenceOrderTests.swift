import Playback
import Testing
import Vocabulary

@testable import Reading

/// The orders of silence that a request remembers, as a value.
@Suite(.timeLimit(.minutes(1)))
struct SilenceOrderTests {
  private static func state(_ isPlaying: Bool, mark: Bool = false, sleep: Bool = false) -> SilenceOrders.State {
    var player = Player(seed: 1)
    let id = TrackID(1)
    _ = player.handle(
      .add([QueueEntry(id: id, metadata: TrackMetadata(title: "x"))], .last, playing: true, heard: 0),
      at: Moment(.zero))
    if sleep { _ = player.handle(.setSleep(.sentence), at: Moment(.zero)) }
    if mark { _ = player.handle(.pauseAtMark, at: Moment(.zero)) }
    if !isPlaying { _ = player.handle(.pause(.user), at: Moment(.zero)) }
    return SilenceOrders.State(player)
  }

  /// True if an event overtakes a request that came just before it.
  private static func overtakes(
    _ event: Player.Event, before: SilenceOrders.State = state(true), after: SilenceOrders.State = state(false)
  ) -> Bool {
    var orders = SilenceOrders()
    let asked = orders.count
    orders.take(event, before: before, after: after)
    #expect(!orders.haveOvertaken(orders.count), "a request after it is heard")
    return orders.haveOvertaken(asked)
  }

  @Test func whatEndsSoundOvertakesWhatWasAskedForBefore() {
    for event: Player.Event in [
      .stop, .toggle, .pause(.user), .pause(.lock), .pause(.routeLost("Headphones")), .markReached(1), .sleepExpired,
      .sleepUnitEnded(1), .holdExpired, .engineLost(1), .pauseAsked(PauseCall(number: 1)),
    ] {
      #expect(Self.overtakes(event), "\(event)")
    }
    #expect(Self.overtakes(.ended(1), before: Self.state(true, mark: true)))
    #expect(Self.overtakes(.ended(1), before: Self.state(true, sleep: true)))
  }

  @Test func whatEndsOrBeginsByItselfOvertakesNothing() {
    // A reading that was paused before stays paused after the text that interrupted it.
    #expect(!Self.overtakes(.ended(1)))
    #expect(!Self.overtakes(.pause(.restart)))
    #expect(!Self.overtakes(.play, before: Self.state(false), after: Self.state(true)))
    #expect(!Self.overtakes(.toggle, before: Self.state(false), after: Self.state(true)))
    #expect(!Self.overtakes(.holdBegan(.call(application: "x")), after: Self.state(true)))
    // An incident where nothing was to be heard.
    #expect(!Self.overtakes(.pause(.lock), before: Self.state(false)))
    // The listener's own Pause counts there, too.
    #expect(Self.overtakes(.pause(.user), before: Self.state(false)))
  }

  @Test(arguments: [[false, false], [false, true], [true, false], [true, true]])
  func aCallInDoubtCountsUntilItIsKnown(answers: [Bool]) {
    for isPausedBetween in [false, true] {
      var orders = SilenceOrders()
      let (playing, paused) = (Self.state(true), Self.state(false))
      let calls = (1...2).map { PauseCall(number: $0) }
      // The requests before, between and after the orders.
      var asked = [orders.count]
      orders.take(.pauseAsked(calls[0]), before: playing, after: paused)
      asked.append(orders.count)
      if isPausedBetween { orders.take(.pause(.user), before: paused, after: paused) }
      asked.append(orders.count)
      orders.take(.pauseAsked(calls[1]), before: paused, after: paused)
      asked.append(orders.count)
      #expect(asked.map { orders.haveOvertaken($0) } == [true, true, true, false])
      for (call, isListeners) in zip(calls, answers) {
        orders.take(.pauseKnown(call, isListeners: isListeners), before: paused, after: paused)
      }
      let silences = [answers[0], isPausedBetween, answers[1]]
      let expected = (0...3).map { silences[$0...].contains(true) }
      #expect(asked.map { orders.haveOvertaken($0) } == expected, "\(answers) \(isPausedBetween)")
    }
  }
}
