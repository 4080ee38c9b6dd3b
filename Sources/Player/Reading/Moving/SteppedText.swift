import Playback
import Vocabulary

/// A text in the form for stepping: its sentences, and the units that begin with them.
protocol SteppedText {
  /// The number of sentences read so far.
  var sentenceCount: Int { get }
  /// True if a unit begins with a sentence. A sentence, a paragraph and a section begin with the first one.
  func begins(_ unit: MovingUnit, at sentence: Int) -> Bool
}

/// The bookmarks of a text.
struct MarkedText: SteppedText {
  var sentenceCount: Int
  /// The sentences with a bookmark.
  var marks: Set<Int>

  func begins(_ unit: MovingUnit, at sentence: Int) -> Bool { unit == .bookmark && marks.contains(sentence) }
}

/// The target of one step.
enum StepTarget: Equatable {
  /// The beginning of a sentence.
  case sentence(Int)
  /// After the last unit of the text, or before its first.
  case outside(StepDirection)
}

extension SteppedText {
  /// The target of a step from a sentence.
  ///
  /// - Parameter isLate: returns true for the beginning of a unit if so much of it has been heard that a step back
  ///   leads there, and not to the previous unit.
  func target(
    of direction: StepDirection, by unit: MovingUnit, from here: Int, isLate: (Int) -> Bool
  ) -> StepTarget {
    switch direction {
    case .forward: return first(unit, from: here + 1).map { .sentence($0) } ?? .outside(.forward)
    case .back:
      guard let start = last(unit, upTo: here) else { return .outside(.back) }
      if isLate(start) { return .sentence(start) }
      return last(unit, upTo: start - 1).map { .sentence($0) } ?? .outside(.back)
    }
  }

  /// The first unit that begins at or after a sentence.
  func first(_ unit: MovingUnit, from sentence: Int = 0) -> Int? {
    guard sentence < sentenceCount else { return nil }
    return (max(0, sentence)..<sentenceCount).first { begins(unit, at: $0) }
  }

  /// The last unit that begins at or before a sentence.
  func last(_ unit: MovingUnit, upTo sentence: Int = .max) -> Int? {
    let end = min(sentence, sentenceCount - 1)
    guard end >= 0 else { return nil }
    return (0...end).last { begins(unit, at: $0) }
  }
}
