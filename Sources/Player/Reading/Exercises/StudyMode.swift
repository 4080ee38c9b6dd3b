import EventLoop
import Playback
import Speech
import Study
import Vocabulary

/// Makes queued tracks exercises, and what they were before. The place that is heard stays.
@Core
final class StudyMode {
  private let turns: Turns
  private let place: PresentPlace
  private let feeder: Feeder
  private let lengths: TrackLengths
  private let synthesis: Synthesis
  /// The number of changes so far.
  private(set) var changes = 0
  /// Makes the orders of phrases.
  private var random: SplitMix64

  init(
    _ turns: Turns, _ place: PresentPlace, _ feeder: Feeder, _ lengths: TrackLengths, _ synthesis: Synthesis,
    seed: UInt64
  ) {
    self.synthesis = synthesis
    random = SplitMix64(state: seed)
    self.turns = turns
    self.place = place
    self.feeder = feeder
    self.lengths = lengths
  }

  /// Studies a track, or studies it otherwise. What is heard goes on in the first turn of its phrase.
  ///
  /// - Parameter phrases: those of the whole recording, in order; a text has its sentences.
  /// - Returns: false if none of them can be heard, and the track is as it was.
  func enter(_ track: Track, _ phrases: [Phrase], _ plan: StudyPlan) -> Bool {
    change(track) { track.enterExercise(phrases, plan) }
  }

  /// The track is heard as it is again, from the place that is heard on.
  func leave(_ track: Track) {
    guard track.exercise != nil else { return }
    _ = change(track) {
      track.leaveExercise()
      return true
    }
  }

  // MARK: Orders

  /// The phrases of these tracks take the order that the queue has. The phrase that is heard begins it. Called after each
  /// turn.
  func settleOrder(of tracks: [Track]) {
    let mode = turns.player.shuffle
    for track in tracks {
      // The lengths of a text's sentences are found by their numbers, which another order changes.
      guard let exercise = track.exercise, exercise.exercise != nil || track.timeline.isExact,
        let plan = track.options.study
      else { continue }
      if (track.options.phraseOrder?.mode ?? .off) != mode {
        let first = here(track).flatMap { exercise.unit(at: $0.sentence(in: track.timeline)) }
        track.options.phraseOrder = mode == .off ? nil : PhraseOrder(mode, seed: random.next(), first: first)
      } else if mode == .off || exercise.isArranged {
        // A text that an earlier run left is put into its order once it has been read again.
        continue
      }
      _ = enter(track, exercise.wholePhrases, plan)
    }
  }

  /// A track is about to be heard from its beginning. If its phrases were heard to the end, they take the order of the
  /// next lap.
  func beginLap(of track: Track) {
    guard let exercise = track.exercise, exercise.isLapOver else { return }
    exercise.isLapOver = false
    guard let order = track.options.phraseOrder, order.mode == turns.player.shuffle, let plan = track.options.study
    else { return }
    let next = order.next(of: exercise.unitCount)
    guard next != order else { return }
    let former = Spoken(track)
    track.options.phraseOrder = next
    _ = track.enterExercise(exercise.wholePhrases, plan)
    changes += 1
    forgetSentences(of: track, since: former)
  }

  /// The spoken part of an exercise, by the numbers of its sentences.
  private struct Spoken: Equatable {
    var arrangement: SentenceArrangement?
    var translations: [Int: [UInt8]]

    @Core
    init(_ track: Track) {
      arrangement = track.exercise?.arrangement
      translations = track.exercise?.spokenTexts ?? [:]
    }
  }

  /// Whatever is known by the number of a sentence counts no more if that is another one.
  private func forgetSentences(of track: Track, since former: Spoken) {
    guard Spoken(track) != former else { return }
    synthesis.forget(track.id)
    lengths.measurer.forget([track.id])
    track.measuring = MeasuredSentences()
  }

  // MARK: Changes

  /// The place in a track that is heard, or at which it goes on; `nil` for a track that begins.
  private func here(_ track: Track) -> Timeline.Place? {
    if feeder.track === track { return feeder.renderedPlace }
    let time = turns.player.place(of: track.id)
    return time > 0 ? track.timeline.place(at: Frame(microseconds: time, at: track.timeline.sampleRate)) : nil
  }

  private func change(_ track: Track, _ change: () -> Bool) -> Bool {
    let isOpen = feeder.track === track
    // A track that begins begins in its new form, too.
    let here = here(track)
    let original = here.map { track.originalPlace(of: $0) }
    // Nothing of the phrase was heard yet: it is not the pause before it that goes on.
    let isAhead = here.flatMap { track.exercise?.isBeforeVoice($0, in: track.timeline) } ?? false
    let former = isOpen ? place.position : turns.player.place(of: track.id)
    let spoken = Spoken(track)
    guard change() else { return false }
    changes += 1
    forgetSentences(of: track, since: spoken)
    let position = original.map { track.time(goingOnAt: $0, isAhead: isAhead) } ?? 0
    // A place that is kept by its word stays that word.
    if !isOpen { track.goOn(at: KeptPlace(microseconds: position, scalar: track.place.scalar)) }
    turns.send(.relaid(track.id, lengths.toTell(of: track), from: former, to: position))
    if track.content.own.isMeasured { lengths.survey([track]) }
    return true
  }
}
