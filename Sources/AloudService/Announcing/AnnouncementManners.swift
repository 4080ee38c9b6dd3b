import Announcements
import EventLoop
import PipeWireKit
import Reading

/// When announcements are silent, and what they may say: on a locked screen, in another session, during a call. The
/// reading steps aside for alarms of other programs, too.
@Core
final class AnnouncementManners {
  private let room: AnnouncementRoom
  private let monitors: SystemMonitors
  private let calls: CallMonitor

  init(room: AnnouncementRoom, monitors: SystemMonitors, calls: CallMonitor) {
    self.room = room
    self.monitors = monitors
    self.calls = calls
    room.judge = { [weak self] in self?.judge($0) ?? .speak }
    room.onActivity = { [weak self] in self?.activityChanged($0) }
    monitors.onLock = { [weak self] in self?.lockChanged($0) }
    monitors.onInactive = { [weak self] in self?.room.silence(.seat) { _ in .drop(.seat) } }
    calls.onCall = { [weak self] in self?.callChanged($0) }
    calls.onStreams = { [weak self] in self?.streamsChanged($0) }
  }

  private func activityChanged(_ isActive: Bool) {
    monitors.watchLock(isActive, for: .announcements)
    calls.isAnnouncing = isActive
    // Nothing is said before it is known who may hear it.
    if isActive, !monitors.isLockKnown { room.hold(AnnouncementHold(.locked)) }
    if !isActive { room.release(.locked) }
  }

  private func lockChanged(_ isLocked: Bool) {
    if isLocked { room.silence(.locked) { judge($0) } }
    room.release(.locked)
  }

  /// The rule for the locked screen: the name of the program, and nothing of a program without one. A screen-reading
  /// program speaks there, too: it reads the lock screen itself.
  private func judge(_ announcement: Announcement) -> AnnouncementVerdict {
    guard monitors.isLockKnown, monitors.isLocked, !announcement.goesFirst else { return .speak }
    return announcement.application.isEmpty ? .drop(.locked) : .speakInstead(announcement.application)
  }

  private func callChanged(_ isInCall: Bool) {
    if isInCall { room.hold(AnnouncementHold(.call)) } else { room.release(.call) }
  }

  private static let alarms: Set<String> = ["alarm", "notification"]

  private func streamsChanged(_ streams: [OtherStream]) {
    room.aside.isAlarmed = streams.contains { stream in
      stream.direction == .output && Self.alarms.contains(stream.role.lowercased())
        && stream.applicationID != "org.aloud.Aloud"
    }
  }
}
