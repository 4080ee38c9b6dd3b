import EventLoop
import Glibc
import Playback
import Realtime

// Sound or silence: what is ordered, and how the data thread obeys.
extension AudioOutput {
  /// Orders sound or silence; opens the output for sound when it is closed.
  ///
  /// Sound that was ordered holds on through restarts of the server, but not through the state ``State/noSink``:
  /// then it must be ordered again once a sink is there.
  ///
  /// - Returns: the serial that ``Notice/obeyed(serial:sounding:at:)`` will name, unless a later order overtakes it.
  @discardableResult
  public func order(sound: Bool) -> UInt32 {
    currentOrder = currentOrder.next(sound: sound)
    shared.pointer.pointee.order = currentOrder
    if sound {
      routes.handle(.wanted(true))
      cancelSilenceDeadline()
      if state != .noSink { isSuppressed = false }
      open()
      activate()
    } else {
      silence()
    }
    return currentOrder.serial
  }

  func activate() {
    guard let stream, currentOrder.sound, !isSuppressed else { return }
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
  func settleSilence() {
    let order = currentOrder
    guard !order.sound, reportedSilence != order.serial else { return }
    scheduler.schedule(at: scheduler.now) { [weak self] in
      guard let self, currentOrder == order, stream?.isActive != true else { return }
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

  func cancelSilenceDeadline() {
    scheduler.cancel(&silenceDeadline)
  }

  // MARK: What the data thread says

  func takeHappenings() {
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
    if order == currentOrder {
      cancelSilenceDeadline()
      stream?.setActive(false)
    }
    reportSilence(order.serial, at: acknowledgement.frame)
  }
}
