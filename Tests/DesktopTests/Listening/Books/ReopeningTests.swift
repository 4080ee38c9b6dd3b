import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

/// A document that is opened while it is in the queue, and one that resumes in the middle.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ReopeningTests {
  @Test func aBookIsInTheQueueOnceHoweverOftenItIsOpened() async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      let uri = FileURI.uri(path: path)
      func open(voice: String? = nil, fromChapter: Int? = nil) async throws -> ObjectPath {
        var options = SpeakOptions(voice: voice)
        options.fromChapter = fromChapter
        return try await fixture.remote(.open(uris: [uri], options)).first?.asObjectPaths?.first ?? "/"
      }
      func isWhole() async throws {
        try await eventually("its three chapters are queued, and the text in front of them") {
          let titles = try await fixture.tracks().map(\.title)
          return titles.count == 4 && titles.suffix(3) == ["Chapter 1", "Chapter 2", "Chapter 3"]
        }
      }
      try await fixture.remote(.speak(text: reading, SpeakOptions(paused: true)))
      try await fixture.open(path, tracks: 3)
      try await fixture.remote(.goTo(try await fixture.tracks()[2].id))
      _ = try await fixture.hear(4)
      // The document is paused: the new opening resumes it.
      let second = try await open()
      try await fixture.remote.wait(.state, "speaking")
      try await isWhole()
      #expect(try await fixture.chapter() == 2)
      #expect(try await fixture.tracks().first { $0.isCurrent }?.id == second)
      // The document is heard: nothing changes.
      #expect(try await open() == second)
      try await isWhole()
      // The document is stopped.
      try await fixture.remote(.stop)
      _ = try await open()
      try await fixture.remote.wait(.state, "speaking")
      try await isWhole()
      #expect(try await fixture.chapter() == 2)
      // The document is left from an earlier run: only its file is known.
      try await fixture.endAndBegin(9)
      _ = try await open()
      try await fixture.remote.wait(.state, "speaking")
      try await isWhole()
      #expect(try await fixture.chapter() == 2)
      // The document is opened at another place, and with another voice.
      _ = try await open(fromChapter: 3)
      try await isWhole()
      try await eventually("it is the third chapter") { try await fixture.chapter() == 3 }
      _ = try await open(voice: "gmw/de")
      try await isWhole()
    }
  }

  @Test func theLengthOfAChapterIsTheSameWhereverItWentOn() async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3)
      _ = try await fixture.exactBook()
      let lengths = try await fixture.tracks().map(\.lengthMicroseconds)
      try await fixture.remote.set(.rate, .double(6))
      for _ in 0..<2 {
        _ = try await fixture.hear(11)
        try await fixture.remote(.clear)
        try await fixture.open(path, tracks: 3)
        _ = try await fixture.hear(2)
        _ = try await fixture.exactBook()
        #expect(try await fixture.tracks().map(\.lengthMicroseconds) == lengths)
      }
      // Words have the times of a reading from the chapter's beginning.
      let times = try await fixture.hear(3)
      try await fixture.remote(.clear)
      var again = SpeakOptions()
      again.again = true
      try await fixture.open(path, tracks: 3, again)
      let all = try await fixture.hear(30)
      for word in times {
        #expect(all.contains { $0.range == word.range && $0.mediaMicroseconds == word.mediaMicroseconds }, "\(word)")
      }
    }
  }
}
