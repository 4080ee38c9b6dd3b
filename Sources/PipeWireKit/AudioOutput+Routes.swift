public import Playback
import Realtime

// Where the sound goes, and what becomes of it when that is no longer private.
extension AudioOutput {
  /// Where the sound goes, or went last; `nil` before anything is known.
  public var endpoint: Endpoint? { routes.watch.endpoint }

  /// Whether the listener wants to hear, also while something else forbids it: only then can a route be lost.
  public func setWanted(_ isWanted: Bool) { routes.handle(.wanted(isWanted)) }

  /// The reading goes on by itself that was heard there in an earlier run of the service: where that was private, it is
  /// heard there or not at all. Said after ``setWanted(_:)``.
  public func goOn(at former: Endpoint) { routes.handle(.goesOn(former)) }

  /// The machine has woken up, and what was plugged in meanwhile is being found; or that is over.
  public func setWakingUp(_ isWakingUp: Bool) { routes.tell(.wakingUp(isWakingUp)) }

  func followRoutes() {
    routes.onHold = { [weak self] isHeld in self?.decided(.held(isHeld), silences: isHeld) }
    routes.onLost = { [weak self] in self?.decided(.routeLost($0), silences: true) }
    routes.onReturned = { [weak self] in self?.decided(.routeReturned($0), silences: false) }
    routes.onChanged = { [weak self] in self?.decided(.routeChanged($0), silences: false) }
    routes.onPrivacy = { [weak self] _ in self?.updateLatency() }
    routes.inquire = { [weak self] in self?.connection?.askForRoutes(then: $0) }
  }

  private func decided(_ notice: Notice, silences: Bool) {
    notices(notice)
    // The order word says so by now; the graph is told as well, which is the quicker of the two.
    if silences, !currentOrder.sound { silenceAtOnce() }
  }

  /// Within the library's callbacks.
  func happened(_ event: GraphEvent) {
    guard let graph = connection?.graph else { return }
    routes.take(event, in: graph, from: origin)
  }

  /// Whose way is watched: the stream's, or after ``closeStream()`` that of the one that there would be.
  private var origin: SoundOrigin? {
    guard state != .closed else { return .newStream }
    return stream?.node.map { .stream($0) }
  }
}
