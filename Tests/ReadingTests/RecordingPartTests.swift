import Recordings
import Testing

/// The tracks of a recording with chapters.
struct RecordingPartTests {
  private static func parts(_ starts: [Int64], frames: Int64? = 100, isExact: Bool = true) -> [RecordingPart] {
    var description = RecordingDescription(format: "WAV", sampleRate: 1000, channels: 1)
    (description.frames, description.isExact) = (frames, isExact)
    description.chapters = starts.enumerated().map { RecordingChapter(title: "\($0)", firstFrame: $1) }
    return description.parts
  }

  private static func described(_ parts: [RecordingPart]) -> String {
    parts.map { "\($0.title):\($0.first)-\($0.end.map(String.init) ?? "")" }.joined(separator: " ")
  }

  @Test(arguments: [
    ([], ":0-"),
    ([0], ":0-"),
    ([50], ":0-"),
    ([0, 40], "0:0-40 1:40-"),
    ([10, 40], "0:0-40 1:40-"),
    ([40, 10, 20], "1:0-20 2:20-40 0:40-"),
    ([0, 40, 40, 60], "0:0-40 2:40-60 3:60-"),
    ([-5, 0, 40], "1:0-40 2:40-"),
    ([0, 40, 100, 200], "0:0-40 1:40-"),
    ([0, 100], ":0-"),
    ([0, .max, .min], ":0-"),
  ]) func eachFrameBelongsToOneChapter(starts: [Int64], wanted: String) {
    #expect(Self.described(Self.parts(starts)) == wanted)
  }

  @Test func anEstimatedLengthLeavesNoChapterOut() {
    #expect(Self.described(Self.parts([0, 40, 200], isExact: false)) == "0:0-40 1:40-200 2:200-")
    #expect(Self.parts([0, 40, 200], frames: nil, isExact: false).count == 3)
  }

  @Test func thereAreNoMoreThanTheMostChapters() {
    let count = RecordingDescription.maximumChapters
    let parts = Self.parts(Array(0..<Int64(count + 10)), frames: nil, isExact: false)
    #expect(parts.count == count && parts.last?.end == nil)
  }

  @Test func theLengthIsThatUpToTheEndOfTheRecording() {
    let (chapter, last) = (RecordingPart(title: "", first: 10, end: 40), RecordingPart(title: "", first: 40, end: nil))
    #expect(chapter.length(in: nil, isExact: false)! == (30, true))
    #expect(chapter.length(in: 20, isExact: false)! == (30, true), "an estimate")
    #expect(chapter.length(in: 20, isExact: true)! == (10, true))
    #expect(chapter.length(in: 5, isExact: true)! == (0, true))
    #expect(last.length(in: nil, isExact: false) == nil)
    #expect(last.length(in: 100, isExact: false)! == (60, false))
    #expect(last.length(in: 10, isExact: true)! == (0, true))
  }
}
