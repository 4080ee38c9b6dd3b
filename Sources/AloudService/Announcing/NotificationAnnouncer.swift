import AloudAPI
import Announcements
import BusValues
import Configuration
import EventLoop
import Glibc
import Reading
import Vocabulary

/// Announces the desktop's notifications by the listener's rules.
@Core
final class NotificationAnnouncer {
  private let room: AnnouncementRoom
  private let files: any TextOpening
  private var rules = NotificationRules([])
  /// True while the file of a sound is opened. Later notifications wait, so that their order is kept.
  private var isOpening = false
  private var waiting: [@Core () -> Void] = []
  /// The most that wait. With more, sounds are left out, and no text is.
  private static let mostWaiting = 256

  init(room: AnnouncementRoom, files: any TextOpening) {
    self.room = room
    self.files = files
  }

  /// Applies changed rules to what comes from now on.
  func configure(_ settings: Settings.Notify) {
    rules = NotificationRules(settings.rules, template: settings.template)
  }

  /// The treatment of a notification.
  func plan(for notification: DesktopNotification) -> NotificationPlan { rules.plan(for: notification) }

  /// Announces a notification.
  ///
  /// - Parameters:
  ///   - replaces: the number of the one that it takes the place of; 0 for a new one.
  ///   - client: the bus name of its sender.
  ///   - added: gets the announcement, in this turn or later, if there is one.
  func announce(
    _ notification: DesktopNotification, replacing replaces: UInt32, of client: BusName,
    added: @escaping @Core (Announcement.ID) -> Void
  ) {
    let plan = rules.plan(for: notification)
    var request = AnnouncementRoom.Request(
      text: plan.text, parts: nil, options: plan.answer.options, sender: client.text, application: plan.application)
    request.options.urgency = notification.urgency
    request.isNotification = true
    request.notification = replaces == 0 ? nil : replaces
    let sound = plan.action == .mute ? nil : plan.sound.map { Self.paths(of: $0) } ?? []
    let isSilent = plan.action == .mute || (plan.text.isEmpty && sound?.isEmpty ?? true)
    guard isOpening else { return start(request, sound ?? [], isSilent: isSilent, added) }
    let hasRoom = waiting.count < Self.mostWaiting
    waiting.append { [weak self] in self?.start(request, hasRoom ? sound ?? [] : [], isSilent: isSilent, added) }
  }

  private func start(
    _ request: AnnouncementRoom.Request, _ sound: [String], isSilent: Bool,
    _ added: @escaping @Core (Announcement.ID) -> Void
  ) {
    guard !isSilent else {
      // The content that it replaces is gone from the desktop.
      if let number = request.notification { room.closed(notification: number) }
      return
    }
    guard !sound.isEmpty else {
      if !request.text.isEmpty { added(room.add(request)) }
      return
    }
    isOpening = true
    files.open(.anyOf(paths: sound)) { [self] result in
      var request = request
      // Without its sound, a notification is spoken all the same.
      if case .success(let source) = result, !source.isLive {
        var parts = UtteranceParts()
        parts.append(Clip(source.file))
        if !request.text.isEmpty { parts.append(request.text) }
        request.text = parts.text
        request.parts = parts
      }
      if request.parts != nil || !request.text.isEmpty { added(room.add(request)) }
      isOpening = false
      while !isOpening, !waiting.isEmpty { waiting.removeFirst()() }
    }
  }

  /// The paths at which a sound may be, the most likely first.
  private static func paths(of sound: NotificationPlan.Sound) -> [String] {
    switch sound {
    case .file(let path): path.hasPrefix("/") ? [path] : (try? FileURI.path(of: path)).map { [$0] } ?? []
    case .name(let name):
      SoundTheme.paths(of: name, in: SoundTheme.folders { getenv($0).map { String(cString: $0) } })
    }
  }
}
