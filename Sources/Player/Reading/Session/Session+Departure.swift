import Playback
import Speech
import Vocabulary

// The end of a sentence at which the service hands the reading over to the next service.
extension Session {
  /// The moment at which the reading can be handed over without loss or repetition.
  package enum Departure: Equatable {
    /// Nothing sounds, or a sentence has just ended.
    case now
    /// A sentence is being heard, and its end is that moment.
    case atEndOfSentence
    /// Sound is about to begin or to return: the state will change.
    case later
  }

  /// True if the listener has asked for a pause at the end of the word or the sentence.
  package var isPauseAwaited: Bool { player.awaitsMark }

  /// True if the text that follows one in the queue is still to be brought. The next service would not wait for it.
  package var isSeriesAwaited: Bool { player.ids.contains { track($0)?.awaitsMore == true } }

  /// The condition as it is now.
  package var departure: Departure {
    guard player.wantsSound else { return .now }
    // The next service would know of neither.
    guard !isPauseAwaited, !isSeriesAwaited else { return .later }
    guard snapshot.status == .playing else { return .later }
    switch state {
    // A recording has no place that is better than another.
    case .speaking where isAtRecording: return .later
    case .speaking: return .atEndOfSentence
    case .gap: return .now
    default: return .later
    }
  }

  /// Reports the end of the current sentence, unless that is awaited already. The end of a track does not count: the
  /// first sentence of the next one is heard to its end.
  package func awaitDeparture() {
    guard !isDepartureAwaited else { return }
    isDepartureAwaited = leaving.begin(atEndOf: .sentence) { [weak self] _ in self?.notify?(.departed) }
  }

  /// Falls silent for a restart of the service. The reading resumes with the sentence after the one that has ended.
  package func depart() {
    let next = player.repetition == nil ? sentenceToCome : nil
    leaving.cancel()
    isDepartureAwaited = false
    guard player.wantsSound else { return }
    send(.pause(.restart))
    guard let next, let track = feeder.track, next < track.sentenceCount, !track.countsInTime else {
      return
    }
    let place = KeptPlace(microseconds: track.start(of: next), scalar: track.span(of: next).scalars.lowerBound)
    track.lastWord = place
    notify?(.reached(track.id, place))
  }

  /// The sentence at the end of the finished one; `nil` if it is unknown. A sentence that has begun meanwhile begins
  /// again.
  private var sentenceToCome: Int? {
    let end = isDepartureAwaited ? leaving.reached : nil
    guard let media = end ?? feeder.heard() else { return nil }
    switch feeder.place(of: media) {
    case .sentence(let sentence, let offset): return end != nil && offset > 0 ? sentence + 1 : sentence
    case .gap(let sentence, _): return sentence + 1
    case .leadingDelay, .trailingDelay, .end: return nil
    }
  }
}
