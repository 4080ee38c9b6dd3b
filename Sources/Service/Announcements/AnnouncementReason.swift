/// The reason for which an announcement was cut or dropped, or for which announcements are held. The raw value is the
/// word in events and JSON.
public enum AnnouncementReason: String, CaseIterable, Sendable {
  /// Its sender or the listener cancelled it.
  case cancelled
  /// The notification was closed.
  case closed
  /// It was heard for as long as it may be.
  case limit
  /// A newer one with the same key or number took its place while it was spoken.
  case replaced
  /// An announcement with another priority came.
  case priority
  /// The engine or the output could not speak it.
  case failed
  /// It waited too long. This applies to key echoes only; others are summed up.
  case stale
  /// Too many wait.
  case full
  /// A rule of the listener mutes it.
  case muted
  /// The private route, such as headphones, was lost.
  case routeLost = "route-lost"
  /// The screen was locked.
  case locked
  /// Another session became active.
  case seat
  /// The listener is in a call.
  case call
  /// The desktop's do-not-disturb is on.
  case doNotDisturb = "do-not-disturb"
  /// A program fills the screen.
  case fullscreen
  /// The listener paused the announcements.
  case paused
  /// There is no sound server or no output.
  case noSound = "no-sound"
  /// The machine goes to sleep.
  case sleep
  /// The service ends.
  case ended
}
