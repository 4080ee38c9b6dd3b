import Testing
import Vocabulary

@testable import Playback

/// The effect of the keys Next and Previous, pressed once and repeatedly.
@Suite(.timeLimit(.minutes(1)))
struct KeyPressTests {
  /// A press: its delay in milliseconds, its direction, the listener's place; and the resulting step.
  struct Row: Sendable {
    var after: Int
    var direction = StepDirection.forward
    var here: Int?
    var unit: MovingUnit
    /// `nil` for the place heard now.
    var origin: Int?

    init(
      _ after: Int, _ direction: StepDirection = .forward, at here: Int?, _ unit: MovingUnit, from origin: Int? = nil
    ) {
      self.after = after
      self.direction = direction
      self.here = here
      self.unit = unit
      self.origin = origin
    }
  }

  @Test(
    arguments: [
      // A single press acts by the key's unit, even a late one.
      (.sentence, [Row(0, at: 10, .sentence), Row(401, at: 11, .sentence), Row(900, at: 12, .sentence)]),
      // The second one uses a larger unit and starts where the first did; the third uses the largest.
      (
        .sentence,
        [Row(0, at: 10, .sentence), Row(400, at: 11, .paragraph, from: 10), Row(400, at: 15, .track, from: 10)]
      ),
      // Further presses use the largest unit, from the current place.
      (
        .paragraph,
        [
          Row(0, at: 10, .paragraph), Row(100, at: 15, .track, from: 10), Row(100, at: 50, .track),
          Row(100, at: 90, .track), Row(500, at: 120, .paragraph),
        ]
      ),
      (.track, [Row(0, at: 10, .track), Row(10, at: 50, .track), Row(10, at: 90, .track)]),
      (.heading, [Row(0, at: 10, .heading), Row(300, at: 20, .track, from: 10)]),
      (.page, [Row(0, at: 10, .page), Row(300, at: 20, .track, from: 10)]),
      (.skip, [Row(0, at: 10, .skip), Row(300, at: 20, .track, from: 10)]),
      // A press in the other direction is a new one, from the listener's current place.
      (
        .sentence,
        [
          Row(0, at: 10, .sentence), Row(100, .back, at: 11, .sentence), Row(100, .back, at: 10, .paragraph, from: 11),
          Row(100, at: 5, .sentence),
        ]
      ),
      // If nothing is open, there is no place to return to.
      (.sentence, [Row(0, at: nil, .sentence), Row(100, at: 10, .sentence), Row(100, at: 11, .paragraph, from: 10)]),
    ] as [(MovingUnit, [Row])])
  func aSecondPressIsTheNextLargerUnitFromWhereTheFirstBegan_S2_04(meaning: MovingUnit, rows: [Row]) {
    var presses = KeyPresses<Int>()
    var now = Moment(.seconds(1000))
    for row in rows {
      now = now + .milliseconds(row.after)
      let step = presses.press(
        row.direction, means: meaning, within: .milliseconds(400), from: row.here, at: now)
      #expect(step == KeyPresses.Step(row.direction, by: row.unit, from: row.origin))
    }
  }

  @Test func withoutADoubleClickTimeEveryPressIsOne_S2_04() {
    var presses = KeyPresses<Int>()
    for place in 0..<5 {
      let step = presses.press(.forward, means: .sentence, within: .zero, from: place, at: Moment(.zero))
      #expect(step == KeyPresses.Step(.forward, by: .sentence))
    }
  }

  @Test func aKeyThatMeansSomethingElseNowBeginsAnew() {
    var presses = KeyPresses<Int>()
    let time = Duration.milliseconds(400)
    _ = presses.press(.forward, means: .sentence, within: time, from: 1, at: Moment(.zero))
    let step = presses.press(.forward, means: .page, within: time, from: 2, at: Moment(.milliseconds(10)))
    #expect(step == KeyPresses.Step(.forward, by: .page))
  }

  /// 2,000 walks of 60 presses: the first press of a series always acts by the key's unit, and no press of it uses a
  /// smaller unit than the one before.
  @Test func noRowOfPressesDoesWhatNobodyMeant_S2_04() {
    for seed in 0..<2000 as Range<UInt64> {
      var random = SplitMix64(state: seed)
      var presses = KeyPresses<Int>()
      let window = Duration.milliseconds(400)
      var now = Moment(.zero)
      var row: [(here: Int, step: KeyPresses<Int>.Step)] = []
      var last: (meaning: MovingUnit, moment: Moment)?
      for _ in 0..<60 {
        now = now + .milliseconds([0, 1, 200, 400, 401, 3000].randomElement(using: &random)!)
        let direction: StepDirection = Int.random(in: 0..<5, using: &random) == 0 ? .back : .forward
        let meaning =
          Int.random(in: 0..<9, using: &random) > 0
          ? last?.meaning ?? .sentence : MovingUnit.allCases.randomElement(using: &random)!
        let here = Int.random(in: 0..<1000, using: &random)
        let step = presses.press(direction, means: meaning, within: window, from: here, at: now)
        let belongs =
          row.last.map { $0.step.direction == direction } ?? false
          && last.map { $0.meaning == meaning && now - $0.moment <= window } ?? false
        if !belongs { row = [] }
        #expect(step.direction == direction)
        if let before = row.last {
          #expect(step.unit == before.step.unit.larger ?? before.step.unit)
          #expect(step.origin == (before.step.unit.larger == nil ? nil : row[0].here))
        } else {
          #expect(step == KeyPresses.Step(direction, by: meaning))
        }
        row.append((here, step))
        last = (meaning, now)
      }
    }
  }
}
