import Playback

/// Sound cards as the server describes them, and their events.
enum Cards {
  static func device(_ serial: UInt64, _ name: String, bus: String = "pci", form: String = "internal") -> SoundDevice {
    SoundDevice(serial: serial, name: name, label: name, bus: bus, formFactor: form)
  }

  static func route(_ index: Int, _ port: String, _ availability: Route.Availability = .yes) -> Route {
    Route(index: index, name: "port-\(index)", label: port, portType: port, availability: availability)
  }

  static func sink(_ serial: UInt64, of device: SoundDevice?, _ route: Route?) -> Endpoint {
    sink(serial, of: device, 0, route)
  }
  static func sink(_ serial: UInt64, of device: SoundDevice?, _ profileDevice: Int, _ route: Route?) -> Endpoint {
    Endpoint(
      sink: serial, sinkName: "\(device?.name ?? "null").\(profileDevice)", sinkLabel: "", device: device,
      isHardware: device != nil, profileDevice: device == nil ? nil : profileDevice, route: route)
  }

  static func list(_ routes: [Route], active: [Int: Int]) -> RouteList {
    RouteList(routes: Dictionary(uniqueKeysWithValues: routes.map { ($0.index, $0) }), active: active)
  }

  /// A laptop whose sink has the routes 0, speakers, and 1, headphones.
  static let laptop = device(10, "laptop")
  static func laptopSink(_ active: Int) -> Endpoint {
    sink(11, of: laptop, active == 1 ? route(1, "headphones") : route(0, "speaker", .unknown))
  }
  /// - Parameter headphones: true if they are plugged in.
  static func laptopRoutes(headphones: Bool, active: Int) -> RouteWatch.Event {
    .routes(
      of: 10,
      list(
        [
          route(0, "speaker", headphones ? .no : .unknown), route(1, "headphones", headphones ? .yes : .no),
          route(2, "hdmi", .no),
        ], active: [0: active]))
  }

  static let usb = device(20, "usb headset", bus: "usb", form: "headset")
  static let usbSink = sink(21, of: usb, route(0, "analog", .unknown))
  static let bluetooth = device(30, "bluetooth headset", bus: "bluetooth", form: "headset")
  static let musicSink = sink(31, of: bluetooth, 1, route(0, "headphones"))
  static let callSink = sink(32, of: bluetooth, 2, route(2, "headphones"))
  /// Loudspeakers of another card.
  static let speakers = device(40, "speakers")
  static let speakerSink = sink(41, of: speakers, route(0, "speaker", .unknown))
  static let monitor = device(50, "monitor", form: "")
  static let monitorSink = sink(51, of: monitor, route(0, "hdmi"))
  static let nullSink = sink(60, of: nil, nil)

  /// A card with UCM: the headphones' sink is replaced by the speakers'. Routes 1 and 2.
  static let ucm = device(70, "ucm laptop")
  static let ucmHeadphones = sink(71, of: ucm, 1, route(1, "headphones"))
  static let ucmSpeaker = sink(72, of: ucm, 2, route(2, "speaker", .unknown))
  static func ucmRoutes(headphones: Bool, active: [Int: Int]) -> RouteWatch.Event {
    .routes(
      of: 70,
      list(
        [route(0, "hdmi", .no), route(1, "headphones", headphones ? .yes : .no), route(2, "speaker", .unknown)],
        active: active))
  }
}

/// A watch with a stream that is to be heard, and a model of the driver: answers come when the test lets them.
struct RouteWatchStage {
  private(set) var watch = RouteWatch()
  private(set) var decisions: [RouteWatch.Decision] = []
  private(set) var timers: Set<RouteWatch.Timer> = []
  /// True if an answer of the server is due.
  private(set) var isInquiring = false
  private(set) var isHeld = false
  private(set) var lost: Endpoint?
  private(set) var losses = 0
  private(set) var returned: Endpoint?
  var isSilent: Bool { isHeld || lost != nil }

  init() {}

  init(at endpoint: Endpoint, isWanted: Bool = true) {
    send(.wanted(isWanted), .linked(endpoint))
  }

  /// Takes events, each answered before the next.
  mutating func send(_ events: RouteWatch.Event...) {
    for event in events { take(event) }
  }

  mutating func take(_ event: RouteWatch.Event) {
    if event == .wanted(true) { lost = nil }
    if event == .settled { isInquiring = false }
    if case .elapsed(let timer) = event { timers.remove(timer) }
    for decision in watch.handle(event) {
      decisions.append(decision)
      switch decision {
      case .hold: isHeld = true
      case .release: isHeld = false
      case .lost(let endpoint):
        (isHeld, lost) = (false, endpoint)
        losses += 1
      case .returned(let endpoint): returned = endpoint
      case .inquire: isInquiring = true
      case .start(let timer): timers.insert(timer)
      case .stop(let timer): timers.remove(timer)
      }
    }
  }
}
