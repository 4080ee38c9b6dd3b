import AloudAPI
import BusValues
import DBusKit
import EventLoop
import PipeWireKit
import Playback

// The end of the service, in which no call is lost.
//
// The bus delivers what clients have sent until it has taken the names back, so that the names go first, and the answer
// of the bus is waited for. What has come until then is performed and kept. What is to be heard of it is read by the
// next service, which the bus is asked to start; for the service manager this one has stopped already and cannot stay.
extension Service {
  /// Why the service ends.
  enum End {
    /// A client said `Quit`, or there is nothing to do: the next call starts it again.
    case wish
    /// The system, or the session, ends it.
    case signal
    /// Another version is installed, and takes over in this process.
    case replacement
  }

  /// The time that the bus has to take the names back, and that clients' calls have to be performed.
  private static let patience = (names: Duration.seconds(1), calls: Duration.seconds(2))

  func quit(_ end: End) {
    guard !isLeaving else { return }
    isLeaving = true
    // Before the names go: what is started for a call from now on waits for the end of this.
    if end == .replacement { ServiceManager.status("restarting") } else { ServiceManager.stopping() }
    guard let connection = bus.connection else { return leave(end) }
    connection.holdCalls()
    var isDone = false
    let released: @Core () -> Void = { [weak self] in
      guard !isDone else { return }
      isDone = true
      self?.released(end, connection)
    }
    releaseNames(on: connection, done: released)
    scheduler.schedule(after: Self.patience.names, released)
  }

  private func releaseNames(on connection: BusConnection, done: @escaping @Core () -> Void) {
    var waiting = applicationObject == nil ? 2 : 3
    let one: @Core () -> Void = {
      waiting -= 1
      if waiting == 0 { done() }
    }
    playerName.leave(done: one)
    if applicationObject != nil { connection.releaseName(ApplicationInterface.name, done: one) }
    connection.releaseName(names.own, done: one)
  }

  /// From now on clients' calls go to the next service.
  private func released(_ end: End, _ connection: BusConnection) {
    // A text that came a moment before is still being opened, and its caller waits, too.
    guard connection.isOpen, connection.heldCalls + connection.unansweredCalls > 0 else {
      return leave(end, goingOn: isInterrupted(end))
    }
    if connection.heldCalls > 0 { log.info("calls that came at the end are performed: \(connection.heldCalls)") }
    // For whoever called after the end of the service the reading has been interrupted by that.
    if end != .signal, session.player.wantsSound { session.send(.pause(.restart)) }
    connection.admitCalls()
    whenAnswered(connection, until: scheduler.now.advanced(by: Self.patience.calls)) { [weak self] in
      guard let self else { return }
      leave(end, goingOn: isInterrupted(end) || end != .signal && session.player.wantsSound)
    }
  }

  /// True if it is the restart alone that has interrupted the reading.
  private func isInterrupted(_ end: End) -> Bool {
    end == .replacement && isReadingHandedOver && session.snapshot.pauseReason == .restart
  }

  /// Calls `done` when no client waits for an answer any more; at the latest at an instant.
  private func whenAnswered(_ connection: BusConnection, until limit: Instant, _ done: @escaping @Core () -> Void) {
    guard connection.isOpen, connection.unansweredCalls > 0, scheduler.now < limit else { return done() }
    scheduler.schedule(after: .milliseconds(5)) { [weak self] in
      self?.whenAnswered(connection, until: limit, done)
    }
  }

  /// Saves, falls silent and ends the loop.
  ///
  /// - Parameter goingOn: whether the next service, which is started for it, reads on.
  private func leave(_ end: End, goingOn: Bool = false) {
    let isAwaited = goingOn && keeper.leaveWord()
    // Of a restart the subscribers hear as of a pause; nothing that was to be heard is cancelled.
    if end == .replacement { subscriptions.fallSilent() }
    windUp()
    if end == .replacement { successor = selfRestart?.path } else if isAwaited { startNext() }
    bus.connection?.flush()
    output.whenSilent(within: .milliseconds(100)) { [audio] in
      audio.close()
      Core.loop.stop(exitCode: 0)
    }
  }

  /// Has the bus start the next service, which takes up what is kept.
  private func startNext() {
    let arguments: [BusValue] = [.string(names.own.text), .uint32(0)]
    try? bus.connection?.send(
      BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "StartServiceByName", arguments))
  }

  func windUp() {
    // A track that leaves now leaves this process only; the next one finds it.
    library.close()
    lengths.close()
    keeper.close()
    session.send(.clear(.quit))
    history.leave()
  }
}
