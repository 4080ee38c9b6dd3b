import Documents
import EventLoop
import Playback
import Speech
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// The lengths of a text that an earlier run measured.
@Suite(.timeLimit(.minutes(1)))
struct LengthSearchTests {
  private static let count = 5000
  private static let sentence = Array("One two. ".utf8)

  private func run(_ body: @Core () throws -> Void) async rethrows {
    loop
    try await Self.onLoop(body)
  }

  @Core
  private static func onLoop(_ body: @Core () throws -> Void) rethrows { try body() }

  @Core
  private static func track() -> SpokenTrack {
    let track = SpokenTrack(
      id: TrackID(1), voice: VoiceConfiguration(voice: "counting"), gain: 1, gaps: Timeline.Gaps())
    var records: [SentenceRecord] = []
    for index in 0..<count {
      track.append(text: sentence)
      let start = index * sentence.count
      records.append(SentenceRecord(span: TextSpan(start..<start + sentence.count - 1)))
    }
    track.append(sentences: records)
    track.complete(.complete)
    return track
  }

  @Core
  private static func search(_ track: SpokenTrack, finding blob: [UInt8]?) -> [LengthKey] {
    let search = LengthSearch(track, engine: "counting 1")
    search.lookUp = { _ in blob }
    for step in search.steps { while step() {} }
    return search.keys
  }

  /// The key is a promise: the lengths of earlier versions are found by it.
  @Test func theKeyIsThatOfTheWholeTextAndAllSentences() async {
    await run {
      let track = Self.track()
      var cut = TextFingerprint(byteCount: Self.count * 8)
      for index in 0..<Self.count {
        let start = UInt64(index * Self.sentence.count)
        cut.add(word: start | (start + UInt64(Self.sentence.count) - 1) << 32)
      }
      let text = TextFingerprint.of(Array(repeatElement(Self.sentence, count: Self.count).joined()))
      let key = LengthKey(text: text, cut: cut.value, voice: track.voice, engine: "counting 1")
      #expect(Self.search(track, finding: nil) == [key])
      #expect(!track.timeline.isExact)
    }
  }

  @Test func knownLengthsAreEnteredAndMeasuredOnesStay() async {
    await run {
      let track = Self.track()
      track.timeline.setSpeech(7, of: 3)
      let lengths = (0..<Self.count).map { $0 % 10 == 9 ? nil : Frame($0 + 100) }
      _ = Self.search(track, finding: FrameList.encode(lengths))
      for index in 0..<Self.count {
        #expect(track.timeline.speech(of: index) == (index == 3 ? 7 : lengths[index]))
      }
    }
  }

  @Test(arguments: [-1, 1]) func aListOfAnotherLengthEntersNothing(more: Int) async {
    await run {
      let track = Self.track()
      _ = Self.search(track, finding: FrameList.encode([Frame?](repeating: 5, count: Self.count + more)))
      #expect(track.timeline.speech(of: 0) == nil)
    }
  }
}
