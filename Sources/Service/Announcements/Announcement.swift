public import Vocabulary

/// A short message that is spoken beside the reading. A value.
///
/// Its sender is the bus name of the program that sent it. Its application is the name that the listener knows, and by
/// which announcements are counted and summed up.
public struct Announcement: Equatable, Sendable {
  /// The number of an announcement. It is never used twice by one lane; see ``AnnouncementLane/newID()``.
  public struct ID: Hashable, Comparable, Sendable {
    /// The number, from 1 on.
    public var number: UInt64

    /// The ID with a number.
    public init(_ number: UInt64) { self.number = number }

    /// True if the first ID was given out earlier.
    public static func < (a: ID, b: ID) -> Bool { a.number < b.number }
  }

  /// The identity of everything else that makes an announcement sound different, such as its voice and its clips.
  public struct Manner: Hashable, Sendable {
    /// The number; the caller chooses it.
    public var number: UInt64

    /// The manner with a number.
    public init(_ number: UInt64) { self.number = number }
  }

  /// The number of the announcement.
  public var id: ID
  /// The spoken text; empty if there is only a sound. The caller bounds its length.
  public var text: String
  /// True if ``text`` stands in the place of its own one, such as the name of the application on a locked screen, also
  /// if that says the same.
  public private(set) var isSubstitute = false
  /// True if ``text`` says what its own one says.
  public private(set) var isWhole = true
  /// The bus name of the program that sent it.
  public var sender: String
  /// The name of the application, as the listener knows it.
  public var application: String
  /// True if it is made from a notification of the desktop. Such an announcement has a time limit by default, and one
  /// with the same content counts as the same, even if another process of the application sent it.
  public var isNotification = false
  /// True if it is made from a notification of another program, which was seen on the desktop. Such an announcement is
  /// heard only while the listener wants those of all programs, and it is never counted with one that was asked for.
  public var isSeen = false
  /// The number of its notification: the one that the server gave, or until then the one that its sender says it
  /// replaces. A new announcement with the same one replaces it.
  public var notification: UInt32?
  /// A key of the sender's choice. A new announcement of the same sender with the same key replaces it.
  public var key: String?
  /// The urgency; `critical` goes before all that waits without it.
  public var urgency = NotificationUrgency.normal
  /// The priority, if the sender gave one.
  public var priority: AnnouncementPriority?
  /// True if it comes from a screen-reading program that cancels and speaks: it goes before everything else, and what
  /// is spoken steps aside for it.
  public var goesFirst = false
  /// The longest time that it may be heard; `nil` for the limit of notifications (``LanePolicy/notificationLimit``), or
  /// none if it is no notification.
  public var limit: Duration?
  /// The manner in which it sounds. Announcements count as identical only if it is the same.
  public var manner = Manner(0)
  /// The memory that its manner takes, in bytes, roughly.
  public var mannerBytes = 0
  /// True if the lane made it, to sum up others.
  public internal(set) var isSummary = false

  /// An announcement without a key, without a priority, and of normal urgency.
  public init(id: ID, text: String, sender: String, application: String) {
    (self.id, self.text, self.sender, self.application) = (id, text, sender, application)
  }

  /// The memory that it takes, in bytes, roughly.
  var size: Int {
    128 + text.utf8.count + sender.utf8.count + application.utf8.count + mannerBytes + (key?.utf8.count ?? 0)
  }

  /// Puts a text in the place of its own one. The same words in the place of themselves are the whole text, and a text
  /// in the place of another all the same: changed rules put no other words in their place.
  public mutating func substitute(_ other: String) {
    if other != text { (text, isWhole) = (other, false) }
    isSubstitute = true
  }

  /// Gives it another text of its own.
  public mutating func reword(_ new: String) { (text, isSubstitute, isWhole) = (new, false, true) }
}
