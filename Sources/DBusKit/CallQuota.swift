public import EventLoop

/// How many calls that change something each client may make: so many at once, and so many a second after that.
///
/// A flood of one client costs the others nothing but what the bus itself takes for it.
@Core
public final class CallQuota {
  private struct Bucket {
    var tokens: Double
    var filled: Instant
  }

  /// Clients that are remembered; those that called longest ago are forgotten first, and they have a full bucket.
  private static let mostClients = 1024

  private let burst: Double
  private let perSecond: Double
  private let scheduler: any Scheduler
  private var buckets: [String: Bucket] = [:]

  /// - Parameters:
  ///   - burst: calls that a client may make at once.
  ///   - perSecond: calls that it may go on with.
  public init(burst: Int, perSecond: Int, scheduler: any Scheduler = Core.loop) {
    self.burst = Double(burst)
    self.perSecond = Double(perSecond)
    self.scheduler = scheduler
  }

  /// Whether one more call of a client is allowed now; counts it where it is.
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

  /// How many clients are remembered.
  public var clients: Int { buckets.count }

  /// Forgets those whose bucket has filled again, and where that is nobody, all: a thousand floods are one.
  private func forgetFull(at now: Instant) {
    let refill = Duration.seconds(burst / perSecond)
    buckets = buckets.filter { $0.value.filled.duration(to: now) < refill }
    if buckets.count >= Self.mostClients { buckets = [:] }
  }
}
