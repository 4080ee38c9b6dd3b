import Playback
import Speech
import Vocabulary

// The end of a sentence, at which the service hands the reading over to the next one.
extension Session {
  /// The condition under which the reading is handed over without anything being lost or heard twice.
  package enum Departure: Equatable {
    /// Nothing sounds, or a sentence has just ended.
    case now
    /// A sentence is being heard; its end tells.
    case atEndOfSentence
    /// Sound is about to begin or to come back; something will change.
    case later
  }

  /// The condition as it is now.
  package var departure: Departure {
    guard player.wantsSound else { return .now }
    guard snapshot.status == .playing else { return .later }
    switch state {
    case .speaking: return .atEndOfSentence
    case .gap: return .now
    default: return .later
    }
  }

  /// Tells when the sentence that is heard has ended, unless that is awaited already. The end of a
  /// track is none: the first sentence of the next one is heard to its end.
  package func awaitDeparture() {
    guard !isDepartureAwaited else { return }
    isDepartureAwaited = leaving.begin(atEndOf: .sentence) { [weak self] _ in self?.notify?(.departed) }
  }

  /// Falls silent for a restart of the service. The reading goes on with the sentence behind the one that has ended.
  package func depart() {
    let next = player.repetition == nil ? sentenceToCome : nil
    leaving.cancel()
    isDepartureAwaited = false
    guard player.wantsSound else { return }
    send(.pause(.restart))
    guard let next, let track = feeder.track, next < track.sentenceCount else { return }
    let place = KeptPlace(microseconds: track.start(of: next), scalar: track.span(of: next).scalars.lowerBound)
    track.lastWord = place
    notify?(.reached(track.id, place))
  }

  /// The sentence that begins at the end of the one that is over; `nil` where it is not known. One that has begun
  /// meanwhile begins anew.
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
