import Documents
import Recordings
import SoundWire
import Testing
import Vocabulary
import Wire

@testable import Workers

/// Answers that a decoder of recordings must not send.
@Suite(.timeLimit(.minutes(1)))
struct RecordingProgressTests {
  private static let stereo = RecordingDescription(format: "WAV", sampleRate: 8000, channels: 2)

  private func ready(chapters: Int = 0) throws -> RecordingProgress {
    var progress = RecordingProgress()
    _ = try progress.take(.recording(Self.stereo, chapters: chapters), of: 1)
    return progress
  }

  @Test func theDescriptionWaitsForItsChapters() throws {
    var progress = try ready(chapters: 2)
    #expect(progress.isWaiting)
    let chapters = [RecordingChapter(title: "a", firstFrame: 0), RecordingChapter(title: "b", firstFrame: 9)]
    #expect(try progress.take(.recordingChapters(first: 0, [chapters[0]]), of: 1) == [])
    var description = Self.stereo
    description.chapters = chapters
    #expect(try progress.take(.recordingChapters(first: 1, [chapters[1]]), of: 1) == [.described(description)])
    #expect(!progress.isWaiting)
  }

  @Test func onlyWhatIsWantedMayCome() throws {
    var progress = try ready()
    progress.want(3)
    #expect(
      try progress.take(.sound(firstFrame: 0, [0, 0, 1, 1]), of: 1) == [.samples(firstFrame: 0, [0, 0, 1, 1])])
    #expect(progress.isWaiting)
    #expect(try progress.take(.sound(firstFrame: 2, [0, 0]), of: 1).count == 1 && !progress.isWaiting)
    #expect(throws: Trouble.self) { try progress.take(.sound(firstFrame: 3, [0, 0]), of: 1) }
    progress.seek(to: 40)
    progress.want(1)
    // This was on its way when the seek was called.
    #expect(try progress.take(.sound(firstFrame: 3, [0, 0]), of: 1) == [])
    #expect(try progress.take(.soundEnd(frames: 7), of: 1) == [])
    #expect(try progress.take(.soundEnd(frames: 7), of: 2) == [.atEnd(frames: 7)])
  }

  @Test func aWishThatCrossesTheEndIsAnsweredByItToo() throws {
    var progress = try ready()
    progress.want(5)
    progress.want(5)
    #expect(try progress.take(.soundEnd(frames: 0), of: 1) == [.atEnd(frames: 0)])
    #expect(!progress.isWaiting)
    #expect(try progress.take(.soundEnd(frames: 0), of: 1) == [])
    // There are not more answers than wishes.
    #expect(throws: Trouble.self) { try progress.take(.soundEnd(frames: 0), of: 1) }
  }

  @Test(
    arguments: [
      .sound(firstFrame: 1, [0, 0]), .sound(firstFrame: 0, [0, 0, 0]), .sound(firstFrame: 0, []),
      .sound(firstFrame: 0, [Float](repeating: 0, count: 12)), .recording(stereo, chapters: 0),
      .recordingChapters(first: 0, [RecordingChapter(title: "", firstFrame: 0)]), .hello(worker: "twice"),
      .cover(firstByte: 1, total: 2, [1]), .cover(firstByte: 0, total: 1, [1]),
      .cover(firstByte: 0, total: CoverImage.maximumSize + 1, [1]),
    ] as [DecoderAnswer])
  func nonsenseIsAnError(answer: DecoderAnswer) throws {
    var progress = try ready()
    progress.want(5)
    #expect(throws: Trouble.self) { try progress.take(answer, of: 1) }
  }

  @Test func onlyThePeaksThatAreWantedMayCome() throws {
    var progress = try ready()
    progress.wantPeaks(10, each: 4)
    #expect(throws: Trouble.self) { try progress.take(.sound(firstFrame: 0, [0, 0]), of: 1) }
    for (first, frames, count) in [(1, 10, 3), (0, 11, 3), (0, 0, 0), (0, 10, 2), (0, 10, 4)] as [(Int64, Int, Int)] {
      var other = progress
      let answer = DecoderAnswer.peaks(firstFrame: first, frames: frames, [UInt8](repeating: 1, count: count))
      #expect(throws: Trouble.self) { try other.take(answer, of: 1) }
    }
    #expect(
      try progress.take(.peaks(firstFrame: 0, frames: 5, [1, 2]), of: 1) == [.peaks(firstFrame: 0, frames: 5, [1, 2])])
    #expect(try progress.take(.soundEnd(frames: 5), of: 1) == [.atEnd(frames: 5)])
    progress.want(1)
    #expect(throws: Trouble.self) { try progress.take(.peaks(firstFrame: 5, frames: 1, [1]), of: 1) }
  }

  @Test func onlyTheLevelsThatAreWantedMayCome() throws {
    var progress = try ready()
    let three = [UInt8](repeating: 1, count: 3)
    #expect(throws: Trouble.self) { try progress.take(.levels(first: 0, three), of: 1) }
    progress = try ready()
    progress.wantLevels(2)
    for answer in [
      DecoderAnswer.levels(first: 1, three), .levels(first: 0, []), .levels(first: 0, three + three + three),
      .sound(firstFrame: 0, [0, 0]), .peaks(firstFrame: 0, frames: 1, [1]),
    ] {
      var other = progress
      #expect(throws: Trouble.self) { try other.take(answer, of: 1) }
    }
    #expect(try progress.take(.levels(first: 0, three), of: 1) == [.levels(first: 0, three)])
    #expect(progress.isWaiting)
    #expect(try progress.take(.levels(first: 1, three), of: 1) == [.levels(first: 1, three)])
    #expect(!progress.isWaiting)
    progress.wantLevels(5)
    #expect(try progress.take(.soundEnd(frames: 5), of: 1) == [.atEnd(frames: 5)])
  }

  @Test func nothingComesBeforeTheDescription() {
    var progress = RecordingProgress()
    progress.want(5)
    #expect(throws: Trouble.self) { try progress.take(.sound(firstFrame: 0, [0]), of: 1) }
    #expect(throws: Trouble.self) { try progress.take(.length(frames: 1, isExact: true), of: 1) }
  }

  @Test func anIndexComesOnceAndInOrder() throws {
    var progress = try ready()
    #expect(try progress.take(.index(firstByte: 0, total: 5, [1, 2]), of: 1) == [])
    let wrong: [DecoderAnswer] = [
      .index(firstByte: 0, total: 5, [1, 2]), .index(firstByte: 3, total: 5, [4]),
      .index(firstByte: 2, total: 5, [3, 4, 5, 6]), .index(firstByte: 2, total: DecoderAnswer.maximumIndex + 1, [3]),
    ]
    for answer in wrong {
      var other = progress
      #expect(throws: Trouble.self) { try other.take(answer, of: 1) }
    }
    // A seek does not matter.
    progress.seek(to: 9)
    #expect(try progress.take(.index(firstByte: 2, total: 5, [3, 4, 5]), of: 1) == [.index([1, 2, 3, 4, 5])])
    #expect(throws: Trouble.self) { try progress.take(.index(firstByte: 0, total: 1, [1]), of: 2) }
  }

  @Test func chaptersAreInOrder() throws {
    var progress = try ready(chapters: 2)
    let chapters = [RecordingChapter(title: "a", firstFrame: 9), RecordingChapter(title: "b", firstFrame: 3)]
    #expect(throws: Trouble.self) { try progress.take(.recordingChapters(first: 0, chapters), of: 1) }
  }
}
