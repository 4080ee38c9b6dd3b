import EventLoop
import Glibc
import Playback
import Realtime

// Orders of sound and silence, and their execution by the data thread.
extension AudioOutput {
  /// The time for which a start waits for the server. It takes half of it if nobody else needs the processors.
  private static let startPatience = Duration.milliseconds(1)

  /// Orders sound or silence; opens the output for sound when it is closed.
  ///
  /// An order of sound survives restarts of the server, but not the state ``State/noSink``: after it, sound must be
  /// ordered again when a sink is there.
  ///
  /// - Returns: the serial that ``SoundEvent/obeyed(serial:isSounding:at:)`` will carry, unless a later order replaces this
  ///   one.
  @discardableResult
  public func order(sound: Bool) -> UInt32 {
    currentOrder = currentOrder.next(sound: sound)
    shared.pointer.pointee.order = currentOrder
    if sound {
      routes.handle(.wanted(true))
      cancelSilenceDeadline()
      if state != .noSink { isSuppressed = false }
      open()
      start()
      finishStart()
    } else {
      silence()
    }
    return currentOrder.serial
  }

  /// Keeps an open stream running while silence is ordered, so that sound begins within a cycle: nothing has to join
  /// the graph. An order of silence that finds it on leaves the stream running, and silent, until it is off.
  public func setStandby(_ isOn: Bool) {
    guard isOn != isOnStandby else { return }
    isOnStandby = isOn
    if isOn { start() } else { rest() }
  }

  /// Activates the stream, and tells the server at once: the listener waits for it.
  private func start() {
    let wasActive = stream?.isActive ?? false
    activate()
    if !wasActive, stream?.isActive == true { connection?.writeNow() }
  }

  /// Waits, for a millisecond at most, until the server has started a stream that was told to run. Its questions would
  /// otherwise be answered between other work, one in a turn.
  public func finishStart() {
    guard let stream, stream.isActive, stream.state != .streaming else { return }
    connection?.converse(within: Self.startPatience) { stream.state == .streaming }
  }

  /// Lets the graph go if nothing is to be heard.
  private func rest() {
    guard !currentOrder.sound, !isOnStandby, reportedSilence == currentOrder.serial else { return }
    linkWatch.stop()
    stream?.setActive(false)
  }

  func activate() {
    guard let stream, currentOrder.sound || isOnStandby, !isSuppressed, !isGraphTold else { return }
    if !stream.isActive {
      shared.pointer.pointee.prepareStart()
      stream.setActive(true)
    } else if isLinked {
      return
    }
    linkWatch.start()
  }

  private func silence() {
    if state != .unlinked { linkWatch.stop() }
    guard let stream, stream.isActive || isGraphTold, stream.state == .streaming || isOnStandby else {
      // The data thread is not in `process` and will not be: libpipewire reports `streaming` before it starts.
      self.stream?.setActive(false)
      return settleSilence()
    }
    cancelSilenceDeadline()
    silenceDeadline = scheduler.schedule(after: .milliseconds(200)) { [weak self] in
      // The graph is stopped (a device that does not run), so nothing is heard either.
      self?.silenceDeadline = nil
      self?.stream?.setActive(false)
      self?.settleSilence()
    }
  }

  /// Reports silence in the next turn, in place of a data thread that does not run.
  func settleSilence() {
    let order = currentOrder
    guard !order.sound, reportedSilence != order.serial else { return }
    scheduler.schedule(at: scheduler.now) { [weak self] in
      guard let self, currentOrder == order, stream?.isActive != true else { return }
      reportSilence(order.serial, at: shared.pointer.pointee.ring.readIndex)
    }
  }

  /// Silences at once without telling the data thread first: the frames that it has handed over cannot be taken back
  /// anyway.
  func silenceAtOnce() { stream?.setActive(false) }

  private func reportSilence(_ serial: UInt32, at frame: UInt64) {
    guard reportedSilence != serial else { return }
    reportedSilence = serial
    events(.obeyed(serial: serial, isSounding: false, at: frame))
  }

  func cancelSilenceDeadline() {
    scheduler.cancel(&silenceDeadline)
  }

  // MARK: Reports of the data thread

  func takeHappenings() {
    var count: UInt64 = 0
    _ = read(wakeDescriptor, &count, 8)
    let happenings = shared.pointer.pointee.takeHappenings()
    if happenings.contains(.obeyed) { obeyed(shared.pointer.pointee.acknowledgement) }
    if happenings.contains(.began) { events(.began) }
    if happenings.contains(.reached) { events(.reached(shared.pointer.pointee.reachedFrame)) }
    if happenings.contains(.underrun) { events(.underrun(total: shared.pointer.pointee.underruns)) }
    if happenings.contains(.lowWater) { events(.lowWater) }
  }

  private func obeyed(_ acknowledgement: Acknowledgement) {
    let order = acknowledgement.order
    guard !order.sound else {
      return events(.obeyed(serial: order.serial, isSounding: true, at: acknowledgement.frame))
    }
    reportSilence(order.serial, at: acknowledgement.frame)
    if order == currentOrder {
      cancelSilenceDeadline()
      rest()
    }
  }
}
