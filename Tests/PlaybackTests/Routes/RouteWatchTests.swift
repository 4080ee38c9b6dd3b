import Playback
import Testing

/// The four forms of an unplug, each with the order of PipeWire's reports.
@Suite(.timeLimit(.minutes(3)))
struct RouteWatchTests {
  @Test func aPulledJackPausesAtTheFirstNews_S0_16() {
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(Cards.laptopRoutes(headphones: true, active: 1))
    #expect(stage.decisions == [])
    // The active route is unavailable; the speakers are chosen only afterwards.
    stage.send(Cards.laptopRoutes(headphones: false, active: 1))
    #expect(stage.decisions == [.lost(Cards.laptopSink(1))])
    // The stream goes elsewhere for a moment, and back; the card repeats its report.
    stage.send(.linked(Cards.speakerSink), .linked(Cards.laptopSink(0)))
    stage.send(Cards.laptopRoutes(headphones: false, active: 0), Cards.laptopRoutes(headphones: false, active: 0))
    #expect(stage.losses == 1 && !stage.isHeld)
  }

  @Test func aCardThatSwitchesByItselfIsHeldUntilItHasSaidWhy_S0_16() {
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    // The answer arrives in parts: first another active route, then the availability of the old one.
    let routes = [Cards.route(0, "speaker", .unknown), Cards.route(1, "headphones")]
    stage.send(.routes(of: 10, Cards.list(routes, active: [0: 0])))
    #expect(stage.isHeld && stage.isInquiring)
    stage.send(Cards.laptopRoutes(headphones: false, active: 0), .settled)
    #expect(stage.lost == Cards.laptopSink(1) && !stage.isHeld)
    #expect(stage.timers.isEmpty)
  }

  @Test func aSinkThatGoesWithItsDevicePauses_S0_16() {
    for endpoint in [Cards.usbSink, Cards.musicSink] {
      var stage = RouteWatchStage(at: endpoint)
      stage.send(.sinkRemoved(endpoint.sink))
      #expect(stage.isHeld)
      stage.send(.deviceRemoved(endpoint.device?.serial ?? 0))
      #expect(stage.isSilent)
      stage.send(.settled, .linked(Cards.speakerSink))
      #expect(stage.lost == endpoint && stage.losses == 1 && stage.timers.isEmpty)
    }
  }

  @Test func theDeviceMayGoFirst() {
    var stage = RouteWatchStage(at: Cards.usbSink)
    stage.send(.deviceRemoved(20))
    #expect(!stage.isSilent)
    stage.send(.sinkRemoved(21))
    #expect(stage.isHeld)
    stage.send(.settled)
    #expect(stage.lost == Cards.usbSink)
  }

  @Test func theStreamMayBeMovedBeforeTheDeviceIsKnownToBeGone_S0_16() {
    var stage = RouteWatchStage(at: Cards.musicSink)
    stage.send(.sinkRemoved(31), .settled, .linked(Cards.speakerSink))
    #expect(stage.isHeld, "it may be a call")
    stage.send(.deviceRemoved(30))
    #expect(stage.lost == Cards.musicSink)
  }

  @Test func aReplacedSinkPausesWhenItsRouteIsGone_S0_16() {
    var stage = RouteWatchStage(at: Cards.ucmHeadphones)
    stage.send(Cards.ucmRoutes(headphones: true, active: [1: 1]))
    stage.send(Cards.ucmRoutes(headphones: false, active: [1: 1]))
    #expect(stage.decisions == [.lost(Cards.ucmHeadphones)])
    stage.send(
      .sinkRemoved(71), Cards.ucmRoutes(headphones: false, active: [2: 2]), .linked(Cards.ucmSpeaker), .settled)
    #expect(stage.losses == 1 && !stage.isHeld)
  }

  @Test func aReplacedSinkIsHeldWhereItsRouteIsTheLaterNews_S0_16() {
    var stage = RouteWatchStage(at: Cards.ucmHeadphones)
    stage.send(.sinkRemoved(71), .linked(Cards.ucmSpeaker))
    #expect(stage.isHeld)
    stage.send(Cards.ucmRoutes(headphones: false, active: [2: 2]))
    #expect(stage.lost == Cards.ucmHeadphones)
  }

  @Test func anAbandonedSinkPauses_S0_16() {
    // Both sinks stay; the report of the route comes before or after the move.
    for order in [[0, 1], [1, 0]] {
      var stage = RouteWatchStage(at: Cards.ucmHeadphones)
      let events = [Cards.ucmRoutes(headphones: false, active: [1: 1, 2: 2]), .linked(Cards.ucmSpeaker)]
      for index in order {
        stage.take(events[index])
        #expect(stage.isSilent)
      }
      stage.send(.settled)
      #expect(stage.lost == Cards.ucmHeadphones && stage.losses == 1, "\(order)")
    }
  }

