/// Where sound goes: a sink, the card behind it and the route that leads out of the card.
public struct Endpoint: Equatable, Sendable {
  /// The sink's serial: unlike ids, serials are never used again.
  public var sink: UInt64
  /// The sink's name, the same each time.
  public var sinkName: String
  /// The sink's name for people.
  public var sinkLabel: String
  /// The card; `nil` where there is none, or none that we may see.
  public var device: SoundDevice?
  /// Whether the sink says that it belongs to a card, seen or not.
  public var isHardware: Bool
  /// Which of the card's outputs the sink is (`card.profile.device`).
  public var profileDevice: Int?
  /// What the card's output is connected to now.
  public var route: Route?
  /// The sinks without a card, by serial, through which the sound comes here: those of effects and loopbacks.
  public var via: [UInt64]

  /// An endpoint, as far as it is known.
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
  /// Ports that say nothing about who hears them.
  private static let vaguePorts: Set<String> = ["", "unknown", "analog", "aux", "usb", "bluetooth"]
  private static let privateForms: Set<String> = [
    "headphone", "headphones", "headset", "handset", "hands-free", "earpiece", "hearing-aid",
  ]
  private static let vagueForms: Set<String> = ["", "unknown"]

  /// Whether only its wearer hears it, by port type, form factor and bus; never by a label.
  ///
  /// What cannot be told is private where it can be pulled out (USB) or is worn as a rule (Bluetooth), since a pause
  /// that was not needed harms less than a text that a whole room hears.
  public var isPrivate: Bool {
    guard let device else { return isHardware }
    if device.bus == "bluetooth" { return true }
    let port = route?.portType ?? ""
    if Self.privatePorts.contains(port) { return true }
    guard Self.vaguePorts.contains(port) else { return false }
    if Self.privateForms.contains(device.formFactor) { return true }
    return device.bus == "usb" && Self.vagueForms.contains(device.formFactor)
  }

  /// What people call it: the thing that is unplugged.
  public var name: String {
    let candidates =
      device?.isDetachable == true
      ? [device?.label, sinkLabel, sinkName] : [route?.label, sinkLabel, device?.label, sinkName]
    return candidates.compactMap { $0 }.first { !$0.isEmpty } ?? ""
  }

  /// Whether it is the same thing, even if it has been away meanwhile and has other serials.
  public func isSame(as other: Endpoint) -> Bool {
    guard let device, let others = other.device else {
      return (device == nil) == (other.device == nil) && sinkName == other.sinkName
    }
    guard device.name == others.name else { return false }
    // All that is behind a cable or radio link of its own comes and goes as one, whatever its profile.
    return device.isDetachable || route?.name == other.route?.name
  }

  /// The part of it that is the same in another session of the sound server: no serials, no availability.
  public var lasting: Endpoint {
    var lasting = self
    (lasting.sink, lasting.via, lasting.profileDevice) = (0, [], nil)
    lasting.device?.serial = 0
    lasting.route?.index = 0
    lasting.route?.availability = .unknown
    return lasting
  }

  /// Whether the sound no longer gets here when that sink goes.
  func depends(on sink: UInt64) -> Bool { self.sink == sink || via.contains(sink) }

  /// The same endpoint with what its card says of its routes now.
  func updated(with list: RouteList) -> Endpoint {
    var copy = self
    copy.route = list.active(of: profileDevice) ?? route
    return copy
  }
}
