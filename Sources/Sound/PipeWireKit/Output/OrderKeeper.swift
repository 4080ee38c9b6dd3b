import EventLoop
import Playback
import Realtime

/// Executes the orders of sound and silence: runs the stream or lets it rest, and reports the obedience.
@Core
final class OrderKeeper {
  /// The time for which a start waits for the server. It takes half of it if nobody else needs the processors.
  private static let startPatience = Duration.milliseconds(1)
  /// The longest wait for the data thread's silence.
  private static let silencePatience = Duration.milliseconds(200)

  private var orders = OutputOrders()
  private var silenceDeadline: TimerToken?
  private let rendering: RenderControl
  private let stream: OutputStream
  private let reports: SoundReports
  private let scheduler: any Scheduler

  /// - Parameters:
  ///   - rendering: executes the orders while the stream runs.
  ///   - stream: the slot of the stream that runs for them.
  init(rendering: RenderControl, stream: OutputStream, reports: SoundReports, scheduler: any Scheduler) {
    (self.rendering, self.stream, self.reports, self.scheduler) = (rendering, stream, reports, scheduler)
    rendering.onObeyed = { [weak self] in self?.obeyed($0) }
  }

  isolated deinit { if let silenceDeadline { scheduler.cancel(silenceDeadline) } }

  /// The newest order.
  var current: Order { orders.current }

  /// True if sound is ordered and the data thread plays it.
  var isSounding: Bool {
    orders.current.sound && rendering.acknowledged == orders.current && stream.isStreaming
  }

  // MARK: Orders

  /// Passes the next order on to the data thread. ``begin()`` or ``silence()`` follows.
  func take(sound: Bool) { rendering.order(orders.order(sound: sound)) }

  /// Sound was ordered: a silence is no longer waited for.
  ///
  /// - Parameter hasSink: false if the order cannot take effect, even when a sink appears.
  func prepareSound(hasSink: Bool) {
    cancelDeadline()
    if hasSink { orders.endSuppression() }
  }

  /// Activates the stream, and tells the server at once: the listener waits for it.
  func begin() {
    let wasActive = stream.isActive
    activate()
    if !wasActive, stream.isActive { stream.writeNow() }
  }

  /// Waits, for a millisecond at most, until the server has started a stream that was told to run.
  func finishStart() {
    guard stream.isActive, !stream.isStreaming else { return }
    stream.awaitStreaming(within: Self.startPatience)
  }

  /// Lets the stream run in silence, or rest when its silence has been heard.
  func setStandby(_ isOn: Bool) {
    guard orders.setStandby(isOn) else { return }
    if isOn { begin() } else { rest() }
  }

  /// Silence was ordered.
  func silence() {
    stream.endLinkWatch(unlessGivenUp: true)
    guard stream.isActive || stream.exists && orders.isGraphTold, stream.isStreaming || orders.isOnStandby else {
      // The data thread is not in `process` and will not be: libpipewire reports `streaming` before it starts.
      stream.setActive(false)
      return settleSilence()
    }
    cancelDeadline()
    silenceDeadline = scheduler.schedule(after: Self.silencePatience) { [weak self] in
      // The graph is stopped (a device that does not run), so nothing is heard either.
      self?.silenceDeadline = nil
      self?.stream.setActive(false)
      self?.settleSilence()
    }
  }

  // MARK: The stream

  /// Lets a stream run if it should.
  func activate() {
    guard stream.exists, orders.wantsRun else { return }
    if !stream.isActive {
      rendering.prepareStart()
      stream.setActive(true)
    } else if stream.isLinked {
      return
    }
    stream.beginLinkWatch()
  }

  /// Lets the graph go if nothing is to be heard.
  private func rest() {
    guard orders.mayRest else { return }
    stream.endLinkWatch()
    stream.setActive(false)
  }

  /// Tells the player a decision about the route. If that is silence, the graph is told first, since the player's turn
  /// takes a millisecond or more, and the library writes to the server only after its callbacks. The data thread is not
  /// told first: the frames that it has handed over cannot be taken back.
  ///
  /// - Parameters:
  ///   - silences: true if the player is about to order silence.
  ///   - connection: the one whose round of callbacks is waited for.
  func decided(_ event: SoundEvent, silences: Bool, on connection: Connection?) {
    if silences, orders.current.sound, stream.isActive {
      orders.tellGraph()
      stream.setActive(false)
    }
    guard let connection else { return tell(event, silences: silences) }
    connection.afterRound { [weak self] in self?.tell(event, silences: silences) }
  }

  private func tell(_ event: SoundEvent, silences: Bool) {
    reports.tell(event)
    orders.endGraphTold()
    guard silences else { return }
    if orders.current.sound { activate() } else { stream.setActive(false) }
  }

  /// The stream is about to be taken down.
  func streamEnds() {
    orders.endGraphTold()
    cancelDeadline()
  }

  /// No sink is left.
  func suppress() { orders.suppress() }

  /// The output is closed, which ends a suppression.
  func endSuppression() { orders.endSuppression() }

  // MARK: Reports

  /// Reports silence in the next turn, in place of a data thread that does not run.
  func settleSilence() {
    guard orders.owesSilence else { return }
    let order = orders.current
    scheduler.schedule(at: scheduler.now) { [weak self] in
      guard let self, orders.current == order, !stream.isActive else { return }
      reportSilence(order.serial, at: rendering.ring.readIndex)
    }
  }

  private func obeyed(_ acknowledgement: Acknowledgement) {
    let order = acknowledgement.order
    guard !order.sound else {
      return reports.tell(.obeyed(serial: order.serial, isSounding: true, at: acknowledgement.frame))
    }
    reportSilence(order.serial, at: acknowledgement.frame)
    if order == orders.current {
      cancelDeadline()
      rest()
    }
  }

  private func reportSilence(_ serial: UInt32, at frame: UInt64) {
    guard orders.reportSilence(serial) else { return }
    reports.tell(.obeyed(serial: serial, isSounding: false, at: frame))
  }

  private func cancelDeadline() { scheduler.cancel(&silenceDeadline) }
}
