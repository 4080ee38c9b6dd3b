import Playback
import Speech
package import Vocabulary

// The place of the reading, and the ways in which it moves and stops.
extension Session {
  /// The present position, in microseconds of the current track's media time.
  package var position: Microseconds {
    guard let current = player.current else { return 0 }
    guard let heard = feeder.heard() else { return player.place(of: current) }
    return feeder.reported(heard).microseconds(at: feeder.sampleRate)
  }

  /// The present state of the service.
  package var state: SessionState {
    switch snapshot.status {
    case .stopped: return lastError.isEmpty || player.current == nil ? .idle : .error
    case .paused: return player.wantsSound ? .interrupted : .paused
    case .playing: if player.isAside { return .interrupted }
    }
    guard !player.isPreparing, let heard = feeder.heard() else { return .preparing }
    if fetching == player.epoch { return .fetching }
    let place = feeder.place(of: heard)
    // A recording also sounds between the sentences of its text.
    if let timeline = feeder.track?.timeline, timeline.hasCues, timeline.recordedFrame(at: place) != nil {
      return .speaking
    }
    switch place {
    case .leadingDelay, .trailingDelay: return .delay
    case .sentence: return .speaking
    case .gap: return .gap
    case .end:
      // At the very end the state is unchanged. A text that is still being written is silent there.
      guard let timeline = feeder.track?.timeline, timeline.isComplete else { return .gap }
      return timeline.gaps.trailingDelay > 0 ? .delay : .speaking
    }
  }

  /// Moves by a time from the present position.
  ///
  /// - Parameter acrossChapters: true if the document counts as one text at the edges of chapters, provided its
  ///   chapters are read in order.
  package func seek(by microseconds: Microseconds, acrossChapters: Bool = false) {
    guard let track = player.current.flatMap({ self.track($0) }), let heard = feeder.heard() else { return }
    let now = track.timeline.frame(of: feeder.place(of: heard)).microseconds(at: track.timeline.sampleRate)
    if acrossChapters, player.shuffle == .off, player.loop != .track,
      let place = book?.place(microseconds, from: now, of: track.id), place.track != track.id,
      player.entry(place.track) != nil
    {
      return send(.goTo(place.track, at: place.microseconds))
    }
    send(.seek(to: now + microseconds))
  }

  /// True in a recording whose text tells no words.
  private var isBetweenWords: Bool {
    isAtRecording && textPlace.map { announcer.words(of: $0.sentence).isEmpty } ?? true
  }

  /// Pauses at the end of the current word or sentence; at once if nothing is spoken.
  package func pause(atEndOf unit: TextUnit) {
    guard player.status == .playing, unit == .sentence || !isBetweenWords,
      boundary.begin(atEndOf: unit, done: { [weak self] in self?.send(.markReached($0)) })
    else { return send(.pause(.user)) }
    send(.pauseAtMark)
  }
}