  @Test func aHiddenCardThatGoesPauses() {
    var hidden = Cards.usbSink
    hidden.device = nil
    var stage = RouteWatchStage(at: hidden)
    stage.send(.sinkRemoved(21), .settled)
    #expect(stage.lost == hidden)
  }

  @Test func aSinkThatGoesAndNeverComesBackPausesInTime() {
    var stage = RouteWatchStage(at: Cards.musicSink)
    stage.send(.sinkRemoved(31), .settled, .linked(Cards.speakerSink))
    #expect(stage.isHeld && stage.timers == [.decision])
    stage.send(.elapsed(.decision))
    #expect(stage.lost == Cards.musicSink)
    #expect(RouteWatch.Timer.decision.length == .milliseconds(2500))
  }

  @Test func aServerThatDoesNotAnswerPausesInTime() {
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(.linked(Cards.speakerSink), .elapsed(.decision))
    #expect(stage.lost == Cards.laptopSink(1))
  }

  @Test func aCardThatIsTurnedOffPausesWhereAnotherTakesOver() {
    var stage = RouteWatchStage(at: Cards.usbSink)
    stage.send(.sinkRemoved(21), .settled, .linked(Cards.speakerSink))
    #expect(stage.lost == Cards.usbSink)
  }

  // MARK: What follows

  @Test func playAfterALossGoesWhereTheStreamIs_S0_16() {
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(Cards.laptopRoutes(headphones: false, active: 1), .wanted(false), .linked(Cards.speakerSink))
    stage.send(.wanted(true))
    #expect(stage.watch.endpoint == Cards.speakerSink && !stage.isSilent)
    // On speakers nothing can be lost.
    stage.send(.sinkRemoved(41), .deviceRemoved(40), .settled)
    #expect(!stage.isSilent)
  }

  @Test func aReturnIsToldOnceAndOnlyWhenItLasts_S0_15() {
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(Cards.laptopRoutes(headphones: false, active: 1), .wanted(false))
    stage.send(Cards.laptopRoutes(headphones: false, active: 0))
    for _ in 0..<10 {
      stage.send(Cards.laptopRoutes(headphones: true, active: 1), Cards.laptopRoutes(headphones: true, active: 1))
      #expect(stage.timers == [.steadiness])
      stage.send(Cards.laptopRoutes(headphones: false, active: 0))
      #expect(stage.timers == [])
    }
    #expect(stage.losses == 1, "a loose jack pauses once")
    stage.send(Cards.laptopRoutes(headphones: true, active: 1), .elapsed(.steadiness))
    #expect(stage.returned.map { $0.isSame(as: Cards.laptopSink(1)) } == true)
    stage.send(Cards.laptopRoutes(headphones: false, active: 0), Cards.laptopRoutes(headphones: true, active: 1))
    #expect(stage.timers == [])
  }

  @Test func aLooseJackThatIsInAgainBeforeAnybodyHeardOfItIsNoChoice_S0_15_S0_16() {
    // The session manager has chosen the speakers meanwhile, which are unavailable by now.
    let news = Cards.laptopRoutes(headphones: true, active: 0)
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(news, .settled, news)
    #expect(stage.isHeld && stage.lost == nil)
    stage.send(Cards.laptopRoutes(headphones: true, active: 1))
    #expect(!stage.isSilent && stage.watch.endpoint?.isPrivate == true && stage.timers == [])
    // The plug is out again before that.
    stage.send(news, .settled, Cards.laptopRoutes(headphones: false, active: 0))
    #expect(stage.losses == 1 && !stage.isHeld && stage.timers == [])
    // A listener who chooses unavailable speakers gets them.
    stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(news, .settled, .elapsed(.decision))
    #expect(!stage.isSilent && stage.losses == 0 && stage.watch.endpoint?.isPrivate == false)
  }

  @Test func aMoveJustAfterSomethingHappenedAtTheJackIsNoChoice_S0_15_S0_16() {
    // The plug is in again before any query: the list is the same as before, and yet the sound was moved because of it.
    let out = RouteWatch.Event.routesChanged(of: 10)
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(out, .linked(Cards.speakerSink), .settled)
    #expect(stage.isHeld && stage.lost == nil)
    // The session manager moves it back.
    stage.send(.linked(Cards.laptopSink(1)))
    #expect(!stage.isSilent && stage.watch.endpoint == Cards.laptopSink(1) && stage.timers == [.unrest])
    // The session manager does not move it back.
    stage.send(.linked(Cards.speakerSink), .settled, .elapsed(.unrest))
    #expect(stage.isHeld)
    stage.send(.linked(Cards.speakerSink))
    #expect(stage.isHeld, "the doubt outlives the unrest")
    stage.send(.elapsed(.decision))
    #expect(stage.lost == Cards.laptopSink(1) && stage.losses == 1)
    // The report comes after the move that it explains; the jack is empty.
    stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(.linked(Cards.speakerSink), out, .settled)
    #expect(stage.isHeld)
    stage.send(Cards.laptopRoutes(headphones: false, active: 0))
    #expect(stage.lost == Cards.laptopSink(1))
    // The listener may still ask for sound there; and long afterwards a move is the listener's choice.
    stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(out, .linked(Cards.speakerSink), .settled, .wanted(true))
    #expect(!stage.isSilent)
    stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(out, .elapsed(.unrest), .linked(Cards.speakerSink), .settled)
    #expect(!stage.isSilent && stage.losses == 0)
    // Another card's jack does not matter.
    stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(.routesChanged(of: 40), .linked(Cards.speakerSink), .settled)
    #expect(!stage.isSilent && stage.losses == 0)
  }

