import EventLoop
import Recordings
import Speech
import Study
import Vocabulary

// Places of the exercise, and those of what is studied.
extension ExerciseContent {
  /// The place of what is studied that is heard at a place of the exercise. In a gap it is the end of its phrase.
  func originalPlace(of place: Timeline.Place, in timeline: Timeline) -> Timeline.Place {
    switch place {
    case .sentence(let sentence, let offset):
      return original(sentence, source: turns(of: sentence, in: timeline)?.source(at: offset) ?? offset)
    case .gap(let sentence, _):
      return original(sentence, source: turns(of: sentence, in: timeline)?.source ?? 0)
    case .leadingDelay, .trailingDelay, .end: return place
    }
  }

  /// The same, but the beginning of a phrase while it is repeated, and the next phrase after its last gap has begun.
  func keptPlace(of place: Timeline.Place, in timeline: Timeline) -> Timeline.Place {
    guard case .sentence(let sentence, let offset) = place, let turns = turns(of: sentence, in: timeline) else {
      return originalPlace(of: place, in: timeline)
    }
    switch turns.place(at: offset) {
    case .sound(turns.firstOwn, let source): return original(sentence, source: source)
    // The next phrase follows the translation behind one.
    case .sound(let turn, _) where turns.turns[turn].isTranslation && turn > 0: fallthrough
    // In another order the next phrase is not the one behind it in the recording.
    case .gap(turns.turns.count - 1, _), .end:
      let isLast = sentence + 1 >= timeline.sentenceCount
      return isInOrder || isLast ? original(sentence, source: turns.source) : original(sentence + 1, source: 0)
    case .sound, .gap: return original(sentence, source: 0)
    }
  }

  /// True at a place of the exercise in the silence that a phrase has before its voice.
  func isBeforeVoice(_ place: Timeline.Place, in timeline: Timeline) -> Bool {
    guard case .sentence(let sentence, let offset) = place, let exercise, exercise.order.indices.contains(sentence),
      let turns = turns(of: sentence, in: timeline), case .sound(let turn, let source) = turns.place(at: offset)
    else { return false }
    if turns.turns[turn].isTranslation { return turn < turns.firstOwn }
    let phrase = exercise.phrases[exercise.order[sentence]]
    return source <= Frame(microseconds: phrase.voiceStart - phrase.start, at: timeline.sampleRate)
  }

  /// The place of what is studied at a source frame of a phrase.
  private func original(_ phrase: Int, source: Frame) -> Timeline.Place {
    guard let exercise else { return .sentence(originalSentence(at: phrase), offset: source) }
    guard exercise.order.indices.contains(phrase) else { return .end }
    let frame = exercise.source(at: phrase).lowerBound + source - (recording?.part.first ?? 0)
    return originalTimeline.place(at: originalTimeline.gaps.leadingDelay + frame)
  }

  /// The frame of the exercise at which a place of what is studied is heard first.
  func frame(ofOriginal place: Timeline.Place, in timeline: Timeline) -> Frame {
    guard let exercise else { return frame(ofText: place, in: timeline) }
    let gaps = originalTimeline.gaps
    let frame = originalTimeline.frame(of: place)
    guard frame >= gaps.leadingDelay else { return frame }
    let found = exercise.place(ofRecorded: frame - gaps.leadingDelay + (recording?.part.first ?? 0))
    return self.frame(of: found, in: timeline)
  }

  /// The frame of the timeline at a place of the exercise itself, which knows no translations.
  private func frame(of place: Exercise.Place, in timeline: Timeline) -> Frame {
    guard let exercise else { return 0 }
    func start(of turn: Int) -> Frame {
      let (phrase, repetition) = turn.quotientAndRemainder(dividingBy: exercise.settings.speeds.count)
      let turns = turns(of: phrase, in: timeline)
      return timeline.start(of: phrase) + (turns.map { $0.turns[$0.firstOwn + repetition].start } ?? 0)
    }
    return switch place {
    // A translation that comes first belongs to a phrase that begins.
    case .sound(let turn, 0) where turn.isMultiple(of: exercise.settings.speeds.count):
      timeline.start(of: turn / exercise.settings.speeds.count)
    case .sound(let turn, let offset): start(of: turn) + offset
    case .gap(let turn, let offset): start(of: turn) + exercise.turn(turn).length + offset
    case .end: timeline.start(of: timeline.sentenceCount)
    }
  }

  /// The frame of the exercise that goes on with what is heard at a place of what is studied: in a phrase, its first
  /// turn; behind one, the rest of the gap that follows, if as much is left.
  func frame(goingOnAt place: Timeline.Place, in timeline: Timeline) -> Frame {
    let frame = originalTimeline.frame(of: place) - originalTimeline.gaps.leadingDelay
    guard let exercise, let (turn, gap) = exercise.gap(behindRecorded: frame + (recording?.part.first ?? 0)) else {
      return self.frame(ofOriginal: place, in: timeline)
    }
    return self.frame(of: .gap(turn: turn, offset: gap), in: timeline)
  }

  private func frame(ofText place: Timeline.Place, in timeline: Timeline) -> Frame {
    switch place {
    case .leadingDelay: return timeline.frame(of: place)
    case .sentence(let sentence, let offset):
      guard sentence < timeline.sentenceCount else { return timeline.start(of: timeline.sentenceCount) }
      let phrase = self.place(ofSentence: sentence)
      let turns = turns(of: phrase, in: timeline)
      return timeline.start(of: phrase) + (turns?.frame(ofSource: offset, in: 0) ?? offset)
    case .gap(let sentence, _):
      return timeline.start(of: self.place(ofSentence: min(sentence + 1, timeline.sentenceCount)))
    case .trailingDelay, .end: return timeline.frame(of: place)
    }
  }

  // MARK: Times of the recording

  func recordedTime(at time: Microseconds, in timeline: Timeline) -> Microseconds {
    let rate = timeline.sampleRate
    let place = originalPlace(of: timeline.place(at: Frame(microseconds: time, at: rate)), in: timeline)
    return timeBefore + originalTimeline.frame(of: place).microseconds(at: rate)
  }

  func time(ofRecorded time: Microseconds, in timeline: Timeline) -> Microseconds {
    let rate = timeline.sampleRate
    let place = originalTimeline.place(at: Frame(microseconds: max(0, time - timeBefore), at: rate))
    return frame(ofOriginal: place, in: timeline).microseconds(at: rate)
  }
}
