import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// The places of words in the original text, in the units of three kinds of clients.
  struct OffsetTests {
    /// The words that each of the three ranges cuts out of the text, and the announced words.
    @Core
    private func words(_ scene: Scene, of text: String, _ options: SpeakOptions) async throws -> [String] {
      let start = Remote.now
      try await scene.remote.speak(text, options)
      try await scene.recorder.wait(for: "UtteranceFinished", since: start)
      let (scalars, utf8, utf16) = (Array(text.unicodeScalars), Array(text.utf8), Array(text.utf16))
      var found: [String] = []
      for heard in scene.recorder.heard where heard.moment >= start {
        guard let ranges = heard.ranges else { continue }
        try #require(
          ranges.scalars.upperBound <= scalars.count && ranges.utf8.upperBound <= utf8.count
            && ranges.utf16.upperBound <= utf16.count, "\(heard)")
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[ranges.scalars])
        let (first, second, third) = (
          String(view), String(decoding: utf8[ranges.utf8], as: UTF8.self),
          String(decoding: utf16[ranges.utf16], as: UTF16.self)
        )
        #expect(first == second && second == third, "\(heard): '\(first)' '\(second)' '\(third)'")
        if heard.name == "Word" { found.append(first) } else { #expect(!first.isEmpty && first.first != " ") }
      }
      return found
    }

    @Test(arguments: SpeakingVoices.quickReaders)
    func theThreeUnitsCutOutTheSameWord_S3_05_S3_12_S3_15(voices: SpeakingVoices) async throws {
      try await Scene.with(voices: voices) { scene in
        try await scene.remote.set(.rate, .double(3))
        let emoji = try await words(scene, of: "  One 🦉 owl 👩‍👩‍👧 and 🇩🇪 two.", SpeakOptions(language: "en"))
        #expect(emoji.filter { $0.allSatisfy(\.isLetter) } == ["One", "owl", "and", "two"], "\(emoji)")

        let lines = try await words(scene, of: "Alpha beta.\r\n\r\nGamma\r\ndelta.\r\n\r\n\r\nEpsilon.", SpeakOptions())
        #expect(lines == ["Alpha", "beta", "Gamma", "delta", "Epsilon"], "\(lines)")

        // The letter e and its accent are two scalars of one word.
        let marks = try await words(scene, of: "Un cafe\u{301} tre\u{300}s bon.", SpeakOptions(language: "fr"))
        #expect(marks.map { Array($0.unicodeScalars).count } == [2, 5, 5, 3], "\(marks)")

        let chinese = try await words(scene, of: "我们今天去北京。你好！", SpeakOptions(language: "zh"))
        #expect(chinese.joined() == "我们今天去北京你好", "\(chinese)")

        let arabic = try await words(scene, of: "مرحبا بالعالم.", SpeakOptions(language: "ar"))
        #expect(arabic == ["مرحبا", "بالعالم"], "\(arabic)")

        let hebrew = try await words(scene, of: "\u{200F}שלום עולם, abc 12.", SpeakOptions(language: "he"))
        #expect(hebrew.count == 4 && hebrew.last == "12", "\(hebrew)")
      }
    }

    @Test func aMarkInAStringCountsAndAFilesBelongsToItsEncoding() async throws {
      try await Scene.with { scene in
        try await scene.remote.set(.rate, .double(2))
        for text in ["\u{FEFF}Hello world.", "\u{FEFF}\u{FEFF}🦉 Hello world.", "Hello \u{FEFF}world."] {
          let start = Remote.now
          let found = try await words(scene, of: text, SpeakOptions(language: "en"))
          #expect(found.map { $0.filter { $0.isLetter } }.filter { !$0.isEmpty } == ["Hello", "world"], "\(found)")
          let last = try #require(scene.recorder.heard.last { $0.moment >= start && $0.name == "Word" }?.ranges)
          #expect(last.scalars.upperBound == text.unicodeScalars.count - 1, "\(last)")
        }
        // The offsets of a file count its text: they are the same in each encoding.
        let text = "Hello world."
        let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let files: [[UInt8]] = [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + utf16]
        for (index, bytes) in files.enumerated() {
          let path = try scene.file("marked\(index).txt", bytes)
          let start = Remote.now
          try await scene.remote(.open(uris: ["file://" + path], SpeakOptions()))
          try await scene.recorder.wait(for: "UtteranceFinished", since: start)
          let ranges = scene.recorder.heard.filter { $0.moment >= start && $0.name == "Word" }.compactMap(\.ranges)
          #expect(ranges.map(\.utf8) == [0..<5, 6..<11], "\(index): \(ranges)")
          #expect(ranges.allSatisfy { $0.scalars == $0.utf8 && $0.utf16 == $0.utf8 }, "\(index): \(ranges)")
        }
      }
    }

    @Test func emptyParagraphsAreSkippedAndOffsetsHold_S3_13_S3_14() async throws {
      try await Scene.with { scene in
        try await scene.remote.set(.rate, .double(2))
        let text = "\n\n \n\u{3000}\u{3000}Alpha.\n\n***\n\n\n   \n\nBeta gamma.\n"
        let found = try await words(scene, of: text, SpeakOptions())
        #expect(found.filter { $0.allSatisfy(\.isLetter) } == ["Alpha", "Beta", "gamma"], "\(found)")
      }
    }

    /// The silence between two sentences.
    struct Measured {
      /// The silence between two paragraphs is the configured one, regardless of empty paragraphs between them.
      @Test(arguments: SpeakingVoices.readers)
      func theGapIsExactlyTheConfiguredOne_S3_13_S3_14(voices: SpeakingVoices) async throws {
        let configuration = "[speech]\nsentence-gap = \"200ms\"\nparagraph-gap = \"700ms\"\n"
        try await Scene.with(configuration: configuration, voices: voices) { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          var passes: [[Int64]] = []
          // A cycle that a busy machine misses adds a silence.
          while passes.count < 3, passes.last?.allSatisfy({ abs($0) <= 8 }) != true {
            let start = Remote.now
            try await remote.speak("Apple.\n\nApple. Apple.\n\n \n\n\u{3000}\n***\n\nApple.")
            let end = try await recorder.wait(for: "UtteranceFinished", since: start).moment
            let media = recorder.all("Sentence", since: start).map(\.media)
            try #require(media.count == 4)
            let told = zip(media.dropFirst(), media).map { $0 - $1 }
            // The same word three times, followed by different silences: exact to the frame.
            #expect(abs(told[0] - told[1] - 500_000) < 100 && abs(told[2] - told[1] - 500_000) < 100, "\(told) µs")
            let recording = try await recorder.recording(until: end + 200 * milliseconds)
            let onsets = recording.onsets(start, end, quiet: 150)
            try #require(onsets.count == 4)
            let heard = zip(onsets.dropFirst(), onsets).map { $0 - $1 }
            passes.append(zip(heard, told).map { ($0 - $1 * 1000) / milliseconds })
          }
          #expect(passes.last?.allSatisfy { abs($0) <= 8 } == true, "\(passes) ms more than told")
        }
      }
    }
  }
}
