import Playback
import Testing

/// A private route after the sink of a program: effects, a loopback.
@Suite(.timeLimit(.minutes(3)))
struct RouteEffectsTests {
  private static func behindEffects(_ endpoint: Endpoint) -> Endpoint {
    var endpoint = endpoint
    endpoint.via = [99]
    return endpoint
  }

  @Test func headphonesAfterEffectsAreLostAsAnyOthers_S0_16() {
    var man = Watchman(at: Self.behindEffects(Cards.usbSink))
    man.send(.sinkRemoved(21))
    #expect(man.isHeld)
    man.send(.deviceRemoved(20), .settled, .linked(Self.behindEffects(Cards.speakerSink)))
    #expect(man.lost?.sink == 21 && man.losses == 1)
    man = Watchman(at: Self.behindEffects(Cards.laptopSink(1)))
    man.send(Cards.laptopRoutes(headphones: false, active: 1))
    #expect(man.losses == 1)
  }

  @Test func effectsThatQuitAreNoLossWhereTheHeadsetIsHeardWithoutThem_S0_16() {
    for endpoint in [Cards.usbSink, Cards.musicSink, Cards.laptopSink(1)] {
      var man = Watchman(at: Self.behindEffects(endpoint))
      man.send(.sinkRemoved(99))
      #expect(man.isHeld)
      man.send(.settled, .linked(endpoint))
      #expect(!man.isSilent && man.timers == [] && man.watch.endpoint == endpoint)
      man.send(.sinkRemoved(99))
      #expect(!man.isHeld, "a change off the route has no effect")
    }
  }

  @Test func effectsThatQuitLoseTheHeadsetWhereTheSpeakersAreHeardWithoutThem_S0_16() {
    var man = Watchman(at: Self.behindEffects(Cards.usbSink))
    man.send(.sinkRemoved(99), .linked(Cards.speakerSink))
    #expect(man.isHeld)
    man.send(.settled)
    #expect(man.lost?.sink == 21)
  }

  @Test func effectsTakenOutOfTheWayByHandPauseNothing_S0_16() {
    var man = Watchman(at: Self.behindEffects(Cards.usbSink))
    man.send(.linked(Cards.usbSink))
    #expect(man.decisions == [])
    man.send(.sinkRemoved(99))
    #expect(man.decisions == [], "they are not on the way any more")
  }
}
