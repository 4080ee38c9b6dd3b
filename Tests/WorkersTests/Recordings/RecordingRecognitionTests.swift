import EventLoop
import Glibc
import Testing
import Vocabulary
import Workers

/// The reader of documents tells recordings from texts.
@Suite(.timeLimit(.minutes(3)))
struct RecordingRecognitionTests {
  init() { TestLoop.start() }

  @Test @Core func aRecordingIsRecognisedByItsBytes() async throws {
    let session = try Session()
    let document = await session.read(WaveFile.bytes(frames: 100), .auto, name: "a.txt")
    #expect(document.isRecording && document.faults == [] && document.text == [])
    // A caller that knows the format says so.
    #expect(await session.read(WaveFile.bytes(frames: 100), .recording).isRecording)
    let text = await session.read("A text.".utf8, .auto, name: "a.mp3")
    #expect(text.isDone && text.strings == ["A text."])
    session.end()
  }

  /// No text is so large.
  @Test @Core func aRecordingMayBeLargerThanAnyText() async throws {
    let session = try Session()
    let size: off_t = 3 << 30
    for (bytes, isRecording) in [(WaveFile.bytes(frames: 100), true), (Array("A text.\n".utf8), false)] {
      let descriptor = anonymousFile(bytes)
      defer { close(descriptor) }
      try #require(ftruncate(descriptor, size) == 0)
      let document = await session.read(descriptor: descriptor, .auto)
      #expect(document.isRecording == isRecording && document.error?.code == (isRecording ? nil : .tooLarge))
    }
    session.end()
  }

  @Test @Core func aRecordingFromAPipeIsRefused() async throws {
    let session = try Session()
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let bytes = WaveFile.bytes(frames: 100)
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    defer { close(ends[0]) }
    #expect(await session.read(descriptor: ends[0], .auto).error?.code == .unreadable)
    session.end()
  }
}
