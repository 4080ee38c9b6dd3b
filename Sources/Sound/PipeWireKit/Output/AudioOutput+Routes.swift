public import Playback
import Realtime

// The route of the sound, and the reaction when it is no longer private.
extension AudioOutput {
  /// The current or last route of the sound; `nil` before it is known.
  public var endpoint: Endpoint? { routes.watch.endpoint }

  /// True if the listener wants to hear, even while something else prevents it. Only then can a route be lost.
  public func setWanted(_ isWanted: Bool) { routes.handle(.wanted(isWanted)) }

  /// The reading continues by itself after a restart of the service. If its earlier route was private, it is heard
  /// there or not at all. To be called after ``setWanted(_:)``.
  public func goOn(at former: Endpoint) { routes.handle(.goesOn(former)) }

  /// The machine has woken up and is detecting the devices that were plugged in meanwhile; false when that is over.
  public func setWakingUp(_ isWakingUp: Bool) { routes.tell(.wakingUp(isWakingUp)) }

  func followRoutes() {
    routes.onHold = { [weak self] isHeld in self?.decided(.held(isHeld), silences: isHeld) }
    routes.onLost = { [weak self] in self?.decided(.routeLost($0), silences: true) }
    routes.onReturned = { [weak self] in self?.decided(.routeReturned($0), silences: false) }
    routes.onChanged = { [weak self] in self?.decided(.routeChanged($0), silences: false) }
    routes.onPrivacy = { [weak self] isPrivate in
      self?.updateLatency()
      if !isPrivate { self?.setStandby(false) }
    }
    routes.inquire = { [weak self] in self?.connection?.askForRoutes(then: $0) }
  }

  /// Tells the graph before the player if the decision is silence. The player's turn takes a millisecond or more, and the
  /// library writes to the server only after its callbacks.
  private func decided(_ event: SoundEvent, silences: Bool) {
    if silences, currentOrder.sound, let stream, stream.isActive {
      isGraphTold = true
      stream.setActive(false)
    }
    guard let connection else { return tell(event, silences: silences) }
    connection.afterRound { [weak self] in self?.tell(event, silences: silences) }
  }

  private func tell(_ event: SoundEvent, silences: Bool) {
    events(event)
    isGraphTold = false
    guard silences else { return }
    if currentOrder.sound { activate() } else { silenceAtOnce() }
  }

  /// Called within the library's callbacks.
  func happened(_ event: GraphEvent) {
    guard let graph = connection?.graph else { return }
    routes.take(event, in: graph, from: origin)
  }

  /// The origin whose route is watched: the stream, or after ``closeStream()`` the stream that would be made.
  private var origin: SoundOrigin? {
    guard state != .closed else { return .newStream }
    return stream?.node.map { .stream($0) }
  }
}
