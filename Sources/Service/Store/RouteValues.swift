import Playback

/// The last private route as state words: the part that stays the same whenever it is plugged in.
enum RouteValues {
  static func words(of endpoint: Endpoint?) -> [String: SQLValue] {
    [
      "route.sink": SQLValue(endpoint?.sinkName), "route.sink-label": SQLValue(endpoint?.sinkLabel),
      "route.device": SQLValue(endpoint?.device?.name), "route.device-label": SQLValue(endpoint?.device?.label),
      "route.bus": SQLValue(endpoint?.device?.bus), "route.form": SQLValue(endpoint?.device?.formFactor),
      "route.port": SQLValue(endpoint?.route?.name), "route.port-label": SQLValue(endpoint?.route?.label),
      "route.port-type": SQLValue(endpoint?.route?.portType),
    ]
  }

  /// `nil` if it was not private or is unknown.
  static func endpoint(_ words: [String: SQLValue]) -> Endpoint? {
    func text(_ name: String) -> String? { words["route.\(name)"]?.asText }
    guard let sink = text("sink") else { return nil }
    let device = text("device").map {
      SoundDevice(
        serial: 0, name: $0, label: text("device-label") ?? "", bus: text("bus") ?? "", formFactor: text("form") ?? "")
    }
    let route = text("port").map {
      Route(
        index: 0, name: $0, label: text("port-label") ?? "", portType: text("port-type") ?? "", availability: .unknown)
    }
    return Endpoint(
      sink: 0, sinkName: sink, sinkLabel: text("sink-label") ?? "", device: device, isHardware: true,
      profileDevice: nil, route: route)
  }
}
