import EventLoop
package import Playback
import Recordings
import Speech
package import Study
package import Vocabulary

// A track as an exercise, and as it is.
extension Track {
  /// The exercise that is heard in place of the text or recording; `nil` if that is heard as it is.
  package var exercise: ExerciseContent? { if case .exercise(let exercise) = content { exercise } else { nil } }

  /// True if it can be studied: it is a text, or a recording.
  package var canBeStudied: Bool { parts == nil }

  /// Makes it an exercise, or another one. Its timeline is that of the exercise afterwards.
  ///
  /// - Parameter phrases: those of the whole recording, in order; they count for a recording alone.
  /// - Returns: false if nothing of them can be studied. Nothing has changed then.
  func enterExercise(_ phrases: [Phrase], _ plan: StudyPlan) -> Bool {
    let original = exercise?.original ?? content
    let timeline = exercise?.restored(from: timeline) ?? timeline
    let exercise: ExerciseContent?
    switch original {
    case .text(let text): exercise = ExerciseContent(text, timeline, plan, options.phraseOrder, voice: voice)
    case .recording(let recording):
      exercise = ExerciseContent(recording, timeline, phrases, plan, options.phraseOrder, voice: voice)
    case .parts, .exercise: exercise = nil
    }
    guard let exercise else { return false }
    content = .exercise(exercise)
    self.timeline = exercise.layOut()
    return true
  }

  /// Makes it what it was before it was studied.
  func leaveExercise() {
    guard let exercise else { return }
    options.phraseOrder = nil
    content = exercise.original
    recording?.phrasing = .unread
    timeline = exercise.restored(from: timeline)
  }

  /// True if its exercise is one of a sound that its file has been opened for, perhaps again.
  func studiesOn(_ sound: RecordedSound, _ part: RecordingPart) -> Bool {
    guard let recording = exercise?.recording else { return false }
    return recording.part == part
      && recording.source.map { $0.description.sampleRate == sound.description.sampleRate } ?? false
  }

  // MARK: Places

  /// A place of the timeline in what is studied: that of a text as it is, or of a recording as it is.
  func originalPlace(of place: Timeline.Place) -> Timeline.Place {
    guard let exercise else { return place }
    return exercise.originalPlace(of: place, in: timeline)
  }

  /// A place within a sentence as that of its sound, whose words are counted from its beginning.
  func originalOffset(of place: Timeline.Place) -> Timeline.Place {
    guard case .sentence(let sentence, let offset) = place,
      let turns = content.own.turns(of: sentence, in: timeline)
    else { return place }
    return .sentence(sentence, offset: turns.soundFrame(at: offset))
  }

  /// True in the silence after a sentence, and in the gap after a phrase.
  func isInGap(_ place: Timeline.Place) -> Bool {
    switch place {
    case .gap: return true
    case .sentence(let sentence, let offset):
      guard let turns = content.own.turns(of: sentence, in: timeline) else { return false }
      if case .sound = turns.place(at: offset) { return false }
      return true
    case .leadingDelay, .trailingDelay, .end: return false
    }
  }

  /// True if a place in what is fed belongs to no sentence, or to one without a text.
  func isBetweenSentences(_ place: Timeline.Place) -> Bool {
    guard content.own.run != nil else { return isInGap(place) }
    guard timeline.hasCues, case .sentence = timeline.place(ofFed: place, nil) else { return true }
    return false
  }

  /// The time of the track at which the reading goes on that is at a place of what is studied. The pause behind a phrase
  /// counts as the beginning of its gap.
  ///
  /// - Parameter isAhead: true if that pause is the one before the phrase to be heard.
  func time(goingOnAt place: Timeline.Place, isAhead: Bool) -> Microseconds {
    let frame =
      exercise.map { exercise in
        isAhead ? exercise.frame(ofOriginal: place, in: timeline) : exercise.frame(goingOnAt: place, in: timeline)
      } ?? timeline.frame(of: place)
    return frame.microseconds(at: timeline.sampleRate)
  }

