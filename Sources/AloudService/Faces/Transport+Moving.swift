import AloudAPI
import Configuration
import EventLoop
import Playback
import Reading
import Speech
import Vocabulary

// Next and Previous, whoever says them.
extension Transport {
  /// What the media keys mean when they are pressed once.
  var keyMeaning: MovingUnit { settings.player.nextMeans }

  /// A press of the key Next or Previous.
  ///
  /// - Parameter finishing: whether a step behind the last track ends the reading; one by less than a track does.
  /// - Returns: whether there was anywhere to go to.
  @discardableResult
  func press(_ direction: StepDirection, finishing: Bool) -> Bool {
    let step = presses.press(
      direction, means: keyMeaning, within: settings.player.doublePress, from: session.steppingPlace, at: session.now)
    return self.step(
      step.direction, by: step.unit, from: step.origin, finishing: finishing || step.unit != .track)
  }

  /// - Returns: whether there was anywhere to go to.
  @discardableResult
  func step(
    _ direction: StepDirection, by unit: MovingUnit, from origin: SteppingPlace? = nil, finishing: Bool
  ) -> Bool {
    if unit == .skip {
      session.seek(by: settings.player.skip(isForward: direction == .forward).microseconds)
      return true
    }
    return session.step(
      direction, by: unit, from: origin, restartingAfter: settings.player.previousRestartsAfter.microseconds,
      finishing: finishing)
  }

  /// A step that a client asks for; without a unit, by that of the media keys.
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
