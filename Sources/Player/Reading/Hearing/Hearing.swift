import EventLoop
import Playback
import Speech
import Vocabulary

/// The hearing of the open place, word by word, and the moments of it that somebody waits for: the end of a word or a
/// sentence at which a pause or a restart is due, and the place of a stop.
@Core
final class Hearing {
  /// Announces each sentence and word when it is heard.
  let announcer: HeardAnnouncer
  /// The place at which the sound stopped.
  let standstill: Standstill
  /// The end of the sentence at which the service restarts.
  let departure: DepartureWatch
  /// The end of the word or sentence at which the listener pauses.
  private let pause: BoundaryPause
  private let turns: Turns
  private let tracks: QueuedTracks
  private let reports: Relay<PartReport>

  init(
    _ turns: Turns, _ tracks: QueuedTracks, _ feeder: Feeder, scheduler: any Scheduler, _ reports: Relay<PartReport>
  ) {
    self.turns = turns
    self.tracks = tracks
    self.reports = reports
    announcer = HeardAnnouncer(clock: feeder, scheduler: scheduler, reports)
    standstill = Standstill(feeder, announcer)
    departure = DepartureWatch(turns, feeder, announcer, scheduler: scheduler, reports)
    pause = BoundaryPause(clock: feeder, announcer: announcer, scheduler: scheduler)
  }

  /// The media frame at which silence is due; `nil` if it is not, or the frame is unknown yet.
  var end: Frame? { [pause.end, departure.end].compactMap(\.self).min() }

  /// The place is another one.
  func forget() {
    announcer.forget()
    departure.forget()
  }

  /// Must be called when something was fed, began to sound or fell silent, before ``HeardAnnouncer/update()``: the end
  /// of the sound is known before any unit that begins there is announced.
  func updateEnds() {
    pause.update()
    departure.update()
  }

  // MARK: The pause at a mark

  /// Sends the player the end of the current word or sentence. Returns false if nothing is spoken.
  func awaitPause(atEndOf unit: TextUnit) -> Bool {
    pause.begin(atEndOf: unit) { [turns] in turns.send(.markReached($0)) }
  }

  /// A turn is over. No pause is due that the player does not await.
  func settlePause() { if !turns.player.awaitsMark { pause.cancel() } }

  // MARK: Sentences and words

  /// A sentence or word begins to be heard.
  func heard(_ heard: HeardAnnouncer.Heard, at microseconds: Microseconds) {
    if case .sentence(let plan) = heard {
      if plan.goesBack { reports(.notice(.seeked(microseconds))) }
      if plan.isOnlyBack { return reports(.details) }
    }
    reports(.notice(.heard(heard, microseconds)))
    // After the announcement: a client that followed it finds that word again, or the one before.
    switch heard {
    case .sentence(let plan):
      reports(.details)
      // A clip has no words.
      guard plan.offset == 0, let track = tracks[plan.track], track.content.own.clip(of: plan.sentence) != nil else {
        return
      }
      reached(KeptPlace(microseconds: microseconds, scalar: plan.span.scalars.lowerBound), in: plan.track)
    // The place of a recording is a time.
    case .word(let plan, _) where tracks[plan.track]?.countsInTime ?? false: break
    case .word(let plan, let word):
      standstill.reach(word, in: plan)
      let scalar = plan.span.scalars.lowerBound + word.span.scalars.lowerBound
      reached(KeptPlace(microseconds: microseconds, scalar: scalar), in: plan.track)
    }
  }

  private func reached(_ place: KeptPlace, in id: TrackID) {
    tracks[id]?.lastWord = place
    reports(.notice(.reached(id, tracks[id]?.keptForm(of: place) ?? place)))
  }

  /// The start of the word or sentence that is heard after a word; `nil` after the last one.
  func following(_ word: WordMark, of plan: SentencePlan) -> TextPlace? {
    let start = word.span.start.scalars
    if let next = plan.audio.words.first(where: { $0.span.start.scalars > start }) {
      return plan.span.start + next.span.start
    }
    guard let track = tracks[plan.track] else { return nil }
    // The first word of a sentence may be heard while the rest is still being synthesized. The text then gives the next
    // word.
    if plan.audio.state == .arriving, let next = track.passage.nextLetter(behind: word, of: plan.sentence) {
      return next
    }
    return plan.sentence + 1 < track.sentenceCount ? track.span(of: plan.sentence + 1).start : nil
  }
}
