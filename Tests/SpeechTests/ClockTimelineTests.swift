import DesktopSupport
import Testing

@testable import Speech

/// The timeline of a text that is spoken on a clock of its own.
struct ClockTimelineTests {
  private static func timeline(_ times: [Frame], lengths: [Frame?] = [], trailing: Frame = 0) -> Timeline {
    var timeline = Timeline(
      gaps: .init(leadingDelay: 10, trailingDelay: trailing, sentence: 3, paragraph: 7), assumedFramesPerScalar: 1)
    timeline.expect(clock: times, from: 0)
    for _ in times { timeline.append(scalars: 20, endsParagraph: true) }
    timeline.complete()
    for (sentence, length) in lengths.enumerated() { if let length { timeline.setSpeech(length, of: sentence) } }
    return timeline
  }

  @Test func eachSentenceBeginsAtItsTime() {
    let timeline = Self.timeline([30, 100, 400], lengths: [25, 50, 10], trailing: 5)
    #expect((0...3).map { timeline.start(of: $0) } == [40, 110, 410, 420] && timeline.length == 425)
    #expect((0..<3).map { timeline.gap(after: $0) } == [45, 250, 0])
    #expect(timeline.place(at: 39) == .leadingDelay(offset: 39) && timeline.place(at: 40) == .sentence(0, offset: 0))
    #expect(timeline.place(at: 65) == .gap(after: 0, offset: 0) && timeline.place(at: 421) == .trailingDelay(offset: 1))
  }

  @Test func aSentenceThatTakesLongerPushesTheNextOnesUntilThereIsTime() {
    // The first takes twenty frames too many, and the third has time enough.
    let timeline = Self.timeline([0, 30, 40, 200], lengths: [50, 20, 20, 10])
    // The shortest silence between two sentences is 3.
    #expect((0..<4).map { timeline.start(of: $0) - 10 } == [0, 53, 76, 200])
    #expect((0..<4).map { timeline.gap(after: $0) } == [3, 3, 104, 0])
  }

  @Test(arguments: 0..<50) func everyOrderOfMeasuringLeadsToTheSameTimes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var time: Frame = 0
    let times = (0..<20).map { _ in
      time += Frame.random(in: 1...60, using: &generator)
      return time
    }
    let lengths: [Frame] = times.map { _ in Frame.random(in: 0...80, using: &generator) }
    let inOrder = Self.timeline(times, lengths: lengths)
    var other = Self.timeline(times)
    for sentence in times.indices.shuffled(using: &generator) {
      other.setSpeech(lengths[sentence], of: sentence)
      for sentence in times.indices.dropLast() {
        let end = other.start(of: sentence) + other.estimatedSpeech(of: sentence)
        #expect(other.start(of: sentence + 1) - 10 == max(times[sentence + 1], end - 10 + 3))
      }
    }
    #expect((Frame(0)..<other.length).allSatisfy { other.frame(of: other.place(at: $0)) == $0 })
    #expect(times.indices.map { other.start(of: $0) } == times.indices.map { inOrder.start(of: $0) })
  }
}
