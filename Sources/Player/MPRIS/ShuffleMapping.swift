public import Vocabulary

extension ShuffleMode {
  /// The value for MPRIS: "playback is progressing through a playlist in some other order".
  public var isShuffled: Bool { self != .off }

  /// The mode after an MPRIS client wrote its boolean. A shuffled mode that was chosen before stays.
  public func applying(isShuffled: Bool) -> ShuffleMode {
    guard isShuffled else { return .off }
    return self == .off ? .once : self
  }
}
