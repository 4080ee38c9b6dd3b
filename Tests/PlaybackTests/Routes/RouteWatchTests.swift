import Playback
import Testing

/// The four forms of an unplug, each with the order of PipeWire's reports.
@Suite(.timeLimit(.minutes(3)))
struct RouteWatchTests {
  @Test func aPulledJackPausesAtTheFirstNews_S0_16() {
    var man = Watchman(at: Cards.laptopSink(1))
    man.send(Cards.laptopRoutes(headphones: true, active: 1))
    #expect(man.decisions == [])
    // The active route is unavailable; the speakers are chosen only afterwards.
    man.send(Cards.laptopRoutes(headphones: false, active: 1))
    #expect(man.decisions == [.lost(Cards.laptopSink(1))])
    // The stream goes elsewhere for a moment, and back; the card repeats its report.
    man.send(.linked(Cards.speakerSink), .linked(Cards.laptopSink(0)))
    man.send(Cards.laptopRoutes(headphones: false, active: 0), Cards.laptopRoutes(headphones: false, active: 0))
    #expect(man.losses == 1 && !man.isHeld)
  }

  @Test func aCardThatSwitchesByItselfIsHeldUntilItHasSaidWhy_S0_16() {
    var man = Watchman(at: Cards.laptopSink(1))
    // The answer arrives in parts: first another active route, then the availability of the old one.
    let routes = [Cards.route(0, "speaker", .unknown), Cards.route(1, "headphones")]
    man.send(.routes(of: 10, Cards.list(routes, active: [0: 0])))
    #expect(man.isHeld && man.isInquiring)
    man.send(Cards.laptopRoutes(headphones: false, active: 0), .settled)
    #expect(man.lost == Cards.laptopSink(1) && !man.isHeld)
    #expect(man.timers.isEmpty)
  }

  @Test func aSinkThatGoesWithItsDevicePauses_S0_16() {
    for endpoint in [Cards.usbSink, Cards.musicSink] {
      var man = Watchman(at: endpoint)
      man.send(.sinkRemoved(endpoint.sink))
      #expect(man.isHeld)
      man.send(.deviceRemoved(endpoint.device?.serial ?? 0))
      #expect(man.isSilent)
      man.send(.settled, .linked(Cards.speakerSink))
      #expect(man.lost == endpoint && man.losses == 1 && man.timers.isEmpty)
    }
  }

  @Test func theDeviceMayGoFirst() {
    var man = Watchman(at: Cards.usbSink)
    man.send(.deviceRemoved(20))
    #expect(!man.isSilent)
    man.send(.sinkRemoved(21))
    #expect(man.isHeld)
    man.send(.settled)
    #expect(man.lost == Cards.usbSink)
  }

  @Test func theStreamMayBeMovedBeforeTheDeviceIsKnownToBeGone_S0_16() {
    var man = Watchman(at: Cards.musicSink)
    man.send(.sinkRemoved(31), .settled, .linked(Cards.speakerSink))
    #expect(man.isHeld, "it may be a call")
    man.send(.deviceRemoved(30))
    #expect(man.lost == Cards.musicSink)
  }

  @Test func aReplacedSinkPausesWhenItsRouteIsGone_S0_16() {
    var man = Watchman(at: Cards.ucmHeadphones)
    man.send(Cards.ucmRoutes(headphones: true, active: [1: 1]))
    man.send(Cards.ucmRoutes(headphones: false, active: [1: 1]))
    #expect(man.decisions == [.lost(Cards.ucmHeadphones)])
    man.send(.sinkRemoved(71), Cards.ucmRoutes(headphones: false, active: [2: 2]), .linked(Cards.ucmSpeaker), .settled)
    #expect(man.losses == 1 && !man.isHeld)
  }

  @Test func aReplacedSinkIsHeldWhereItsRouteIsTheLaterNews_S0_16() {
    var man = Watchman(at: Cards.ucmHeadphones)
    man.send(.sinkRemoved(71), .linked(Cards.ucmSpeaker))
    #expect(man.isHeld)
    man.send(Cards.ucmRoutes(headphones: false, active: [2: 2]))
    #expect(man.lost == Cards.ucmHeadphones)
  }

  @Test func anAbandonedSinkPauses_S0_16() {
    // Both sinks stay; the report of the route comes before or after the move.
    for order in [[0, 1], [1, 0]] {
      var man = Watchman(at: Cards.ucmHeadphones)
      let events = [Cards.ucmRoutes(headphones: false, active: [1: 1, 2: 2]), .linked(Cards.ucmSpeaker)]
      for index in order {
        man.take(events[index])
        #expect(man.isSilent)
      }
      man.send(.settled)
      #expect(man.lost == Cards.ucmHeadphones && man.losses == 1, "\(order)")
    }
  }

