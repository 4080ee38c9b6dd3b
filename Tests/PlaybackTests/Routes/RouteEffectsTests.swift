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
    var stage = RouteWatchStage(at: Self.behindEffects(Cards.usbSink))
    stage.send(.sinkRemoved(21))
    #expect(stage.isHeld)
    stage.send(.deviceRemoved(20), .settled, .linked(Self.behindEffects(Cards.speakerSink)))
    #expect(stage.lost?.sink == 21 && stage.losses == 1)
    stage = RouteWatchStage(at: Self.behindEffects(Cards.laptopSink(1)))
    stage.send(Cards.laptopRoutes(headphones: false, active: 1))
    #expect(stage.losses == 1)
  }

  @Test func effectsThatQuitAreNoLossWhereTheHeadsetIsHeardWithoutThem_S0_16() {
    for endpoint in [Cards.usbSink, Cards.musicSink, Cards.laptopSink(1)] {
      var stage = RouteWatchStage(at: Self.behindEffects(endpoint))
      stage.send(.sinkRemoved(99))
      #expect(stage.isHeld)
      stage.send(.settled, .linked(endpoint))
      #expect(!stage.isSilent && stage.timers == [] && stage.watch.endpoint == endpoint)
      stage.send(.sinkRemoved(99))
      #expect(!stage.isHeld, "a change off the route has no effect")
    }
  }

  @Test func effectsThatQuitLoseTheHeadsetWhereTheSpeakersAreHeardWithoutThem_S0_16() {
    var stage = RouteWatchStage(at: Self.behindEffects(Cards.usbSink))
    stage.send(.sinkRemoved(99), .linked(Cards.speakerSink))
    #expect(stage.isHeld)
    stage.send(.settled)
    #expect(stage.lost?.sink == 21)
  }

  @Test func effectsTakenOutOfTheWayByHandPauseNothing_S0_16() {
    var stage = RouteWatchStage(at: Self.behindEffects(Cards.usbSink))
    stage.send(.linked(Cards.usbSink))
    #expect(stage.decisions == [])
    stage.send(.sinkRemoved(99))
    #expect(stage.decisions == [], "they are not on the way any more")
  }
}
