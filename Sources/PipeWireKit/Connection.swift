import CPipeWire
import EventLoop
import Glibc

/// One client's connection to the server: connects again by itself for as long as it exists.
///
/// The `onChange` handler runs after the callbacks of one round, never within a call into the library.
@Core
final class Connection {
  enum Status: Equatable {
    /// Trying for the first time, or waiting for the first list of objects.
    case connecting
    /// No server; trying again.
    case missing
    /// The registry is complete.
    case ready
  }

  private(set) var status = Status.connecting
  /// What is known of the server's objects.
  var graph: Graph { watch?.graph ?? Graph() }
  /// Whether objects have gone in this moment and others of the same cause may follow.
  private(set) var isSettling = false
  private(set) var core: OpaquePointer?

  private let scheduler: any Scheduler
  private let pipeWire: PipeWireLoop
  private let onChange: @Core () -> Void
  private let onLost: @Core () -> Void
  private let onEvent: (@Core (GraphEvent) -> Void)?
  private var watch: GraphWatch?
  private var answers: [CInt: @Core () -> Void] = [:]
  private var registry: OpaquePointer?
  private let coreHook: UnsafeMutablePointer<spa_hook>
  private let registryHook: UnsafeMutablePointer<spa_hook>
  private var socketWatch: ServerSocketWatch?
  private var retry: TimerToken?
  private var failures = 0
  private var barrier: CInt = -1
  private var isLost = false
  private var isClosed = false
  private var changePending = false

  /// - Parameters:
  ///   - properties: of the client, as mixers show them.
  ///   - onChange: something of `status`, `graph` or `isSettling` is different now.
  ///   - onLost: the connection is about to be taken down; streams on it must be destroyed now.
  ///   - onEvent: something happened in the graph. Called within the library's callbacks. Without it cards are not
  ///     asked for anything.
  init(
    properties: [String: String], scheduler: any Scheduler, onChange: @escaping @Core () -> Void,
    onLost: @escaping @Core () -> Void, onEvent: (@Core (GraphEvent) -> Void)? = nil
  ) throws(PipeWireError) {
    self.scheduler = scheduler
    self.onChange = onChange
    self.onLost = onLost
    self.onEvent = onEvent
    pipeWire = try PipeWireLoop(properties: properties)
    coreHook = .allocate(capacity: 1)
    registryHook = .allocate(capacity: 1)
    pipeWire.onIterated = { [weak self] in self?.iterated() }
    socketWatch = ServerSocketWatch { [weak self] in
      guard let self, core == nil else { return }
      failures = 0
      connect()
    }
    connect()
  }

  isolated deinit {
    close()
    coreHook.deallocate()
    registryHook.deallocate()
  }

  /// Ends the connection, the context and its data thread. Streams on it must be closed before.
  func close() {
    isClosed = true
    if let retry { scheduler.cancel(retry) }
    retry = nil
    socketWatch?.close()
    socketWatch = nil
    disconnect()
    pipeWire.close()
  }

  /// Lets `onChange` run soon, after all callbacks of this round.
  func noteChange() {
    guard !changePending else { return }
    changePending = true
    guard !pipeWire.isIterating else { return }
    scheduler.schedule(at: scheduler.now) { [weak self] in self?.deliverChange() }
  }

  private func deliverChange() {
    guard changePending, !isClosed else { return }
    changePending = false
    onChange()
  }

  private func iterated() {
    if isLost, !isClosed {
      isLost = false
      onLost()
      disconnect()
      status = .missing
      changePending = true
      scheduleRetry()
    }
    deliverChange()
  }

  // MARK: Connecting

  private func connect() {
    if let retry { scheduler.cancel(retry) }
    retry = nil
    guard let core = pw_context_connect(pipeWire.context, nil, 0) else {
      if status != .missing {
        status = .missing
        noteChange()
      }
      return scheduleRetry()
    }
    self.core = core
    coreHook.initialize(to: spa_hook())
    aloud_pw_core_add_listener(core, coreHook, ConnectionEvents.core, context)
    registry = pw_core_get_registry(core, UInt32(PW_VERSION_REGISTRY), 0)
    registryHook.initialize(to: spa_hook())
    if let registry {
      watch = GraphWatch(registry: registry, onEvent: onEvent)
      aloud_pw_registry_add_listener(registry, registryHook, ConnectionEvents.registry, context)
    }
    raiseBarrier()
  }

