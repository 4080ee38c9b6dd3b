import Testing

@testable import Speech

/// The timeline of a recording, with and without the sentences of a text beside it.
struct RecordedTimelineTests {
  private static func timeline(_ cues: [Range<Frame>] = []) -> Timeline {
    var timeline = Timeline(
      gaps: .init(leadingDelay: 10, trailingDelay: 5, sentence: 3), recording: 100, isExact: true,
      sampleRate: SampleRate(hertz: 1000))
    timeline.setCues(cues)
    return timeline
  }

  @Test func aRecordingWithoutATextIsOneSentence() {
    let timeline = Self.timeline()
    #expect(timeline.sentenceCount == 1 && timeline.length == 115 && timeline.isExact && !timeline.hasCues)
    #expect(timeline.start(of: 0) == 10 && timeline.start(of: 1) == 110 && timeline.speech(of: 0) == 100)
    #expect(timeline.place(at: 9) == .leadingDelay(offset: 9) && timeline.place(at: 109) == .sentence(0, offset: 99))
    #expect(timeline.place(at: 110) == .trailingDelay(offset: 0) && timeline.place(at: 115) == .end)
  }

  @Test func theSentencesOfATextHaveTheirOwnTimes_S2_31() {
    // The second overlaps the third, and the last one goes beyond the end.
    let timeline = Self.timeline([20..<30, 40..<70, 60..<80, 95..<200])
    #expect(timeline.sentenceCount == 4 && timeline.length == 115 && timeline.isExact)
    #expect((0...4).map { timeline.start(of: $0) } == [30, 50, 70, 105, 110])
    #expect((0..<4).map { timeline.speech(of: $0) } == [10, 20, 20, 5])
    #expect((0..<4).map { timeline.gap(after: $0) } == [10, 0, 15, 0])
    #expect(timeline.place(at: 29) == .leadingDelay(offset: 29) && timeline.place(at: 30) == .sentence(0, offset: 0))
    #expect(timeline.place(at: 40) == .gap(after: 0, offset: 0) && timeline.place(at: 69) == .sentence(1, offset: 19))
    #expect(timeline.place(at: 109) == .sentence(3, offset: 4) && timeline.place(at: 110) == .trailingDelay(offset: 0))
    // Each frame is the frame of its place, and the sound has each once.
    for frame in Frame(0)..<115 { #expect(timeline.frame(of: timeline.place(at: frame)) == frame) }
    #expect((Frame(0)..<115).compactMap { timeline.recordedFrame(at: timeline.place(at: $0)) } == Array(0..<100))
  }

  @Test func aTextChangesNoTimeOfTheRecording_S2_28() {
    var timeline = Self.timeline([20..<30])
    timeline.setRecording(25, isExact: true)
    #expect(timeline.length == 40 && timeline.speech(of: 0) == 5 && timeline.place(at: 35) == .trailingDelay(offset: 0))
    timeline.setCues([])
    #expect(
      timeline
        == {
          var other = Self.timeline()
          other.setRecording(25, isExact: true)
          return other
        }())
  }

  @Test func theLastSentenceOfAnEstimateIsAnEstimate() {
    var timeline = Self.timeline([20..<30, 90..<200])
    timeline.setRecording(100, isExact: false)
    #expect(timeline.speech(of: 0) == 10 && timeline.speech(of: 1) == nil && !timeline.isExact)
  }
}
