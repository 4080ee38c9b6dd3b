import Announcements
import Configuration
import Vocabulary

/// The circumstances that decide what may be announced. A value.
struct Circumstances: Equatable {
  /// False while another session is on the screen.
  var isInFront = true
  /// True while the screen is locked.
  var isLocked = false
  /// True while the listener is in a call.
  var isInCall = false
  /// True while the desktop's do-not-disturb is on.
  var isUndisturbed = false
  /// True while a window fills the screen.
  var isFullscreen = false

  /// The decision about an announcement.
  ///
  /// A screen-reading program (``Announcement/goesFirst``) speaks on the locked screen, too: it reads that screen
  /// itself. Do-not-disturb and windows that fill the screen concern notifications: another announcement was asked for.
  func verdict(on announcement: Announcement, by settings: Settings.Notify) -> AnnouncementVerdict {
    guard isInFront else { return .drop(.seat) }
    guard !announcement.goesFirst else { return .speak }
    if announcement.isNotification, let reason = reasonAgainstNotification(announcement, settings) {
      return .drop(reason)
    }
    guard isLocked else { return .speak }
    switch settings.locked {
    case .all: return .speak
    case .nothing: return .drop(.locked)
    case .application:
      return announcement.application.isEmpty ? .drop(.locked) : .speakInstead(announcement.application)
    }
  }

  private func reasonAgainstNotification(
    _ announcement: Announcement, _ settings: Settings.Notify
  ) -> AnnouncementReason? {
    let isCritical = announcement.urgency == .critical
    if isUndisturbed, settings.doNotDisturb == .respect || (settings.doNotDisturb == .critical && !isCritical) {
      return .doNotDisturb
    }
    if isFullscreen, settings.silentInFullscreen, !isCritical { return .fullscreen }
    if isInCall, settings.duringCalls == .drop { return .call }
    return nil
  }
}
