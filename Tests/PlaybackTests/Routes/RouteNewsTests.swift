import Playback
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(3)))
struct RouteNewsTests {
  private func news(from endpoint: Endpoint, _ events: RouteNews.Event...) -> RouteChange? {
    var news = RouteNews()
    for event in [.linked(endpoint)] + events where news.handle(event) != nil { Issue.record("news too early") }
    defer { #expect(news.handle(.rested) == nil, "told twice") }
    return news.handle(.rested)
  }

  private func laptop(headphones: Bool, active: Int) -> RouteNews.Event {
    guard case .routes(let device, let list) = Cards.laptopRoutes(headphones: headphones, active: active) else {
      preconditionFailure("the cards say their routes")
    }
    return .routes(of: device, list)
  }

  private func expect(
    _ change: RouteChange?, _ reason: RouteReason?, to endpoint: Endpoint? = nil,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(change?.reason == reason, sourceLocation: location)
    if let endpoint { #expect(change?.to?.isSame(as: endpoint) == true, sourceLocation: location) }
  }

  @Test func everyReasonHasItsWord_S0_14() {
    expect(
      news(from: Cards.usbSink, .sinkRemoved(21), .deviceRemoved(20), .linked(Cards.speakerSink)), .deviceLost,
      to: Cards.speakerSink)
    expect(
      news(
        from: Cards.laptopSink(1), laptop(headphones: true, active: 1), laptop(headphones: false, active: 1),
        .linked(Cards.speakerSink), .linked(Cards.laptopSink(1)), laptop(headphones: false, active: 0)), .deviceLost,
      to: Cards.laptopSink(0))
    expect(
      news(
        from: Cards.laptopSink(0), laptop(headphones: false, active: 0), laptop(headphones: true, active: 0),
        laptop(headphones: true, active: 1)), .newDevice, to: Cards.laptopSink(1))
    expect(news(from: Cards.laptopSink(0), .linked(Cards.usbSink)), .newDevice)
    expect(news(from: Cards.usbSink, .movedByHand, .linked(Cards.laptopSink(0))), .userMoved)
    expect(news(from: Cards.usbSink, .linked(Cards.laptopSink(0))), .unknown)
    expect(
      news(from: Cards.laptopSink(1), laptop(headphones: true, active: 1), laptop(headphones: true, active: 0)),
      .userMoved)
    expect(
      news(from: Cards.ucmHeadphones, .sinkRemoved(71), .linked(Cards.ucmSpeaker)), .profileChange)
    expect(news(from: Cards.usbSink, .sinkRemoved(21), .deviceRemoved(20), .noSink), .noRoute)
    expect(
      news(from: Cards.usbSink, .wakingUp(true), .sinkRemoved(21), .deviceRemoved(20), .linked(Cards.speakerSink)),
      .wake)
    var again = Cards.musicSink
    again.sink = 99
    expect(news(from: Cards.musicSink, .sinkRemoved(31), .linked(again)), .formatChange)
  }

  @Test func aRouteThatComesBackIsNoNews_S0_14() {
    expect(news(from: Cards.usbSink), nil)
    expect(news(from: Cards.laptopSink(0), .linked(Cards.speakerSink), .linked(Cards.laptopSink(0))), nil)
    expect(news(from: Cards.usbSink, .sinkRemoved(21)), nil)
    var again = Cards.usbSink
    again.sink = 99
    again.device?.serial = 98
    expect(news(from: Cards.usbSink, .serverLost, .linked(again)), nil)
  }

  @Test func afterNothingComesSomethingNew_S0_14() {
    var news = RouteNews()
    _ = news.handle(.linked(Cards.usbSink))
    _ = news.handle(.noSink)
    expect(news.handle(.rested), .noRoute)
    #expect(news.handle(.rested) == nil)
    _ = news.handle(.linked(Cards.speakerSink))
    let change = news.handle(.rested)
    expect(change, .newDevice, to: Cards.speakerSink)
    #expect(change?.from == nil)
  }
}
