public import EventLoop

/// Limits the number of changing calls per client: a burst, then a rate per second.
///
/// A flood of calls from one client costs the others only what the bus itself needs for it.
@Core
public final class CallQuota {
  private struct Bucket {
    var tokens: Double
    var filled: Instant
  }

  /// Clients that are remembered. The ones idle for the longest time are forgotten first; their bucket is full.
  private static let mostClients = 1024

  private let burst: Double
  private let perSecond: Double
  private let scheduler: any Scheduler
  private var buckets: [String: Bucket] = [:]

  /// - Parameters:
  ///   - burst: calls that a client may make at once.
  ///   - perSecond: the sustained rate of calls.
  public init(burst: Int, perSecond: Int, scheduler: any Scheduler = Core.loop) {
    self.burst = Double(burst)
    self.perSecond = Double(perSecond)
    self.scheduler = scheduler
  }

  /// True if one more call of a client is allowed now; an allowed call is counted.
  public func admits(_ client: String) -> Bool {
    let now = scheduler.now
    var bucket = buckets[client] ?? Bucket(tokens: burst, filled: now)
    let seconds =
      Double(bucket.filled.duration(to: now).components.attoseconds) / 1e18
      + Double(bucket.filled.duration(to: now).components.seconds)
    bucket.tokens = min(burst, bucket.tokens + seconds * perSecond)
    bucket.filled = now
    let isAdmitted = bucket.tokens >= 1
    if isAdmitted { bucket.tokens -= 1 }
    if buckets[client] == nil, buckets.count >= Self.mostClients { forgetFull(at: now) }
    buckets[client] = bucket
    return isAdmitted
  }

  /// The number of clients that are remembered.
  public var clients: Int { buckets.count }

  /// Forgets clients whose bucket is full again. If there are none, forgets all: a thousand floods count as one.
  private func forgetFull(at now: Instant) {
    let refill = Duration.seconds(burst / perSecond)
    buckets = buckets.filter { $0.value.filled.duration(to: now) < refill }
    if buckets.count >= Self.mostClients { buckets = [:] }
  }
}
