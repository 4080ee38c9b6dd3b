public import Playback

extension ShuffleMode {
  /// What MPRIS shows: "playback is progressing through a playlist in some other order".
  public var isShuffled: Bool { self != .off }

  /// The mode after a client of MPRIS wrote its boolean: a shuffled mode that was chosen before stays.
  public func applying(isShuffled: Bool) -> ShuffleMode {
    guard isShuffled else { return .off }
    return self == .off ? .once : self
  }
}
