import CPipeWire
import EventLoop
import Playback

/// Keeps the graph of one connection: what the registry lists, and what cards, sinks and the session manager's
/// metadata say when they are asked.
///
/// Ids of objects are used again at once, so whatever goes outside is named by serial.
@Core
final class GraphWatch {
  private(set) var graph = Graph()
  /// How many questions were asked so far; while the number grows, more answers are to come.
  private(set) var questions = 0
  private let registry: OpaquePointer
  private let onEvent: (@Core (GraphEvent) -> Void)?
  private var bound: [UInt32: BoundObject] = [:]
  /// Metadata tell first what was chosen long ago.
  private var isListening = false

  /// - Parameter onEvent: called within the library's callbacks; without it nobody is asked for more than the list.
  init(registry: OpaquePointer, onEvent: (@Core (GraphEvent) -> Void)?) {
    self.registry = registry
    self.onEvent = onEvent
  }

  /// Ends all proxies; must happen before the connection ends.
  func close() {
    for object in bound.values { object.close() }
    bound = [:]
  }

  /// From now on metadata are news.
  func listen() { isListening = true }

  /// Asks all cards for their routes.
  func askForRoutes() {
    for id in graph.devices.keys { if let object = bound[id] { ask(object, [Self.route, Self.routes]) } }
  }

  /// - Returns: whether it is anything that matters.
  func added(_ id: UInt32, type: String, value: (String) -> String) -> Bool {
    switch type {
    case Self.nodeType:
      let mediaClass = value(PW_KEY_MEDIA_CLASS)
      guard mediaClass.hasPrefix("Audio/Sink") || mediaClass == "Audio/Duplex" else { return false }
      let sink = Graph.Sink(
        serial: serial(id, value), name: value(PW_KEY_NODE_NAME), label: value(PW_KEY_NODE_DESCRIPTION),
        device: UInt32(value(PW_KEY_DEVICE_ID)))
      graph.addSink(id, sink)
      // Only the node itself says which of the card's outputs it is.
      if sink.device != nil { bind(.node, id, ["card.profile.device"]) }
    case Self.deviceType where value(PW_KEY_MEDIA_CLASS).hasPrefix("Audio/"):
      let device = SoundDevice(
        serial: serial(id, value), name: value(PW_KEY_DEVICE_NAME), label: value(PW_KEY_DEVICE_DESCRIPTION),
        bus: value(PW_KEY_DEVICE_API) == "bluez5" ? "bluetooth" : "", formFactor: "")
      graph.addDevice(id, device)
      bind(.device, id, [PW_KEY_DEVICE_BUS, PW_KEY_DEVICE_FORM_FACTOR, PW_KEY_DEVICE_API])
    case Self.linkType:
      guard let output = UInt32(value(PW_KEY_LINK_OUTPUT_NODE)), let input = UInt32(value(PW_KEY_LINK_INPUT_NODE))
      else { return false }
      graph.addLink(id, output: output, input: input)
      onEvent?(.linked(output: output))
    case Self.metadataType:
      graph.addMetadata(id, name: value("metadata.name"))
      if value("metadata.name") == "default" { bind(.metadata, id, []) }
    default: return false
    }
    return true
  }

  func removed(_ id: UInt32) {
    let (sink, device) = (graph.sinks[id]?.serial, graph.devices[id]?.description.serial)
    let hadSessionManager = graph.hasSessionManager
    graph.remove(id)
    bound.removeValue(forKey: id)?.close()
    if let sink { onEvent?(.sinkRemoved(sink)) }
    if let device { onEvent?(.deviceRemoved(device)) }
    if hadSessionManager, !graph.hasSessionManager { onEvent?(.serverLost) }
  }

  /// Servers before 0.3.4x know no serials; their ids have to do.
  private func serial(_ id: UInt32, _ value: (String) -> String) -> UInt64 {
    UInt64(value("object.serial")) ?? UInt64(id)
  }

  private func bind(_ kind: BoundObject.Kind, _ id: UInt32, _ keys: [String]) {
    guard onEvent != nil else { return }
    questions += 1
    bound[id] = BoundObject(kind, id, registry: registry, keys: keys) { [weak self] in self?.take($0, from: id) }
  }

  private func ask(_ object: BoundObject, _ parameters: [UInt32]) {
    questions += 1
    for parameter in parameters { object.ask(for: parameter) }
  }

  private func take(_ message: BoundObject.Message, from id: UInt32) {
    switch message {
    case .properties(let values, let changed):
      if let values { describe(id, values) }
      // The active routes first: one answer already carries their availability.
      let wanted = [Self.route, Self.routes].filter { changed.contains($0) }
      if !wanted.isEmpty, graph.devices[id] != nil, let object = bound[id] { ask(object, wanted) }
    case .parameter(let parameter, let pod):
      guard parameter == Self.route || parameter == Self.routes else { return }
      learn(pod, isActive: parameter == Self.route, of: id)
    case .metadata(let subject, let key):
      guard isListening, let key else { return }
      if subject == 0, key == "default.configured.audio.sink" { onEvent?(.moved(node: nil)) }
      if key == "target.object" || key == "target.node" { onEvent?(.moved(node: subject)) }
    }
  }

  private func describe(_ id: UInt32, _ values: [String: String]) {
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

  private static let route = SPA_PARAM_Route.rawValue
  private static let routes = SPA_PARAM_EnumRoute.rawValue
  private static let nodeType = String(cString: aloud_pw_type_node)
  private static let linkType = String(cString: aloud_pw_type_link)
  private static let metadataType = String(cString: aloud_pw_type_metadata)
  private static let deviceType = String(cString: aloud_pw_type_device)
}
