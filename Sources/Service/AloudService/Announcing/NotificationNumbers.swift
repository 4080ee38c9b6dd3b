import Announcements

/// The calls of `Notify` whose numbers the notification server has not told yet. A value.
///
/// A server may never answer, or answer a call that nobody made: the calls are bounded, and unknown answers are
/// ignored.
struct NotificationNumbers {
  /// A call on the bus.
  struct Call: Hashable {
    /// The unique name of the caller.
    var client: String
    /// The caller's number of the message.
    var serial: UInt32
  }

  /// The most calls that are remembered. Those that wait for the longest time are forgotten first.
  static let most = 1024

  private var announcements: [Call: Announcement.ID] = [:]
  private var order: [Call] = []

  /// The number of calls that wait.
  var count: Int { announcements.count }
  /// True if no call waits.
  var isEmpty: Bool { announcements.isEmpty }

  /// A call was made, and has an announcement.
  mutating func called(_ call: Call, _ announcement: Announcement.ID) {
    if announcements.updateValue(announcement, forKey: call) == nil { order.append(call) }
    guard order.count > Self.most else { return }
    // Half at once, so that the cost of each is small.
    for old in order.prefix(Self.most / 2) { announcements[old] = nil }
    order.removeFirst(Self.most / 2)
  }

  /// A call was answered.
  ///
  /// - Returns: its announcement; `nil` if the call is not known.
  mutating func answered(_ call: Call) -> Announcement.ID? {
    guard let announcement = announcements.removeValue(forKey: call) else { return nil }
    if announcements.isEmpty { order = [] } else { order.removeAll { $0 == call } }
    return announcement
  }

  /// There is another server: the old one answers nothing any more.
  mutating func forgetAll() {
    announcements = [:]
    order = []
  }
}
