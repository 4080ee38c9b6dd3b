package import EventLoop
import Playback
import Speech
import Vocabulary

/// The end of a sentence at which the service hands the reading over to the next service.
@Core
package final class DepartureWatch {
  /// The moment at which the reading can be handed over without loss or repetition.
  package enum Readiness: Equatable {
    /// Nothing sounds, or a sentence has just ended.
    case now
    /// A sentence is being heard, and its end is that moment.
    case atEndOfSentence
    /// Sound is about to begin or to return: the state will change.
    case later
  }

  private let sentence: BoundaryPause
  private var isAwaited = false
  private let turns: Turns
  private let feeder: Feeder
  private let reports: Relay<PartReport>

  init(
    _ turns: Turns, _ feeder: Feeder, _ announcer: HeardAnnouncer, scheduler: any Scheduler,
    _ reports: Relay<PartReport>
  ) {
    sentence = BoundaryPause(clock: feeder, announcer: announcer, scheduler: scheduler)
    self.turns = turns
    self.feeder = feeder
    self.reports = reports
  }

  /// The media frame of the awaited end; `nil` if none is awaited, or it is unknown yet.
  var end: Frame? { sentence.end }

  /// Must be called when something was fed, began to sound or fell silent.
  func update() { sentence.update() }

  /// Reports the end of the current sentence, unless that is awaited already. The end of a track does not count: the
  /// first sentence of the next one is heard to its end.
  func begin() {
    guard !isAwaited else { return }
    isAwaited = sentence.begin(atEndOf: .sentence) { [reports] _ in reports(.notice(.departed)) }
  }

  /// The place is another one: nothing is awaited any more.
  func forget() {
    sentence.cancel()
    isAwaited = false
  }

  /// Falls silent for a restart of the service. The reading resumes with the sentence after the one that has ended.
  func depart() {
    let next = turns.player.repetition == nil ? sentenceToCome : nil
    forget()
    guard turns.player.wantsSound else { return }
    turns.send(.pause(.restart))
    guard let next, let track = feeder.track, next < track.sentenceCount, !track.countsInTime else { return }
    let place = KeptPlace(microseconds: track.start(of: next), scalar: track.span(of: next).scalars.lowerBound)
    track.lastWord = place
    reports(.notice(.reached(track.id, place)))
  }

  /// The sentence at the end of the finished one; `nil` if it is unknown. A sentence that has begun meanwhile begins
  /// again.
  private var sentenceToCome: Int? {
    let end = isAwaited ? sentence.reached : nil
    guard let media = end ?? feeder.heard() else { return nil }
    switch feeder.place(of: media) {
    case .sentence(let sentence, let offset): return end != nil && offset > 0 ? sentence + 1 : sentence
    case .gap(let sentence, _): return sentence + 1
    case .leadingDelay, .trailingDelay, .end: return nil
    }
  }
}
