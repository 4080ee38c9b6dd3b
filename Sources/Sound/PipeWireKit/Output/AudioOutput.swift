public import EventLoop
public import Playback

/// Plays the samples in its ring through PipeWire, and reconnects by itself when the server has gone away.
///
/// Events arrive as a ``SoundEvent`` in a later turn. The loss of a private route is the exception: it is reported, and
/// silence kept, before the server's next message is read, so that nothing can sound elsewhere. Orders are levels
/// (``order(sound:)``). An order of silence takes effect within a cycle and a ramp; then the stream becomes inactive by
/// itself. The ring and its indices survive the end of streams, connections and ``close()``.
@Core
public final class AudioOutput {
  /// The state of the output as its clients see it.
  public private(set) var state = State.closed
  /// The loudness of the stream that was reported last; unknown while there is no stream.
  public private(set) var loudness = Loudness()
  /// Called whenever the levels of sinks may have changed, also by the end of the connection.
  public var onSinks: (@Core () -> Void)?

  /// The properties that never change.
  public let configuration: Configuration
  let rendering: RenderControl
  let stream: OutputStream
  let orders: OrderKeeper
  let routes: RouteKeeper
  let programs: OtherPrograms
  private(set) var connection: Connection?
  private let reports: SoundReports
  private let scheduler: any Scheduler
  /// Missing sinks are not reported before this timer fires: the objects of a returning server appear one by one.
  private var graceEnd: TimerToken?
  /// True from a change of the sample rate until it has been told.
  private var isSampleRateUntold = false

  /// - Parameters:
  ///   - configuration: fixed for the life of the output.
  ///   - events: called in turns of its own, never from within a call to the output. ``SoundEvent/held(_:)`` and
  ///     ``SoundEvent/routeLost(_:)`` come directly after a round of PipeWire's callbacks.
  public init(configuration: Configuration, scheduler: any Scheduler, events: @escaping @Core (SoundEvent) -> Void) {
    self.configuration = configuration
    self.scheduler = scheduler
    reports = SoundReports(scheduler: scheduler, events: events)
    rendering = RenderControl(configuration, reports: reports)
    stream = OutputStream(configuration, rendering: rendering, reports: reports, scheduler: scheduler)
    orders = OrderKeeper(rendering: rendering, stream: stream, reports: reports, scheduler: scheduler)
    routes = RouteKeeper(scheduler: scheduler)
    programs = OtherPrograms(scheduler: scheduler)
    stream.onRetry = { [weak self] in self?.update() }
    stream.onUnlinked = { [weak self] in
      self?.dropStream()
      self?.update()
    }
    followRoutes()
  }

  isolated deinit {
    // All of these belong to the connection, and the data thread leaves its memory before that goes.
    stream.drop()
    programs.close()
    connection?.close()
    if let graceEnd { scheduler.cancel(graceEnd) }
  }

  // MARK: Opening

  /// Connects to PipeWire and makes the stream, inactive. Without a server it tries again until ``close()``.
  ///
  /// Does nothing when open.
  public func open() {
    guard connection == nil || state == .closed else { return }
    if connection == nil, !connect() { return }
    enter(.connecting)
    // A connection that only watched has the whole graph already.
    connection?.noteChange()
  }

  private func connect() -> Bool {
    do throws(PipeWireError) {
      connection = try Connection(
        properties: configuration.clientProperties, scheduler: scheduler,
        onChange: { [weak self] in self?.update() }, onLost: { [weak self] in self?.lost() },
        onEvent: { [weak self] in self?.happened($0) })
      return true
    } catch {
      enter(.failed(error))
      return false
    }
  }

  /// Takes down the stream, the connection and the data thread. The contents of the ring, its indices and the last
  /// order stay.
  public func close() {
    guard connection != nil || state != .closed else { return }
    dropStream()
    programs.connectionEnds()
    connection?.close()
    connection = nil
    routes.handle(.closed)
    settleClosed()
    onSinks?()
  }

  /// Takes down only the stream, and keeps watching for the return of the route that was lost last, since the silence
  /// may last until then. Only the server's messages about cards cause wake-ups.
  public func closeStream() {
    guard connection != nil, state != .closed else { return }
    dropStream()
    settleClosed()
    // From now on the route of a new stream counts.
    if let graph = connection?.graph { routes.linked(graph.endpoint(of: .newStream)) }
  }

  private func settleClosed() {
    orders.endSuppression()
    stream.endRetry()
    endGrace()
    stream.excuseLink()
    enter(.closed)
    settleLoudness()
    orders.settleSilence()
  }

  private func enter(_ new: State) {
    guard new != state else { return }
    state = new
    reports.tellLater(.state(new.soundState))
  }

