import EventLoop
import Playback
import Speech
import Vocabulary

// The heard sound, word by word.
extension Session {
  /// Something was fed, began to sound or fell silent. Within a turn this is postponed to its end: a sentence is not
  /// announced before its utterance has started.
  package func progressed() {
    hasProgressed = isTurning
    guard !isTurning else { return }
    // The end of the sound is known before any unit that begins there is announced.
    boundary.update()
    leaving.update()
    sleeper.update(player)
    announcer.update()
    silenceWatch.update(player)
    detailsChanged()
  }

  /// The heard unit changes now, or is about to change. Within a turn this is postponed to its end.
  package func detailsChanged() {
    guard !isTurning else { return }
    stateWatch.update()
    notify?(.detailsChanged)
  }

  func heard(_ heard: HeardAnnouncer.Heard, at microseconds: Microseconds) {
    if case .sentence(let plan) = heard, plan.goesBack { notify?(.seeked(microseconds)) }
    notify?(.heard(heard, microseconds))
    // After the announcement: a client that followed it finds that word again, or the one before.
    switch heard {
    case .sentence(let plan):
      detailsChanged()
      // A clip has no words.
      guard plan.offset == 0, let track = track(plan.track), track.content.own.clip(of: plan.sentence) != nil else {
        return
      }
      let place = KeptPlace(microseconds: microseconds, scalar: plan.span.scalars.lowerBound)
      track.lastWord = place
      notify?(.reached(plan.track, place))
    // The place of a recording is a time.
    case .word(let plan, _) where track(plan.track)?.countsInTime ?? false: break
    case .word(let plan, let word):
      stopped(at: word, in: plan)
      let scalar = plan.span.scalars.lowerBound + word.span.scalars.lowerBound
      let place = KeptPlace(microseconds: microseconds, scalar: scalar)
      track(plan.track)?.lastWord = place
      notify?(.reached(plan.track, place))
    }
  }

  /// A word is told that begins between an order of silence and the silence.
  private func stopped(at word: WordMark, in plan: SentencePlan) {
    guard pausePlace?.epoch == plan.epoch, let media = plan.media(of: word) else { return }
    pausePlace?.reach(PausePlace.Mark(place: .sentence(plan.sentence, offset: Frame(word.frame)), media: media))
  }

  /// Resumes at the beginning of the word or sentence in which the sound stopped.
  func rewind(to unit: Rewind, _ epoch: Player.Epoch) {
    guard let heard = feeder.heard() else { return }
    let timeline = feeder.track?.timeline
    let mark =
      standstillHere.flatMap { still in timeline.map { still.start(of: unit, in: $0) } }
      ?? PausePlace.Mark(place: feeder.place(of: heard), media: heard)
    announcer.forget()
    leaving.cancel()
    isDepartureAwaited = false
    let reported = max(0, feeder.reported(heard) - (heard - mark.media))
    feeder.goOn(at: mark.place, media: mark.media, reported: reported, epoch: epoch)
    if mark.media != heard { jump = reported.microseconds(at: feeder.sampleRate) }
  }

  /// The last stop at the open place. A silence that was ordered before the place was known is evaluated now.
  private var standstillHere: PausePlace? {
    guard let pausePlace, pausePlace.epoch == feeder.epoch else { return nil }
    return pausePlace.isEarly ? PausePlace(feeder: feeder, announcer: announcer) : pausePlace
  }
}
