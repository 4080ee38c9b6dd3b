import CPipeWire
import EventLoop

/// A proxy for one object of the server, with its listener.
@Core
final class BoundObject {
  /// A message of the object, within the callback.
  enum Message {
    /// For a device, a node or a client: those of its properties that were asked for; `nil` if they are unchanged.
    case properties([String: String]?, changedParameters: [UInt32])
    /// One value of a device's or a node's parameter.
    case parameter(UInt32, UnsafePointer<spa_pod>)
    /// For a node: true if sound goes through it.
    case running(Bool)
    /// A value of the metadata. Without a key, all values of the subject are removed.
    case metadata(subject: UInt32, key: String?, value: UnsafePointer<CChar>?)
  }

  private let kind: ObjectKind
  private var proxy: OpaquePointer?
  private let hook: UnsafeMutablePointer<spa_hook>
  private let keys: [String]
  /// The last flags of each parameter; one of them toggles at every change of its values.
  private var flags: [UInt32: UInt32] = [:]
  private let onMessage: @Core (Message) -> Void

  /// - Parameters:
  ///   - proxy: bound to an object of this kind; any kind but a link.
  ///   - keys: the properties to report.
  init(
    _ kind: ObjectKind, _ proxy: OpaquePointer, keys: [String], onMessage: @escaping @Core (Message) -> Void
  ) {
    self.kind = kind
    self.proxy = proxy
    self.keys = keys
    self.onMessage = onMessage
    hook = .allocate(capacity: 1)
    hook.initialize(to: spa_hook())
    let context = Unmanaged.passUnretained(self).toOpaque()
    switch kind {
    case .device: aloud_pw_device_add_listener(proxy, hook, BoundEvents.device, context)
    case .node: aloud_pw_node_add_listener(proxy, hook, BoundEvents.node, context)
    case .metadata: aloud_pw_metadata_add_listener(proxy, hook, BoundEvents.metadata, context)
    case .client: aloud_pw_client_add_listener(proxy, hook, BoundEvents.client, context)
    case .link: preconditionFailure("the list says all of a link")
    }
  }

  isolated deinit { close() }

  /// Ends it; to be called before the connection ends.
  func close() {
    guard let proxy else { return }
    self.proxy = nil
    spa_hook_remove(hook)
    pw_proxy_destroy(proxy)
    hook.deallocate()
  }

  /// Asks a device or a node for all values of a parameter. A subscription would not report changes of cards that a
  /// session manager owns.
  func ask(for parameter: UInt32) {
    guard let proxy else { return }
    switch kind {
    case .device: aloud_pw_device_enum_params(proxy, parameter)
    case .node: aloud_pw_node_enum_params(proxy, parameter)
    case .metadata, .link, .client: break
    }
  }

  /// Sets the linear volumes of a node's channels, or of a card's output.
  ///
  /// - Parameter output: of a card: the index of the route, and `card.profile.device`.
  func setVolumes(_ linear: [Float], ofOutput output: (route: Int32, device: Int32)? = nil) {
    guard let proxy else { return }
    if let output {
      aloud_pw_device_set_volumes(proxy, output.route, output.device, linear, UInt32(linear.count))
    } else {
      aloud_pw_node_set_volumes(proxy, linear, UInt32(linear.count))
    }
  }

  fileprivate func tell(
    _ properties: UnsafePointer<spa_dict>?, _ parameters: UnsafeMutablePointer<spa_param_info>?, _ count: UInt32
  ) {
    var changed: [UInt32] = []
    for index in 0..<Int(count) {
      guard let parameter = parameters?[index] else { continue }
      if flags.updateValue(parameter.flags, forKey: parameter.id) != parameter.flags { changed.append(parameter.id) }
    }
    let values = properties.map { dictionary in
      keys.reduce(into: [String: String]()) { values, key in
        values[key] = spa_dict_lookup(dictionary, key).map { String(cString: $0) }
      }
    }
    onMessage(.properties(values, changedParameters: changed))
  }

  fileprivate func tell(_ message: Message) { onMessage(message) }
}

