package import AloudAPI
import Vocabulary

// The state in words and signs of the command.
extension Status {
  /// The state in one word, from the listener's view: the silence between two sentences is part of reading.
  package var word: String {
    if isIdle { return "idle" }
    return switch SessionState(rawValue: state) {
    case .paused: "paused"
    case .idle: "stopped"
    case .speaking, .gap, .delay, .preparing: "reading"
    case .fetching, .interrupted, .error, nil: state
    }
  }

  /// The symbol of the state.
  package func mark(_ symbols: Symbols) -> String {
    // MPRIS has no word for a reading that waits for something else, and calls it playing.
    if SessionState(rawValue: state) == .interrupted { return symbols.paused }
    return switch PlaybackStatus(rawValue: playback) {
    case .playing: symbols.playing
    case .paused: symbols.paused
    case .stopped, nil: symbols.stopped
    }
  }

  /// The signs of the order, such as `⟳ ⇄`; empty if the queue is read once as it stands.
  package func order(_ symbols: Symbols) -> String {
    [symbols.loop(loop), symbols.shuffle(shuffle)].compactMap(\.self).joined(separator: " ")
  }

  /// The reason for silence, for people.
  package var explanation: String? {
    let endsByItself = SessionState(rawValue: state) == .interrupted
    let text = PauseText(reason: reason, detail: detail, endsByItself: endsByItself).explanation
    guard isKept else {
      return text ?? (PlaybackStatus(rawValue: playback) == .playing ? UnheardText.explanation(unheard) : nil)
    }
    // With a kept state, the end of the service is the whole explanation of `restart`.
    let cause = PauseWord(rawValue: reason) == .restart ? nil : text
    return [cause, "the service does not run"].compactMap(\.self).joined(separator: "; ")
  }

  /// `1:23 / ≈12:00`
  package func time(_ symbols: Symbols) -> String {
    let now = TimeText.clock(position)
    guard let length else { return now }
    return "\(now) / \(isLengthExact ? "" : symbols.about)\(TimeText.clock(length))"
  }
}
