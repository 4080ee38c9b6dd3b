import CPipeWire
import EventLoop

/// The list of the server's objects: first the existing ones, then every change.
@Core
final class Registry {
  /// A property of the object that is being announced; empty if it has none of that name.
  typealias Value = (String) -> String

  private var proxy: OpaquePointer?
  private let hook: UnsafeMutablePointer<spa_hook>
  private let onAdded: @Core (UInt32, ObjectKind, Value) -> Void
  private let onRemoved: @Core (UInt32) -> Void

  /// - Parameters:
  ///   - core: of a connection that outlives this object.
  ///   - onAdded: an object of one of the kinds exists, by global id. Called within the library's callbacks.
  ///   - onRemoved: any object has gone. Called within the library's callbacks; its id may be reused at once.
  init?(
    core: OpaquePointer, onAdded: @escaping @Core (UInt32, ObjectKind, Value) -> Void,
    onRemoved: @escaping @Core (UInt32) -> Void
  ) {
    guard let proxy = pw_core_get_registry(core, UInt32(PW_VERSION_REGISTRY), 0) else { return nil }
    self.proxy = proxy
    self.onAdded = onAdded
    self.onRemoved = onRemoved
    hook = .allocate(capacity: 1)
    hook.initialize(to: spa_hook())
    aloud_pw_registry_add_listener(proxy, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    close()
    hook.deallocate()
  }

  /// Ends it; to be called before the connection ends.
  func close() {
    guard let proxy else { return }
    self.proxy = nil
    spa_hook_remove(hook)
    pw_proxy_destroy(proxy)
  }

  /// Asks an object for more than the list contains.
  ///
  /// - Parameter keys: the properties to report.
  func bind(
    _ kind: ObjectKind, _ id: UInt32, keys: [String], onMessage: @escaping @Core (BoundObject.Message) -> Void
  ) -> BoundObject? {
    let type = kind.type
    guard let proxy, let object = aloud_pw_registry_bind(proxy, id, type.name, type.version) else { return nil }
    return BoundObject(kind, object, keys: keys, onMessage: onMessage)
  }

  fileprivate func added(_ id: UInt32, _ kind: ObjectKind, _ properties: UnsafePointer<spa_dict>?) {
    onAdded(id, kind) { key in
      guard let properties, let text = spa_dict_lookup(properties, key) else { return "" }
      return String(cString: text)
    }
  }

  fileprivate func removed(_ id: UInt32) { onRemoved(id) }

  /// The library's table of callbacks; made once and never changed.
  private static let events: UnsafeMutablePointer<pw_registry_events> = {
    let events = UnsafeMutablePointer<pw_registry_events>.allocate(capacity: 1)
    events.initialize(to: pw_registry_events())
    events.pointee.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
    events.pointee.global = { context, id, _, type, _, properties in
      guard let context, let type, let kind = ObjectKind(type: type) else { return }
      let registry = Unmanaged<Registry>.fromOpaque(context).takeUnretainedValue()
      nonisolated(unsafe) let values = properties  // this is the core loop already
      Core.assumeIsolated { registry.added(id, kind, values) }
    }
    events.pointee.global_remove = { context, id in
      guard let context else { return }
      let registry = Unmanaged<Registry>.fromOpaque(context).takeUnretainedValue()
      Core.assumeIsolated { registry.removed(id) }
    }
    return events
  }()
}
