import Playback
import Vocabulary

/// A text as moving by meaning sees it: sentences, some of which begin something.
protocol SteppedText {
  /// As far as it has been read.
  var sentenceCount: Int { get }
  /// Whether a unit begins with a sentence. With the first one a sentence, a paragraph and a section do.
  func begins(_ unit: MovingUnit, at sentence: Int) -> Bool
}

/// The bookmarks of a text.
struct MarkedText: SteppedText {
  var sentenceCount: Int
  /// The sentences that have one.
  var marks: Set<Int>

  func begins(_ unit: MovingUnit, at sentence: Int) -> Bool { unit == .bookmark && marks.contains(sentence) }
}

/// Where one step leads.
enum StepTarget: Equatable {
  /// To the beginning of a sentence.
  case sentence(Int)
  /// Behind the last unit of the text, or before its first.
  case outside(StepDirection)
}

extension SteppedText {
  /// Where a step from a sentence leads.
  ///
  /// - Parameter isLate: says of the beginning of a unit whether so much of it has been heard that a step back leads
  ///   there, and not to the unit before.
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

  /// The first unit that begins at or behind a sentence.
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
