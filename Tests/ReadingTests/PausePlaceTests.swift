import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// The place at which the reading resumes after a silence.
@Suite(.timeLimit(.minutes(1)))
struct PausePlaceTests {
  /// Five sentences of 1000 frames with gaps of 100.
  private static let timeline: Timeline = {
    var timeline = Timeline(gaps: Timeline.Gaps(leadingDelay: 50, sentence: 100), assumedFramesPerScalar: 100)
    for sentence in 0..<5 { timeline.append(scalars: 10, endsParagraph: false); timeline.setSpeech(1000, of: sentence) }
    timeline.complete()
    return timeline
  }()

  @Core
  private static func start(_ unit: Rewind, from place: Timeline.Place) -> PausePlace.Mark {
    let here = PausePlace.Mark(place: place, media: timeline.frame(of: place))
    let word = WordMark(frame: 300, span: TextSpan(scalars: 3..<5, utf8: 3..<5, utf16: 3..<5))
    return PausePlace(epoch: 1, at: here, words: { _ in [word] }).start(of: unit, in: timeline)
  }

  @Test(
    arguments: [
      (.word, .sentence(3, offset: 700), .sentence(3, offset: 300)),
      (.sentence, .sentence(3, offset: 700), .sentence(3, offset: 0)),
      (.sentences(back: 1), .sentence(3, offset: 700), .sentence(2, offset: 0)),
      (.sentences(back: 2), .gap(after: 3, offset: 20), .sentence(1, offset: 0)),
      (.sentences(back: 5), .sentence(3, offset: 700), .sentence(0, offset: 0)),
      (.sentences(back: 1), .trailingDelay(offset: 0), .sentence(3, offset: 0)),
      (.sentences(back: 1), .leadingDelay(offset: 20), .leadingDelay(offset: 20)),
    ] as [(Rewind, Timeline.Place, Timeline.Place)])
  func theReadingGoesBack_S3_03(unit: Rewind, from place: Timeline.Place, to target: Timeline.Place) async {
    loop
    let mark = await Self.start(unit, from: place)
    #expect(mark.place == target)
    #expect(mark.media == Self.timeline.frame(of: target), "the listener is told of the place that is heard")
  }
}
