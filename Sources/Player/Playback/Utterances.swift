import Vocabulary

extension Player {
  /// The announced state of an utterance that is not over.
  enum Utterance: Equatable, Sendable {
    /// In the queue and not yet heard.
    case waiting
    case speaking
    /// Paused by the listener or a hold, or interrupted by another utterance.
    case paused
  }

  /// Announces the changes of the current utterance since the last turn.
  mutating func announceCurrent() -> [Effect] {
    guard let current, readiness != .closed else { return [] }
    switch utterances[current] {
    case nil, .waiting:
      guard readiness == .ready, order.sound, isObeyed else { return [] }
      utterances[current] = .speaking
      return [.announce(.started, current)]
    case .speaking:
      guard status == .paused else { return [] }
      utterances[current] = .paused
      return [.announce(.paused(pauseReason ?? .user), current)]
    case .paused:
      guard status == .playing else { return [] }
      utterances[current] = .speaking
      return [.announce(.resumed, current)]
    }
  }

  /// Ends the current utterance, unless it was already over and has not begun again.
  mutating func leave(_ end: UtteranceEvent) -> [Effect] {
    guard let id = current, readiness != .closed else { return [] }
    if repetition?.track == id { repetition = nil }
    let utterance = utterances.removeValue(forKey: id)
    switch end {
    case .finished where utterance == nil || utterance == .waiting:
      // It was too short to be confirmed as begun. Its clients still get both events.
      return [.announce(.started, id), .announce(.finished, id)]
    case .finished: return [.announce(.finished, id)]
    default: return utterance == nil ? [] : [.announce(end, id)]
    }
  }

  /// Interrupts the current utterance; it is not over.
  mutating func suspend() -> [Effect] {
    guard let id = current, utterances[id] == .speaking else { return [] }
    utterances[id] = .paused
    return [.announce(.paused(.user), id)]
  }
}
