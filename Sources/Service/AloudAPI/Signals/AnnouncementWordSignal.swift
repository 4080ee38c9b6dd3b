public import BusValues
public import Vocabulary

/// A word of an announcement began to be heard. It is sent to the client that announced it with the option `words`, and
/// to nobody else, between the news that it is started and that it has ended.
public struct AnnouncementWordSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "AnnouncementWord"
  /// The event kind that it belongs to. A subscription alone does not bring it.
  public static let kind = EventKind.announcement
  /// The number of the announcement.
  public var id: UInt64
  /// The range in the text of the announcement.
  public var range: TextRange
  /// The media time of its first sample, from the start of the announcement.
  public var mediaMicroseconds: Microseconds
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(id: UInt64, range: TextRange, mediaMicroseconds: Microseconds, details: [String: BusValue] = [:]) {
    self.id = id
    self.range = range
    self.mediaMicroseconds = mediaMicroseconds
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] {
    [.uint64(id)] + range.arguments + [.microseconds(mediaMicroseconds), .vardict(details)]
  }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 6, let id = arguments[0].asUInt64, let range = TextRange(arguments[1...3]),
      let time = arguments[4].asMicroseconds, let details = arguments[5].asVardict
    else { return nil }
    self.init(id: id, range: range, mediaMicroseconds: time, details: details)
  }
}
