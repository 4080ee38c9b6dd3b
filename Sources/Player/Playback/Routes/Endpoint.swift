/// The endpoint of the sound: a sink, its card, and the active route of the card.
public struct Endpoint: Equatable, Sendable {
  /// The sink's serial. Unlike ids, serials are never reused.
  public var sink: UInt64
  /// The sink's name, which is always the same.
  public var sinkName: String
  /// The sink's name for people.
  public var sinkLabel: String
  /// The card; `nil` if there is none, or none that is accessible.
  public var device: SoundDevice?
  /// True if the sink declares that it belongs to a card, accessible or not.
  public var isHardware: Bool
  /// The output of the card that the sink is (`card.profile.device`).
  public var profileDevice: Int?
  /// The current connection of the card's output.
  public var route: Route?
  /// The sinks without a card, by serial, through which the sound comes here, such as effects and loopbacks.
  public var via: [UInt64]

  /// An endpoint as far as it is known.
  public init(
    sink: UInt64, sinkName: String, sinkLabel: String, device: SoundDevice?, isHardware: Bool, profileDevice: Int?,
    route: Route?, via: [UInt64] = []
  ) {
    self.sink = sink
    self.sinkName = sinkName
    self.sinkLabel = sinkLabel
    self.device = device
    self.isHardware = isHardware
    self.profileDevice = profileDevice
    self.route = route
    self.via = via
  }

  private static let privatePorts: Set<String> = [
    "headphones", "headset", "handset", "handsfree", "earpiece", "hearing-aid",
  ]
  /// Ports that do not tell who can hear them.
  private static let vaguePorts: Set<String> = ["", "unknown", "analog", "aux", "usb", "bluetooth"]
  private static let privateForms: Set<String> = [
    "headphone", "headphones", "headset", "handset", "hands-free", "earpiece", "hearing-aid",
  ]
  private static let vagueForms: Set<String> = ["", "unknown"]

  /// True if the sound goes over Bluetooth.
  public var isBluetooth: Bool { device?.bus == "bluetooth" }

  /// True if only its wearer hears it, judging by port type, form factor and bus, never by a label.
  ///
  /// In doubt an endpoint is private if it can be unplugged (USB) or is usually worn (Bluetooth): an unneeded pause
  /// does less harm than a text that a whole room hears.
  public var isPrivate: Bool {
    guard let device else { return isHardware }
    if isBluetooth { return true }
    let port = route?.portType ?? ""
    if Self.privatePorts.contains(port) { return true }
    guard Self.vaguePorts.contains(port) else { return false }
    if Self.privateForms.contains(device.formFactor) { return true }
    return device.bus == "usb" && Self.vagueForms.contains(device.formFactor)
  }

  /// The name that people use for the thing that is unplugged.
  public var name: String {
    let candidates =
      device?.isDetachable == true
      ? [device?.label, sinkLabel, sinkName] : [route?.label, sinkLabel, device?.label, sinkName]
    return candidates.compactMap { $0 }.first { !$0.isEmpty } ?? ""
  }

  /// True for the same device, even if it was away meanwhile and has other serials.
  public func isSame(as other: Endpoint) -> Bool {
    guard let device, let others = other.device else {
      return (device == nil) == (other.device == nil) && sinkName == other.sinkName
    }
    guard device.name == others.name else { return false }
    // Everything on a cable or radio link of its own comes and goes as a unit, whatever its profile.
    return device.isDetachable || route?.name == other.route?.name
  }

  /// The part that stays the same in another session of the sound server: no serials, no availability.
  public var lasting: Endpoint {
    var lasting = self
    (lasting.sink, lasting.via, lasting.profileDevice) = (0, [], nil)
    lasting.device?.serial = 0
    lasting.route?.index = 0
    lasting.route?.availability = .unknown
    return lasting
  }

  /// True if the sound no longer arrives here when that sink goes.
  func depends(on sink: UInt64) -> Bool { self.sink == sink || via.contains(sink) }

  /// The same endpoint with the current routes of its card.
  func updated(with list: RouteList) -> Endpoint {
    var copy = self
    copy.route = list.active(of: profileDevice) ?? route
    return copy
  }
}
