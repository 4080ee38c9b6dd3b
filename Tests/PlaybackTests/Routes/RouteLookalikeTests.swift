import Playback
import Testing

/// Events that resemble an unplug.
@Suite(.timeLimit(.minutes(3)))
struct RouteLookalikeTests {
  @Test func headphonesThatArePluggedInPauseNothing_S0_15() {
    var stage = RouteWatchStage(at: Cards.laptopSink(0))
    stage.send(Cards.laptopRoutes(headphones: false, active: 0))
    // The active route, the speakers, becomes unavailable.
    stage.send(Cards.laptopRoutes(headphones: true, active: 0))
    stage.send(.linked(Cards.speakerSink), .linked(Cards.laptopSink(0)))
    stage.send(Cards.laptopRoutes(headphones: true, active: 1))
    #expect(stage.decisions == [])
    #expect(stage.watch.endpoint?.isPrivate == true, "and from now on they are watched")
  }

  @Test func anotherPortOfTheListenersChoicePausesNothing_S0_16() {
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    func routes(active: Int) -> RouteWatch.Event {
      let routes = [Cards.route(0, "speaker", .unknown), Cards.route(1, "headphones")]
      return .routes(of: 10, Cards.list(routes, active: [0: active]))
    }
    stage.send(routes(active: 1), routes(active: 0))
    #expect(stage.isHeld)
    stage.send(routes(active: 0), .settled)
    #expect(!stage.isSilent && stage.timers == [])
    #expect(stage.watch.endpoint?.isPrivate == false)
    stage.send(Cards.laptopRoutes(headphones: false, active: 0))
    #expect(!stage.isSilent, "the device that is unplugged now is not heard")
  }

  @Test func anotherSinkOfTheListenersChoicePausesNothing_S0_16() {
    for endpoint in [Cards.laptopSink(1), Cards.usbSink, Cards.musicSink, Cards.ucmHeadphones] {
      var stage = RouteWatchStage(at: endpoint)
      stage.send(.linked(Cards.speakerSink))
      #expect(stage.isHeld && stage.isInquiring)
      stage.send(.settled)
      #expect(!stage.isSilent && stage.watch.endpoint == Cards.speakerSink)
      stage.send(.sinkRemoved(endpoint.sink), .deviceRemoved(endpoint.device?.serial ?? 0))
      #expect(!stage.isSilent)
    }
  }

  @Test func anotherProfileOfTheListenersChoicePausesNothing_S0_16() {
    var stage = RouteWatchStage(at: Cards.ucmHeadphones)
    stage.send(Cards.ucmRoutes(headphones: true, active: [1: 1]))
    stage.send(.sinkRemoved(71), Cards.ucmRoutes(headphones: true, active: [2: 2]), .settled)
    #expect(stage.isHeld)
    stage.send(.linked(Cards.ucmSpeaker))
    #expect(!stage.isSilent && stage.watch.endpoint == Cards.ucmSpeaker)
  }

  @Test func theProfileOfACallIsASilentMoment_S0_16() {
    for isElsewhereMeanwhile in [false, true] {
      var stage = RouteWatchStage(at: Cards.musicSink)
      stage.send(.sinkRemoved(31))
      #expect(stage.isHeld)
      if isElsewhereMeanwhile { stage.send(.linked(Cards.speakerSink)) }
      stage.send(.settled)
      #expect(stage.isHeld && stage.lost == nil)
      stage.send(.linked(Cards.callSink))
      #expect(!stage.isSilent && stage.timers == [])
      // And back.
      stage.send(.sinkRemoved(32), .linked(Cards.musicSink), .settled)
      #expect(!stage.isSilent)
    }
  }

  @Test func aPublicEndpointNeverPauses_S0_16() {
    for endpoint in [Cards.speakerSink, Cards.monitorSink, Cards.nullSink, Cards.laptopSink(0)] {
      var stage = RouteWatchStage(at: endpoint)
      let device = endpoint.device?.serial ?? 0
      stage.send(.routes(of: device, Cards.list([Cards.route(0, "hdmi", .no)], active: [0: 0])))
      stage.send(.sinkRemoved(endpoint.sink), .deviceRemoved(device), .settled, .linked(Cards.nullSink))
      #expect(stage.decisions == [] && stage.watch.endpoint == Cards.nullSink)
    }
  }

