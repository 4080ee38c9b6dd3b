import Playback
import Vocabulary

/// The sinks, cards, links and session managers that the server reports. A value without any reference to the library.
struct Graph {
  /// A node that sound can go to.
  struct Sink {
    var serial: UInt64
    var name: String
    var label: String
    /// The global id of its card.
    var device: UInt32?
    /// `card.profile.device`; known once the node has answered.
    var profileDevice: Int?
    /// The linear volumes of the channels; empty until the node has reported them.
    var channels: [Float] = []
    /// That of the loudest channel; `nil` until the node has reported it.
    var volume: CubicLevel? { channels.max().map { CubicLevel(linear: $0) } }
    var isMuted = false
    /// The sink that PipeWire's PulseAudio server makes for programs when there is no other (module-always-sink). Its
    /// sound goes nowhere.
    var isDummy: Bool { device == nil && name == "auto_null" }

    /// The linear volumes of the channels for a volume of the sink, with the present balance.
    func channels(at volume: CubicLevel) -> [Float] {
      let (loudest, linear) = (channels.max() ?? 0, Float(Amplitude(of: volume).factor))
      return channels.map { $0 == loudest ? linear : $0 / loudest * linear }
    }
  }

  /// A sound card.
  struct Device {
    var description: SoundDevice
    var routes = RouteList()
  }

  /// The sinks by global id.
  private(set) var sinks: [UInt32: Sink] = [:]
  /// The cards by global id.
  private(set) var devices: [UInt32: Device] = [:]
  var wiring = Wiring()
  /// The name of the default sink for new streams.
  var defaultSink: String?
  /// The `default` metadata objects; the session manager owns them.
  private var sessionManagers: Set<UInt32> = []

  /// True if there is a session manager. Without one, streams are not linked.
  var hasSessionManager: Bool { !sessionManagers.isEmpty }

  /// True if there is a sink that can be heard.
  var hasSink: Bool { sinks.values.contains { !$0.isDummy } }

  mutating func addSink(_ id: UInt32, _ sink: Sink) { sinks[id] = sink }

  mutating func setProfileDevice(_ index: Int?, of id: UInt32) { sinks[id]?.profileDevice = index }

  /// Enters the loudness of a sink, as far as it is reported. Returns true if it changed.
  mutating func setLevel(channels: [Float], isMuted: Bool?, of id: UInt32) -> Bool {
    guard let old = sinks[id] else { return false }
    if !channels.isEmpty { sinks[id]?.channels = channels }
    if let isMuted { sinks[id]?.isMuted = isMuted }
    return sinks[id]?.channels != old.channels || sinks[id]?.isMuted != old.isMuted
  }

  mutating func addDevice(_ id: UInt32, _ device: SoundDevice) { devices[id] = Device(description: device) }

  /// Adds facts about a card; `nil` if the card is unknown.
  mutating func describe(_ id: UInt32, bus: String, formFactor: String) -> SoundDevice? {
    devices[id]?.description.bus = bus
    devices[id]?.description.formFactor = formFactor
    return devices[id]?.description
  }

  /// Enters one of a card's outputs and the sink that plays to it now. Returns `nil` if that was known.
  mutating func setRoute(_ route: Route, activeOf profileDevice: Int?, of id: UInt32) -> Device? {
    guard let old = devices[id]?.routes else { return nil }
    devices[id]?.routes.routes[route.index] = route
    if let profileDevice { devices[id]?.routes.active[profileDevice] = route.index }
    return devices[id].flatMap { $0.routes == old ? nil : $0 }
  }

  mutating func addMetadata(_ id: UInt32, name: String) {
    if name == "default" { sessionManagers.insert(id) }
  }

  mutating func remove(_ id: UInt32) {
    sinks[id] = nil
    devices[id] = nil
    wiring.remove(id)
    if sessionManagers.remove(id) != nil { defaultSink = nil }
  }
}

/// The origin of sound whose route is asked for.
enum SoundOrigin {
  /// A stream's node, by global id.
  case stream(UInt32)
  /// A stream that does not exist: it would go to the default sink.
  case newStream
}

// The routes of sound.
extension Graph {
  /// The name of the sink that `node` plays into.
  func sink(of node: UInt32) -> String? { entrance(of: .stream(node)).flatMap { sinks[$0]?.name } }

  /// The endpoint at which the sound is heard, as far as it is known. While a stream is moved, the newest link counts.
  ///
  /// A sink without a card may pass its sound on to a card, which is then the endpoint. Among several, one that other
  /// people can hear is chosen. `nil` while such a sink leads nowhere, but could.
  func endpoint(of origin: SoundOrigin) -> Endpoint? {
    guard let entrance = entrance(of: origin), let sink = sinks[entrance] else { return nil }
    guard sink.device == nil else { return endpoint(sink, via: []) }
    let reached = wiring.reach(of: entrance).compactMap { sinks[$0] }
    let via = [sink.serial] + reached.filter { $0.device == nil }.map(\.serial)
    let ends = reached.filter { $0.device != nil }.map { endpoint($0, via: via) }
    if let end = ends.first(where: { !$0.isPrivate }) ?? ends.first { return end }
    return wiring.mayPassOn(entrance) ? nil : endpoint(sink, via: [])
  }

  /// The volume of the sink that the sound goes to, times that of the loudest sink to which this one passes it on.
  func level(of origin: SoundOrigin) -> (volume: CubicLevel, isMuted: Bool)? {
    guard let entrance = entrance(of: origin), let sink = sinks[entrance], let volume = sink.volume else { return nil }
    let behind = wiring.reach(of: entrance).compactMap { sinks[$0] }.filter { $0.volume != nil }
    let heard = behind.filter { !$0.isMuted }.compactMap(\.volume).max()
    if let heard { return (volume * heard, sink.isMuted) }
    return (volume, sink.isMuted || !behind.isEmpty)
  }

  /// True if the sound passes through `node`.
  func isOnTheWay(_ node: UInt32, from origin: SoundOrigin) -> Bool {
    switch origin {
    case .stream(let stream): stream == node || wiring.reach(of: stream).contains(node)
    case .newStream: entrance(of: origin).map { $0 == node || wiring.reach(of: $0).contains(node) } ?? false
    }
  }

  /// The sink that the stream itself is linked to, by global id.
  func entrance(of origin: SoundOrigin) -> UInt32? {
    switch origin {
    case .stream(let node): wiring.inputs(of: node).first { sinks[$0] != nil }
    case .newStream: sinks.first { $0.value.name == defaultSink }?.key
    }
  }

  private func endpoint(_ sink: Sink, via: [UInt64]) -> Endpoint {
    let device = sink.device.flatMap { devices[$0] }
    return Endpoint(
      sink: sink.serial, sinkName: sink.name, sinkLabel: sink.label, device: device?.description,
      isHardware: sink.device != nil, profileDevice: sink.profileDevice,
      route: device?.routes.active(of: sink.profileDevice), via: via)
  }
}
