extension InterfaceDescription {
  /// `org.freedesktop.DBus.Peer`, which every path of a connection has.
  public static let peer = InterfaceDescription(
    "org.freedesktop.DBus.Peer",
    methods: [
      MethodDescription("Ping"),
      MethodDescription("GetMachineId", out: [ArgumentDescription("machine_uuid", "s")]),
    ])

  /// `org.freedesktop.DBus.Introspectable`, which objects and the nodes above them have.
  public static let introspectable = InterfaceDescription(
    "org.freedesktop.DBus.Introspectable",
    methods: [MethodDescription("Introspect", out: [ArgumentDescription("xml_data", "s")])])

  /// `org.freedesktop.DBus.Properties`, which objects have.
  public static let properties = InterfaceDescription(
    "org.freedesktop.DBus.Properties",
    methods: [
      MethodDescription(
        "Get", in: [ArgumentDescription("interface_name", "s"), ArgumentDescription("property_name", "s")],
        out: [ArgumentDescription("value", "v")]),
      MethodDescription(
        "Set",
        in: [
          ArgumentDescription("interface_name", "s"), ArgumentDescription("property_name", "s"),
          ArgumentDescription("value", "v"),
        ]),
      MethodDescription(
        "GetAll", in: [ArgumentDescription("interface_name", "s")], out: [ArgumentDescription("props", "a{sv}")]),
    ],
    signals: [
      SignalDescription(
        "PropertiesChanged",
        [
          ArgumentDescription("interface_name", "s"), ArgumentDescription("changed_properties", "a{sv}"),
          ArgumentDescription("invalidated_properties", "as"),
        ])
    ])
}
