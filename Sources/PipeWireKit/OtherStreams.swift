import CPipeWire
import EventLoop

/// The running streams of all programs, this one's among them, seen through a registry of its own on the connection.
///
/// It exists only while somebody wants to know: each start of a program is a message otherwise.
@Core
final class OtherStreams {
  private let core: OpaquePointer
  private let scheduler: any Scheduler
  private let onChange: @Core ([OtherStream]) -> Void
  private var registry: OpaquePointer?
  private let coreHook: UnsafeMutablePointer<spa_hook>
  private let registryHook: UnsafeMutablePointer<spa_hook>
  private var nodes: [UInt32: StreamNode] = [:]
  /// The server has answered when the list is there, and again when each of the list has described itself.
  private var barrier: CInt = -1
  private var barriersLeft = 2
  private var isTelling = false
  private var told: [OtherStream]?

  /// - Parameters:
  ///   - core: of a connection that outlives this.
  ///   - onChange: called in turns of its own, first when everything is known.
  init(core: OpaquePointer, scheduler: any Scheduler, onChange: @escaping @Core ([OtherStream]) -> Void) {
    self.core = core
    self.scheduler = scheduler
    self.onChange = onChange
    coreHook = .allocate(capacity: 1)
    registryHook = .allocate(capacity: 1)
    coreHook.initialize(to: spa_hook())
    registryHook.initialize(to: spa_hook())
    aloud_pw_core_add_listener(core, coreHook, OtherStreamsEvents.core, context)
    registry = pw_core_get_registry(core, UInt32(PW_VERSION_REGISTRY), 0)
    if let registry { aloud_pw_registry_add_listener(registry, registryHook, OtherStreamsEvents.registry, context) }
    raiseBarrier()
  }

  isolated deinit {
    close()
    coreHook.deallocate()
    registryHook.deallocate()
  }

  /// Ends it; must happen before the connection ends.
  func close() {
    guard let registry else { return }
    self.registry = nil
    for node in nodes.values { node.close() }
    nodes = [:]
    spa_hook_remove(registryHook)
    pw_proxy_destroy(registry)
    spa_hook_remove(coreHook)
  }

  private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private func raiseBarrier() { barrier = aloud_pw_core_sync(core, UInt32(PW_ID_CORE), 0) }

  private func noteChange() {
    guard barriersLeft == 0, !isTelling else { return }
    isTelling = true
    scheduler.schedule(at: scheduler.now) { [weak self] in
      guard let self else { return }
      isTelling = false
      guard registry != nil else { return }
      let running = nodes.keys.sorted().compactMap { nodes[$0]?.running }
      guard running != told else { return }
      told = running
      onChange(running)
    }
  }

  // MARK: Within callbacks

  fileprivate func done(_ sequence: CInt) {
    guard sequence == barrier, barriersLeft > 0 else { return }
    barriersLeft -= 1
    if barriersLeft > 0 { raiseBarrier() } else { noteChange() }
  }

  fileprivate func added(_ id: UInt32, mediaClass: String) {
    guard let registry else { return }
    let direction: OtherStream.Direction
    switch mediaClass {
    case "Stream/Output/Audio": direction = .output
    case "Stream/Input/Audio": direction = .input
    default: return
    }
    nodes[id] = StreamNode(id, direction, registry: registry) { [weak self] in self?.noteChange() }
  }

  fileprivate func removed(_ id: UInt32) {
    guard let node = nodes.removeValue(forKey: id) else { return }
    node.close()
    noteChange()
  }

  fileprivate nonisolated static func from(_ context: UnsafeMutableRawPointer?) -> OtherStreams {
    Unmanaged<OtherStreams>.fromOpaque(context!).takeUnretainedValue()
  }
}

/// The library's tables of callbacks; made once and never changed.
@Core
private enum OtherStreamsEvents {
  static let core: UnsafeMutablePointer<pw_core_events> = {
    let events = UnsafeMutablePointer<pw_core_events>.allocate(capacity: 1)
    events.initialize(to: pw_core_events())
    events.pointee.version = UInt32(PW_VERSION_CORE_EVENTS)
    events.pointee.done = { context, id, sequence in
      guard id == UInt32(PW_ID_CORE) else { return }
      let streams = OtherStreams.from(context)
      Core.assumeIsolated { streams.done(sequence) }
    }
    return events
  }()

  static let registry: UnsafeMutablePointer<pw_registry_events> = {
    let events = UnsafeMutablePointer<pw_registry_events>.allocate(capacity: 1)
    events.initialize(to: pw_registry_events())
    events.pointee.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
    events.pointee.global = { context, id, _, type, _, properties in
      guard let type, String(cString: type) == String(cString: aloud_pw_type_node), let properties,
        let mediaClass = spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS)
      else { return }
      let streams = OtherStreams.from(context)
      let text = String(cString: mediaClass)
      Core.assumeIsolated { streams.added(id, mediaClass: text) }
    }
    events.pointee.global_remove = { context, id in
      let streams = OtherStreams.from(context)
      Core.assumeIsolated { streams.removed(id) }
    }
    return events
  }()
}
