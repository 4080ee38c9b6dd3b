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

  init(_ turns: Turns, _ place: PresentPlace, _ feeder: Feeder, _ lengths: TrackLengths) {
    self.turns = turns
    self.place = place
    self.feeder = feeder
    self.lengths = lengths
  }

  /// Studies a track, or studies it otherwise. What is heard goes on in the first turn of its phrase.
  ///
  /// - Parameter phrases: those of the whole recording, in order; a text has its sentences.
  /// - Returns: false if none of them can be heard, and the track is as it was.
  func enter(_ track: Track, _ phrases: [Phrase], _ settings: ExerciseSettings) -> Bool {
    change(track) { track.enterExercise(phrases, settings) }
  }

  /// The track is heard as it is again, from the place that is heard on.
  func leave(_ track: Track) {
    guard track.exercise != nil else { return }
    _ = change(track) {
      track.leaveExercise()
      return true
    }
  }

  private func change(_ track: Track, _ change: () -> Bool) -> Bool {
    let isOpen = feeder.track === track
    let time = turns.player.place(of: track.id)
    let frame = Frame(microseconds: time, at: track.timeline.sampleRate)
    let here = isOpen ? feeder.renderedPlace : track.timeline.place(at: frame)
    let original = here.map { track.originalPlace(of: $0) }
    let former = isOpen ? place.position : time
    guard change() else { return false }
    let position = original.map { track.time(goingOnAt: $0) } ?? 0
    // A place that is kept by its word stays that word.
    if !isOpen { track.goOn(at: KeptPlace(microseconds: position, scalar: track.place.scalar)) }
    turns.send(.relaid(track.id, lengths.toTell(of: track), from: former, to: position))
    if track.content.own.isMeasured { lengths.survey([track]) }
    return true
  }
}
