import AloudAPI
import Configuration
import EventLoop
import Playback
import Speech

// Next and Previous, whoever says them.
extension Transport {
  /// What the media keys mean when they are pressed once.
  var keyMeaning: MovingUnit { MovingUnit(settings.player.nextMeans) }

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

  /// What a client asks for.
  func step(_ direction: StepDirection, _ unit: StepUnit) throws(APIError) {
    let moved =
      switch MovingUnit(unit) {
      case let unit?: step(direction, by: unit, finishing: true)
      case nil: press(direction, finishing: true)
      }
    guard !moved else { return }
    let name = MovingUnit(unit) ?? keyMeaning
    throw APIError(
      .outOfRange,
      direction == .forward ? "no \(name.rawValue) follows in this text" : "no \(name.rawValue) lies before this one")
  }
}

extension MovingUnit {
  init(_ unit: Settings.Unit) {
    switch unit {
    case .track: self = .track
    case .heading: self = .heading
    case .page: self = .page
    case .paragraph: self = .paragraph
    case .sentence: self = .sentence
    case .bookmark: self = .bookmark
    case .skip: self = .skip
    }
  }

  /// `nil`: what the keys mean.
  init?(_ unit: StepUnit) {
    switch unit {
    case .track: self = .track
    case .heading: self = .heading
    case .page: self = .page
    case .paragraph: self = .paragraph
    case .sentence: self = .sentence
    case .bookmark: self = .bookmark
    case .skip: self = .skip
    case .key: return nil
    }
  }
}
