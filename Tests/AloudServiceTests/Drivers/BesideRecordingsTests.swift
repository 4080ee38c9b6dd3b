import EventLoop
import Foundation
import Playback
import Reading
import Recordings
import Testing

@testable import AloudService

/// The files in which the text of a recording is looked for.
@Suite(.timeLimit(.minutes(1)))
struct BesideRecordingsTests {
  @Test func theNameOfARecordingIsThatOfItsText_S2_31() {
    #expect(
      TextBeside.paths(beside: "/a.b/talk.mp3", language: "") == [
        "/a.b/talk.srt", "/a.b/talk.mp3.srt", "/a.b/talk.vtt", "/a.b/talk.mp3.vtt", "/a.b/talk.lrc",
        "/a.b/talk.mp3.lrc", "/a.b/talk.txt", "/a.b/talk.mp3.txt",
      ])
    #expect(
      TextBeside.paths(beside: "/talk.mp3", language: "en-GB").prefix(4) == [
        "/talk.srt", "/talk.mp3.srt", "/talk.en-gb.srt", "/talk.en.srt",
      ])
    // A name without an ending, one that is only an ending, and one that is a text by its name.
    #expect(TextBeside.paths(beside: "/a.b/talk", language: "").first == "/a.b/talk.srt")
    #expect(TextBeside.paths(beside: "/.mp3", language: "").first == "/.mp3.srt")
    #expect(!TextBeside.paths(beside: "/talk.srt", language: "").contains("/talk.srt"))
    // No language leads into another folder.
    #expect(TextBeside.paths(beside: "/talk.mp3", language: "../en").allSatisfy { !$0.contains("..") })
  }
}
