import CPipeWire
import EventLoop
import Playback
import Vocabulary

/// The place of an output's stream: there is one or none, and what the listener set outlasts it.
///
/// A stream that cannot be made is tried again after 250 ms, then at growing intervals; one that should be linked and
/// is not, as ``LinkWatch`` says.
@Core
final class OutputStream {
  /// A stream may be made again.
  var onRetry: (@Core () -> Void)?
  /// The stream was not linked in time, and has to be made again.
  var onUnlinked: (@Core () -> Void)?

  /// A stream, and the connection that it belongs to.
  private struct Current {
    let node: NodeStream
    let connection: Connection
  }

  private var current: Current?
  private var properties: StreamProperties
  private var volumes = VolumeMemory()
  private let links: LinkWatch
  private var retry: TimerToken?
  private var delays = RetryDelay(.milliseconds(250) ... .seconds(4))
  private let channels: Int
  private let rendering: RenderControl
  private let reports: SoundReports
  private let scheduler: any Scheduler

  /// - Parameter rendering: fills the stream's buffers.
  init(
    _ configuration: AudioOutput.Configuration, rendering: RenderControl, reports: SoundReports,
    scheduler: any Scheduler
  ) {
    properties = StreamProperties(configuration)
    channels = configuration.channels
    (self.rendering, self.reports, self.scheduler) = (rendering, reports, scheduler)
    links = LinkWatch(scheduler: scheduler)
    links.isNeeded = { [weak self] in self?.lacksLink == true }
    links.onUnlinked = { [weak self] in self?.onUnlinked?() }
  }

  isolated deinit { if let retry { scheduler.cancel(retry) } }

  // MARK: Its life

  /// True if there is a stream.
  var exists: Bool { current != nil }
  /// The global id of its node; `nil` before the server has reported it.
  var node: UInt32? { current?.node.node }
  /// True if the stream was told to run.
  var isActive: Bool { current?.node.isActive ?? false }
  /// True if the stream runs, in sound or in silence.
  var isStreaming: Bool { current?.node.state == .streaming }
  /// True if the stream could run, and rests.
  var isPaused: Bool { current?.node.state == .paused }
  /// True while no new attempt to make a stream is due.
  var isWaitingToRetry: Bool { retry != nil }

  /// Makes a stream, inactive, with the rate of the rendering.
  ///
  /// - Parameters:
  ///   - core: the connection's.
  ///   - isPrivate: true if only the wearer of a device hears the sound.
  /// - Throws: the server refuses the stream. ``onRetry`` comes when another attempt is due: the attempt itself changes
  ///   the stream's state, which would lead to the next one at once.
  func make(_ core: OpaquePointer, on connection: Connection, isPrivate: Bool) throws(PipeWireError) {
    let rendering = rendering
    do throws(PipeWireError) {
      let node = try NodeStream(
        core: core, properties: properties.begin(rate: rendering.sampleRate, isPrivate: isPrivate),
        name: properties.mediaName,
        format: .init(direction: SPA_DIRECTION_OUTPUT, rate: rendering.sampleRate, channels: channels),
        process: rendering.process, bind: { rendering.bind($0) },
        onChange: { [weak connection] in connection?.noteChange() },
        onVolume: { [weak self] in self?.take($0) },
        onMute: { [weak self, weak connection] isMuted in
          if self?.volumes.report(isMuted: isMuted) == true { connection?.noteChange() }
        })
      current = Current(node: node, connection: connection)
    } catch {
      retry = scheduler.schedule(after: delays.next()) { [weak self] in
        self?.retry = nil
        self?.onRetry?()
      }
      throw error
    }
    endRetry()
  }

  /// Takes the stream down.
  func drop() {
    links.stop()
    volumes.streamEnded()
    current?.node.close()
    current = nil
  }

  /// Retries at once when a stream is wanted again.
  func endRetry() {
    scheduler.cancel(&retry)
    delays.reset()
  }

  /// Lets the stream run, or rest.
  func setActive(_ isActive: Bool) { current?.node.setActive(isActive) }

  /// Writes to the server what was asked of it, before the present turn is over.
  func writeNow() { current?.connection.writeNow() }

  /// Waits for the server's start of the stream. Its questions would otherwise be answered between other work, one in a
  /// turn.
  func awaitStreaming(within patience: Duration) {
    guard let current else { return }
    current.connection.converse(within: patience) { current.node.state == .streaming }
  }

  // MARK: Its link

  /// True if the stream is linked to a sink.
  var isLinked: Bool {
    guard let current, let node = current.node.node else { return false }
    return current.connection.graph.wiring.isLinked(node)
  }

  /// True after so many failures that the listener should be told.
  var isGivenUp: Bool { links.hasGivenUp }

  /// True if the stream should be linked and is not. That includes a stream that is silent only because it is not
  /// linked.
  private var lacksLink: Bool { exists && !isLinked && (isActive || isGivenUp) }

  /// Gives the stream time to be linked, unless that has begun already.
  func beginLinkWatch() { links.start() }

  /// The stream need not be linked any more.
  ///
  /// - Parameter unlessGivenUp: true if a stream that the listener was told about is watched on.
  func endLinkWatch(unlessGivenUp: Bool = false) {
    if !unlessGivenUp || !isGivenUp { links.stop() }
  }

  /// A link is not possible, or not wanted, for another reason than the session manager.
  func excuseLink() { links.succeed() }

  /// Looks at the link after a change.
  func checkLink() {
    if isLinked { links.succeed() } else if lacksLink { links.start() }
  }

  // MARK: Its properties

  /// Sets the title that mixers show.
  func setMediaName(_ name: String) {
    if let changed = properties.setMediaName(name) { current?.node.update(changed) }
  }

  /// Changes the lengths of cycles to ask for.
  func setCycles(_ lengths: CycleLengths, isPrivate: Bool) {
    properties.cycles = lengths
    requestLatency(isPrivate: isPrivate)
  }

  /// Chooses between the lengths. The sound goes on without a gap.
  func setShortCycles(_ areShort: Bool, isPrivate: Bool) {
    guard areShort != properties.hasShortCycles else { return }
    properties.hasShortCycles = areShort
    requestLatency(isPrivate: isPrivate)
  }

  /// Requests the current cycle from the graph, while there is a stream.
  ///
  /// - Parameter isPrivate: true if only the wearer of a device hears the sound.
  func requestLatency(isPrivate: Bool) {
    guard let current else { return }
    let usual = current.connection.defaultQuantum
    let changed = properties.requestLatency(rate: rendering.sampleRate, isPrivate: isPrivate, usual: usual)
    if let changed { current.node.update(changed) }
  }

  // MARK: Its volume

  /// The stream's own volume, 0…1, cubic as in mixers.
  var volume: CubicLevel {
    get { volumes.volume }
    set { apply(volumes.set(newValue)) }
  }

  /// True if the stream is muted.
  var isMuted: Bool { volumes.isMuted }

  /// Gives a new stream the volume of the last one. This waits until the stream has its format: before, it has no
  /// controls.
  func restoreVolume() { if isPaused || isStreaming { apply(volumes.restore()) } }

  private func apply(_ volume: CubicLevel?) {
    if let volume { current?.node.setVolume(Float(Amplitude(of: volume).factor)) }
  }

  private func take(_ linear: [Float]) {
    if let volume = volumes.report(linear) { reports.tellLater(.volume(volume)) }
  }
}
