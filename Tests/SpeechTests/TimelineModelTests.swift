import DesktopSupport
import Testing

@testable import Speech

/// Random timelines, partly measured, growing, complete or not, against ``NaiveTimeline``.
@Suite(.timeLimit(.minutes(5)))
struct TimelineModelTests {
  private struct Pair {
    var timeline: Timeline
    var naive: NaiveTimeline
    var generator: SeededGenerator

    init(seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      var gaps = Timeline.Gaps()
      func chance(_ limit: Frame) -> Frame {
        Bool.random(using: &generator) ? 0 : Frame.random(in: 1...limit, using: &generator)
      }
      gaps.leadingDelay = chance(50)
      gaps.trailingDelay = chance(50)
      gaps.sentence = chance(9)
      gaps.paragraph = chance(30)
      let framesPerScalar = [0.3, 1, 1.7, 12.34].randomElement(using: &generator)!
      timeline = Timeline(gaps: gaps, assumedFramesPerScalar: framesPerScalar)
      naive = NaiveTimeline(gaps: gaps, framesPerScalar: framesPerScalar)
      self.generator = generator
    }

    mutating func change() {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<3 where !naive.isComplete:
        let scalars = Int.random(in: 0...12, using: &generator)
        let ends = Bool.random(using: &generator)
        timeline.append(scalars: scalars, endsParagraph: ends)
        naive.sentences.append(.init(scalars: scalars, endsParagraph: ends))
      case 3..<7 where !naive.sentences.isEmpty:
        let sentence = naive.sentences.indices.randomElement(using: &generator)!
        let speech = Frame.random(in: 0...40, using: &generator)
        timeline.setSpeech(speech, of: sentence)
        naive.sentences[sentence].speech = speech
      case 7 where Int.random(in: 0..<5, using: &generator) == 0:
        timeline.complete()
        naive.isComplete = true
      default: break
      }
    }
  }

  @Test(arguments: 0..<300)
  func everyPlaceIsWhereAddingUpTheSegmentsPutsIt(seed: UInt64) {
    var pair = Pair(seed: seed)
    for _ in 0..<Int.random(in: 0...40, using: &pair.generator) { pair.change() }
    let (timeline, naive) = (pair.timeline, pair.naive)
    let count = naive.sentences.count
    #expect(timeline.length == naive.length)
    #expect(timeline.sentenceCount == count)
    #expect(timeline.isExact == (naive.isComplete && naive.sentences.allSatisfy { $0.speech != nil }))
    for sentence in 0..<count {
      #expect(timeline.start(of: sentence) == naive.start(of: sentence))
      #expect(timeline.gap(after: sentence) == naive.gap(after: sentence))
      #expect(timeline.speech(of: sentence) == naive.sentences[sentence].speech)
      #expect(timeline.endsParagraph(sentence) == naive.sentences[sentence].endsParagraph)
    }
    for frame in -2...naive.length + 2 {
      let place = timeline.place(at: frame)
      #expect(place == naive.place(at: frame))
      #expect(timeline.frame(of: place) == min(max(0, frame), naive.length))
    }
  }

  @Test(arguments: 0..<100)
  func theSearchForUnmeasuredSentencesGoesRoundOnceAndFindsTheNextOne(seed: UInt64) {
    var pair = Pair(seed: seed)
    for _ in 0..<40 { pair.change() }
    let sentences = pair.naive.sentences
    for from in -1...sentences.count + 1 {
      let begin = min(max(0, from), sentences.count)
      let expected = (Array(begin..<sentences.count) + Array(0..<begin)).first { sentences[$0].speech == nil }
      #expect(pair.timeline.firstUnmeasured(from: from) == expected)
    }
  }

  @Test(arguments: 0..<100)
  func laterFramesLieInLaterPlaces(seed: UInt64) {
    var pair = Pair(seed: seed)
    for _ in 0..<40 { pair.change() }
    func rank(_ place: Timeline.Place) -> (Int, Frame) {
      switch place {
      case .leadingDelay(let offset): (-1, offset)
      case .sentence(let sentence, let offset): (2 * sentence, offset)
      case .gap(let sentence, let offset): (2 * sentence + 1, offset)
      case .trailingDelay(let offset): (.max - 1, offset)
      case .end: (.max, 0)
      }
    }
    let ranks = (0...pair.naive.length).map { rank(pair.timeline.place(at: $0)) }
    for (earlier, later) in zip(ranks, ranks.dropFirst()) { #expect(earlier < later) }
  }

  @Test(arguments: 0..<50)
  func everyPositionOfAnExactTrackCanBeReadAndSetAgain(seed: UInt64) {
    var pair = Pair(seed: seed)
    for _ in 0..<40 { pair.change() }
    pair.timeline.complete()
    for sentence in 0..<pair.timeline.sentenceCount {
      pair.timeline.setSpeech(Frame.random(in: 1...60_000, using: &pair.generator), of: sentence)
    }
    let timeline = pair.timeline
    for _ in 0..<100 {
      let frame = Frame.random(in: 0...timeline.length, using: &pair.generator)
      let position = frame.microseconds(at: .usual)
      let place = timeline.place(at: Frame(microseconds: position, at: .usual))
      #expect(timeline.frame(of: place).microseconds(at: .usual) == position)
    }
  }
}
