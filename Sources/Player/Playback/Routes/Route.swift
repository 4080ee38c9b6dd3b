/// An output of a sound card (PipeWire: Route, mixers: port), such as speakers, headphones, HDMI.
public struct Route: Equatable, Sendable {
  /// The state of the plug.
  public enum Availability: Equatable, Sendable {
    /// The card cannot detect it, as with built-in speakers.
    case unknown
    /// Nothing is plugged in.
    case no
    case yes
  }

  /// The index among the routes of its card.
  public var index: Int
  /// The name, which is the same in every language: `analog-output-headphones`.
  public var name: String
  /// The label for people, in their language.
  public var label: String
  /// `speaker`, `headphones`, `hdmi`…; empty if the card does not declare it.
  public var portType: String
  /// The state of the plug.
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
  /// The index of the active output for each `card.profile.device`, that is, for each sink of the card.
  public var active: [Int: Int]

  /// A list; an empty one means that nothing is known.
  public init(routes: [Int: Route] = [:], active: [Int: Int] = [:]) {
    self.routes = routes
    self.active = active
  }

  /// The output that the sink with this `card.profile.device` plays to.
  public func active(of profileDevice: Int?) -> Route? { profileDevice.flatMap { active[$0] }.flatMap { routes[$0] } }
}

/// A sound card, a headset, a monitor: PipeWire's Device.
public struct SoundDevice: Equatable, Sendable {
  /// The serial. Unlike ids, serials are never reused.
  public var serial: UInt64
  /// The name, the same each time it is plugged in: `bluez_card.AA_BB_CC_DD_EE_FF`.
  public var name: String
  /// The label for people.
  public var label: String
  /// `pci`, `usb`, `bluetooth`…; empty if unknown.
  public var bus: String
  /// `headset`, `internal`…; empty if unknown.
  public var formFactor: String

  /// A device as the server describes it.
  public init(serial: UInt64, name: String, label: String, bus: String, formFactor: String) {
    self.serial = serial
    self.name = name
    self.label = label
    self.bus = bus
    self.formFactor = formFactor
  }

  /// True if the whole device goes when it is unplugged.
  var isDetachable: Bool { bus == "usb" || bus == "bluetooth" }
}
