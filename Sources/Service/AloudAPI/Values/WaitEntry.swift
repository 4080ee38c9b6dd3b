public import BusValues
public import Vocabulary

/// The answer to `GetWait`: the time until a track is heard.
public struct WaitEntry: Equatable, Sendable {
  /// The number of the track in the queue, from 1 on.
  public var number: Int
  /// The number of tracks in the queue.
  public var count: Int
  /// The number of tracks that are heard before it; 0 for the current one and those before it.
  public var ahead: Int
  /// Clock time in microseconds; `nil` if it cannot be estimated.
  public var microseconds: Microseconds?
  /// True if the time is exact.
  public var isExact: Bool
  /// The title of the track before it that is stopped or repeated; `nil` if it is heard without an action of the
  /// listener.
  public var obstacle: String?

  /// An answer from its parts.
  public init(number: Int, count: Int, ahead: Int, microseconds: Microseconds?, isExact: Bool, obstacle: String?) {
    self.number = number
    self.count = count
    self.ahead = ahead
    self.microseconds = microseconds
    self.isExact = isExact
    self.obstacle = obstacle
  }

  /// The table for the bus; unknown values are left out.
  public var table: [String: BusValue] {
    var table: [String: BusValue] = [
      "number": .uint32(UInt32(clamping: number)), "count": .uint32(UInt32(clamping: count)),
      "ahead": .uint32(UInt32(clamping: ahead)), "exact": .bool(isExact),
    ]
    table["time"] = microseconds.map { .microseconds($0) }
    table["obstacle"] = obstacle.map { .string($0) }
    return table
  }

  /// Parses a received table; `nil` if the track's number is missing.
  public init?(_ table: [String: BusValue]) {
    guard let number = table["number"]?.asUInt32, let count = table["count"]?.asUInt32,
      let ahead = table["ahead"]?.asUInt32
    else { return nil }
    self.init(
      number: Int(number), count: Int(count), ahead: Int(ahead), microseconds: table["time"]?.asMicroseconds,
      isExact: table["exact"]?.asBool ?? false, obstacle: table["obstacle"]?.asString)
  }
}