  /// A place in the form that is kept: that of what is studied. A repetition begins anew: its phrase is heard from the
  /// first turn on when it is heard again.
  package func keptForm(of place: KeptPlace) -> KeptPlace {
    guard let exercise else { return place }
    let here = timeline.place(at: Frame(microseconds: place.microseconds, at: timeline.sampleRate))
    let kept = exercise.keptPlace(of: here, in: timeline)
    let time = exercise.originalTimeline.frame(of: kept).microseconds(at: timeline.sampleRate)
    let passage = exercise.original.own.passage
    guard place.scalar != nil, case .sentence(let sentence, let source) = kept, sentence < passage.sentenceCount else {
      return KeptPlace(microseconds: time, scalar: place.scalar)
    }
    // The word of a repetition is not where the reading goes on.
    let isHeardFirst = kept == originalPlace(of: here) && source > 0 && !isInGap(here)
    let span = passage.span(of: sentence).scalars
    return KeptPlace(
      microseconds: time,
      scalar: isHeardFirst ? place.scalar : source > 0 ? span.upperBound : span.lowerBound)
  }

  // MARK: Lists

  /// A phrase of a recording in the time of its file; `nil` if none is studied, or it has no such phrase.
  package func recordedPhrase(_ index: Int) -> Phrase? {
    guard let recorded = exercise?.exercise, recorded.order.indices.contains(index) else { return nil }
    return recorded.phrases[recorded.order[index]]
  }

  /// The time of the track as it is at the beginning of its file.
  package var startOfFile: Microseconds {
    let timeline = exercise?.originalTimeline ?? timeline
    return timeline.gaps.leadingDelay.microseconds(at: timeline.sampleRate) - timeBefore
  }

  /// A phrase in the time of the track as it is without an exercise; `nil` if it is not studied, or has no such phrase.
  package func phrase(_ index: Int) -> Phrase? {
    guard let exercise, index < sentenceCount else { return nil }
    if let phrase = recordedPhrase(index) {
      let start = startOfFile
      return Phrase(
        start: phrase.start + start, voiceStart: phrase.voiceStart + start, voiceEnd: phrase.voiceEnd + start,
        end: phrase.end + start)
    }
    let (timeline, rate) = (exercise.originalTimeline, exercise.originalTimeline.sampleRate)
    let sentence = exercise.originalSentence(at: index)
    let start = timeline.start(of: sentence).microseconds(at: rate)
    let length = speech(of: index) ?? timeline.estimatedSpeech(of: sentence)
    let end = (timeline.start(of: sentence) + length).microseconds(at: rate)
    return Phrase(start: start, voiceStart: start, voiceEnd: end, end: end)
  }

  /// The length of what is studied, or of the track.
  package var originalLength: Microseconds {
    let timeline = exercise?.originalTimeline ?? timeline
    return timeline.length.microseconds(at: timeline.sampleRate)
  }

  /// True if ``originalLength`` is no estimate.
  package var isOriginalLengthExact: Bool { (exercise?.originalTimeline ?? timeline).isExact }

  /// The time of what is studied that is heard at a time of the track.
  package func originalTime(at time: Microseconds) -> Microseconds {
    guard let exercise else { return time }
    let place = timeline.place(at: Frame(microseconds: time, at: timeline.sampleRate))
    let original = exercise.originalPlace(of: place, in: timeline)
    return exercise.originalTimeline.frame(of: original).microseconds(at: timeline.sampleRate)
  }

  /// The time of the track at which a time of what is studied is heard first.
  package func time(ofOriginal time: Microseconds) -> Microseconds {
    guard let exercise else { return time }
    let rate = timeline.sampleRate
    let place = exercise.originalTimeline.place(at: Frame(microseconds: time, at: rate))
    return exercise.frame(ofOriginal: place, in: timeline).microseconds(at: rate)
  }
}
