/// The reason for a change of the route.
public enum RouteReason: String, CaseIterable, Sendable {
  /// Something was plugged in.
  case newDevice = "new-device"
  /// Something was unplugged.
  case deviceLost = "device-lost"
  /// Another sink or port was chosen.
  case userMoved = "user-moved"
  /// The card has another profile, as headsets do for a call.
  case profileChange = "profile-change"
  /// The machine was asleep.
  case wake
  /// There is no sink to play to.
  case noRoute = "no-route"
  /// The same device, with another format or codec.
  case formatChange = "format-change"
  case unknown
}
