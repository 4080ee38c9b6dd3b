import CPipeWire
import EventLoop
import Playback

/// Maintains the graph of one connection: the objects of the registry, and the answers of cards, sinks and the session
/// manager's metadata.
///
/// Object ids are reused at once, so that serials identify objects to callers.
@Core
final class GraphWatch {
  private(set) var graph = Graph()
  /// The number of questions asked so far. While it grows, more answers will come.
  private(set) var questions = 0
  private var registry: Registry?
  private let onEvent: (@Core (GraphEvent) -> Void)?
  private let onChange: @Core (Bool) -> Void
  private(set) var bound: [UInt32: BoundObject] = [:]
  /// False at first, since metadata report old choices first.
  private var isListening = false

  /// - Parameters:
  ///   - core: of a connection that outlives this object.
  ///   - onEvent: called within the library's callbacks. Without it, no object is asked for more than the list
  ///     contains.
  ///   - onChange: the list of objects has changed; true if a sink has gone. Called within the library's callbacks.
  init(core: OpaquePointer, onEvent: (@Core (GraphEvent) -> Void)?, onChange: @escaping @Core (Bool) -> Void) {
    self.onEvent = onEvent
    self.onChange = onChange
    registry = Registry(
      core: core,
      onAdded: { [weak self] id, kind, value in
        guard let self, added(id, kind, value) else { return }
        onChange(false)
      }, onRemoved: { [weak self] in self?.removed($0) })
  }

  /// Ends all proxies; to be called before the connection ends.
  func close() {
    for object in bound.values { object.close() }
    bound = [:]
    registry?.close()
    registry = nil
  }

  /// From now on metadata are changes.
  func listen() { isListening = true }

  /// Asks all cards for their routes.
  func askForRoutes() {
    for id in graph.devices.keys { if let object = bound[id] { ask(object, [Self.route, Self.routes]) } }
  }

  /// - Returns: true if the object matters.
  private func added(_ id: UInt32, _ kind: ObjectKind, _ value: Registry.Value) -> Bool {
    switch kind {
    case .node: return addNode(id, value)
    case .device:
      guard value(PW_KEY_MEDIA_CLASS).hasPrefix("Audio/") else { return false }
      let device = SoundDevice(
        serial: serial(id, value), name: value(PW_KEY_DEVICE_NAME), label: value(PW_KEY_DEVICE_DESCRIPTION),
        bus: value(PW_KEY_DEVICE_API) == "bluez5" ? "bluetooth" : "", formFactor: "")
      graph.addDevice(id, device)
      bind(.device, id, [PW_KEY_DEVICE_BUS, PW_KEY_DEVICE_FORM_FACTOR, PW_KEY_DEVICE_API])
    case .link:
      guard let output = UInt32(value(PW_KEY_LINK_OUTPUT_NODE)), let input = UInt32(value(PW_KEY_LINK_INPUT_NODE))
      else { return false }
      graph.wiring.addLink(id, output: output, input: input)
      onEvent?(.linked(output: output))
      askForGroups()
    case .metadata:
      graph.addMetadata(id, name: value("metadata.name"))
      if value("metadata.name") == "default" { bind(.metadata, id, []) }
    case .client: return false
    }
    return true
  }

  private func addNode(_ id: UInt32, _ value: Registry.Value) -> Bool {
    let mediaClass = value(PW_KEY_MEDIA_CLASS)
    let isSink = mediaClass.hasPrefix("Audio/Sink") || mediaClass == "Audio/Duplex"
    let device = UInt32(value(PW_KEY_DEVICE_ID))
    if isSink {
      graph.addSink(
        id,
        Graph.Sink(
          serial: serial(id, value), name: value(PW_KEY_NODE_NAME), label: value(PW_KEY_NODE_DESCRIPTION),
          device: device))
    }
    if device == nil {
      graph.wiring.addNode(id, Wiring.Node(client: UInt32(value(PW_KEY_CLIENT_ID)), isSink: isSink))
      askForGroups()
    } else if isSink {
      // Only the node itself reports which of the card's outputs it is.
      bind(.node, id, ["card.profile.device"])
    }
    return isSink
  }

  private func removed(_ id: UInt32) {
    let (sink, device) = (graph.sinks[id]?.serial, graph.devices[id]?.description.serial)
    let hadSessionManager = graph.hasSessionManager
    graph.remove(id)
    bound.removeValue(forKey: id)?.close()
    if let sink { onEvent?(.sinkRemoved(sink)) }
    if let device { onEvent?(.deviceRemoved(device)) }
    if hadSessionManager, !graph.hasSessionManager { onEvent?(.serverLost) }
    onChange(sink != nil)
  }

  /// Servers before 0.3.4x have no serials; the ids are used instead.
  private func serial(_ id: UInt32, _ value: Registry.Value) -> UInt64 {
    UInt64(value("object.serial")) ?? UInt64(id)
  }

