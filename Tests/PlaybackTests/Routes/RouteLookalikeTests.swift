import Playback
import Testing

/// Events that resemble an unplug.
@Suite(.timeLimit(.minutes(3)))
struct RouteLookalikeTests {
  @Test func headphonesThatArePluggedInPauseNothing_S0_15() {
    var man = Watchman(at: Cards.laptopSink(0))
    man.send(Cards.laptopRoutes(headphones: false, active: 0))
    // The active route, the speakers, becomes unavailable.
    man.send(Cards.laptopRoutes(headphones: true, active: 0))
    man.send(.linked(Cards.speakerSink), .linked(Cards.laptopSink(0)))
    man.send(Cards.laptopRoutes(headphones: true, active: 1))
    #expect(man.decisions == [])
    #expect(man.watch.endpoint?.isPrivate == true, "and from now on they are watched")
  }

  @Test func anotherPortOfTheListenersChoicePausesNothing_S0_16() {
    var man = Watchman(at: Cards.laptopSink(1))
    func routes(active: Int) -> RouteWatch.Event {
      let routes = [Cards.route(0, "speaker", .unknown), Cards.route(1, "headphones")]
      return .routes(of: 10, Cards.list(routes, active: [0: active]))
    }
    man.send(routes(active: 1), routes(active: 0))
    #expect(man.isHeld)
    man.send(routes(active: 0), .settled)
    #expect(!man.isSilent && man.timers == [])
    #expect(man.watch.endpoint?.isPrivate == false)
    man.send(Cards.laptopRoutes(headphones: false, active: 0))
    #expect(!man.isSilent, "the device that is unplugged now is not heard")
  }

  @Test func anotherSinkOfTheListenersChoicePausesNothing_S0_16() {
    for endpoint in [Cards.laptopSink(1), Cards.usbSink, Cards.musicSink, Cards.ucmHeadphones] {
      var man = Watchman(at: endpoint)
      man.send(.linked(Cards.speakerSink))
      #expect(man.isHeld && man.isInquiring)
      man.send(.settled)
      #expect(!man.isSilent && man.watch.endpoint == Cards.speakerSink)
      man.send(.sinkRemoved(endpoint.sink), .deviceRemoved(endpoint.device?.serial ?? 0))
      #expect(!man.isSilent)
    }
  }

  @Test func anotherProfileOfTheListenersChoicePausesNothing_S0_16() {
    var man = Watchman(at: Cards.ucmHeadphones)
    man.send(Cards.ucmRoutes(headphones: true, active: [1: 1]))
    man.send(.sinkRemoved(71), Cards.ucmRoutes(headphones: true, active: [2: 2]), .settled)
    #expect(man.isHeld)
    man.send(.linked(Cards.ucmSpeaker))
    #expect(!man.isSilent && man.watch.endpoint == Cards.ucmSpeaker)
  }

  @Test func theProfileOfACallIsASilentMoment_S0_16() {
    for isElsewhereMeanwhile in [false, true] {
      var man = Watchman(at: Cards.musicSink)
      man.send(.sinkRemoved(31))
      #expect(man.isHeld)
      if isElsewhereMeanwhile { man.send(.linked(Cards.speakerSink)) }
      man.send(.settled)
      #expect(man.isHeld && man.lost == nil)
      man.send(.linked(Cards.callSink))
      #expect(!man.isSilent && man.timers == [])
      // And back.
      man.send(.sinkRemoved(32), .linked(Cards.musicSink), .settled)
      #expect(!man.isSilent)
    }
  }

  @Test func aPublicEndpointNeverPauses_S0_16() {
    for endpoint in [Cards.speakerSink, Cards.monitorSink, Cards.nullSink, Cards.laptopSink(0)] {
      var man = Watchman(at: endpoint)
      let device = endpoint.device?.serial ?? 0
      man.send(.routes(of: device, Cards.list([Cards.route(0, "hdmi", .no)], active: [0: 0])))
      man.send(.sinkRemoved(endpoint.sink), .deviceRemoved(device), .settled, .linked(Cards.nullSink))
      #expect(man.decisions == [] && man.watch.endpoint == Cards.nullSink)
    }
  }

