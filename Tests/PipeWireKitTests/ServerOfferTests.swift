import Testing

@testable import PipeWireKit

/// The offer that an output makes of the objects of a server.
@Suite struct ServerOfferTests {
  private static func graph(hasManager: Bool, sinks: String...) -> Graph {
    var graph = Graph()
    if hasManager { graph.addMetadata(1, name: "default") }
    for (index, name) in sinks.enumerated() {
      let id = UInt32(index) + 10
      graph.addSink(id, Graph.Sink(serial: UInt64(id), name: name, label: ""))
    }
    return graph
  }

  @Test func nothingIsMissingBeforeTheFirstList() {
    #expect(ServerOffer(.connecting, Graph(), isSettling: true) == .unknown)
    #expect(ServerOffer(.missing, Graph(), isSettling: false) == .lacking(.audioServer))
  }

  /// Without a session manager nothing is linked, however many sinks there are.
  @Test func aSessionManagerCountsBeforeSinks() {
    let sinks = Self.graph(hasManager: false, sinks: "speakers")
    #expect(ServerOffer(.ready, sinks, isSettling: false) == .lacking(.sessionManager))
    #expect(ServerOffer(.ready, Self.graph(hasManager: false), isSettling: true) == .lacking(.sessionManager))
    #expect(ServerOffer(.ready, Self.graph(hasManager: true, sinks: "speakers"), isSettling: true) == .sinks)
  }

  @Test func theLackOfSinksIsCertainWhenNothingMoreGoes() {
    let none = Self.graph(hasManager: true)
    #expect(ServerOffer(.ready, none, isSettling: true) == .noSink(isCertain: false))
    #expect(ServerOffer(.ready, none, isSettling: false) == .noSink(isCertain: true))
  }

  /// PipeWire makes a sink for programs that cannot do without one; nobody hears it.
  @Test func theDummySinkIsNone() {
    let dummy = Self.graph(hasManager: true, sinks: "auto_null")
    #expect(ServerOffer(.ready, dummy, isSettling: false) == .noSink(isCertain: true))
    let both = Self.graph(hasManager: true, sinks: "auto_null", "speakers")
    #expect(ServerOffer(.ready, both, isSettling: false) == .sinks)
  }
}
