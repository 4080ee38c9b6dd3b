import Speech
import Testing

@testable import AloudService

@Suite struct SteppingTests {
  /// Seven sentences in three paragraphs: 0 1 | 2 3 4 | 5 6.
  private static let timeline = {
    var timeline = Timeline(gaps: Timeline.Gaps(), assumedFramesPerScalar: 100)
    for sentence in 0..<7 { timeline.append(scalars: 10, endsParagraph: [1, 4, 6].contains(sentence)) }
    timeline.complete()
    return timeline
  }()

  @Test(arguments: [
    (3, 1, TextUnit.Target.sentence(4)), (3, -1, .sentence(2)), (6, 1, .nextTrack), (0, -1, .previousTrack),
  ])
  func aSentenceIsTheNeighbour(here: Int, count: Int, target: TextUnit.Target) {
    #expect(TextUnit.sentence.target(from: here, count: count, in: Self.timeline) == target)
  }

  @Test(arguments: [
    (0, 1, TextUnit.Target.sentence(2)), (1, 1, .sentence(2)), (3, 1, .sentence(5)), (5, 1, .nextTrack),
    (6, -1, .sentence(2)), (3, -1, .sentence(0)), (1, -1, .previousTrack), (0, 2, .sentence(5)),
    (6, -2, .sentence(0)), (6, -3, .previousTrack),
  ])
  func aParagraphIsItsFirstSentence(here: Int, count: Int, target: TextUnit.Target) {
    #expect(TextUnit.paragraph.target(from: here, count: count, in: Self.timeline) == target)
  }
}
