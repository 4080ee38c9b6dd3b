public import BusValues
public import Vocabulary

/// A piece of news about an announcement.
public struct AnnouncementSignal: TextSignal {
  /// The news: a raw value of this, or a later addition.
  public enum News: String, CaseIterable, Sendable {
    /// It waits for its turn.
    case queued
    /// It is heard from now on.
    case started
    /// It was heard to its end.
    case finished
    /// It was being heard, and ended before its end.
    case cut
    /// A newer one took its place before it was heard.
    case replaced
    /// It is not heard.
    case dropped
    /// It is counted in another one, which waits.
    case summed
  }

  /// The signal's name on the bus.
  public static let member: MemberName = "Announcement"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.announcement
  /// A ``News``, or a later addition.
  public var event: String
  /// The number of the announcement.
  public var id: UInt64
  /// The program that announces; empty if it has no name.
  public var application: String
  /// The reason (`reason`), the priority (`priority`), the one that stands for it (`into`), and the text (`text`) for
  /// clients that ask for it; further keys are later additions.
  public var details: [String: BusValue]

  private static let reasonKey = "reason"
  private static let priorityKey = "priority"
  private static let intoKey = "into"

  /// A signal to be sent.
  ///
  /// - Parameters:
  ///   - reason: the reason of `cut` and `dropped`.
  ///   - into: the number of the announcement that replaces it, or in which it is counted.
  public init(
    event: String, id: UInt64, application: String, priority: AnnouncementPriority? = nil, reason: String? = nil,
    into: UInt64? = nil
  ) {
    self.event = event
    self.id = id
    self.application = application
    details = [:]
    details[Self.priorityKey] = priority.map { .string($0.rawValue) }
    details[Self.reasonKey] = reason.map { .string($0) }
    details[Self.intoKey] = into.map { .uint64($0) }
  }

  /// The reason of `cut` and `dropped`.
  public var reason: String? { details[Self.reasonKey]?.asString }
  /// The priority; `nil` if it has none.
  public var priority: String? { details[Self.priorityKey]?.asString }
  /// The number of the announcement that replaces it, or in which it is counted.
  public var into: UInt64? { details[Self.intoKey]?.asUInt64 }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.string(event), .uint64(id), .string(application), .vardict(details)] }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 4, let event = arguments[0].asString, let id = arguments[1].asUInt64,
      let application = arguments[2].asString, let details = arguments[3].asVardict
    else { return nil }
    self.event = event
    self.id = id
    self.application = application
    self.details = details
  }
}