  // MARK: The server and the stream on it

  /// One pass over everything known; idempotent.
  private func update() {
    guard let connection else { return }
    defer { onSinks?() }
    programs.keep(on: connection)
    guard state != .closed else { return watchRoutes(connection) }
    switch ServerOffer(connection.status, connection.graph, isSettling: connection.isSettling) {
    case .unknown: return
    case .lacking(let server):
      dropStream()
      stream.excuseLink()
      enter(.serverMissing(server))
      beginGrace()
    case .noSink(let isCertain):
      dropStream()
      // While a server returns, sinks come last.
      guard isCertain, graceEnd == nil else { return }
      stream.excuseLink()
      orders.suppress()
      routes.handle(.serverReturned)
      routes.tell(.noSink)
      enter(.noSink)
    case .sinks:
      routes.handle(.serverReturned)
      endGrace()
      keepStream(connection)
    }
    orders.settleSilence()
    settleLoudness()
  }

  /// Watches the routes after ``closeStream()``.
  private func watchRoutes(_ connection: Connection) {
    guard connection.status == .ready, connection.graph.hasSessionManager, !connection.isSettling else { return }
    routes.handle(.serverReturned)
  }

  private func keepStream(_ connection: Connection) {
    if !stream.exists, let core = connection.core {
      guard !stream.isWaitingToRetry, adoptSampleRate(of: connection) else { return }
      do throws(PipeWireError) {
        try stream.make(core, on: connection, isPrivate: routes.isPrivate)
      } catch {
        return enter(.failed(error))
      }
      orders.activate()
    }
    stream.restoreVolume()
    stream.checkLink()
    enter(stream.isGivenUp ? .unlinked : .ready(sink: stream.node.flatMap { connection.graph.sink(of: $0) }))
  }

  /// Takes over the rate of the graph, while there is no stream.
  ///
  /// - Returns: false if a stream has to wait: the owner of the ring is told first that the frames in it have another
  ///   rate.
  private func adoptSampleRate(of connection: Connection) -> Bool {
    guard configuration.sampleRate == nil else { return true }
    let rate = connection.defaultQuantum.map { StreamRate.rate(ofGraph: $0.rate) } ?? sampleRate
    guard rate != sampleRate else { return !isSampleRateUntold }
    rendering.setSampleRate(rate)
    isSampleRateUntold = true
    reports.tellLater(.formatChanged)
    scheduler.schedule(at: scheduler.now) { [weak self] in
      self?.isSampleRateUntold = false
      self?.update()
    }
    return false
  }

  private func lost() {
    stream.endRetry()
    dropStream()
    programs.connectionEnds()
  }

  private func dropStream() {
    orders.streamEnds()
    stream.drop()
  }

  /// Reports the loudness of the stream if it has changed. Without a stream it is unknown.
  private func settleLoudness() {
    var now = Loudness()
    if stream.exists, let graph = connection?.graph {
      now = graph.loudness(ofStream: stream.node, isStreamMuted: stream.isMuted)
    }
    guard now != loudness else { return }
    loudness = now
    reports.tellLater(.loudness(now))
  }

  private func beginGrace() {
    if let graceEnd { scheduler.cancel(graceEnd) }
    graceEnd = scheduler.schedule(after: .seconds(3)) { [weak self] in
      self?.graceEnd = nil
      self?.update()
    }
  }

  private func endGrace() {
    scheduler.cancel(&graceEnd)
  }

  // MARK: Routes

  private func followRoutes() {
    routes.onHold = { [weak self] isHeld in self?.decided(.held(isHeld), silences: isHeld) }
    routes.onLost = { [weak self] in self?.decided(.routeLost($0), silences: true) }
    routes.onReturned = { [weak self] in self?.decided(.routeReturned($0), silences: false) }
    routes.onChanged = { [weak self] in self?.decided(.routeChanged($0), silences: false) }
    routes.onPrivacy = { [weak self] isPrivate in
      self?.stream.requestLatency(isPrivate: isPrivate)
      if !isPrivate { self?.setStandby(false) }
    }
    routes.inquire = { [weak self] in self?.connection?.askForRoutes(then: $0) }
  }

  private func decided(_ event: SoundEvent, silences: Bool) {
    orders.decided(event, silences: silences, on: connection)
  }

  /// Called within the library's callbacks.
  private func happened(_ event: GraphEvent) {
    guard let graph = connection?.graph else { return }
    routes.take(event, in: graph, from: origin)
  }

  /// The origin whose route is watched: the stream, or after ``closeStream()`` the stream that would be made.
  private var origin: SoundOrigin? {
    guard state != .closed else { return .newStream }
    return stream.node.map { .stream($0) }
  }
}
