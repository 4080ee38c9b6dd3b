/// The keys Next and Previous: what each press means.
///
/// The first press acts at once, by the unit that the configuration names. Another one within the double-click time
/// means the next larger unit, counted from where the first one began, so that it makes good what that one did: two
/// presses are one paragraph on, not a paragraph and a sentence.
public struct KeyPresses<Place: Equatable & Sendable>: Equatable, Sendable {
  /// What a press comes to.
  public struct Step: Equatable, Sendable {
    /// Which way.
    public var direction: StepDirection
    /// By what.
    public var unit: MovingUnit
    /// Where it is counted from; `nil`: from what is heard now.
    public var origin: Place?

    /// A step from its parts.
    public init(_ direction: StepDirection, by unit: MovingUnit, from origin: Place? = nil) {
      self.direction = direction
      self.unit = unit
      self.origin = origin
    }
  }

  private struct Press: Equatable, Sendable {
    var direction: StepDirection
    /// What the key meant, and what the press came to.
    var meaning: MovingUnit
    var unit: MovingUnit
    /// Where the first press of the row began.
    var origin: Place
    var moment: Moment
  }

  private var last: Press?

  /// No key was pressed yet.
  public init() {}

  /// Takes a press at `now`.
  ///
  /// - Parameters:
  ///   - meaning: what the key means when it is pressed once.
  ///   - time: so long after a press another one belongs to it; zero: never.
  ///   - here: what is heard now; `nil` where nothing is open.
  public mutating func press(
    _ direction: StepDirection, means meaning: MovingUnit, within time: Duration, from here: Place?, at now: Moment
  ) -> Step {
    let before = last
    last = nil
    guard let here else { return Step(direction, by: meaning) }
    last = Press(direction: direction, meaning: meaning, unit: meaning, origin: here, moment: now)
    guard let before, time > .zero, now - before.moment <= time, before.direction == direction,
      before.meaning == meaning
    else { return Step(direction, by: meaning) }
    guard let larger = before.unit.larger else {
      // There is nothing larger: whoever goes on pressing goes on by the largest.
      last?.unit = before.unit
      return Step(direction, by: before.unit)
    }
    last?.unit = larger
    last?.origin = before.origin
    return Step(direction, by: larger, from: before.origin)
  }
}
