import DesktopSupport
import Playback
import Testing
import Vocabulary

@testable import Reading

/// The targets of steps by a sentence, a paragraph, a heading or a page.
@Suite(.timeLimit(.minutes(1)))
struct SteppingTests {
  /// Nine sentences in a sketch: `¶` begins a paragraph, `H` a heading, `|` a page.
  struct Text: SteppedText {
    var marks: [String]
    var sentenceCount: Int { marks.count }

    func begins(_ unit: MovingUnit, at sentence: Int) -> Bool {
      switch unit {
      case .sentence, .skip: true
      case .paragraph: marks[sentence].contains("¶")
      case .heading: sentence == 0 || marks[sentence].contains("H")
      case .page: marks[sentence].contains("|")
      case .track: sentence == 0
      case .bookmark: false
      }
    }
  }

  private static let text = Text(marks: ["¶", "", "¶", "|", "", "¶H", "¶", "|", ""])

  @Test(arguments: [
    (MovingUnit.sentence, 3, StepTarget.sentence(4)), (.sentence, 8, .outside(.forward)),
    (.paragraph, 0, .sentence(2)), (.paragraph, 3, .sentence(5)), (.paragraph, 6, .outside(.forward)),
    (.heading, 1, .sentence(5)), (.heading, 5, .outside(.forward)),
    (.page, 0, .sentence(3)), (.page, 3, .sentence(7)), (.page, 7, .outside(.forward)),
    (.track, 4, .outside(.forward)),
  ])
  func aStepForwardIsTheNextOne_S2_02(unit: MovingUnit, here: Int, target: StepTarget) {
    for isLate in [true, false] {
      #expect(Self.text.target(of: .forward, by: unit, from: here, isLate: { _ in isLate }) == target)
    }
  }

  @Test(arguments: [
    // Late in a unit, a step back leads to its beginning, and early to the previous one.
    (MovingUnit.sentence, 3, StepTarget.sentence(3), StepTarget.sentence(2)),
    (.sentence, 0, .sentence(0), .outside(.back)), (.paragraph, 4, .sentence(2), .sentence(0)),
    (.paragraph, 1, .sentence(0), .outside(.back)), (.heading, 8, .sentence(5), .sentence(0)),
    (.heading, 3, .sentence(0), .outside(.back)), (.page, 8, .sentence(7), .sentence(3)),
    (.page, 4, .sentence(3), .outside(.back)), (.page, 1, .outside(.back), .outside(.back)),
  ])
  func aStepBackIsTheBeginningOrTheOneBefore_S2_02(unit: MovingUnit, here: Int, late: StepTarget, early: StepTarget) {
    #expect(Self.text.target(of: .back, by: unit, from: here, isLate: { _ in true }) == late)
    #expect(Self.text.target(of: .back, by: unit, from: here, isLate: { _ in false }) == early)
  }

  @Test func aBookmarkIsItsSentence_S2_02() {
    let text = MarkedText(sentenceCount: 9, marks: [2, 6])
    #expect(text.target(of: .forward, by: .bookmark, from: 2, isLate: { _ in true }) == .sentence(6))
    #expect(text.target(of: .forward, by: .bookmark, from: 6, isLate: { _ in true }) == .outside(.forward))
    #expect(text.target(of: .back, by: .bookmark, from: 6, isLate: { _ in false }) == .sentence(2))
    #expect(text.target(of: .back, by: .bookmark, from: 1, isLate: { _ in false }) == .outside(.back))
  }

  @Test func theEndsOfATextAreFound() {
    #expect(Self.text.first(.page) == 3 && Self.text.last(.page) == 7)
    #expect(Self.text.first(.sentence) == 0 && Self.text.last(.sentence) == 8)
    let empty = Text(marks: [])
    #expect(empty.first(.sentence) == nil && empty.last(.heading) == nil)
    #expect(empty.target(of: .forward, by: .sentence, from: 0, isLate: { _ in false }) == .outside(.forward))
  }

  /// Random texts and places: a step forward, and one back from there, leads to the starting point or before it.
  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func aStepAndBackIsNoStep(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let marks = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        ["", "", "¶", "¶H", "|"].randomElement(using: &random)!
      }
      let text = Text(marks: ["¶" + marks[0]] + marks.dropFirst())
      let here = Int.random(in: 0..<text.sentenceCount, using: &random)
      for unit in MovingUnit.allCases {
        guard case .sentence(let next) = text.target(of: .forward, by: unit, from: here, isLate: { _ in false }) else {
          continue
        }
        #expect(next > here && text.begins(unit, at: next))
        let back = text.target(of: .back, by: unit, from: next, isLate: { _ in false })
        #expect(back == (text.last(unit, upTo: here).map { .sentence($0) } ?? .outside(.back)))
      }
    }
  }
}