  @Test func otherCardsAndPortsMayDoWhatTheyWant_S0_16() {
    var man = Watchman(at: Cards.laptopSink(1))
    let routes = [Cards.route(0, "speaker", .no), Cards.route(1, "headphones")]
    for availability: Route.Availability in [.yes, .no, .yes, .unknown] {
      man.send(.routes(of: 10, Cards.list(routes + [Cards.route(2, "hdmi", availability)], active: [0: 1, 3: 2])))
    }
    man.send(.routes(of: 20, Cards.list([Cards.route(1, "headphones", .no)], active: [0: 1])))
    man.send(.sinkRemoved(21), .deviceRemoved(20), .sinkRemoved(41), .deviceRemoved(40), .settled)
    #expect(man.decisions == [])
  }

  @Test func fromOneHeadsetToAnotherNothingIsHeardByOthers() {
    var man = Watchman(at: Cards.usbSink)
    man.send(.linked(Cards.musicSink))
    #expect(man.decisions == [] && man.watch.endpoint == Cards.musicSink)
  }

  @Test func headphonesWithoutDetectionAreNotLostByBeingUnavailable() {
    // A port is used although it is reported as empty.
    var empty = Cards.laptopSink(1)
    empty.route?.availability = .no
    var man = Watchman(at: empty)
    man.send(Cards.laptopRoutes(headphones: false, active: 1), Cards.laptopRoutes(headphones: false, active: 0))
    man.send(.settled)
    #expect(man.lost == nil && !man.isHeld)
  }

  // MARK: Servers

  @Test func aRestartWithTheSameHeadsetGoesOn_S4_07() {
    for endpoint in [Cards.laptopSink(1), Cards.usbSink, Cards.musicSink] {
      var man = Watchman(at: endpoint)
      man.send(.serverLost)
      #expect(man.isHeld && man.timers == [])
      man.send(.serverReturned)
      #expect(man.timers == [.serverReturn])
      // Speakers appear first.
      man.send(.linked(Cards.speakerSink), .settled)
      #expect(man.isHeld && man.lost == nil)
      var again = endpoint
      again.sink += 100
      again.device?.serial += 100
      man.send(.linked(again))
      #expect(!man.isSilent && man.timers == [] && man.watch.endpoint == again)
    }
  }

  @Test func aRestartWithoutTheHeadsetPauses() {
    var man = Watchman(at: Cards.usbSink)
    man.send(.serverLost, .serverReturned, .linked(Cards.speakerSink), .elapsed(.serverReturn))
    #expect(man.lost == Cards.usbSink && man.losses == 1)
  }

  @Test func aRestartWithTheSpeakersOfTheSameSinkPauses() {
    var man = Watchman(at: Cards.laptopSink(1))
    man.send(.serverLost, .serverReturned, .linked(Cards.laptopSink(0)))
    #expect(man.isHeld)
    man.send(.elapsed(.serverReturn))
    #expect(man.lost == Cards.laptopSink(1))
  }

  @Test func aSessionManagerThatTakesItsCardsAlongIsARestart() {
    // Sinks and devices of real hardware belong to the session manager; all go in one batch.
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      var man = Watchman(at: Cards.usbSink)
      let events: [RouteWatch.Event] = [.sinkRemoved(21), .deviceRemoved(20), .serverLost]
      for index in order { man.take(events[index]) }
      man.send(.settled)
      #expect(man.isHeld && man.lost == nil, "\(order)")
      var again = Cards.usbSink
      again.sink = 121
      again.device?.serial = 120
      man.send(.serverReturned, .linked(again))
      #expect(!man.isSilent, "\(order)")
    }
  }

  @Test func aRestartOnSpeakersIsNoConcern() {
    var man = Watchman(at: Cards.speakerSink)
    man.send(.serverLost, .serverReturned, .linked(Cards.monitorSink), .elapsed(.serverReturn))
    #expect(man.decisions == [])
  }
}