  @Test func otherCardsAndPortsMayDoWhatTheyWant_S0_16() {
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    let routes = [Cards.route(0, "speaker", .no), Cards.route(1, "headphones")]
    for availability: Route.Availability in [.yes, .no, .yes, .unknown] {
      stage.send(.routes(of: 10, Cards.list(routes + [Cards.route(2, "hdmi", availability)], active: [0: 1, 3: 2])))
    }
    stage.send(.routes(of: 20, Cards.list([Cards.route(1, "headphones", .no)], active: [0: 1])))
    stage.send(.sinkRemoved(21), .deviceRemoved(20), .sinkRemoved(41), .deviceRemoved(40), .settled)
    #expect(stage.decisions == [])
  }

  @Test func fromOneHeadsetToAnotherNothingIsHeardByOthers() {
    var stage = RouteWatchStage(at: Cards.usbSink)
    stage.send(.linked(Cards.musicSink))
    #expect(stage.decisions == [] && stage.watch.endpoint == Cards.musicSink)
  }

  @Test func headphonesWithoutDetectionAreNotLostByBeingUnavailable() {
    // A port is used although it is reported as empty.
    var empty = Cards.laptopSink(1)
    empty.route?.availability = .no
    var stage = RouteWatchStage(at: empty)
    stage.send(Cards.laptopRoutes(headphones: false, active: 1), Cards.laptopRoutes(headphones: false, active: 0))
    stage.send(.settled)
    #expect(stage.lost == nil && !stage.isHeld)
  }

  // MARK: Servers

  @Test func aRestartWithTheSameHeadsetGoesOn_S4_07() {
    for endpoint in [Cards.laptopSink(1), Cards.usbSink, Cards.musicSink] {
      var stage = RouteWatchStage(at: endpoint)
      stage.send(.serverLost)
      #expect(stage.isHeld && stage.timers == [])
      stage.send(.serverReturned)
      #expect(stage.timers == [.serverReturn])
      // Speakers appear first.
      stage.send(.linked(Cards.speakerSink), .settled)
      #expect(stage.isHeld && stage.lost == nil)
      var again = endpoint
      again.sink += 100
      again.device?.serial += 100
      stage.send(.linked(again))
      #expect(!stage.isSilent && stage.timers == [] && stage.watch.endpoint == again)
    }
  }

  @Test func aRestartWithoutTheHeadsetPauses() {
    var stage = RouteWatchStage(at: Cards.usbSink)
    stage.send(.serverLost, .serverReturned, .linked(Cards.speakerSink), .elapsed(.serverReturn))
    #expect(stage.lost == Cards.usbSink && stage.losses == 1)
  }

  @Test func aRestartWithTheSpeakersOfTheSameSinkPauses() {
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(.serverLost, .serverReturned, .linked(Cards.laptopSink(0)))
    #expect(stage.isHeld)
    stage.send(.elapsed(.serverReturn))
    #expect(stage.lost == Cards.laptopSink(1))
  }

  @Test func aSessionManagerThatTakesItsCardsAlongIsARestart() {
    // Sinks and devices of real hardware belong to the session manager; all go in one batch.
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      var stage = RouteWatchStage(at: Cards.usbSink)
      let events: [RouteWatch.Event] = [.sinkRemoved(21), .deviceRemoved(20), .serverLost]
      for index in order { stage.take(events[index]) }
      stage.send(.settled)
      #expect(stage.isHeld && stage.lost == nil, "\(order)")
      var again = Cards.usbSink
      again.sink = 121
      again.device?.serial = 120
      stage.send(.serverReturned, .linked(again))
      #expect(!stage.isSilent, "\(order)")
    }
  }

  @Test func aRestartOnSpeakersIsNoConcern() {
    var stage = RouteWatchStage(at: Cards.speakerSink)
    stage.send(.serverLost, .serverReturned, .linked(Cards.monitorSink), .elapsed(.serverReturn))
    #expect(stage.decisions == [])
  }
}
