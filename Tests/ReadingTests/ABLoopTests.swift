import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading

/// The end and the start of a repeated part, and the positions that the listener is told meanwhile.
@Suite(.timeLimit(.minutes(1)))
struct ABLoopTests {
  /// Seven sentences of 1000 frames in three paragraphs: 0 1 | 2 3 4 | 5 6.
  private static let timeline = {
    var timeline = Timeline(
      gaps: Timeline.Gaps(leadingDelay: 500, sentence: 100, paragraph: 3000), assumedFramesPerScalar: 100)
    for sentence in 0..<7 {
      timeline.append(scalars: 10, endsParagraph: [1, 4, 6].contains(sentence))
      timeline.setSpeech(1000, of: sentence)
    }
    timeline.complete()
    return timeline
  }()

  private static func laps(_ extent: Repetition.Extent) throws -> ABLoop {
    try #require(ABLoop(Repetition(extent, in: TrackID(1)), of: TrackID(1)))
  }

  @Test func aSentenceBeginsAgainAfterItself_S3_25() throws {
    let laps = try Self.laps(.sentence)
    for sentence in 0..<7 {
      #expect(laps.start(behind: sentence, in: Self.timeline) == SpeechPoint(sentence: sentence))
      #expect(laps.end(in: sentence, from: 0) == nil)
    }
  }

  @Test(arguments: [(0, nil), (1, 0), (2, nil), (3, nil), (4, 2), (5, nil), (6, 5)] as [(Int, Int?)])
  func aParagraphBeginsAgainAfterItsLastSentence_S3_25(sentence: Int, first: Int?) throws {
    let start = try Self.laps(.paragraph).start(behind: sentence, in: Self.timeline)
    #expect(start == first.map { SpeechPoint(sentence: $0) })
  }

  @Test func aPartBetweenTwoMarksEndsInTheMiddleOfASentence_S3_25() throws {
    let laps = try Self.laps(.between(SpeechPoint(sentence: 1, offset: 200), SpeechPoint(sentence: 3, offset: 700)))
    #expect(laps.end(in: 3, from: 0) == 700)
    #expect(laps.end(in: 2, from: 0) == nil)
    // A place marked during the part does not leave it. A place further on leaves it.
    #expect(laps.end(in: 3, from: 800) == 700)
    #expect(laps.end(in: 3, from: 20_000) == nil)
    #expect(laps.start(behind: 3, in: Self.timeline) == SpeechPoint(sentence: 1, offset: 200))
    #expect(laps.start(behind: 4, in: Self.timeline) == nil)
  }

  @Test func aBeginningAloneRepeatsNothingAndAnotherTracksPartDoesNotEither() throws {
    #expect(try Self.laps(.from(SpeechPoint(sentence: 1))).start(behind: 1, in: Self.timeline) == nil)
    #expect(ABLoop(Repetition(.sentence, in: TrackID(1)), of: TrackID(2)) == nil)
    #expect(ABLoop(nil, of: TrackID(1)) == nil)
  }

  @Test func betweenTwoLapsThereIsTheSilenceOfTheTextAndAlwaysSome() throws {
    let laps = try Self.laps(.sentence)
    #expect(laps.gap(behind: 1, in: Self.timeline) == 3000)
    // A gap of 100 frames, or none after the last sentence, would not be heard as an end.
    #expect(laps.gap(behind: 0, in: Self.timeline) == 2205)
    #expect(laps.gap(behind: 6, in: Self.timeline) == 2205)
  }

  @Test func theMarksCutWithoutAClick_S3_25() {
    let loud = [Int16](repeating: 20_000, count: 3000)
    let faded = Array(ABLoop.faded(loud[1000..<2000], lapStart: 1000, lapEnd: 2000))
    #expect(faded.count == 1000 && faded[0] == 0 && faded[999] == 0)
    #expect(faded[200..<800].allSatisfy { $0 == 20_000 })
    #expect(zip(faded, faded.dropFirst()).allSatisfy { abs(Int($0) - Int($1)) < 400 })
    // In the middle of a part, and at the silent beginning of a sentence, nothing is changed.
    #expect(Array(ABLoop.faded(loud[1000..<2000], lapStart: nil, lapEnd: nil)) == Array(loud[1000..<2000]))
    #expect(Array(ABLoop.faded(loud[0..<1000], lapStart: 0, lapEnd: 2500)) == Array(loud[0..<1000]))
  }

