import Playback

/// What the server says about sinks, cards, links and the session manager. A value: knows no library.
struct Graph {
  /// A node that sound can go to.
  struct Sink {
    var serial: UInt64
    var name: String
    var label: String
    /// The global id of the card that it belongs to.
    var device: UInt32?
    /// `card.profile.device`; known once the node has been asked.
    var profileDevice: Int?
  }

  /// A sound card.
  struct Device {
    var description: SoundDevice
    var routes = RouteList()
  }

  /// By global id.
  private(set) var sinks: [UInt32: Sink] = [:]
  /// By global id.
  private(set) var devices: [UInt32: Device] = [:]
  /// Output and input node of each link, and its place in the order of their making, by global id.
  private var links: [UInt32: (output: UInt32, input: UInt32, order: UInt64)] = [:]
  private var linkCount: UInt64 = 0
  /// The `default` metadata objects; the session manager owns them.
  private var sessionManagers: Set<UInt32> = []

  /// Whether a session manager is there, without which nobody links streams.
  var hasSessionManager: Bool { !sessionManagers.isEmpty }

  mutating func addSink(_ id: UInt32, _ sink: Sink) { sinks[id] = sink }

  mutating func setProfileDevice(_ index: Int?, of id: UInt32) { sinks[id]?.profileDevice = index }

  mutating func addDevice(_ id: UInt32, _ device: SoundDevice) { devices[id] = Device(description: device) }

  /// A card says more of itself: `nil` where it is not a known one.
  mutating func describe(_ id: UInt32, bus: String, formFactor: String) -> SoundDevice? {
    devices[id]?.description.bus = bus
    devices[id]?.description.formFactor = formFactor
    return devices[id]?.description
  }

  /// One of a card's outputs, and which of its sinks plays to it now. Says nothing where that was known.
  mutating func setRoute(_ route: Route, activeOf profileDevice: Int?, of id: UInt32) -> Device? {
    guard let old = devices[id]?.routes else { return nil }
    devices[id]?.routes.routes[route.index] = route
    if let profileDevice { devices[id]?.routes.active[profileDevice] = route.index }
    return devices[id].flatMap { $0.routes == old ? nil : $0 }
  }

  mutating func addLink(_ id: UInt32, output: UInt32, input: UInt32) {
    linkCount += 1
    links[id] = (output, input, linkCount)
  }

  mutating func addMetadata(_ id: UInt32, name: String) {
    if name == "default" { sessionManagers.insert(id) }
  }

  mutating func remove(_ id: UInt32) {
    sinks[id] = nil
    devices[id] = nil
    links[id] = nil
    sessionManagers.remove(id)
  }

  /// Whether `node` is linked to anything.
  func isLinked(_ node: UInt32) -> Bool { links.values.contains { $0.output == node } }

  /// The name of the sink that `node` plays into.
  func sink(of node: UInt32) -> String? { linkedSink(of: node)?.name }

  /// Where the sound of `node` goes, as far as it is known; while a stream is moved, the newest link counts.
  func endpoint(of node: UInt32) -> Endpoint? {
    guard let sink = linkedSink(of: node) else { return nil }
    let device = sink.device.flatMap { devices[$0] }
    return Endpoint(
      sink: sink.serial, sinkName: sink.name, sinkLabel: sink.label, device: device?.description,
      isHardware: sink.device != nil, profileDevice: sink.profileDevice,
      route: device?.routes.active(of: sink.profileDevice))
  }

  private func linkedSink(of node: UInt32) -> Sink? {
    links.values.filter { $0.output == node && sinks[$0.input] != nil }.max { $0.order < $1.order }
      .flatMap { sinks[$0.input] }
  }
}

/// What happens in the graph, told from within the server's message.
enum GraphEvent {
  /// Something about the links of this node, or about what it is linked to, is known now.
  case linked(output: UInt32)
  /// A sink has more to say; who is linked to it may want to know.
  case sinkDescribed
  case described(SoundDevice)
  case routes(of: UInt64, RouteList)
  case sinkRemoved(UInt64)
  case deviceRemoved(UInt64)
  /// Somebody chose a default sink, or a target for this node.
  case moved(node: UInt32?)
  /// The server or the session manager has gone.
  case serverLost
}
