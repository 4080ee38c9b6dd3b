import Playback
import Testing

@testable import PipeWireKit

/// The endpoint of sound that goes through sinks without a card.
@Suite(.timeLimit(.minutes(1))) struct WiringTests {
  private static let stream: UInt32 = 1
  private static let headphones: UInt32 = 20
  private static let speakers: UInt32 = 21

  /// A headset and the speakers of a laptop; the stream has no link yet.
  private static var desk: Graph {
    var graph = Graph()
    add(&graph, device: 10, SoundDevice(serial: 1010, name: "usb", label: "", bus: "usb", formFactor: "headset"))
    add(&graph, device: 11, SoundDevice(serial: 1011, name: "pci", label: "", bus: "pci", formFactor: "internal"))
    add(&graph, sink: headphones, device: 10)
    add(&graph, sink: speakers, device: 11)
    graph.wiring.addNode(stream, Wiring.Node(client: 100, isSink: false))
    return graph
  }

  private static func add(_ graph: inout Graph, device id: UInt32, _ device: SoundDevice) {
    graph.addDevice(id, device)
    let port = device.bus == "usb" ? "analog" : "speaker"
    let route = Route(index: 0, name: port, label: "", portType: port, availability: .unknown)
    _ = graph.setRoute(route, activeOf: 0, of: id)
  }

  private static func add(_ graph: inout Graph, sink id: UInt32, device: UInt32? = nil, client: UInt32? = nil) {
    graph.addSink(
      id, Graph.Sink(serial: UInt64(id) + 1000, name: "sink-\(id)", label: "", device: device, profileDevice: 0))
    if device == nil { graph.wiring.addNode(id, Wiring.Node(client: client, isSink: true)) }
  }

  /// Adds a sink at `id` whose sound leaves at the following nodes, each linked to a sink; all belong to one client.
  private static func effects(_ graph: inout Graph, _ id: UInt32, to sinks: UInt32...) {
    add(&graph, sink: id, client: id + 1000)
    graph.wiring.setGroup("loopback-\(id)", of: id)
    for (index, sink) in sinks.enumerated() {
      let output = id + UInt32(index) + 1
      graph.wiring.addNode(output, Wiring.Node(client: id + 1000, isSink: false))
      graph.wiring.setGroup("loopback-\(id)", of: output)
      graph.wiring.addLink(output + 500, output: output, input: sink)
    }
  }

  private func heard(_ graph: Graph) -> Endpoint? { graph.endpoint(of: .stream(Self.stream)) }

  @Test func theSinkOfEffectsIsTheRoute() {
    var graph = Self.desk
    Self.effects(&graph, 30, to: Self.headphones)
    #expect(heard(graph) == nil)
    graph.wiring.addLink(900, output: Self.stream, input: 30)
    #expect(heard(graph)?.sink == 1020 && heard(graph)?.isPrivate == true && heard(graph)?.via == [1030])
    #expect(graph.isOnTheWay(31, from: .stream(Self.stream)) && graph.isOnTheWay(30, from: .stream(Self.stream)))
    #expect(!graph.isOnTheWay(99, from: .stream(Self.stream)))
    // While a stream is moved, the newest link counts, and later the only one.
    graph.wiring.addLink(901, output: 31, input: Self.speakers)
    #expect(heard(graph)?.isPrivate == false)
    graph.remove(531)
    #expect(heard(graph)?.sink == 1021)
    #expect(graph.sink(of: Self.stream) == "sink-30", "the stream itself is linked to the effects")
  }

  @Test func effectsAfterEffectsAreFollowed() {
    var graph = Self.desk
    Self.effects(&graph, 30, to: 40)
    Self.effects(&graph, 40, to: Self.headphones)
    graph.wiring.addLink(900, output: Self.stream, input: 30)
    #expect(heard(graph)?.sink == 1020 && heard(graph)?.via == [1030, 1040])
    // A circle leads nowhere, and the search ends.
    Self.effects(&graph, 50, to: 50)
    graph.wiring.addLink(901, output: Self.stream, input: 50)
    #expect(heard(graph) == nil)
  }

  @Test func aSinkThatOthersHearTooIsNotPrivate() {
    var graph = Self.desk
    Self.effects(&graph, 30, to: Self.headphones, Self.speakers)
    graph.wiring.addLink(900, output: Self.stream, input: 30)
    #expect(heard(graph)?.sink == 1021 && heard(graph)?.isPrivate == false)
  }

  @Test func filtersThatTakeASinksMonitorAreFollowed() {
    var graph = Self.desk
    Self.add(&graph, sink: 30, client: 1030)
    graph.wiring.setGroup("", of: 30)
    for id: UInt32 in [31, 32] {
      graph.wiring.addNode(id, Wiring.Node(client: 1030, isSink: false, group: ""))
      graph.wiring.addLink(id + 500, output: id - 1, input: id)
    }
    graph.wiring.addLink(533, output: 32, input: Self.headphones)
    graph.wiring.addLink(900, output: Self.stream, input: 30)
    #expect(heard(graph)?.sink == 1020)
    // A program that records the headphones does something else with the sound.
    graph.wiring.addNode(60, Wiring.Node(client: 1060, isSink: false, group: ""))
    graph.wiring.addLink(560, output: Self.headphones, input: 60)
    graph.wiring.addLink(561, output: 60, input: Self.speakers)
    #expect(heard(graph)?.sink == 1020)
  }

  @Test func aSinkThatLeadsNowhereIsHeardByNobodyAndIsNotPrivate() {
    var graph = Self.desk
    Self.add(&graph, sink: 30, client: 1030)
    graph.wiring.addLink(900, output: Self.stream, input: 30)
    #expect(heard(graph) == nil, "it has not yet reported that it leads nowhere")
    graph.wiring.setGroup("", of: 30)
    #expect(heard(graph)?.sink == 1030 && heard(graph)?.isPrivate == false && heard(graph)?.via == [])
    Self.effects(&graph, 40)
    graph.wiring.addNode(41, Wiring.Node(client: 1040, isSink: false, group: "loopback-40"))
    graph.wiring.addLink(901, output: Self.stream, input: 40)
    #expect(heard(graph) == nil, "it can lead somewhere at any moment")
  }

  @Test func onlyWhoMayPassSoundOnIsAsked() {
    var graph = Self.desk
    graph.wiring.addNode(50, Wiring.Node(client: 1050, isSink: false))
    graph.wiring.addLink(950, output: 50, input: Self.speakers)
    #expect(graph.wiring.unknown == [], "no program has a sink")
    Self.add(&graph, sink: 30, client: 1030)
    graph.wiring.addNode(31, Wiring.Node(client: 1030, isSink: false))
    #expect(graph.wiring.unknown == [30, 31])
    // A loopback that takes the sink's monitor.
    for id: UInt32 in [40, 41] { graph.wiring.addNode(id, Wiring.Node(client: 1040, isSink: false)) }
    graph.wiring.addLink(940, output: 30, input: 40)
    #expect(graph.wiring.unknown == [30, 31, 40, 41])
    for id: UInt32 in [30, 31, 40] { graph.wiring.setGroup("", of: id) }
    #expect(graph.wiring.unknown == [41])
  }

  @Test func aNewStreamGoesToTheDefaultSink() {
    var graph = Self.desk
    #expect(graph.endpoint(of: .newStream) == nil)
    graph.defaultSink = "sink-20"
    #expect(graph.endpoint(of: .newStream)?.sink == 1020)
    Self.effects(&graph, 30, to: Self.headphones)
    graph.defaultSink = "sink-30"
    #expect(graph.endpoint(of: .newStream)?.sink == 1020 && graph.isOnTheWay(31, from: .newStream))
    graph.addMetadata(70, name: "default")
    graph.remove(70)
    #expect(graph.endpoint(of: .newStream) == nil, "the session manager took its choice along")
  }
}
