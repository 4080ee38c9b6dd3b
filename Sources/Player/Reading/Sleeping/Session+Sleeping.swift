import EventLoop
package import Playback
import Speech
package import Vocabulary

// The sleep timer: the listener's commands, and the remaining time.
extension Session {
  /// - Parameter extent: `nil`: no timer.
  package func setSleep(_ extent: SleepTimer.Extent?) {
    sleepPlace = extent == nil ? nil : hereForSleep
    send(.setSleep(extent))
  }

  /// Makes the sleep timer longer, or shorter by a negative time; without a timer it sets one.
  package func extendSleep(by time: Duration) {
    // An extended timer keeps the place at which it was set.
    if player.sleep == nil, time > .zero { sleepPlace = hereForSleep }
    send(.extendSleep(by: time))
  }

  private var hereForSleep: PlaceInTrack? {
    player.current.map { id in
      let place = KeptPlace(microseconds: position, scalar: track(id)?.lastWord?.scalar)
      return PlaceInTrack(track: id, place: track(id)?.lasting(place) ?? place)
    }
  }

  /// Goes to the sentence in which the timer was set, and continues from there.
  package func goBackToSleepPlace() throws(ReadingError) {
    guard let place = sleepPlace, player.entry(place.track) != nil, let track = track(place.track) else {
      throw ReadingError(.noTrack, "no sleep timer was set in what is queued")
    }
    // Nothing is open if the reading was stopped.
    if player.status == .stopped { send(.play) }
    if let sentence = place.place.scalar.flatMap({ track.sentence(atScalar: $0) }) {
      go(to: sentence, of: track)
    } else {
      // Its text is opened first, and then the word is found.
      track.expect(place.place)
      send(.goTo(track.id, at: place.place.microseconds))
    }
    send(.play)
  }

  /// The remaining time of the timer, in microseconds of real time; `nil` without a timer, or if unknown. For an end in
  /// the text it is an estimate until that is measured.
  package var sleepRemaining: Microseconds? {
    guard let sleep = player.sleep else { return nil }
    if let left = sleep.left(at: now) { return Microseconds(left) }
    guard let track = player.current.flatMap({ self.track($0) }), let heard = feeder.heard(),
      let rest = track.timeline.estimatedRest(
        of: sleep.extent, from: feeder.place(of: heard), ABLoop(feeder.repetition, of: track.id))
    else { return nil }
    var media = rest.microseconds(at: track.timeline.sampleRate)
    if case .chapters(let count) = sleep.extent {
      var id = track.id
      for _ in 1..<count {
        guard let next = player.following(id), let length = player.length(of: next) else { break }
        media += length.microseconds
        id = next
      }
    }
    return Microseconds(clamping: Double(media) / player.rate)
  }
}
