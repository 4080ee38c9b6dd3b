import CPipeWire
import EventLoop
import Vocabulary

/// One client's connection to the server. It reconnects by itself as long as it exists.
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
  /// The known objects of the server.
  var graph: Graph { watch?.graph ?? Graph() }
  /// True while objects have just gone and others may follow for the same reason.
  var isSettling: Bool { barriers > 0 }
  /// The server's version; empty while there is none, or before it is reported.
  var serverVersion: String { server?.version ?? "" }
  /// The graph's quantum and rate when no program requests others.
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
  private var delays = RetryDelay(.milliseconds(5) ... .seconds(2))
  /// The time at which the present connection was complete.
  private var begin: Instant?
  /// Open questions to the server, each answered after all earlier messages.
  private var barriers = 0
  private var isLost = false
  private var isClosed = false
  /// See ``afterRound(_:)``.
  private var afterwards: [@Core () -> Void] = []
  private var changePending = false

  /// - Parameters:
  ///   - properties: the client's properties that mixers show.
  ///   - onChange: `status`, `graph` or `isSettling` has changed.
  ///   - onLost: the connection is about to be taken down; streams on it must be destroyed now.
  ///   - onEvent: called for events in the graph, within the library's callbacks. Without it, cards are not asked for
  ///     anything.
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
      delays.reset()
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

  /// Calls `onChange` soon, after all callbacks of this round.
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

  /// Calls `body` after this round of the library's callbacks, when the library has written its messages to the server;
  /// at once if there is no round.
  func afterRound(_ body: @escaping @Core () -> Void) {
    guard pipeWire.isIterating else { return body() }
    afterwards.append(body)
  }

  /// Talks with the server before the present turn is over; see ``PipeWireLoop/converse(within:until:)``.
  func converse(within patience: Duration, until isDone: @Core () -> Bool) {
    pipeWire.converse(within: patience, until: isDone)
  }

  /// Writes to the server what was asked of it, before the present turn is over.
  func writeNow() { pipeWire.writeNow() }

  private func iterated() {
    let bodies = afterwards
    afterwards = []
    for body in bodies { body() }
    if isLost, !isClosed {
      isLost = false
      onLost()
      disconnect()
      // A server that ends soon after each connection, perhaps because of it, is not started again and again.
      if let begin { delays.ended(after: begin.duration(to: scheduler.now)) }
      begin = nil
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

  /// 5 ms, doubled up to 2 s. The appearance of the socket is watched as well, but the server listens only after that.
  private func scheduleRetry() {
    scheduler.cancel(&retry)
    retry = scheduler.schedule(after: delays.next()) { [weak self] in
      guard let self else { return }
      retry = nil
      if server == nil { connect() }
    }
  }

  /// Sets the volume of a sink; see ``GraphWatch/setVolume(_:ofSink:)``.
  func setVolume(_ volume: CubicLevel, ofSink serial: UInt64) { watch?.setVolume(volume, ofSink: serial) }

  // MARK: Questions

  /// Asks the server to answer after everything that it has to report now.
  private func raiseBarrier() {
    barriers += 1
    server?.sync { [weak self] in
      guard let self else { return }
      barriers -= 1
      if barriers == 0 { settled() }
    }
  }

  private func settled() {
    if begin == nil { begin = scheduler.now }
    if status != .ready { awaitAnswers { [weak self] in self?.watch?.listen() } }
    status = .ready
    noteChange()
  }

  /// Asks all cards for their routes. `then` is called after all answers, including those to questions that follow.
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

  /// Calls `then` after everything that the server has to report now; never, if the connection ends before.
  func sync(then: @escaping @Core () -> Void) { server?.sync(then: then) }

  /// Called within a round of callbacks.
  private func broken() {
    isLost = true
    onEvent?(.serverLost)
    noteChange()
  }
}
