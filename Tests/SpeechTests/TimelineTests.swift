import Speech
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TimelineTests {
  /// Two paragraphs, of two sentences and of one, 10 scalars each, at 100 frames per scalar until measured.
  private func article(
    leadingDelay: Frame = 0, trailingDelay: Frame = 0, measured: Bool = true, complete: Bool = true
  ) -> Timeline {
    let gaps = Timeline.Gaps(leadingDelay: leadingDelay, trailingDelay: trailingDelay, sentence: 5, paragraph: 20)
    var timeline = Timeline(gaps: gaps, assumedFramesPerScalar: 100)
    for ends in [false, true, true] { timeline.append(scalars: 10, endsParagraph: ends) }
    if measured { for sentence in 0..<3 { timeline.setSpeech(900, of: sentence) } }
    if complete { timeline.complete() }
    return timeline
  }

  @Test func theLengthIncludesTheDelays_S0_09() {
    #expect(article().length == 900 + 5 + 900 + 20 + 900)
    #expect(article(leadingDelay: 110_250).length == article().length + 110_250)
    #expect(article(leadingDelay: 100, trailingDelay: 30).length == article().length + 130)
  }

  @Test func delaysAndGapsHavePlacesOfTheirOwn_S0_09() {
    let timeline = article(leadingDelay: 100, trailingDelay: 30)
    let table: [(Frame, Timeline.Place)] = [
      (-5, .leadingDelay(offset: 0)), (0, .leadingDelay(offset: 0)), (99, .leadingDelay(offset: 99)),
      (100, .sentence(0, offset: 0)), (999, .sentence(0, offset: 899)), (1000, .gap(after: 0, offset: 0)),
      (1004, .gap(after: 0, offset: 4)), (1005, .sentence(1, offset: 0)), (1905, .gap(after: 1, offset: 0)),
      (1925, .sentence(2, offset: 0)), (2824, .sentence(2, offset: 899)), (2825, .trailingDelay(offset: 0)),
      (2854, .trailingDelay(offset: 29)), (2855, .end), (9_999_999, .end),
    ]
    for (frame, place) in table { #expect(timeline.place(at: frame) == place, "frame \(frame)") }
  }

  @Test func joinedSentencesHaveNoGap_S1_16() {
    let text = article(leadingDelay: 100, complete: false)
    for sentence in 0..<3 {
      var joined = text
      joined.join(after: sentence)
      joined.join(after: sentence)
      joined.append(scalars: 10, endsParagraph: false)
      joined.complete()
      #expect(joined.isJoined(after: sentence) && joined.gap(after: sentence) == 0)
      #expect(joined.endsParagraph(sentence) == text.endsParagraph(sentence))
      #expect(joined.start(of: sentence + 1) == text.start(of: sentence + 1) - text.gap(after: sentence))
      #expect(joined.place(at: joined.start(of: sentence) + 900) == .sentence(sentence + 1, offset: 0))
    }
    var last = text
    last.join(after: 2)
    last.complete(trailingDelay: 7)
    #expect(last.length == article(leadingDelay: 100).length + 7)
  }

  @Test func anUnmeasuredTextHasAnEstimatedLength() {
    let timeline = article(measured: false)
    #expect(timeline.length == 1000 + 5 + 1000 + 20 + 1000)
    #expect(!timeline.isExact)
    #expect(timeline.speech(of: 1) == nil)
    #expect(timeline.estimatedSpeech(of: 1) == 1000)
  }

  @Test func aTrackIsExactOnceItIsCompleteAndMeasured() {
    #expect(article().isExact)
    #expect(!article(complete: false).isExact)
    #expect(!article(measured: false).isExact)
  }

  @Test func theTrailingDelayCountsOnceTheEndIsKnown() {
    var timeline = article(trailingDelay: 30, complete: false)
    #expect(timeline.length == 900 + 5 + 900 + 20 + 900 + 20)
    #expect(timeline.place(at: timeline.length) == .end)
    timeline.complete()
    timeline.complete()
    #expect(timeline.length == 900 + 5 + 900 + 20 + 900 + 30)
  }

  @Test func measuringLaterTextMovesNothingBefore() {
    var timeline = article(measured: false)
    timeline.setSpeech(700, of: 2)
    #expect(timeline.start(of: 2) == 1000 + 5 + 1000 + 20)
    timeline.setSpeech(800, of: 2)
    #expect(timeline.length == timeline.start(of: 2) + 800)
  }

  @Test func estimatesFollowTheMeasuredSentencesOnlyWhenTold() {
    var timeline = Timeline(gaps: .init(), assumedFramesPerScalar: 100)
    timeline.append(scalars: 300, endsParagraph: true)
    timeline.append(scalars: 100, endsParagraph: true)
    timeline.setSpeech(15_000, of: 0)
    #expect(timeline.estimatedSpeech(of: 1) == 10_000)
    timeline.recalibrate()
    #expect(timeline.estimatedSpeech(of: 1) == 5000)
  }

  @Test func aFewShortSentencesSayLittle() {
    var timeline = article(measured: false)
    timeline.setSpeech(1, of: 0)
    timeline.recalibrate()
    #expect(timeline.estimatedSpeech(of: 1) == 1000)
  }

  @Test func anEmptyTrackIsItsDelays() {
    var timeline = Timeline(gaps: .init(leadingDelay: 7, trailingDelay: 3), assumedFramesPerScalar: 1)
    #expect(timeline.length == 7)
    timeline.complete()
    #expect(timeline.isExact)
    #expect(timeline.length == 10)
    #expect(timeline.place(at: 7) == .trailingDelay(offset: 0))
    #expect(timeline.firstUnmeasured(from: 0) == nil)
  }

  @Test func aBookOfAHundredThousandSentencesIsAskedQuickly() {
    var timeline = Timeline(gaps: .init(sentence: 100, paragraph: 300), assumedFramesPerScalar: 1500)
    for index in 0..<100_000 { timeline.append(scalars: 40 + index % 80, endsParagraph: index % 5 == 4) }
    timeline.complete()
    // Measured as the service does, from the middle on and then from the beginning. Each query takes a few steps;
    // otherwise this would take minutes.
    var measured = 0
    while let sentence = timeline.firstUnmeasured(from: 50_000) {
      timeline.setSpeech(60_000, of: sentence)
      measured += 1
    }
    #expect(measured == 100_000)
    #expect(timeline.isExact)
    #expect(timeline.place(at: timeline.start(of: 77_777) + 5) == .sentence(77_777, offset: 5))
  }

  @Test func aStartIsExactWhenAllBeforeItIsMeasured() {
    var timeline = Timeline(gaps: Timeline.Gaps(sentence: 3), assumedFramesPerScalar: 10)
    #expect(timeline.isStartExact(of: 0))
    for _ in 0..<5 { timeline.append(scalars: 4, endsParagraph: false) }
    timeline.setSpeech(40, of: 0)
    timeline.setSpeech(50, of: 2)
    #expect((0..<6).map { timeline.isStartExact(of: $0) } == [true, true, false, false, false, false])
    timeline.setSpeech(60, of: 1)
    #expect((0..<6).map { timeline.isStartExact(of: $0) } == [true, true, true, true, false, false])
    for sentence in 3..<5 { timeline.setSpeech(70, of: sentence) }
    #expect((0..<6).allSatisfy { timeline.isStartExact(of: $0) })
  }
}
