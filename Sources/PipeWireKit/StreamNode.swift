import CPipeWire
import EventLoop

/// One stream of a program, as the server describes it.
@Core
final class StreamNode {
  private let direction: OtherStream.Direction
  private let onChange: @Core () -> Void
  private var proxy: OpaquePointer?
  private let hook: UnsafeMutablePointer<spa_hook>
  private var stream: OtherStream?
  private var isRunning = false

  /// The stream, while sound goes through it.
  var running: OtherStream? { isRunning ? stream : nil }

  /// - Parameter onChange: called within the library's callbacks.
  init?(_ id: UInt32, _ direction: OtherStream.Direction, registry: OpaquePointer, onChange: @escaping @Core () -> Void)
  {
    let type = aloud_pw_type_node
    guard let proxy = aloud_pw_registry_bind(registry, id, type, UInt32(PW_VERSION_NODE)) else { return nil }
    self.proxy = proxy
    self.direction = direction
    self.onChange = onChange
    hook = .allocate(capacity: 1)
    hook.initialize(to: spa_hook())
    aloud_pw_node_add_listener(proxy, hook, StreamNodeEvents.node, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    close()
    hook.deallocate()
  }

  /// Ends it; must happen before the connection ends.
  func close() {
    guard let proxy else { return }
    self.proxy = nil
    spa_hook_remove(hook)
    pw_proxy_destroy(proxy)
  }

  fileprivate func tell(isRunning: Bool, _ properties: UnsafePointer<spa_dict>?) {
    self.isRunning = isRunning
    if let properties { describe(properties) }
    onChange()
  }

  private func describe(_ properties: UnsafePointer<spa_dict>) {
    func value(_ key: String) -> String { spa_dict_lookup(properties, key).map { String(cString: $0) } ?? "" }
    stream = OtherStream(
      direction: direction, client: UInt32(value(PW_KEY_CLIENT_ID)), role: value(PW_KEY_MEDIA_ROLE),
      application: value(PW_KEY_APP_NAME), applicationID: value(PW_KEY_APP_ID),
      binary: value(PW_KEY_APP_PROCESS_BINARY),
      isMonitor: value(PW_KEY_STREAM_CAPTURE_SINK) == "true" || value(PW_KEY_STREAM_MONITOR) == "true")
  }
}

/// The library's table of callbacks; made once and never changed.
@Core
private enum StreamNodeEvents {
  static let node: UnsafeMutablePointer<pw_node_events> = {
    let events = UnsafeMutablePointer<pw_node_events>.allocate(capacity: 1)
    events.initialize(to: pw_node_events())
    events.pointee.version = UInt32(PW_VERSION_NODE_EVENTS)
    events.pointee.info = { context, info in
      guard let context, let info = info?.pointee else { return }
      let node = Unmanaged<StreamNode>.fromOpaque(context).takeUnretainedValue()
      let isRunning = info.state == PW_NODE_STATE_RUNNING
      let isDescribed = info.change_mask & UInt64(PW_NODE_CHANGE_MASK_PROPS) != 0
      // This is the core loop already.
      nonisolated(unsafe) let properties = isDescribed ? UnsafePointer(info.props) : nil
      Core.assumeIsolated { node.tell(isRunning: isRunning, properties) }
    }
    return events
  }()
}
