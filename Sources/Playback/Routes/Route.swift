/// A way out of a sound card, in PipeWire's words a Route and in the mixer's a port: speakers, headphones, HDMI.
public struct Route: Equatable, Sendable {
  /// Whether something is plugged in there.
  public enum Availability: Equatable, Sendable {
    /// The card cannot tell, as with speakers that are built in.
    case unknown
    /// Nothing is plugged in.
    case no
    case yes
  }

  /// Of the route among those of its card.
  public var index: Int
  /// The same in every language: `analog-output-headphones`.
  public var name: String
  /// For people, in their language.
  public var label: String
  /// `speaker`, `headphones`, `hdmi`…; empty where the card does not say.
  public var portType: String
  /// Whether something is plugged in there.
  public var availability: Availability

  /// A route as its card describes it.
  public init(index: Int, name: String, label: String, portType: String, availability: Availability) {
    self.index = index
    self.name = name
    self.label = label
    self.portType = portType
    self.availability = availability
  }
}

/// The outputs of one card, as far as they are known.
public struct RouteList: Equatable, Sendable {
  /// Every output, by index.
  public var routes: [Int: Route]
  /// The index of the output that is in use, by `card.profile.device`: a card has one for each of its sinks.
  public var active: [Int: Int]

  /// A list; an empty one knows nothing.
  public init(routes: [Int: Route] = [:], active: [Int: Int] = [:]) {
    self.routes = routes
    self.active = active
  }

  /// The output that the sink with this `card.profile.device` plays to.
  public func active(of profileDevice: Int?) -> Route? { profileDevice.flatMap { active[$0] }.flatMap { routes[$0] } }
}

/// A sound card, a headset, a monitor: what PipeWire calls a Device.
public struct SoundDevice: Equatable, Sendable {
  /// Unlike ids, serials are never used again.
  public var serial: UInt64
  /// The same each time it is plugged in: `bluez_card.AA_BB_CC_DD_EE_FF`.
  public var name: String
  /// For people.
  public var label: String
  /// `pci`, `usb`, `bluetooth`…; empty where unknown.
  public var bus: String
  /// `headset`, `internal`…; empty where unknown.
  public var formFactor: String

  /// A device as the server describes it.
  public init(serial: UInt64, name: String, label: String, bus: String, formFactor: String) {
    self.serial = serial
    self.name = name
    self.label = label
    self.bus = bus
    self.formFactor = formFactor
  }

  /// Whether it goes as a whole, device and all, when it is unplugged.
  var isDetachable: Bool { bus == "usb" || bus == "bluetooth" }
}