  private func bind(_ kind: ObjectKind, _ id: UInt32, _ keys: [String]) {
    guard onEvent != nil else { return }
    questions += 1
    bound[id] = registry?.bind(kind, id, keys: keys) { [weak self] in self?.take($0, from: id) }
  }

  /// The list does not show which nodes pass sound on.
  private func askForGroups() {
    for id in graph.wiring.unknown where bound[id] == nil { bind(.node, id, [PW_KEY_NODE_LINK_GROUP]) }
  }

  private func ask(_ object: BoundObject, _ parameters: [UInt32]) {
    questions += 1
    for parameter in parameters { object.ask(for: parameter) }
  }

  private func take(_ message: BoundObject.Message, from id: UInt32) {
    switch message {
    case .properties(let values, let changed):
      if let values { describe(id, values) }
      // The first report of a card describes its old state.
      if changed.contains(Self.routes), let device = graph.devices[id], !device.routes.routes.isEmpty {
        onEvent?(.routesChanged(of: device.description.serial))
      }
      // The active routes come first: their answer already contains the availability.
      let ofInterest =
        graph.devices[id] != nil ? [Self.route, Self.routes] : graph.sinks[id] != nil ? [Self.props] : []
      let wanted = ofInterest.filter { changed.contains($0) }
      if !wanted.isEmpty, let object = bound[id] { ask(object, wanted) }
    case .parameter(let parameter, let pod):
      switch parameter {
      case Self.route, Self.routes: learn(pod, isActive: parameter == Self.route, of: id)
      case Self.props: learnLevel(pod, of: id)
      default: break
      }
    case .running: break
    case .metadata(let subject, let key, let value): learn(key, value, of: subject)
    }
  }

  private func describe(_ id: UInt32, _ values: [String: String]) {
    if graph.wiring.nodes[id] != nil {
      graph.wiring.setGroup(values[PW_KEY_NODE_LINK_GROUP] ?? "", of: id)
      onEvent?(.sinkDescribed)
      return
    }
    if graph.sinks[id] != nil {
      graph.setProfileDevice(values["card.profile.device"].flatMap { Int($0) }, of: id)
      onEvent?(.sinkDescribed)
      return
    }
    let isBluetooth = values[PW_KEY_DEVICE_API] == "bluez5"
    let device = graph.describe(
      id, bus: isBluetooth ? "bluetooth" : values[PW_KEY_DEVICE_BUS] ?? "",
      formFactor: values[PW_KEY_DEVICE_FORM_FACTOR] ?? "")
    if let device { onEvent?(.described(device)) }
  }

  private func learn(_ key: String?, _ value: UnsafePointer<CChar>?, of subject: UInt32) {
    if subject == 0, key == nil || key == "default.audio.sink" {
      graph.defaultSink = value.flatMap { name(in: $0) }
      onEvent?(.defaultChanged)
    }
    guard isListening, let key else { return }
    if subject == 0, key == "default.configured.audio.sink" { onEvent?(.moved(node: nil)) }
    if key == "target.object" || key == "target.node" { onEvent?(.moved(node: subject)) }
  }

  /// Returns the name in `{"name":"…"}`.
  private func name(in json: UnsafePointer<CChar>) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      guard let base = buffer.baseAddress, aloud_parse_name(json, base, CInt(buffer.count)) else { return nil }
      return String(cString: base)
    }
  }

  private func learn(_ pod: UnsafePointer<spa_pod>, isActive: Bool, of id: UInt32) {
    var raw = aloud_route()
    guard aloud_parse_route(pod, &raw), raw.direction == SPA_DIRECTION_OUTPUT.rawValue else { return }
    let availability: Route.Availability =
      switch raw.availability {
      case SPA_PARAM_AVAILABILITY_no.rawValue: .no
      case SPA_PARAM_AVAILABILITY_yes.rawValue: .yes
      default: .unknown
      }
    let route = Route(
      index: Int(raw.index), name: String(cString: raw.name), label: String(cString: raw.description),
      portType: String(cString: raw.port_type), availability: availability)
    guard let device = graph.setRoute(route, activeOf: isActive ? Int(raw.device) : nil, of: id) else { return }
    onEvent?(.routes(of: device.description.serial, device.routes))
  }

  private func learnLevel(_ pod: UnsafePointer<spa_pod>, of id: UInt32) {
    var raw = aloud_props()
    let channels = withUnsafeTemporaryAllocation(of: Float.self, capacity: Int(aloud_most_channels)) {
      buffer -> [Float]? in
      guard let base = buffer.baseAddress, aloud_parse_props(pod, &raw, base) else { return nil }
      return Array(UnsafeBufferPointer(start: base, count: Int(raw.channels)))
    }
    guard let channels else { return }
    if graph.setLevel(channels: channels, isMuted: raw.muted < 0 ? nil : raw.muted != 0, of: id) { onChange(false) }
  }

  private static let props = SPA_PARAM_Props.rawValue
  private static let route = SPA_PARAM_Route.rawValue
  private static let routes = SPA_PARAM_EnumRoute.rawValue
}
