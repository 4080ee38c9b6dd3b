import EventLoop
import Playback
import Speech
package import Study
import Vocabulary

// Exercises.
extension Session {
  /// True while the phrases of the current track are heard.
  package var isStudying: Bool { place.track?.exercise != nil }

  /// The number of times that the phrases of a track have changed.
  package var studyChanges: Int { study.changes }

  /// Studies a queued track from the place that is heard on, or studies it otherwise. A recording is heard as it is
  /// until its phrases are found (``SessionNotice/phrasesNeeded(_:)``).
  ///
  /// - Precondition: it can be studied (``Track/canBeStudied``).
  package func study(_ track: Track, _ plan: StudyPlan) {
    defer { detailsChanged() }
    precondition(track.canBeStudied, "an utterance of texts and clips has no phrases")
    let former = track.options.study
    track.options.study = plan
    guard let recording = track.recording else {
      if former != plan || track.exercise == nil { _ = study.enter(track, [], plan) }
      return
    }
    // A text that is spoken has voices, and one that is shown has none.
    if former?.translations ?? .none != plan.translations
      || former?.translationLanguage ?? "" != plan.translationLanguage
    {
      recording.pairing = .unread
      recording.phrasing = .unread
      return recordings.settle()
    }
    if let exercise = track.exercise, former?.phrases == plan.phrases, former?.source == plan.source {
      if former != plan { _ = study.enter(track, exercise.wholePhrases, plan) }
    } else {
      recording.phrasing = .unread
      recordings.settle()
    }
  }

  /// The phrases of a recording were found.
  ///
  /// - Parameter phrases: those of the whole recording, in order.
  /// - Returns: false if none of them is in the track, or it is not studied any more. It is heard as it is then.
  package func found(_ phrases: [Phrase], of track: Track) -> Bool {
    guard let plan = track.options.study, tracks.holds(track) else { return false }
    track.recording?.phrasing = .settled
    defer { detailsChanged() }
    return study.enter(track, phrases, plan)
  }

  /// The phrases of a recording cannot be found. It is heard as it is.
  package func lostPhrases(of track: Track, _ error: ReadingError) {
    guard track.options.study != nil, tracks.holds(track) else { return }
    track.recording?.phrasing = .settled
    troubles.lacks(track.id, error)
    detailsChanged()
  }

  /// The translation of a recording cannot be heard. Its phrases are.
  package func lostTranslation(of track: Track, _ error: ReadingError) { troubles.lacks(track.id, error) }

  /// A queued track is heard as it is, from the place that is heard on.
  package func endStudy(of track: Track) {
    track.options.study = nil
    study.leave(track)
    detailsChanged()
  }

  // MARK: Its place

  /// The place in the current track that is heard now; `nil` if that is not studied, or nothing is open.
  package var studyPlace: StudyPlace? {
    guard let (track, place, _) = self.place.heard, let exercise = track.exercise else { return nil }
    let rate = track.timeline.sampleRate
    let original = exercise.originalTimeline.frame(of: track.originalPlace(of: place)).microseconds(at: rate)
    guard case .sentence(let phrase, let offset) = place,
      let turns = exercise.turns(of: phrase, in: track.timeline)
    else {
      // Before the first phrase, or behind the last one.
      let last = max(0, track.sentenceCount - 1)
      let phrase = min(last, place.sentence(in: track.timeline))
      return StudyPlace(phrase: phrase, turn: 0, isInGap: true, remaining: nil, original: original)
    }
    let turn = turns.turns[turns.turn(at: offset)]
    let isInGap = track.isInGap(place)
    let end = isInGap ? turn.end : turn.start + turn.length
    let isKnown = track.timeline.speech(of: phrase) != nil
    return StudyPlace(
      phrase: phrase, turn: turns.repetition(of: turns.turn(at: offset)), isInGap: isInGap,
      isTranslation: turn.isTranslation || exercise.isTranslation(phrase),
      remaining: isKnown ? max(0, end - offset).microseconds(at: rate) : nil, original: original)
  }

  /// The phrase with whose turn a sentence begins; `nil` if its track is not studied.
  package func heardPhrase(_ plan: SentencePlan, of track: Track) -> HeardPhrase? {
    guard let exercise = track.exercise, let turns = exercise.turns(of: plan.sentence, in: track.timeline),
      turns.turns.indices.contains(plan.turn) || track.timeline.speech(of: plan.sentence) == nil
    else { return nil }
    let rate = track.timeline.sampleRate
    let turn = track.timeline.speech(of: plan.sentence) == nil ? nil : turns.turns[plan.turn]
    return HeardPhrase(
      repetition: turns.repetition(of: plan.turn), isTranslation: turn?.isTranslation ?? false,
      repetitions: turns.ownCount, speed: plan.speed, length: turn?.length.microseconds(at: rate),
      gap: turn?.gap.microseconds(at: rate))
  }
}
