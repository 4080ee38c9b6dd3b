import EventLoop
import Playback
import Speech

/// The place at which the sound was last ordered to stop, and from which it resumes.
@Core
final class Standstill {
  private var place: PausePlace?
  private let feeder: Feeder
  private let announcer: HeardAnnouncer

  init(_ feeder: Feeder, _ announcer: HeardAnnouncer) {
    self.feeder = feeder
    self.announcer = announcer
  }

  /// Silence is ordered now.
  ///
  /// - Parameter isEarly: true if no sound of the place has been made yet.
  func begin(isEarly: Bool) {
    place = here
    place?.isEarly = isEarly
  }

  /// The repetition has changed. The silence between two rounds is no place of the text without them.
  func repetitionChanged() {
    if let place, place.epoch == feeder.epoch, place.isInGap { self.place = here }
  }

  /// A word is told that begins between an order of silence and the silence.
  func reach(_ word: WordMark, in plan: SentencePlan) {
    guard place?.epoch == plan.epoch, let media = plan.media(of: word) else { return }
    place?.reach(PausePlace.Mark(place: .sentence(plan.sentence, offset: Frame(word.frame)), media: media))
  }

  /// The beginning of the word or sentence in which the sound stopped at the open place; `nil` if it did not.
  func start(of unit: Rewind) -> PausePlace.Mark? {
    guard let place, place.epoch == feeder.epoch, let timeline = feeder.track?.timeline else { return nil }
    // A silence that was ordered before the place was known is evaluated now.
    return (place.isEarly ? here : place)?.start(of: unit, in: timeline)
  }

  private var here: PausePlace? { PausePlace(feeder: feeder, announcer: announcer) }
}
