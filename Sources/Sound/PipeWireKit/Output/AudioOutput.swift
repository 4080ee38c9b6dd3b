import CPipeWire
public import EventLoop
import Glibc
public import Playback
import Realtime
import Vocabulary

/// Plays the samples in its ring through PipeWire, and reconnects by itself when the server has gone away.
///
/// Events arrive as a ``SoundEvent`` in a later turn. The loss of a private route is the exception: it is reported, and
/// silence kept, before the server's next message is read, so that nothing can sound elsewhere. Orders are levels
/// (``order(sound:)``). An order of silence takes effect within a cycle and a ramp; then the stream becomes inactive by
/// itself. The ring and its indices survive the end of streams, connections and ``close()``.
@Core
public final class AudioOutput {
  /// To be written by the owner of the output; see ``RingWriter``.
  public let ring: RingWriter
  /// The state of the output as its clients see it.
  public private(set) var state = State.closed

  /// The properties that never change.
  public let configuration: Configuration
  let scheduler: any Scheduler
  let shared: SharedRender
  let events: @Core (SoundEvent) -> Void
  let voice: UnsafeMutablePointer<RenderVoice>
  let wakeDescriptor: CInt
  private var wakeSource: EventSource?
  var connection: Connection?
  var stream: NodeStream?
  /// Frames per second in the ring. It changes only while there is no stream, with ``SoundEvent/formatChanged``.
  public internal(set) var sampleRate: Int
  /// True from a change of ``sampleRate`` until it has been told.
  var isSampleRateUntold = false

  /// The current order.
  var currentOrder = Order(serial: 0, sound: false)
  /// The last order of silence that was reported as obeyed.
  var reportedSilence: UInt32 = 0
  var silenceDeadline: TimerToken?
  /// No sink is left: nothing sounds until sound is ordered again.
  var isSuppressed = false
  /// True if the graph was told to leave out the stream, and the player is about to order the silence.
  var isGraphTold = false
  /// Missing sinks are not reported before this timer fires: the objects of a returning server appear one by one.
  var graceEnd: TimerToken?
  /// No new attempt to make a stream before this timer fires.
  var streamRetry: TimerToken?
  var streamFailures = 0
  /// Looks after a stream that should be linked.
  let linkWatch: LinkWatch

  let routes: RouteKeeper
  var mediaName: String
  var cycles: CycleLengths
  var hasShortCycles = true
  /// The latency that the current stream asked for last; `nil`: none.
  var requestedLatency: String?
  /// True if the stream runs while silence is ordered.
  var isOnStandby = false
  var knownVolume: CubicLevel?
  /// True if the stream has been given the volume of the last one.
  var volumeIsRestored = false
  var isMuted = false
  /// The loudness of the stream that was reported last; unknown while there is no stream.
  public internal(set) var loudness = Loudness()
  var heardMemory = HeardMemory()
  var others: OtherStreams?
  var isWatchingOthers = false
  /// The questions about processes that the server has not answered yet.
  var clientQuestions: [ClientQuestion] = []
  /// See ``watchOthers(_:)``.
  public var onOthers: (@Core ([OtherStream]) -> Void)?
  /// Called whenever the levels of sinks may have changed, also by the end of the connection.
  public var onSinks: (@Core () -> Void)?

  /// - Parameters:
  ///   - configuration: fixed for the life of the output.
  ///   - events: called in turns of its own, never from within a call to the output. ``SoundEvent/held(_:)`` and
  ///     ``SoundEvent/routeLost(_:)`` come directly after a round of PipeWire's callbacks.
  public init(configuration: Configuration, scheduler: any Scheduler, events: @escaping @Core (SoundEvent) -> Void) {
    self.configuration = configuration
    self.scheduler = scheduler
    self.events = events
    mediaName = configuration.applicationName
    cycles = configuration.cycles
    sampleRate = configuration.firstRate
    routes = RouteKeeper(scheduler: scheduler)
    linkWatch = LinkWatch(scheduler: scheduler)
    wakeDescriptor = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))
    precondition(wakeDescriptor >= 0, "no descriptor for the audio output: errno \(errno)")
    shared = SharedRender(capacity: configuration.ringFrames, channels: configuration.channels)
    ring = RingWriter(shared)
    voice = .allocate(capacity: 1)
    voice.initialize(
      to: RenderVoice(
        kernel: RenderKernel(shared: shared.pointer), stream: nil, sampleRate: Int64(configuration.firstRate),
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
    for question in clientQuestions { question.close() }
    connection?.close()
    Glibc.close(wakeDescriptor)
    voice.deinitialize(count: 1)
    voice.deallocate()
    for timer in [silenceDeadline, graceEnd, streamRetry] { if let timer { scheduler.cancel(timer) } }
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
    dropOthers()
    dropQuestions()
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
    isSuppressed = false
    endStreamRetry()
    endGrace()
    linkWatch.succeed()
    enter(.closed)
    settleLoudness()
    settleSilence()
  }

  /// ``state`` without its details.
  public var soundState: SoundState { state.soundState }

  func enter(_ new: State) {
    guard new != state else { return }
    state = new
    deliver(.state(new.soundState))
  }

  func deliver(_ event: SoundEvent) {
    scheduler.schedule(at: scheduler.now) { [weak self] in self?.events(event) }
  }
}