  @Test func aHiddenCardThatGoesPauses() {
    var hidden = Cards.usbSink
    hidden.device = nil
    var man = Watchman(at: hidden)
    man.send(.sinkRemoved(21), .settled)
    #expect(man.lost == hidden)
  }

  @Test func aSinkThatGoesAndNeverComesBackPausesInTime() {
    var man = Watchman(at: Cards.musicSink)
    man.send(.sinkRemoved(31), .settled, .linked(Cards.speakerSink))
    #expect(man.isHeld && man.timers == [.decision])
    man.send(.elapsed(.decision))
    #expect(man.lost == Cards.musicSink)
    #expect(RouteWatch.Timer.decision.length == .milliseconds(2500))
  }

  @Test func aServerThatDoesNotAnswerPausesInTime() {
    var man = Watchman(at: Cards.laptopSink(1))
    man.send(.linked(Cards.speakerSink), .elapsed(.decision))
    #expect(man.lost == Cards.laptopSink(1))
  }

  @Test func aCardThatIsTurnedOffPausesWhereAnotherTakesOver() {
    var man = Watchman(at: Cards.usbSink)
    man.send(.sinkRemoved(21), .settled, .linked(Cards.speakerSink))
    #expect(man.lost == Cards.usbSink)
  }

  // MARK: What follows

  @Test func playAfterALossGoesWhereTheStreamIs_S0_16() {
    var man = Watchman(at: Cards.laptopSink(1))
    man.send(Cards.laptopRoutes(headphones: false, active: 1), .wanted(false), .linked(Cards.speakerSink))
    man.send(.wanted(true))
    #expect(man.watch.endpoint == Cards.speakerSink && !man.isSilent)
    // On speakers nothing can be lost.
    man.send(.sinkRemoved(41), .deviceRemoved(40), .settled)
    #expect(!man.isSilent)
  }

  @Test func aReturnIsToldOnceAndOnlyWhenItLasts_S0_15() {
    var man = Watchman(at: Cards.laptopSink(1))
    man.send(Cards.laptopRoutes(headphones: false, active: 1), .wanted(false))
    man.send(Cards.laptopRoutes(headphones: false, active: 0))
    for _ in 0..<10 {
      man.send(Cards.laptopRoutes(headphones: true, active: 1), Cards.laptopRoutes(headphones: true, active: 1))
      #expect(man.timers == [.steadiness])
      man.send(Cards.laptopRoutes(headphones: false, active: 0))
      #expect(man.timers == [])
    }
    #expect(man.losses == 1, "a loose jack pauses once")
    man.send(Cards.laptopRoutes(headphones: true, active: 1), .elapsed(.steadiness))
    #expect(man.returned.map { $0.isSame(as: Cards.laptopSink(1)) } == true)
    man.send(Cards.laptopRoutes(headphones: false, active: 0), Cards.laptopRoutes(headphones: true, active: 1))
    #expect(man.timers == [])
  }

  @Test func aLooseJackThatIsInAgainBeforeAnybodyHeardOfItIsNoChoice_S0_15_S0_16() {
    // The session manager has chosen the speakers meanwhile, which are unavailable by now.
    let news = Cards.laptopRoutes(headphones: true, active: 0)
    var man = Watchman(at: Cards.laptopSink(1))
    man.send(news, .settled, news)
    #expect(man.isHeld && man.lost == nil)
    man.send(Cards.laptopRoutes(headphones: true, active: 1))
    #expect(!man.isSilent && man.watch.endpoint?.isPrivate == true && man.timers == [])
    // The plug is out again before that.
    man.send(news, .settled, Cards.laptopRoutes(headphones: false, active: 0))
    #expect(man.losses == 1 && !man.isHeld && man.timers == [])
    // A listener who chooses unavailable speakers gets them.
    man = Watchman(at: Cards.laptopSink(1))
    man.send(news, .settled, .elapsed(.decision))
    #expect(!man.isSilent && man.losses == 0 && man.watch.endpoint?.isPrivate == false)
  }

