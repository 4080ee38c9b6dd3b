import Announcements
import Configuration
import EventLoop
import Reading

/// Decides about a new announcement by the rules that hold now.
@Core
protocol AnnouncementJudge: AnyObject {
  /// The decision. It may be another one later, when more is known.
  func judge(_ announcement: Announcement) -> AnnouncementVerdict
}

/// Judges by the circumstances and the listener's settings, as far as they are known.
@Core
final class CircumstanceJudge: AnnouncementJudge {
  /// Those that silence most, until the listener's are known.
  private(set) var settings = Settings().silenced
  /// False until the listener's settings are known. Everything waits for them, and is judged then.
  private(set) var isConfigured = false
  private(set) var circumstances = Circumstances()
  private let tell: Relay<RoomNotice>

  init(_ tell: Relay<RoomNotice>) { self.tell = tell }

  /// A fact that is not known yet holds an announcement back, and it is judged again.
  func judge(_ announcement: Announcement) -> AnnouncementVerdict {
    guard isConfigured else { return circumstances.isInFront ? .speak : .drop(.seat) }
    if Self.isAskedFor(announcement) { tell(.desktopWanted) }
    return verdict(on: announcement)
  }

  /// The decision by what is known, about which nobody is asked.
  func verdict(on announcement: Announcement) -> AnnouncementVerdict {
    circumstances.verdict(on: announcement, by: settings.notify)
  }

  /// True if the desktop is asked whether an announcement may be heard.
  static func isAskedFor(_ announcement: Announcement) -> Bool {
    announcement.isNotification && !announcement.goesFirst
  }

  /// Applies changed settings.
  ///
  /// - Returns: true if what waits is to be judged by them.
  func configure(_ new: Settings) -> Bool {
    defer { (settings, isConfigured) = (new, true) }
    return new.notify != settings.notify || !isConfigured
  }

  /// Notes changed circumstances.
  ///
  /// - Returns: true if they are others than before.
  func change(_ body: (inout Circumstances) -> Void) -> Bool {
    let old = circumstances
    body(&circumstances)
    return circumstances != old
  }
}
