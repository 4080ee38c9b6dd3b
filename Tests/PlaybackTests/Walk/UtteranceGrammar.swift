import Vocabulary

@testable import Playback

/// The permitted events of one utterance: started, alternately paused and resumed, then exactly one end.
struct UtteranceGrammar {
  enum Stand: Equatable {
    /// Queued, never heard.
    case waiting
    case speaking
    case paused
  }

  /// Utterances that have not ended.
  private(set) var living: [TrackID: Stand] = [:]

  mutating func await(_ ids: [TrackID]) {
    for id in ids { living[id] = .waiting }
  }

  /// Checks an announcement; returns an error.
  mutating func note(_ effect: Player.Effect) -> String? {
    guard case .announce(let event, let id) = effect else { return nil }
    switch (living[id], event) {
    case (nil, .started), (.waiting, .started): living[id] = .speaking
    case (.speaking, .paused): living[id] = .paused
    case (.paused, .resumed): living[id] = .speaking
    case (.speaking, .finished), (.paused, .finished): living[id] = nil
    case (.waiting, .cancelled), (.speaking, .cancelled), (.paused, .cancelled): living[id] = nil
    case (let stand, _): return "\(event) of track \(id.number), which is \(stand.map { "\($0)" } ?? "over")"
    }
    return nil
  }

  func disagreement(with player: Player) -> String? {
    let queued = Set(player.entries.map(\.id))
    guard queued.isSuperset(of: living.keys) else { return "an utterance has left the queue without an end" }
    if let current = player.current, player.status == .playing, living[current] == .paused {
      return "playing, and announced as paused"
    }
    if let current = player.current, player.status == .paused, living[current] == .speaking {
      return "paused, and announced as speaking"
    }
    if player.status == .stopped, let current = player.current, let stand = living[current], stand == .speaking {
      return "stopped, and announced as speaking"
    }
    let others = living.filter { $0.key != player.current && $0.value == .speaking }
    return others.isEmpty ? nil : "two utterances speak at once"
  }
}
