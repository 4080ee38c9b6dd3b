/// The reason why an utterance ended early.
///
/// Later versions may add reasons: a client shows an unknown word unchanged.
public struct CancelReason: RawRepresentable, Hashable, Sendable {
  /// The word in messages of the bus.
  public let rawValue: String

  /// A reason from its word; any word is accepted.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// `Stop`.
  public static let stopped = CancelReason(rawValue: "stopped")
  /// `Next`, `Previous` or `GoTo` left it.
  public static let skipped = CancelReason(rawValue: "skipped")
  /// `Remove` or `Clear` removed it from the queue.
  public static let removed = CancelReason(rawValue: "removed")
  /// It could not be read; `Failed` has the reason.
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
