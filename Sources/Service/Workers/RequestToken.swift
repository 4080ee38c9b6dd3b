/// Identifies a request to a worker as long as it runs.
public struct RequestToken: Hashable, Sendable {
  /// Given to one request of a worker only.
  public let number: UInt64

  /// The request that has this number.
  public init(number: UInt64) { self.number = number }
}