  private func disconnect() {
    guard let core else { return }
    watch?.close()
    if let registry {
      spa_hook_remove(registryHook)
      pw_proxy_destroy(registry)
    }
    spa_hook_remove(coreHook)
    pw_core_disconnect(core)
    registry = nil
    self.core = nil
    watch = nil
    answers = [:]
    isSettling = false
  }

  /// 5 ms, doubled up to 2 s: the socket's appearance is watched besides, but listening comes after appearing.
  private func scheduleRetry() {
    let delay = Duration.milliseconds(min(2000, 5 << min(failures, 9)))
    failures += 1
    if let retry { scheduler.cancel(retry) }
    retry = scheduler.schedule(after: delay) { [weak self] in
      guard let self else { return }
      retry = nil
      if core == nil { connect() }
    }
  }

  /// Asks the server to answer after everything that it has to say now.
  private func raiseBarrier() {
    guard let core else { return }
    barrier = aloud_pw_core_sync(core, UInt32(PW_ID_CORE), 0)
    isSettling = true
  }

  /// Asks all cards for their routes; `then` is called when everything that this leads to has been said.
  func askForRoutes(then: @escaping @Core () -> Void) {
    watch?.askForRoutes()
    awaitAnswers(then)
  }

  private func awaitAnswers(_ then: @escaping @Core () -> Void) {
    guard let core, let watch else { return }
    let questions = watch.questions
    answers[aloud_pw_core_sync(core, UInt32(PW_ID_CORE), 0)] = { [weak self] in
      // An answer may have led to another question.
      if self?.watch?.questions == questions { then() } else { self?.awaitAnswers(then) }
    }
  }

  private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  // MARK: Events, within a round of callbacks

  fileprivate func done(_ sequence: CInt) {
    answers.removeValue(forKey: sequence)?()
    guard sequence == barrier else { return }
    isSettling = false
    failures = 0
    if status != .ready { awaitAnswers { [weak self] in self?.watch?.listen() } }
    status = .ready
    noteChange()
  }

  fileprivate func failed(_ result: CInt) {
    // Other errors concern single objects, as "no target node" does, and are not fatal.
    guard result == -EPIPE else { return }
    isLost = true
    onEvent?(.serverLost)
    noteChange()
  }

  fileprivate func added(_ id: UInt32, type: String, properties: UnsafePointer<spa_dict>?) {
    func value(_ key: String) -> String {
      guard let properties, let text = spa_dict_lookup(properties, key) else { return "" }
      return String(cString: text)
    }
    if watch?.added(id, type: type, value: value) == true { noteChange() }
  }

  fileprivate func removed(_ id: UInt32) {
    let sinks = graph.sinks.count
    watch?.removed(id)
    if graph.sinks.count < sinks { raiseBarrier() }
    noteChange()
  }
}

/// The library's tables of callbacks; made once and never changed.
@Core
private enum ConnectionEvents {
  static let core: UnsafeMutablePointer<pw_core_events> = {
    let events = UnsafeMutablePointer<pw_core_events>.allocate(capacity: 1)
    events.initialize(to: pw_core_events())
    events.pointee.version = UInt32(PW_VERSION_CORE_EVENTS)
    events.pointee.done = { context, id, sequence in
      guard id == UInt32(PW_ID_CORE) else { return }
      let connection = Connection.from(context)
      Core.assumeIsolated { connection.done(sequence) }
    }
    events.pointee.error = { context, id, _, result, _ in
      guard id == UInt32(PW_ID_CORE) else { return }
      let connection = Connection.from(context)
      Core.assumeIsolated { connection.failed(result) }
    }
    return events
  }()

  static let registry: UnsafeMutablePointer<pw_registry_events> = {
    let events = UnsafeMutablePointer<pw_registry_events>.allocate(capacity: 1)
    events.initialize(to: pw_registry_events())
    events.pointee.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
    events.pointee.global = { context, id, _, type, _, properties in
      guard let type else { return }
      let connection = Connection.from(context)
      let name = String(cString: type)
      nonisolated(unsafe) let values = properties  // this is the core loop already
      Core.assumeIsolated { connection.added(id, type: name, properties: values) }
    }
    events.pointee.global_remove = { context, id in
      let connection = Connection.from(context)
      Core.assumeIsolated { connection.removed(id) }
    }
    return events
  }()
}

extension Connection {
  fileprivate nonisolated static func from(_ context: UnsafeMutableRawPointer?) -> Connection {
    Unmanaged<Connection>.fromOpaque(context!).takeUnretainedValue()
  }
}
