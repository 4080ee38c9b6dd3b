import CPipeWire
public import EventLoop
import Glibc
public import Playback
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
  let voice: UnsafeMutablePointer<RenderVoice>
  let wakeDescriptor: CInt
  private var wakeSource: EventSource?
  var connection: Connection?
  var stream: NodeStream?

  /// The order that stands.
  var currentOrder = Order(serial: 0, sound: false)
  /// The last order of silence that was reported as obeyed.
  var reportedSilence: UInt32 = 0
  var silenceDeadline: TimerToken?
  /// No sink is left: nothing sounds again before it is ordered again.
  var isSuppressed = false
  /// Sinks may be missing until then without being called missing: a server comes back piece by piece.
  var graceEnd: TimerToken?
  /// A stream could not be made; until then it is not tried again.
  var streamRetry: TimerToken?
  var streamFailures = 0
  /// Looks after a stream that should be linked.
  let linkWatch: LinkWatch

  let routes: RouteKeeper
  var mediaName: String
  var quantum: Int
  var privateQuantum: Int
  var knownVolume: Double?
  /// Whether the stream has been given the volume that the last one had.
  var volumeIsRestored = false
  var isMuted = false
  /// The loudness of the stream, as it was told last; nothing is known while there is no stream.
  public internal(set) var loudness = Loudness()
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
    linkWatch = LinkWatch(scheduler: scheduler)
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
    linkWatch.isNeeded = { [weak self] in self?.lacksLink == true }
    linkWatch.onUnlinked = { [weak self] in
      self?.dropStream()
      self?.update()
    }
  }

  isolated deinit {
    wakeSource?.cancel()
    stream?.close()  // the data thread leaves the voice before it goes
    others?.close()
    connection?.close()
    Glibc.close(wakeDescriptor)
    voice.deinitialize(count: 1)
    voice.deallocate()
    for timer in [silenceDeadline, graceEnd, streamRetry] { if let timer { scheduler.cancel(timer) } }
  }

  // MARK: Opening

  /// Connects to PipeWire and makes the stream, inactive. Tries again until ``close()`` when there is no server.
  ///
  /// Does nothing when open.
  public func open() {
    guard connection == nil || state == .closed else { return }
    if connection == nil, !connect() { return }
    enter(.connecting)
    // One that only watched knows all that there is to know.
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

  /// Takes stream, connection and data thread down. What is in the ring, its indices and the last order stay.
  public func close() {
    guard connection != nil || state != .closed else { return }
    dropStream()
    dropOthers()
    connection?.close()
    connection = nil
    routes.handle(.closed)
    settleClosed()
  }

  /// Takes only the stream down, and goes on watching for the return of the route that was lost last: silence that is
  /// to end with it may last. Nothing wakes up for that but the server's news of cards.
  public func closeStream() {
    guard connection != nil, state != .closed else { return }
    dropStream()
    settleClosed()
    // From now on what counts is where a new stream would go.
    if let graph = connection?.graph { routes.linked(graph.endpoint(of: .newStream)) }
  }

  private func settleClosed() {
    isSuppressed = false
    endStreamRetry()
    endGrace()
    linkWatch.succeed()
    enter(.closed)
    settleLoudness()
    settleSilence()
  }

  func enter(_ new: State) {
    guard new != state else { return }
    state = new
    deliver(.state(new))
  }

  func deliver(_ notice: Notice) {
    scheduler.schedule(at: scheduler.now) { [weak self] in self?.notices(notice) }
  }
}
