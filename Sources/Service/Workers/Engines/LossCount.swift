import EventLoop

/// The number of times that an engine was lost in a request since its last answer.
///
/// An engine that ends now and then is replaced, and nothing is missing. An engine that ends again and again without an
/// answer would lose a whole book, sentence after sentence.
struct LossCount {
  /// This number of losses is too high…
  static let most = 3
  /// …if all of them are within this time.
  static let span = Duration.seconds(60)

  private var moments: [Instant] = []

  /// Counts a loss.
  ///
  /// - Returns: true if the limit is reached.
  mutating func count(at now: Instant) -> Bool {
    moments = moments.filter { $0.duration(to: now) < Self.span } + [now]
    return moments.count >= Self.most
  }

  /// The engine has answered: the count starts again.
  mutating func forget() { moments = [] }
}
