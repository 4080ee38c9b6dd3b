import Documents
import EventLoop
import Speech
import Vocabulary

// Its units, for steps from one to the next.
extension Track: @Core SteppedText {
  func begins(_ unit: MovingUnit, at sentence: Int) -> Bool {
    switch unit {
    case .sentence, .skip:
      sentence == 0 || !passage.continues(sentence - 1) && exercise?.isWithPrevious(sentence) != true
    case .paragraph: sentence == 0 || timeline.endsParagraph(sentence - 1)
    case .track: sentence == 0
    // A chapter begins like a section, with or without a heading.
    case .heading: sentence == 0 || beginsHeading(sentence)
    case .page: beginsPage(sentence)
    case .bookmark: false
    }
  }

  private func beginsHeading(_ sentence: Int) -> Bool {
    guard passage.block(of: sentence) == .heading else { return false }
    return timeline.endsParagraph(sentence - 1) || passage.block(of: sentence - 1) != .heading
  }

  /// True if a printed page begins in a sentence, or in the space before it. A page that begins within a sentence is
  /// read from the beginning of that sentence.
  private func beginsPage(_ sentence: Int) -> Bool {
    let start = sentence == 0 ? 0 : span(of: sentence - 1).scalars.upperBound
    let end = span(of: sentence).scalars.upperBound
    // The pages are in the order of the text.
    let page = passage.pages.partitioningIndex { $0.start.scalars >= start }
    return page < passage.pages.count && passage.pages[page].start.scalars < end
  }
}
