/// A piece of news about an announcement, for subscribers. A value.
///
/// An announcement has at most one `queued` before its first `started`. If it is interrupted to be spoken again later,
/// a further `queued` tells that. It ends with exactly one of `finished`, `cut`, `replaced`, `dropped` and `summed`.
public struct AnnouncementNotice: Equatable, Sendable {
  /// The news.
  public enum Event: Equatable, Sendable {
    /// It waits for its turn.
    case queued
    /// It is heard from now on.
    case started
    /// It was heard to its end.
    case finished
    /// It was being heard, and was ended before its end.
    case cut(AnnouncementReason)
    /// It was not heard, because a newer one took its place.
    case replaced(by: Announcement.ID)
    /// It is not heard.
    case dropped(AnnouncementReason)
    /// It is counted in another one, which waits.
    case summed(into: Announcement.ID)

    /// True if it is the last news about the announcement.
    public var isEnd: Bool { self != .queued && self != .started }

    /// The word in events and JSON.
    public var word: String {
      switch self {
      case .queued: "queued"
      case .started: "started"
      case .finished: "finished"
      case .cut: "cut"
      case .replaced: "replaced"
      case .dropped: "dropped"
      case .summed: "summed"
      }
    }
  }

  /// The announcement.
  public var announcement: Announcement
  /// The news about it.
  public var event: Event
}
