/// Why an utterance ended before its end.
///
/// Open for later additions: a client shows a word that it does not know as it is.
public struct CancelReason: RawRepresentable, Hashable, Sendable {
  /// The word as it goes over the bus.
  public let rawValue: String

  /// A reason from its word; any word is accepted.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// `Stop`.
  public static let stopped = CancelReason(rawValue: "stopped")
  /// Left by `Next`, `Previous` or `GoTo`.
  public static let skipped = CancelReason(rawValue: "skipped")
  /// Taken out of the queue by `Remove` or `Clear`.
  public static let removed = CancelReason(rawValue: "removed")
  /// It could not be read; `Failed` tells why.
  public static let failed = CancelReason(rawValue: "failed")
  /// `Hush`: silence, and nothing left in the queue.
  public static let hushed = CancelReason(rawValue: "hushed")
  /// The service ended.
  public static let quit = CancelReason(rawValue: "quit")
}

extension CancelReason: CaseIterable {
  /// The reasons that this version of the service sends.
  public static let allCases: [CancelReason] = [.stopped, .skipped, .removed, .failed, .hushed, .quit]
}
