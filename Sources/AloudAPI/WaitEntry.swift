public import BusValues

/// The answer to `GetWait`: the time until a track is heard.
public struct WaitEntry: Equatable, Sendable {
  /// Place of the track in the queue, from 1 on.
  public var number: Int
  /// The number of tracks in the queue.
  public var count: Int
  /// The number of tracks that are heard before it; 0 for the current one and those before it.
  public var ahead: Int
  /// Of the clock, in microseconds; `nil` where nobody can say.
  public var microseconds: Int64?
  /// Whether that is no estimate.
  public var isExact: Bool
  /// The title of what stands still in front of it; `nil`: it is heard without a word of the listener.
  public var obstacle: String?

  /// An answer from its parts.
  public init(number: Int, count: Int, ahead: Int, microseconds: Int64?, isExact: Bool, obstacle: String?) {
    self.number = number
    self.count = count
    self.ahead = ahead
    self.microseconds = microseconds
    self.isExact = isExact
    self.obstacle = obstacle
  }

  /// As it goes over the bus; unknown values are left out.
  public var table: [String: BusValue] {
    var table: [String: BusValue] = [
      "number": .uint32(UInt32(clamping: number)), "count": .uint32(UInt32(clamping: count)),
      "ahead": .uint32(UInt32(clamping: ahead)), "exact": .bool(isExact),
    ]
    table["time"] = microseconds.map { .int64($0) }
    table["obstacle"] = obstacle.map { .string($0) }
    return table
  }

  /// Reads a table that arrived; `nil` where its place is missing.
  public init?(_ table: [String: BusValue]) {
    guard let number = table["number"]?.asUInt32, let count = table["count"]?.asUInt32,
      let ahead = table["ahead"]?.asUInt32
    else { return nil }
    self.init(
      number: Int(number), count: Int(count), ahead: Int(ahead), microseconds: table["time"]?.asInt64,
      isExact: table["exact"]?.asBool ?? false, obstacle: table["obstacle"]?.asString)
  }
}
