import CPipeWire
import EventLoop

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
  var isSettling: Bool { barriers > 0 }
  /// The server's version; empty while there is none, or it has not told.
  var serverVersion: String { server?.version ?? "" }
  /// The graph's quantum and rate while nobody asks for others.
  var defaultQuantum: (frames: Int, rate: Int)? { server?.defaultQuantum }
  /// The library's object, for streams; nil while there is no server.
  var core: OpaquePointer? { server?.handle }

  private let scheduler: any Scheduler
  private let pipeWire: PipeWireLoop
  private let onChange: @Core () -> Void
  private let onLost: @Core () -> Void
  private let onEvent: (@Core (GraphEvent) -> Void)?
  private var server: ServerCore?
  private var watch: GraphWatch?
  private var socketWatch: ServerSocketWatch?
  private var retry: TimerToken?
  private var failures = 0
  /// Questions whether all has been said that are not answered yet.
  private var barriers = 0
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
    pipeWire.onIterated = { [weak self] in self?.iterated() }
    socketWatch = ServerSocketWatch(scheduler: scheduler) { [weak self] in
      guard let self, server == nil else { return }
      failures = 0
      connect()
    }
    connect()
  }

  isolated deinit { close() }

  /// Ends the connection, the context and its data thread. Streams on it must be closed before.
  func close() {
    isClosed = true
    scheduler.cancel(&retry)
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
    scheduler.cancel(&retry)
    guard let server = ServerCore(context: pipeWire.context, onBroken: { [weak self] in self?.broken() }) else {
      if status != .missing {
        status = .missing
        noteChange()
      }
      return scheduleRetry()
    }
    self.server = server
    watch = GraphWatch(core: server.handle, onEvent: onEvent) { [weak self] sinkHasGone in
      if sinkHasGone { self?.raiseBarrier() }
      self?.noteChange()
    }
    raiseBarrier()
  }

  private func disconnect() {
    watch?.close()
    server?.close()
    watch = nil
    server = nil
    barriers = 0
  }

  /// 5 ms, doubled up to 2 s: the socket's appearance is watched besides, but listening comes after appearing.
  private func scheduleRetry() {
    let delay = Duration.milliseconds(min(2000, 5 << min(failures, 9)))
    failures += 1
    if let retry { scheduler.cancel(retry) }
    retry = scheduler.schedule(after: delay) { [weak self] in
      guard let self else { return }
      retry = nil
      if server == nil { connect() }
    }
  }

  // MARK: Questions

  /// Asks the server to answer after everything that it has to say now.
  private func raiseBarrier() {
    barriers += 1
    server?.sync { [weak self] in
      guard let self else { return }
      barriers -= 1
      if barriers == 0 { settled() }
    }
  }

  private func settled() {
    failures = 0
    if status != .ready { awaitAnswers { [weak self] in self?.watch?.listen() } }
    status = .ready
    noteChange()
  }

  /// Asks all cards for their routes; `then` is called when everything that this leads to has been said.
  func askForRoutes(then: @escaping @Core () -> Void) {
    watch?.askForRoutes()
    awaitAnswers(then)
  }

  private func awaitAnswers(_ then: @escaping @Core () -> Void) {
    guard let watch else { return }
    let questions = watch.questions
    sync { [weak self] in
      // An answer may have led to another question.
      if self?.watch?.questions == questions { then() } else { self?.awaitAnswers(then) }
    }
  }

  /// Calls `then` when the server has said all that it has to say now; never, when the connection ends before.
  func sync(then: @escaping @Core () -> Void) { server?.sync(then: then) }

  /// Within a round of callbacks.
  private func broken() {
    isLost = true
    onEvent?(.serverLost)
    noteChange()
  }
}
