import AloudAPI
import Announcements
import BusValues
import Configuration
import EventLoop
import Glibc
import Reading
import Vocabulary

/// Announces the desktop's notifications by the listener's rules, in the order in which they came.
///
/// A sound is opened beside the others, and its notification waits for it no longer than a courtesy: a file system that
/// does not answer costs the sound, and neither a text nor its order.
@Core
final class NotificationAnnouncer {
  /// The time for which a notification waits for its sound. Those that came after it wait as long at most.
  private static let courtesy = Duration.milliseconds(300)
  /// The most that wait. With one more, all of them are announced at once, without the sounds that are missing.
  private static let mostWaiting = 100
  /// The most sounds that are opened at once, among them those on a file system that does not answer. With more, sounds
  /// are left out, and no text is.
  private static let mostOpening = 16

  /// A notification that waits for its sound, or for the one before it.
  @Core
  private final class Pending {
    let id: Announcement.ID
    var request: AnnouncementRoom.Request
    /// The sound, once it is open.
    var sound: Clip?
    /// True if it waits for its own sound no more.
    var isReady = false

    init(_ id: Announcement.ID, _ request: AnnouncementRoom.Request) { (self.id, self.request) = (id, request) }

    /// The request with the sound, if there is one.
    var complete: AnnouncementRoom.Request {
      guard let sound else { return request }
      var request = request
      var parts = UtteranceParts()
      parts.append(sound)
      if !request.text.isEmpty { parts.append(request.text) }
      request.text = parts.text
      request.parts = parts
      return request
    }
  }

  private let room: AnnouncementRoom
  private let files: any TextOpening
  private let scheduler: any Scheduler
  private var rules = NotificationRules([])
  /// The moment at which the listener wants the banners of `aloud notify`.
  private(set) var show = NotificationShow.atOnce
  private var pending: [Pending] = []
  /// The sounds that are being opened.
  private var opening = 0

  init(room: AnnouncementRoom, files: any TextOpening, scheduler: any Scheduler) {
    (self.room, self.files, self.scheduler) = (room, files, scheduler)
  }

  /// Applies changed rules to what comes from now on, and to what waits or is spoken.
  func configure(_ settings: Settings.Notify) {
    show = settings.show
    let new = NotificationRules(settings.rules, template: settings.template)
    guard new != rules else { return }
    rules = new
    withdraw(.muted) { [new] in $0.request.seen.map { !Self.isHeard(new.plan(for: $0)) } ?? false }
    for one in pending { one.request.text = one.request.seen.map { new.plan(for: $0).text } ?? one.request.text }
    room.judgeAnew { new.plan(for: $0) }
  }

  /// The treatment of a notification.
  func plan(for notification: DesktopNotification) -> NotificationPlan { rules.plan(for: notification) }

  private static func isHeard(_ plan: NotificationPlan) -> Bool {
    plan.action != .mute && (!plan.text.isEmpty || plan.sound != nil)
  }

  /// Announces a notification, in this turn or within the courtesy.
  ///
  /// - Parameters:
  ///   - replaces: the number of the one that it takes the place of; 0 for a new one.
  ///   - client: the bus name of its sender.
  /// - Returns: the number of the announcement; `nil` if nothing of it is heard.
  @discardableResult
  func announce(
    _ notification: DesktopNotification, replacing replaces: UInt32, of client: BusName
  ) -> Announcement.ID? {
    let plan = rules.plan(for: notification)
    let paths = plan.sound.map { Self.paths(of: $0) } ?? []
    guard plan.action != .mute, !plan.text.isEmpty || !paths.isEmpty else {
      // The content that it replaces is gone from the desktop.
      if replaces != 0 { closed(notification: replaces) }
      return nil
    }
    var request = AnnouncementRoom.Request(
      text: plan.text, parts: nil, options: plan.answer.options, sender: client.text, application: plan.application)
    request.options.urgency = notification.urgency
    request.isNotification = true
    request.seen = notification.kept
    request.notification = replaces == 0 ? nil : replaces
    let new = Pending(room.newID(), request)
    if pending.count >= Self.mostWaiting {
      for one in pending { one.isReady = true }
      deliver()
    }
    take(new)
    if paths.isEmpty || opening >= Self.mostOpening { new.isReady = true } else { open(paths, for: new) }
    deliver()
    return new.id
  }

  /// Lets one wait, in the place of the one that it replaces.
  private func take(_ new: Pending) {
    let number = new.request.notification
    guard number != nil, let index = pending.firstIndex(where: { $0.request.notification == number }) else {
      return pending.append(new)
    }
    let old = pending[index]
    pending[index] = new
    old.isReady = true
    room.refuse(old.request, as: old.id, .replaced)
  }

  private func open(_ paths: [String], for new: Pending) {
    opening += 1
    scheduler.schedule(after: Self.courtesy) { [weak self] in self?.complete(new) }
    files.open(.anyOf(paths: paths)) { [weak self] result in
      self?.opening -= 1
      // Without its sound, a notification is spoken all the same.
      if !new.isReady, case .success(let source) = result, !source.isLive { new.sound = Clip(source.file) }
      self?.complete(new)
    }
  }

  private func complete(_ one: Pending) {
    guard !one.isReady else { return }
    one.isReady = true
    deliver()
  }

  /// Announces those that wait for no sound, up to the first one that does.
  private func deliver() {
    let ready = Array(pending.prefix { $0.isReady })
    pending.removeFirst(ready.count)
    for one in ready {
      let request = one.complete
      if request.text.isEmpty {
        // Its sound was all that it had.
        room.refuse(request, as: one.id, .failed)
        if let number = request.notification { room.closed(notification: number) }
      } else {
        room.add(request, as: one.id)
      }
    }
  }

  // MARK: Ends

  /// Ends those that wait for a sound.
  func cancelWaiting() { withdraw(.cancelled) { _ in true } }

  /// The listener wants to hear no notifications any more: ends all that were seen on the desktop.
  func turnedOff() {
    cancelWaiting()
    room.dropSeen()
  }

  private func withdraw(_ reason: AnnouncementReason, where isMeant: (Pending) -> Bool) {
    let gone = pending.filter(isMeant)
    guard !gone.isEmpty else { return }
    let ids = Set(gone.map(\.id))
    pending.removeAll { ids.contains($0.id) }
    for one in gone {
      one.isReady = true
      room.refuse(one.request, as: one.id, reason)
    }
    deliver()
  }

  // MARK: Numbers of the notification server

  /// The server has given a number to a notification.
  func numbered(_ id: Announcement.ID, notification number: UInt32) {
    guard let one = pending.first(where: { $0.id == id }) else { return room.numbered(id, notification: number) }
    one.request.notification = number
  }

  /// A notification was closed.
  func closed(notification number: UInt32) {
    withdraw(.closed) { $0.request.notification == number }
    room.closed(notification: number)
  }

  /// Another server has begun to count.
  func serverChanged() {
    for one in pending { one.request.notification = nil }
    room.serverChanged()
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

extension DesktopNotification {
  /// The most of a text that is kept while an announcement waits, in Unicode scalars: four times what is spoken of it.
  private static let mostKept = 16_384

  /// The notification as it is kept for changed rules.
  fileprivate var kept: DesktopNotification {
    func shortened(_ text: String) -> String {
      text.utf8.count <= Self.mostKept
        ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.mostKept)))
    }
    var kept = self
    (kept.summary, kept.body) = (shortened(summary), shortened(body))
    return kept
  }
}
