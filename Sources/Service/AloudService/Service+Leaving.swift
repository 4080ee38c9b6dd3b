import DBusKit
import EventLoop
import Playback
import Reading
import Vocabulary

// The end of the service, during which no call is lost.
//
// The bus delivers clients' calls until it has released the names. So the names are released first, and the reply of
// the bus is awaited. Calls until then are performed and their results kept. The next service, which the bus is asked
// to start, continues the reading. The service manager takes this service for stopped, so it cannot stay.
extension Service {
  /// The reason for the end.
  enum End {
    /// A client called `Quit`, or there is nothing to do. The next call starts the service again.
    case wish
    /// The system, or the session, ends it.
    case signal
    /// Another version is installed, and takes over in this process.
    case replacement
  }

  /// The time for the bus to release the names, and for clients' calls to be performed.
  private static let patience = (names: Duration.seconds(1), calls: Duration.seconds(2))

  func quit(_ end: End) {
    guard !isLeaving else { return }
    isLeaving = true
    // Before the names are released: a service that is started for a call from now on waits for the end of this one.
    reading.keeper.announceEnd()
    announcing.floor.leave()
    if end == .replacement { ServiceManager.status("restarting") } else { ServiceManager.stopping() }
    guard let connection = drivers.bus.connection else { return leave(end) }
    connection.holdCalls()
    var isDone = false
    let released: @Core () -> Void = { [weak self] in
      guard !isDone else { return }
      isDone = true
      self?.released(end, connection)
    }
    faces.releaseNames(on: connection, done: released)
    scheduler.schedule(after: Self.patience.names, released)
  }

  /// The names are released: from now on clients' calls go to the next service.
  private func released(_ end: End, _ connection: BusConnection) {
    // A text of a moment ago may still be opening, and its caller is waiting too.
    guard connection.isOpen, connection.heldCalls + connection.unansweredCalls > 0 else {
      return leave(end) { [self] in isInterrupted(end) }
    }
    if connection.heldCalls > 0 { log.info("calls that came at the end are performed: \(connection.heldCalls)") }
    // For clients that called during the end of the service, that end has interrupted the reading.
    if end != .signal, session.player.wantsSound { session.send(.pause(.restart)) }
    connection.admitCalls()
    whenAnswered(connection, until: scheduler.now.advanced(by: Self.patience.calls)) { [weak self] in
      guard let self else { return }
      leave(end) { [self] in isInterrupted(end) || end != .signal && session.player.wantsSound }
    }
  }

  /// True if the restart alone has interrupted the reading.
  private func isInterrupted(_ end: End) -> Bool {
    end == .replacement && isReadingHandedOver && session.snapshot.pauseReason == .restart
  }

  /// Calls `done` when no client is waiting for an answer any more, or at a given instant.
  private func whenAnswered(_ connection: BusConnection, until limit: Instant, _ done: @escaping @Core () -> Void) {
    guard connection.isOpen, connection.unansweredCalls > 0, scheduler.now < limit else { return done() }
    scheduler.schedule(after: .milliseconds(5)) { [weak self] in
      self?.whenAnswered(connection, until: limit, done)
    }
  }

  /// Saves, falls silent and ends the loop.
  ///
  /// - Parameter goingOn: true if the next service, which is started for it, continues the reading. It is asked when
  ///   the lengths are saved, which takes several turns after a long text.
  private func leave(_ end: End, goingOn: @escaping @Core () -> Bool = { false }) {
    reading.lengths.close { [self] in depart(end, goingOn: goingOn()) }
  }

  private func depart(_ end: End, goingOn: Bool) {
    let isAwaited = goingOn && reading.keeper.leaveWord()
    // Subscribers see a restart as a pause: no text that was to be heard is cancelled.
    if end == .replacement { faces.subscriptions.fallSilent() }
    windUp()
    if end == .replacement { successor = upkeep.restart?.path } else if isAwaited { faces.startNext() }
    drivers.bus.connection?.flush()
    drivers.output.whenSilent(within: .milliseconds(100)) { [sound = drivers.sound] in
      sound.close()
      Core.loop.stop(exitCode: 0)
    }
  }

  /// Saves everything for the last time. The lengths are saved already.
  func windUp() {
    // Tracks that leave now leave this process only. The next service restores them.
    reading.library.close()
    reading.keeper.close()
    session.send(.clear(.quit))
    announcing.room.end()
    reading.history.leave()
    // From here on the next service finds everything.
    reading.keeper.release()
  }
}
