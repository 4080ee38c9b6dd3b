import EventLoop

/// How often an engine was lost over what it was asked, since it answered last.
///
/// One that ends now and then is replaced, and nothing is missed. One that ends again and again and answers nothing
/// between would take a whole book with it, sentence after sentence.
struct LossCount {
  /// So many losses are too many…
  static let most = 3
  /// …when they all lie within this time.
  static let span = Duration.seconds(60)

  private var moments: [Instant] = []

  /// Counts a loss.
  ///
  /// - Returns: whether it was one too many.
  mutating func count(at now: Instant) -> Bool {
    moments = moments.filter { $0.duration(to: now) < Self.span } + [now]
    return moments.count >= Self.most
  }

  /// The engine has answered.
  mutating func forget() { moments = [] }
}