  @Test func theListenerIsToldOfThePartAgain_S3_25() {
    var reported = ReportedPosition()
    reported.begin(at: 500, reported: 500)
    #expect(reported(800) == 800 && !reported.isDiscontinuity(500))
    reported.addDiscontinuity(at: 1500, to: 500)
    reported.addDiscontinuity(at: 2600, to: 500)
    #expect([1499, 1500, 2599, 2600, 2700].map { reported($0) } == [1499, 500, 1599, 500, 600])
    #expect(reported.isDiscontinuity(2600))
    // The plan restarts with the next frame of the output: later rounds are dropped from it.
    reported.forget(behind: 2000)
    #expect(reported(2700) == 1700)
    reported.forget(before: 1600)
    #expect(reported(1600) == 600 && reported(2700) == 1700)
    // After a silence, the reported place is the one that was sought.
    reported.begin(at: 1400, reported: 400)
    #expect(reported(1450) == 450)
  }

  @Test func aTimerKnowsWhatIsStillToBeHeard() {
    let timeline = Self.timeline
    let place = Timeline.Place.sentence(2, offset: 400)
    #expect(timeline.exactRest(of: .sentence, from: place) == 600)
    #expect(timeline.exactRest(of: .paragraph, from: place) == 2800)
    #expect(timeline.exactRest(of: .chapters(1), from: place) == timeline.length - timeline.frame(of: place))
    // In the silence after a sentence the sentence is over.
    #expect(timeline.exactRest(of: .sentence, from: .gap(after: 2, offset: 50)) == 0)
    #expect(timeline.exactRest(of: .time(.seconds(1)), from: place) == nil)
  }

  /// A repeated part ends only with its round.
  @Test func aTimerEndsWithTheLap_S3_25() {
    let timeline = Self.timeline
    let place = Timeline.Place.sentence(2, offset: 400)
    func laps(_ extent: Repetition.Extent) -> ABLoop? { ABLoop(Repetition(extent, in: TrackID(1)), of: TrackID(1)) }
    let within = laps(.between(SpeechPoint(sentence: 2, offset: 100), SpeechPoint(sentence: 2, offset: 700)))
    #expect(timeline.exactRest(of: .sentence, from: place, within) == 300)
    #expect(timeline.exactRest(of: .paragraph, from: place, within) == 300)
    // The end was marked while its sound was on its way to the ear.
    #expect(timeline.exactRest(of: .sentence, from: .sentence(2, offset: 800), within) == 0)
    let across = laps(.between(SpeechPoint(sentence: 1), SpeechPoint(sentence: 3, offset: 200)))
    #expect(timeline.exactRest(of: .sentence, from: place, across) == 600)
    #expect(timeline.exactRest(of: .paragraph, from: place, across) == 900)
    #expect(timeline.exactRest(of: .paragraph, from: place, laps(.sentence)) == 600)
    #expect(timeline.estimatedRest(of: .paragraph, from: place, laps(.sentence)) == 600)
    #expect(timeline.exactRest(of: .sentence, from: place, laps(.paragraph)) == 600)
  }

  @Test func aTimerDoesNotTrustAnEstimate() {
    var timeline = Timeline(gaps: Timeline.Gaps(sentence: 100), assumedFramesPerScalar: 100)
    for sentence in 0..<3 { timeline.append(scalars: 10, endsParagraph: sentence == 2) }
    timeline.setSpeech(900, of: 0)
    let place = Timeline.Place.sentence(0, offset: 100)
    #expect(timeline.exactRest(of: .sentence, from: place) == 800)
    #expect(timeline.exactRest(of: .paragraph, from: place) == nil)
    #expect(timeline.exactRest(of: .chapters(1), from: place) == nil)
    #expect(timeline.estimatedRest(of: .paragraph, from: place) == 3000)
  }
}