  @Test func onlyTheThingThatWasLostReturns_S0_15() {
    var stage = RouteWatchStage(at: Cards.usbSink)
    stage.send(.sinkRemoved(21), .deviceRemoved(20), .settled, .wanted(false), .linked(Cards.speakerSink))
    stage.send(.linked(Cards.musicSink))
    #expect(stage.timers == [], "another headset is another headset")
    var again = Cards.usbSink
    again.sink = 81
    again.device?.serial = 80
    stage.send(.linked(again), .elapsed(.steadiness))
    #expect(stage.returned == Cards.usbSink)
  }

  @Test func playEndsTheWaitForAReturn() {
    var stage = RouteWatchStage(at: Cards.laptopSink(1))
    stage.send(Cards.laptopRoutes(headphones: false, active: 1), .wanted(false), .linked(Cards.speakerSink))
    stage.send(.wanted(true), .wanted(false), .linked(Cards.laptopSink(1)))
    #expect(stage.timers == [] && stage.returned == nil)
  }

  @Test func aSilentReadingLosesNoRoute() {
    var stage = RouteWatchStage(at: Cards.usbSink, isWanted: false)
    stage.send(.sinkRemoved(21), .deviceRemoved(20), .linked(Cards.speakerSink), .wanted(true))
    #expect(stage.decisions == [] && stage.watch.endpoint == Cards.speakerSink)
  }

  @Test func aPauseDuringADoubtDoesNotEndIt_S4_05() {
    // A session manager that notices the sink's removal calls Pause, too.
    var stage = RouteWatchStage(at: Cards.musicSink)
    stage.send(.sinkRemoved(31), .wanted(false), .settled, .deviceRemoved(30), .linked(Cards.speakerSink))
    #expect(stage.lost == Cards.musicSink && stage.timers == [])
  }

  @Test func playDuringADoubtEndsIt() {
    var stage = RouteWatchStage(at: Cards.musicSink)
    stage.send(.sinkRemoved(31), .wanted(false), .linked(Cards.speakerSink), .wanted(true))
    #expect(!stage.isSilent && stage.timers == [])
    stage.send(.settled, .deviceRemoved(30))
    #expect(stage.lost == nil)
    // The same applies to a listener who has wanted to hear all the time.
    stage = RouteWatchStage(at: Cards.musicSink)
    stage.send(.sinkRemoved(31), .linked(Cards.speakerSink), .wanted(true))
    #expect(!stage.isSilent && stage.watch.endpoint == Cards.speakerSink)
  }

  // MARK: An earlier run of the service

  @Test func thePrivateRouteOfAFormerRunIsAwaited_S0_16() {
    for endpoint in [Cards.laptopSink(1), Cards.usbSink, Cards.musicSink] {
      var stage = RouteWatchStage()
      stage.send(.wanted(true), .goesOn(endpoint.lasting))
      #expect(stage.isHeld && stage.timers == [.serverReturn])
      // Other endpoints may come first.
      stage.send(.linked(Cards.speakerSink))
      #expect(stage.isHeld)
      stage.send(.linked(endpoint))
      #expect(!stage.isHeld && stage.losses == 0 && stage.timers.isEmpty)
    }
  }

  @Test func headphonesPulledMeanwhileAreALoss_S0_16_S0_02() {
    for (endpoint, now) in [(Cards.laptopSink(1), Cards.laptopSink(0)), (Cards.usbSink, Cards.speakerSink)] {
      var stage = RouteWatchStage()
      stage.send(.wanted(true), .goesOn(endpoint.lasting), .linked(now))
      #expect(stage.isHeld)
      stage.send(.elapsed(.serverReturn))
      #expect(stage.lost?.name == endpoint.name && !stage.isHeld)
    }
  }

  @Test func aReadingThatOthersHeardGoesOnAnywhere() {
    var stage = RouteWatchStage()
    stage.send(.wanted(true), .goesOn(Cards.speakerSink.lasting))
    #expect(!stage.isHeld && stage.decisions == [])
  }
}
