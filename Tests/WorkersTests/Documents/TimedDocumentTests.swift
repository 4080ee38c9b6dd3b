import DocumentWire
import Documents
import EventLoop
import Testing
import Vocabulary
import Wire
import Workers

/// Subtitles with their times, through the real workers.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct TimedDocumentTests {
  init() { TestLoop.start() }

  @Test @Core func eachSubtitleIsASentenceWithItsTime_S2_31() async throws {
    let session = try Session()
    let file = "1\n00:00:01,000 --> 00:00:02,000\nOne. And two\n\n2\n00:00:03,500 --> 00:00:04,000\ngo on.\n"
    let document = await session.read(file.utf8, .auto, name: "talk.srt", isTimed: true)
    #expect(document.isDone && document.faults.isEmpty && document.strings == ["One. And two", "go on."])
    #expect(document.times == [SentenceTime(start: 1000, end: 2000), SentenceTime(start: 3500, end: 4000)])
    // Without the wish for times, a sentence goes on in the next subtitle.
    let plain = await session.read(file.utf8, .auto, name: "talk.srt")
    #expect(plain.times.isEmpty && plain.strings == ["One.", "And two go on."])
    session.end()
  }

  @Test @Core func wordsOfASongHaveTheirTimes_S2_31() async throws {
    let session = try Session()
    let file = "[00:01.00]<00:01.00>Été <00:01.50>bleu\n[00:03.00]Fin\n"
    let document = await session.read(file.utf8, .auto, name: "song.lrc", isTimed: true)
    #expect(document.strings == ["Été bleu", "Fin"])
    let words = document.times.first?.words ?? []
    #expect(words == [.init(utf8: 0..<5, start: 1000), .init(utf8: 6..<10, start: 1500)])
    session.end()
  }

  /// It cannot be lit as a whole, and the engine could not speak it in one breath.
  @Test @Core func aLongSubtitleIsDividedByItsSentences_S2_31() async throws {
    let session = try Session()
    let sentence = String(repeating: "word ", count: 60) + "end. "
    let file = "1\n00:00:00,000 --> 00:00:10,000\n" + "W" + sentence.dropFirst() + "W" + sentence.dropFirst() + "\n"
    let document = await session.read(file.utf8, .auto, name: "talk.srt", isTimed: true)
    #expect(document.sentences.count == 2 && document.times.count == 2)
    #expect(document.times.first?.start == 0 && document.times.last?.end == 10_000)
    #expect(
      abs((document.times.first?.end ?? 0) - 5000) < 100 && document.times.first?.end == document.times.last?.start)
    session.end()
  }

  @Test @Core func otherEncodingsAndBrokenFilesAreBounded_S2_31() async throws {
    let session = try Session()
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in "1\n00:00:01,000 --> 00:00:02,000\nGrüße\n".utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let document = await session.read(wide, .auto, name: "talk.srt", isTimed: true)
    #expect(document.strings == ["Grüße"] && document.times.count == 1)
    let nothing = await session.read(
      "1\n00:00:01,000 --> 00:00:02,000\n\n".utf8, .auto, name: "talk.srt", isTimed: true)
    #expect(nothing.error?.code == .empty)
    let plain = await session.read("A text without times.".utf8, .auto, name: "talk.txt", isTimed: true)
    #expect(plain.strings == ["A text without times."] && plain.times.isEmpty)
    session.end()
  }

  @Test func impossibleTimesAreRefused_S2_31() throws {
    let words = SentenceTime(start: 5, end: 9, words: [.init(utf8: 0..<3, start: 6), .init(utf8: 3..<4, start: 9)])
    #expect(words.isPossible(within: 4) && !words.isPossible(within: 3))
    #expect(!SentenceTime(start: 5, end: 4).isPossible(within: 9))
    #expect(!SentenceTime(start: 0, end: SentenceTime.latest + 1).isPossible(within: 9))
    #expect(!SentenceTime(start: 5, end: 9, words: [.init(utf8: 0..<1, start: 4)]).isPossible(within: 9))
    let answer = DocumentAnswer.times(first: 3, [words, SentenceTime(start: 9, end: 9)])
    #expect(try DocumentAnswer.decode(answer.encoded(request: 1)[...]).1 == answer)
    let broken = DocumentAnswer.times(first: 0, [SentenceTime(start: 9, end: 8)]).encoded(request: 1)
    #expect(throws: WireError.self) { try DocumentAnswer.decode(broken[...]) }
  }
}
