/// An event of the listener's seat: of the login manager, of the session, and of the lock of its screen.
///
/// ``SystemMonitors`` takes all of them.
enum SeatNotice {
  /// The machine is about to sleep or to end (`true`), or has woken up (`false`).
  case preparing(Bool)
  /// The login manager has gone, or its bus.
  case managerLost
  /// Somebody has logged in or out.
  case sessionsChanged
  /// The session is to be locked (`true`) or unlocked: somebody has ordered it (`loginctl lock-session`).
  case lockOrdered(Bool)
  /// The desktop or its locker has told that the screen is locked (`true`), or is not any more.
  case lockHinted(Bool)
  /// The listener has logged in anew: it is another session than before.
  case arrived
  /// Another session has come to the front of the seat (`false`), or the listener's has come back (`true`).
  case inFront(Bool)
  /// The login manager answers if the listener's session is the one on the screen.
  case foundInFront(Bool)
  /// A source tells that the screen is locked now, or says so after it said the contrary. It comes before
  /// ``lockChanged``.
  case lockedAnew
  /// The state of the lock becomes known or changes.
  case lockChanged
}
