import EventLoop
import Playback
import Speech
import Vocabulary

/// The listener's side of the sleep timer: it is set and extended, its rest is told, and its place is found again.
@Core
final class SleepTimerControl {
  /// Ends the reading for the timer.
  let watch: SleepWatch
  /// The place at which the last timer was set.
  private(set) var placeOfSetting: PlaceInTrack?
  private let turns: Turns
  private let tracks: QueuedTracks
  private let place: PresentPlace
  private let feeder: Feeder

  init(_ watch: SleepWatch, _ turns: Turns, _ tracks: QueuedTracks, _ place: PresentPlace, _ feeder: Feeder) {
    self.watch = watch
    self.turns = turns
    self.tracks = tracks
    self.place = place
    self.feeder = feeder
  }

  /// - Parameter extent: `nil`: no timer.
  func set(_ extent: SleepTimer.Extent?) {
    placeOfSetting = extent == nil ? nil : here
    turns.send(.setSleep(extent))
  }

  /// Makes the timer longer, or shorter by a negative time; without a timer it sets one.
  func extend(by time: Duration) {
    // An extended timer keeps the place at which it was set.
    if turns.player.sleep == nil, time > .zero { placeOfSetting = here }
    turns.send(.extendSleep(by: time))
  }

  private var here: PlaceInTrack? {
    turns.player.current.map { id in
      guard let track = tracks[id] else {
        return PlaceInTrack(track: id, place: KeptPlace(microseconds: place.position))
      }
      return PlaceInTrack(track: id, place: track.lasting(place.kept(in: track)))
    }
  }

  /// An earlier run has set a timer at a place. One of this run is newer.
  func restore(_ former: PlaceInTrack?) { placeOfSetting = placeOfSetting ?? former }

  /// Goes to the sentence in which the timer was set, and continues from there.
  func goBack() throws(ReadingError) {
    guard let there = placeOfSetting, turns.player.entry(there.track) != nil, let track = tracks[there.track] else {
      throw ReadingError(.noTrack, "no sleep timer was set in what is queued")
    }
    // Nothing is open if the reading was stopped.
    if turns.player.status == .stopped { turns.send(.play) }
    if let sentence = there.place.scalar.flatMap({ track.sentence(atScalar: $0) }) {
      turns.send(.goTo(track.id, at: track.start(of: sentence)))
    } else {
      // Its text is opened first, and then the word is found.
      track.expect(there.place)
      turns.send(.goTo(track.id, at: there.place.microseconds))
    }
    turns.send(.play)
  }

  /// The remaining time of the timer, in microseconds of real time; `nil` without a timer, or if unknown. For an end in
  /// the text it is an estimate until that is measured.
  var remaining: Microseconds? {
    guard let sleep = turns.player.sleep else { return nil }
    if let left = sleep.left(at: turns.now) { return Microseconds(left) }
    guard let (track, here, _) = place.heard,
      let rest = track.timeline.estimatedRest(of: sleep.extent, from: here, ABLoop(feeder.repetition, of: track.id))
    else { return nil }
    var media = rest.microseconds(at: track.timeline.sampleRate)
    if case .chapters(let count) = sleep.extent {
      var id = track.id
      for _ in 1..<count {
        guard let next = turns.player.following(id), let length = turns.player.length(of: next) else { break }
        media += length.microseconds
        id = next
      }
    }
    return Microseconds(clamping: Double(media) / turns.player.rate)
  }
}
