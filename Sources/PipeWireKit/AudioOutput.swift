import CPipeWire
public import EventLoop
import Glibc
import Playback
import Realtime

/// Plays what is written into its ring through PipeWire, and connects again by itself when the server went away.
///
/// Whatever happens arrives as a ``Notice`` in a later turn, but for the loss of a private route: that is told, and
/// silence kept, before the next message of the server is read, so that nothing can sound elsewhere.
/// Orders are levels (``order(sound:)``); an order of silence is obeyed within a cycle and a ramp, then the stream goes
/// inactive by itself. Ring and indices outlive streams, connections and ``close()``.
@Core
public final class AudioOutput {
  /// Written by the owner of the output; see ``RingWriter``.
  public let ring: RingWriter
  /// What the output is, as far as anybody outside can use it.
  public private(set) var state = State.closed

  let configuration: Configuration
  let scheduler: any Scheduler
  let shared: SharedRender
  let notices: @Core (Notice) -> Void
  private let voice: UnsafeMutablePointer<RenderVoice>
  private let wakeDescriptor: CInt
  private var wakeSource: EventSource?
  var connection: Connection?
  var stream: NodeStream?

  private var current = Order(serial: 0, sound: false)
  /// The last order of silence that was reported as obeyed.
  private var reportedSilence: UInt32 = 0
  private var silenceDeadline: TimerToken?
  /// No sink is left: nothing sounds again before it is ordered again.
  private var isSuppressed = false
  /// Sinks may be missing until then without being called missing: a server comes back piece by piece.
  private var graceEnd: TimerToken?
  private var unlinkedTimer: TimerToken?
  private var rebuilds = 0

  let routes: RouteKeeper
  var mediaName: String
  var quantum: Int
  var privateQuantum: Int
  var knownVolume: Double?
  var heardMemory = HeardMemory()
  var others: OtherStreams?
  var isWatchingOthers = false
  /// See ``watchOthers(_:)``.
  public var onOthers: (@Core ([OtherStream]) -> Void)?

