import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// The text of a track for programs that show it.
  struct TextListingTests {
    private static let text = "  One is here.  Zwei stößt 東京 an.\n\nA new paragraph.\n\nThe 𝄞 last one. And its end."

    @Core
    private func list(
      _ remote: Remote, _ track: ObjectPath = "/", first: UInt32 = 0, count: UInt32 = 100, fromCurrent: Bool = false
    ) async throws -> SentenceList {
      let call = AloudCall.listSentences(track, first: first, count: count, fromCurrent: fromCurrent)
      return try #require(SentenceList(arguments: try await remote(call)))
    }

    private func inService(_ body: @Core (Remote) async throws -> Void) async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        try await body(remote)
        withExtendedLifetime(service) {}
      }
    }

    @Test func sentencesComeWithTheirTextAndPlacesInThreeUnits_S3_11_S3_12() async throws {
      try await inService { remote in
        let track = try await remote.speak(Self.text, SpeakOptions(paused: true))
        let list = try await eventually("the text has been read in") {
          let list = try await self.list(remote, track)
          return list.isComplete ? list : nil
        }
        #expect(list.sentences.map(\.endsBlock) == [false, true, true, false, true])
        #expect(list.sentences.map(\.index) == [0, 1, 2, 3, 4] && list.known == 5)
        #expect(list.sentences.first?.text == "One is here.", "without the space around it")
        #expect(list.sentences.allSatisfy { $0.block == "paragraph" })
        let scalars = Array(Self.text.unicodeScalars)
        for sentence in list.sentences {
          let (start, length) = (Int(sentence.range.scalars.start), Int(sentence.range.scalars.length))
          var piece = String.UnicodeScalarView()
          piece.append(contentsOf: scalars[start..<start + length])
          #expect(String(piece) == sentence.text)
          let utf8 = Array(Self.text.utf8)[Int(sentence.range.utf8.start)...].prefix(Int(sentence.range.utf8.length))
          #expect(String(decoding: utf8, as: UTF8.self) == sentence.text)
          let utf16 = Array(Self.text.utf16)[Int(sentence.range.utf16.start)...].prefix(
            Int(sentence.range.utf16.length))
          #expect(String(decoding: utf16, as: UTF16.self) == sentence.text)
        }
        #expect(try await self.list(remote, first: 3, count: 1).sentences == [list.sentences[3]])
        #expect(try await self.list(remote, first: 9).sentences.isEmpty)
        #expect(try await self.list(remote, first: .max, count: .max).sentences.isEmpty)
      }
    }

    @Test func theVoicesOfSentencesAndOfTheirPartsAreTold() async throws {
      try await inService { remote in
        let german = "Wir gehen heute nicht in die Schule."
        let text = "It was raining. \(german) He wrote Привет on the wall."
        for (options, voices, parts) in [
          (SpeakOptions(paused: true), [nil, "gmw/de", nil], [[], [], ["zle/ru"]]),
          (SpeakOptions(allIn: "en", paused: true), [nil, nil, nil], [[], [], []]),
        ] {
          let track = try await remote.speak(text, options)
          let list = try await eventually("the text has been read in") {
            let list = try await self.list(remote, track)
            return list.isComplete ? list : nil
          }
          #expect(list.voice == "gmw/en-US")
          #expect(list.sentences.map(\.voice) == voices)
          #expect(list.sentences.map { $0.parts.map(\.voice) } == parts)
          for part in list.sentences.flatMap(\.parts) {
            let scalars = Array(text.unicodeScalars)[Int(part.range.scalars.start)...]
            let piece = scalars.prefix(Int(part.range.scalars.length)).map { String($0) }.joined()
            #expect(piece.trimmingCharacters(in: .whitespaces) == "Привет")
          }
        }
      }
    }

    @Test func theCurrentBlockComesFirstAndTheReadingGoesToAnyPlaceOfTheText() async throws {
      try await inService { remote in
        let track = try await remote.speak(Self.text, SpeakOptions(paused: true))
        _ = try await remote.exactLength()
        let last = try #require(try await list(remote).sentences.last)
        try await remote(.goToText(track, offset: last.range.utf16.start + 2, .utf16))
        let here = try await list(remote, count: 2, fromCurrent: true)
        #expect(here.current == 4 && here.sentences.map(\.index) == [3, 4], "the block begins with the one before")
        let between = last.range.utf8.start - 1
        try await remote(.goToText(track, offset: between, .utf8))
        #expect(try await list(remote).current == 4, "white space belongs to what follows")
        #expect(await remote.failure(of: .goToText(track, offset: 5000, .scalars)) == "OutOfRange")
        let other = try await remote.speak("Another.", SpeakOptions(paused: true))
        #expect(await remote.failure(of: .goToText(other, offset: 0, .scalars)) == "Stale")
        #expect(try await list(remote, other).current == nil)
        #expect(
          await remote.failure(of: .listSentences("/nowhere", first: 0, count: 1, fromCurrent: false)) == "NoTrack")
        try await remote(.hush)
        #expect(await remote.failure(of: .listSentences("/", first: 0, count: 1, fromCurrent: false)) == "NoTrack")
        #expect(await remote.failure(of: .setPages("/nowhere", [], .scalars, layout: 0)) == "NoTrack")
      }
    }

    @Test func anAnswerIsBoundedWhateverIsAskedFor() async throws {
      try await inService { remote in
        let sentence = String(repeating: "word ", count: 200) + "end."
        let many = (0..<700).map { "Number \($0)." }.joined(separator: " ")
        let track = try await remote.speak(many, SpeakOptions(paused: true))
        try await eventually("all is read in") { try await self.list(remote, track).known == 700 }
        let whole = try await list(remote, track, count: .max)
        #expect(whole.sentences.count == AloudBus.maximumSentences)
        let long = try await remote.speak(
          Array(repeating: sentence, count: 300).joined(separator: "\n\n"), SpeakOptions(paused: true))
        let answer = try await eventually("all is read in") {
          let answer = try await self.list(remote, long, count: .max)
          return answer.isComplete ? answer : nil
        }
        let bytes = answer.sentences.reduce(0) { $0 + $1.text.utf8.count }
        #expect(bytes <= AloudBus.maximumSentencesBytes && bytes > AloudBus.maximumSentencesBytes / 2)
        #expect(answer.sentences.count < Int(answer.known))
      }
    }

    @Test func theWordThatIsHeardIsToldToWhoeverComesLate() async throws {
      try await Scene.with { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        try await remote.speak("Apple orange eagle. Otter uncle owl.")
        let word = try await recorder.wait(for: "Word", count: 5)
        try await remote(.pause(.immediate))
        _ = try await remote.settledPosition()
        let place = try await list(remote)
        #expect(place.current == 1)
        let start = try #require(place.word?.scalars.start)
        #expect([20, 26, 32].contains(start) && Int(start) >= word.ranges!.scalars.lowerBound)
      }
    }
  }
}
