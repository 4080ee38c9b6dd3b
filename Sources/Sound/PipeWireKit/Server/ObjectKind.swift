import CPipeWire

/// The kinds of server objects that are used here.
enum ObjectKind {
  case node, device, link, metadata, client

  /// - Parameter type: the type in the registry; `nil` for other kinds.
  init?(type: UnsafePointer<CChar>) {
    switch String(cString: type) {
    case Self.nodeType: self = .node
    case Self.deviceType: self = .device
    case Self.linkType: self = .link
    case Self.metadataType: self = .metadata
    case Self.clientType: self = .client
    default: return nil
    }
  }

  /// The library's name of the kind, and the supported version of its methods.
  var type: (name: UnsafePointer<CChar>?, version: UInt32) {
    switch self {
    case .node: (aloud_pw_type_node, UInt32(PW_VERSION_NODE))
    case .device: (aloud_pw_type_device, UInt32(PW_VERSION_DEVICE))
    case .link: (aloud_pw_type_link, UInt32(PW_VERSION_LINK))
    case .metadata: (aloud_pw_type_metadata, UInt32(PW_VERSION_METADATA))
    case .client: (aloud_pw_type_client, UInt32(PW_VERSION_CLIENT))
    }
  }

  private static let nodeType = String(cString: aloud_pw_type_node)
  private static let deviceType = String(cString: aloud_pw_type_device)
  private static let linkType = String(cString: aloud_pw_type_link)
  private static let metadataType = String(cString: aloud_pw_type_metadata)
  private static let clientType = String(cString: aloud_pw_type_client)
}