/// The library's tables of callbacks; made once and never changed.
@Core
private enum BoundEvents {
  nonisolated static func object(_ context: UnsafeMutableRawPointer?) -> BoundObject {
    Unmanaged<BoundObject>.fromOpaque(context!).takeUnretainedValue()
  }

  static let device: UnsafeMutablePointer<pw_device_events> = {
    let events = UnsafeMutablePointer<pw_device_events>.allocate(capacity: 1)
    events.initialize(to: pw_device_events())
    events.pointee.version = UInt32(PW_VERSION_DEVICE_EVENTS)
    events.pointee.info = { context, info in
      guard let info = info?.pointee else { return }
      let object = object(context)
      let isParameters = info.change_mask & UInt64(PW_DEVICE_CHANGE_MASK_PARAMS) != 0
      let isProperties = info.change_mask & UInt64(PW_DEVICE_CHANGE_MASK_PROPS) != 0
      let count = isParameters ? info.n_params : 0
      // The callback runs on the core loop already.
      nonisolated(unsafe) let properties = isProperties ? UnsafePointer(info.props) : nil
      nonisolated(unsafe) let parameters = info.params
      Core.assumeIsolated { object.tell(properties, parameters, count) }
    }
    events.pointee.param = { context, _, id, _, _, value in
      guard let value else { return }
      let object = object(context)
      nonisolated(unsafe) let pod = value  // this is the core loop already
      Core.assumeIsolated { object.tell(.parameter(id, pod)) }
    }
    return events
  }()

  static let node: UnsafeMutablePointer<pw_node_events> = {
    let events = UnsafeMutablePointer<pw_node_events>.allocate(capacity: 1)
    events.initialize(to: pw_node_events())
    events.pointee.version = UInt32(PW_VERSION_NODE_EVENTS)
    events.pointee.info = { context, info in
      guard let info = info?.pointee else { return }
      let object = object(context)
      let isRunning = info.state == PW_NODE_STATE_RUNNING
      let isDescribed = info.change_mask & UInt64(PW_NODE_CHANGE_MASK_PROPS) != 0
      let isParameters = info.change_mask & UInt64(PW_NODE_CHANGE_MASK_PARAMS) != 0
      let count = isParameters ? info.n_params : 0
      // The callback runs on the core loop already.
      nonisolated(unsafe) let properties = isDescribed ? UnsafePointer(info.props) : nil
      nonisolated(unsafe) let parameters = info.params
      Core.assumeIsolated {
        if isDescribed || isParameters { object.tell(properties, parameters, count) }
        object.tell(.running(isRunning))
      }
    }
    events.pointee.param = { context, _, id, _, _, value in
      guard let value else { return }
      let object = object(context)
      nonisolated(unsafe) let pod = value  // this is the core loop already
      Core.assumeIsolated { object.tell(.parameter(id, pod)) }
    }
    return events
  }()

  static let client: UnsafeMutablePointer<pw_client_events> = {
    let events = UnsafeMutablePointer<pw_client_events>.allocate(capacity: 1)
    events.initialize(to: pw_client_events())
    events.pointee.version = UInt32(PW_VERSION_CLIENT_EVENTS)
    events.pointee.info = { context, info in
      guard let info = info?.pointee, info.change_mask & UInt64(PW_CLIENT_CHANGE_MASK_PROPS) != 0 else { return }
      let object = object(context)
      nonisolated(unsafe) let properties = UnsafePointer(info.props)  // this is the core loop already
      Core.assumeIsolated { object.tell(properties, nil, 0) }
    }
    return events
  }()

  static let metadata: UnsafeMutablePointer<pw_metadata_events> = {
    let events = UnsafeMutablePointer<pw_metadata_events>.allocate(capacity: 1)
    events.initialize(to: pw_metadata_events())
    events.pointee.version = UInt32(PW_VERSION_METADATA_EVENTS)
    events.pointee.property = { context, subject, key, _, value in
      let object = object(context)
      let key = key.map { String(cString: $0) }
      nonisolated(unsafe) let text = value  // this is the core loop already
      Core.assumeIsolated { object.tell(.metadata(subject: subject, key: key, value: text)) }
      return 0
    }
    return events
  }()
}