  /// - Parameters:
  ///   - configuration: fixed for the life of the output.
  ///   - notices: called in turns of their own, never from within a call to the output. ``Notice/held(_:)`` and
  ///     ``Notice/routeLost(_:)`` come from within PipeWire's callbacks.
  public init(configuration: Configuration, scheduler: any Scheduler, notices: @escaping @Core (Notice) -> Void) {
    self.configuration = configuration
    self.scheduler = scheduler
    self.notices = notices
    mediaName = configuration.applicationName
    quantum = configuration.quantum
    privateQuantum = configuration.privateQuantum
    routes = RouteKeeper(scheduler: scheduler)
    wakeDescriptor = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))
    precondition(wakeDescriptor >= 0, "no descriptor for the audio output: errno \(errno)")
    shared = SharedRender(capacity: configuration.ringFrames, channels: configuration.channels)
    ring = RingWriter(shared)
    voice = .allocate(capacity: 1)
    voice.initialize(
      to: RenderVoice(
        kernel: RenderKernel(shared: shared.pointer), stream: nil, sampleRate: Int64(configuration.sampleRate),
        channels: configuration.channels, wakeDescriptor: wakeDescriptor))
    wakeSource = Core.loop.watch(wakeDescriptor, for: .readable) { [weak self] _ in self?.takeHappenings() }
    followRoutes()
  }

  isolated deinit {
    wakeSource?.cancel()
    stream?.close()  // the data thread leaves the voice before it goes
    connection?.close()
    Glibc.close(wakeDescriptor)
    voice.deinitialize(count: 1)
    voice.deallocate()
    for timer in [silenceDeadline, graceEnd, unlinkedTimer] { if let timer { scheduler.cancel(timer) } }
  }

  // MARK: Opening

  /// Connects to PipeWire and makes the stream, inactive. Tries again until ``close()`` when there is no server.
  ///
  /// Does nothing when open.
  public func open() {
    guard connection == nil else { return }
    do throws(PipeWireError) {
      connection = try Connection(
        properties: configuration.clientProperties, scheduler: scheduler,
        onChange: { [weak self] in self?.update() }, onLost: { [weak self] in self?.lost() },
        onEvent: { [weak self] in self?.happened($0) })
    } catch {
      return enter(.failed(error))
    }
    enter(.connecting)
  }

  /// Takes stream, connection and data thread down. What is in the ring, its indices and the last order stay.
  public func close() {
    guard connection != nil || state != .closed else { return }
    dropStream()
    dropOthers()
    connection?.close()
    connection = nil
    routes.handle(.closed)
    isSuppressed = false
    endGrace()
    enter(.closed)
    settleSilence()
  }

  // MARK: Orders

  /// Orders sound or silence; opens the output for sound when it is closed.
  ///
  /// Sound that was ordered holds on through restarts of the server, but not through the state ``State/noSink``:
  /// then it must be ordered again once a sink is there.
  ///
  /// - Returns: the serial that ``Notice/obeyed(serial:sounding:at:)`` will name, unless a later order overtakes it.
  @discardableResult
  public func order(sound: Bool) -> UInt32 {
    current = current.next(sound: sound)
    shared.pointer.pointee.order = current
    if sound {
      routes.handle(.wanted(true))
      cancelSilenceDeadline()
      if state != .noSink { isSuppressed = false }
      open()
      activate()
    } else {
      silence()
    }
    return current.serial
  }

  /// The order that stands.
  var currentOrder: Order { current }

  private func activate() {
    guard let stream, current.sound, !isSuppressed else { return }
    if !stream.isActive {
      shared.pointer.pointee.prepareStart()
      stream.setActive(true)
    } else if isLinked {
      return
    }
    watchLink()
  }

  private func silence() {
    stopWatchingLink()
    guard let stream, stream.isActive, stream.state == .streaming else {
      // The data thread is not in `process`, and will not be: libpipewire reports `streaming` before it starts.
      self.stream?.setActive(false)
      return settleSilence()
    }
    cancelSilenceDeadline()
    silenceDeadline = scheduler.schedule(after: .milliseconds(200)) { [weak self] in
      // The graph stands still (a device that does not run), so nobody hears anything either.
      self?.silenceDeadline = nil
      self?.stream?.setActive(false)
      self?.settleSilence()
    }
  }

  /// Reports silence on behalf of a data thread that does not run, in the next turn.
  private func settleSilence() {
    let order = current
    guard !order.sound, reportedSilence != order.serial else { return }
    scheduler.schedule(at: scheduler.now) { [weak self] in
      guard let self, current == order, stream?.isActive != true else { return }
      reportSilence(order.serial, at: shared.pointer.pointee.ring.readIndex)
    }
  }

  /// Silence of which the data thread need not be told first: what it has handed over cannot be called back anyway.
  func silenceAtOnce() { stream?.setActive(false) }

  private func reportSilence(_ serial: UInt32, at frame: UInt64) {
    guard reportedSilence != serial else { return }
    reportedSilence = serial
    notices(.obeyed(serial: serial, sounding: false, at: frame))
  }

  private func cancelSilenceDeadline() {
    if let silenceDeadline { scheduler.cancel(silenceDeadline) }
    silenceDeadline = nil
  }

  // MARK: What the data thread says

  private func takeHappenings() {
    var count: UInt64 = 0
    _ = read(wakeDescriptor, &count, 8)
    let happenings = shared.pointer.pointee.takeHappenings()
    if happenings.contains(.obeyed) { obeyed(shared.pointer.pointee.acknowledgement) }
    if happenings.contains(.began) { notices(.began) }
    if happenings.contains(.reached) { notices(.reached(shared.pointer.pointee.reachedFrame)) }
    if happenings.contains(.underrun) { notices(.underrun(total: shared.pointer.pointee.underruns)) }
    if happenings.contains(.lowWater) { notices(.lowWater) }
  }

  private func obeyed(_ acknowledgement: Acknowledgement) {
    let order = acknowledgement.order
    guard !order.sound else {
      return notices(.obeyed(serial: order.serial, sounding: true, at: acknowledgement.frame))
    }
    if order == current {
      cancelSilenceDeadline()
      stream?.setActive(false)
    }
    reportSilence(order.serial, at: acknowledgement.frame)
  }

  func deliver(_ notice: Notice) {
    scheduler.schedule(at: scheduler.now) { [weak self] in self?.notices(notice) }
  }

  // MARK: What the server says

  /// One pass over everything known; idempotent.
  private func update() {
    guard let connection else { return }
    keepOthers(connection)
    switch connection.status {
    case .connecting: return
    case .missing:
      dropStream()
      enter(.serverMissing(.audioServer))
      beginGrace()
    case .ready where !connection.graph.hasSessionManager:
      dropStream()
      enter(.serverMissing(.sessionManager))
      beginGrace()
    case .ready where connection.graph.sinks.isEmpty:
      dropStream()
      // What goes with the sink in the same moment decides what is missing; while a server returns, sinks come last.
      guard !connection.isSettling, graceEnd == nil else { return }
      isSuppressed = true
      routes.handle(.serverReturned)
      routes.tell(.noSink)
      enter(.noSink)
    case .ready:
      routes.handle(.serverReturned)
      endGrace()
      keepStream(connection)
    }
    settleSilence()
  }

  private func keepStream(_ connection: Connection) {
    if stream == nil, let core = connection.core {
      do throws(PipeWireError) {
        let voice = voice
        stream = try NodeStream(
          core: core, properties: streamProperties, name: mediaName,
          format: .init(
            direction: SPA_DIRECTION_OUTPUT, rate: configuration.sampleRate, channels: configuration.channels),
          process: .init(events: RenderVoice.events, context: voice),
          bind: { voice.pointee.stream = $0 },
          onChange: { [weak self] in self?.connection?.noteChange() },
          onVolume: { [weak self] in self?.takeVolume($0) })
      } catch {
        return enter(.failed(error))
      }
      activate()
    }
    restoreVolume()
    if isLinked {
      stopWatchingLink()
      rebuilds = 0
    } else if stream?.isActive == true {
      watchLink()
    }
    enter(.ready(sink: stream?.node.flatMap { connection.graph.sink(of: $0) }))
  }

  private var isLinked: Bool {
    guard let node = stream?.node else { return false }
    return connection?.graph.isLinked(node) ?? false
  }

  private func lost() {
    dropStream()
    dropOthers()
  }

  private func dropStream() {
    stopWatchingLink()
    cancelSilenceDeadline()
    volumeIsRestored = false
    stream?.close()
    stream = nil
  }

  var volumeIsRestored = false

  private func enter(_ new: State) {
    guard new != state else { return }
    state = new
    scheduler.schedule(at: scheduler.now) { [weak self] in self?.notices(.state(new)) }
  }

  private func beginGrace() {
    if let graceEnd { scheduler.cancel(graceEnd) }
    graceEnd = scheduler.schedule(after: .seconds(3)) { [weak self] in
      self?.graceEnd = nil
      self?.update()
    }
  }

  private func endGrace() {
    if let graceEnd { scheduler.cancel(graceEnd) }
    graceEnd = nil
  }

  /// A session manager that was restarted never links streams that it finds: one that should play and stays unlinked
  /// is made anew, after 250 ms, then ever more rarely.
  private func watchLink() {
    guard unlinkedTimer == nil else { return }
    unlinkedTimer = scheduler.schedule(after: .milliseconds(250 << min(rebuilds, 4))) { [weak self] in
      guard let self else { return }
      unlinkedTimer = nil
      guard let stream, stream.isActive, !isLinked else { return }
      rebuilds += 1
      dropStream()
      update()
    }
  }

  private func stopWatchingLink() {
    if let unlinkedTimer { scheduler.cancel(unlinkedTimer) }
    unlinkedTimer = nil
  }
}
