public import Vocabulary

/// The effect of presses of the keys Next and Previous.
///
/// The first press acts at once, by the configured unit. Another one within the double-click time moves by the next
/// larger unit. It is counted from the place of the first press and thus replaces that step: two presses move by one
/// paragraph, not by a paragraph and a sentence.
public struct KeyPresses<Place: Equatable & Sendable>: Equatable, Sendable {
  /// The resulting step of a press.
  public struct Step: Equatable, Sendable {
    /// The direction.
    public var direction: StepDirection
    /// The unit.
    public var unit: MovingUnit
    /// The place from which the step is counted; `nil` for the place heard now.
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
    /// The configured unit of the key, and the unit of the last press.
    var meaning: MovingUnit
    var unit: MovingUnit
    /// The place of the first press in the series.
    var origin: Place
    var moment: Moment
  }

  private var last: Press?

  /// The state before any press.
  public init() {}

  /// Handles a press at `now`.
  ///
  /// - Parameters:
  ///   - meaning: the unit of a single press.
  ///   - doubled: the unit of a double press; `nil`: the next larger one.
  ///   - time: the time after a press within which another one belongs to the same series; zero for never.
  ///   - here: the place heard now; `nil` if nothing is open.
  public mutating func press(
    _ direction: StepDirection, means meaning: MovingUnit, doubled: MovingUnit? = nil, within time: Duration,
    from here: Place?, at now: Moment
  ) -> Step {
    let before = last
    last = nil
    guard let here else { return Step(direction, by: meaning) }
    last = Press(direction: direction, meaning: meaning, unit: meaning, origin: here, moment: now)
    guard let before, time > .zero, now - before.moment <= time, before.direction == direction,
      before.meaning == meaning
    else { return Step(direction, by: meaning) }
    guard let larger = doubled.map({ $0 == before.unit ? nil : $0 }) ?? before.unit.larger else {
      // There is no larger unit: further presses move by the largest one.
      last?.unit = before.unit
      return Step(direction, by: before.unit)
    }
    last?.unit = larger
    last?.origin = before.origin
    return Step(direction, by: larger, from: before.origin)
  }
}