  @Test func aMoveJustAfterSomethingHappenedAtTheJackIsNoChoice_S0_15_S0_16() {
    // The plug is in again before any query: the list is the same as before, and yet the sound was moved because of it.
    let out = RouteWatch.Event.routesChanged(of: 10)
    var man = Watchman(at: Cards.laptopSink(1))
    man.send(out, .linked(Cards.speakerSink), .settled)
    #expect(man.isHeld && man.lost == nil)
    // The session manager moves it back.
    man.send(.linked(Cards.laptopSink(1)))
    #expect(!man.isSilent && man.watch.endpoint == Cards.laptopSink(1) && man.timers == [.unrest])
    // The session manager does not move it back.
    man.send(.linked(Cards.speakerSink), .settled, .elapsed(.unrest))
    #expect(man.isHeld)
    man.send(.linked(Cards.speakerSink))
    #expect(man.isHeld, "the doubt outlives the unrest")
    man.send(.elapsed(.decision))
    #expect(man.lost == Cards.laptopSink(1) && man.losses == 1)
    // The report comes after the move that it explains; the jack is empty.
    man = Watchman(at: Cards.laptopSink(1))
    man.send(.linked(Cards.speakerSink), out, .settled)
    #expect(man.isHeld)
    man.send(Cards.laptopRoutes(headphones: false, active: 0))
    #expect(man.lost == Cards.laptopSink(1))
    // The listener may still ask for sound there; and long afterwards a move is the listener's choice.
    man = Watchman(at: Cards.laptopSink(1))
    man.send(out, .linked(Cards.speakerSink), .settled, .wanted(true))
    #expect(!man.isSilent)
    man = Watchman(at: Cards.laptopSink(1))
    man.send(out, .elapsed(.unrest), .linked(Cards.speakerSink), .settled)
    #expect(!man.isSilent && man.losses == 0)
    // Another card's jack does not matter.
    man = Watchman(at: Cards.laptopSink(1))
    man.send(.routesChanged(of: 40), .linked(Cards.speakerSink), .settled)
    #expect(!man.isSilent && man.losses == 0)
  }

  @Test func onlyTheThingThatWasLostReturns_S0_15() {
    var man = Watchman(at: Cards.usbSink)
    man.send(.sinkRemoved(21), .deviceRemoved(20), .settled, .wanted(false), .linked(Cards.speakerSink))
    man.send(.linked(Cards.musicSink))
    #expect(man.timers == [], "another headset is another headset")
    var again = Cards.usbSink
    again.sink = 81
    again.device?.serial = 80
    man.send(.linked(again), .elapsed(.steadiness))
    #expect(man.returned == Cards.usbSink)
  }

  @Test func playEndsTheWaitForAReturn() {
    var man = Watchman(at: Cards.laptopSink(1))
    man.send(Cards.laptopRoutes(headphones: false, active: 1), .wanted(false), .linked(Cards.speakerSink))
    man.send(.wanted(true), .wanted(false), .linked(Cards.laptopSink(1)))
    #expect(man.timers == [] && man.returned == nil)
  }

  @Test func aSilentReadingLosesNoRoute() {
    var man = Watchman(at: Cards.usbSink, isWanted: false)
    man.send(.sinkRemoved(21), .deviceRemoved(20), .linked(Cards.speakerSink), .wanted(true))
    #expect(man.decisions == [] && man.watch.endpoint == Cards.speakerSink)
  }

  @Test func aPauseDuringADoubtDoesNotEndIt_S4_05() {
    // A session manager that notices the sink's removal calls Pause, too.
    var man = Watchman(at: Cards.musicSink)
    man.send(.sinkRemoved(31), .wanted(false), .settled, .deviceRemoved(30), .linked(Cards.speakerSink))
    #expect(man.lost == Cards.musicSink && man.timers == [])
  }

  @Test func playDuringADoubtEndsIt() {
    var man = Watchman(at: Cards.musicSink)
    man.send(.sinkRemoved(31), .wanted(false), .linked(Cards.speakerSink), .wanted(true))
    #expect(!man.isSilent && man.timers == [])
    man.send(.settled, .deviceRemoved(30))
    #expect(man.lost == nil)
    // The same applies to a listener who has wanted to hear all the time.
    man = Watchman(at: Cards.musicSink)
    man.send(.sinkRemoved(31), .linked(Cards.speakerSink), .wanted(true))
    #expect(!man.isSilent && man.watch.endpoint == Cards.speakerSink)
  }

  // MARK: An earlier run of the service

  @Test func thePrivateRouteOfAFormerRunIsAwaited_S0_16() {
    for endpoint in [Cards.laptopSink(1), Cards.usbSink, Cards.musicSink] {
      var man = Watchman()
      man.send(.wanted(true), .goesOn(endpoint.lasting))
      #expect(man.isHeld && man.timers == [.serverReturn])
      // Other endpoints may come first.
      man.send(.linked(Cards.speakerSink))
      #expect(man.isHeld)
      man.send(.linked(endpoint))
      #expect(!man.isHeld && man.losses == 0 && man.timers.isEmpty)
    }
  }

  @Test func headphonesPulledMeanwhileAreALoss_S0_16_S0_02() {
    for (endpoint, now) in [(Cards.laptopSink(1), Cards.laptopSink(0)), (Cards.usbSink, Cards.speakerSink)] {
      var man = Watchman()
      man.send(.wanted(true), .goesOn(endpoint.lasting), .linked(now))
      #expect(man.isHeld)
      man.send(.elapsed(.serverReturn))
      #expect(man.lost?.name == endpoint.name && !man.isHeld)
    }
  }

  @Test func aReadingThatOthersHeardGoesOnAnywhere() {
    var man = Watchman()
    man.send(.wanted(true), .goesOn(Cards.speakerSink.lasting))
    #expect(!man.isHeld && man.decisions == [])
  }
}
