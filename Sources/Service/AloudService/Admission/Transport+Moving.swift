import AloudAPI
import Configuration
import EventLoop
import Playback
import Reading
import Speech
import Vocabulary

// The keys Next and Previous, from every source.
extension Transport {
  /// The unit of a single press of the media keys: a phrase while the current track is studied.
  var keyMeaning: MovingUnit { session.isStudying ? .sentence : settings.player.nextMeans }

  /// Handles a press of the key Next or Previous.
  ///
  /// - Parameter finishing: true if a step after the last track ends the reading. A step by a smaller unit always does.
  /// - Returns: true if there was a target.
  @discardableResult
  func press(_ direction: StepDirection, finishing: Bool) -> Bool {
    let step = presses.press(
      direction, means: keyMeaning, doubled: session.isStudying ? .track : nil, within: settings.player.doublePress,
      from: session.steppingPlace, at: session.now)
    return self.step(
      step.direction, by: step.unit, from: step.origin, finishing: finishing || step.unit != .track)
  }

  /// - Returns: true if there was a target.
  @discardableResult
  func step(
    _ direction: StepDirection, by unit: MovingUnit, from origin: SteppingPlace? = nil, finishing: Bool
  ) -> Bool {
    // A recording without a text has no sentences: a step is as long as a skip.
    if unit == .skip || (session.isAtUntimedRecording && (unit == .sentence || unit == .paragraph)) {
      session.seek(by: Microseconds(settings.player.skip(isForward: direction == .forward)))
      return true
    }
    return session.step(
      direction, by: unit, from: origin, restartingAfter: Microseconds(settings.player.previousRestartsAfter),
      finishing: finishing)
  }

  /// A step requested by a client; without a unit, it uses the unit of the media keys.
  func step(_ direction: StepDirection, _ unit: MovingUnit?) throws(APIError) {
    let moved =
      switch unit {
      case let unit?: step(direction, by: unit, finishing: true)
      case nil: press(direction, finishing: true)
      }
    guard !moved else { return }
    let name = unit ?? keyMeaning
    throw APIError(
      .outOfRange,
      direction == .forward ? "no \(name.rawValue) follows in this text" : "no \(name.rawValue) lies before this one")
  }
}
