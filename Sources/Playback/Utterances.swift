extension Player {
  /// How far the announcements of an utterance that is not over have come.
  enum Utterance: Equatable, Sendable {
    /// In the queue and not yet heard.
    case waiting
    case speaking
    /// By the listener or a hold, or because another utterance was put before it.
    case paused
  }

  /// Says what became of the current utterance since the last turn.
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

  /// Ends the current utterance, unless it was over already and has not begun again.
  mutating func leave(_ end: UtteranceEvent) -> [Effect] {
    guard let id = current, readiness != .closed else { return [] }
    if repetition?.track == id { repetition = nil }
    let utterance = utterances.removeValue(forKey: id)
    switch end {
    case .finished where utterance == nil || utterance == .waiting:
      // Too short to be confirmed as begun; whoever waits for it still hears both.
      return [.announce(.started, id), .announce(.finished, id)]
    case .finished: return [.announce(.finished, id)]
    default: return utterance == nil ? [] : [.announce(end, id)]
    }
  }

  /// Puts the current utterance off: it is not over.
  mutating func suspend() -> [Effect] {
    guard let id = current, utterances[id] == .speaking else { return [] }
    utterances[id] = .paused
    return [.announce(.paused(.user), id)]
  }
}
