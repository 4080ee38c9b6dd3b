import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// The times of `aloud export`, compared with those of the service while it reads the same document.
  struct ExportedTimesTests {
    @Test(arguments: SpeakingVoices.quickReaders)
    func theTimesOfAnExportAreThoseOfTheReadingToTheSample(voices: SpeakingVoices) async throws {
      let rate = Double(voices.sampleRate)
      func frame(_ seconds: Double) -> Int { Int((seconds * rate).rounded()) }
      func frame(_ microseconds: Microseconds) -> Int { frame(Double(microseconds) / 1_000_000) }
      try await RestartableService.with(voices: voices) { fixture in
        let path = try fixture.file("emma.epub", SampleBook.book("Emma", chapters: 2))
        let output = "\(fixture.desktop.directory)/emma.wav"
        let export = try await fixture.desktop.run(Project.program("aloud"), "export", path, "-o", output, "--json")
        #expect(export.succeeded, "\(export)")
        let json = try Data(contentsOf: URL(fileURLWithPath: "\(fixture.desktop.directory)/emma.json"))
        let times = try JSONDecoder().decode(ExportedTimes.self, from: json)

        try await fixture.open(path, tracks: 2)
        _ = try await fixture.exactBook()
        // Each chapter is as long as its track.
        let tracks = try await fixture.tracks()
        let ends = times.chapters.dropFirst().map(\.start) + [times.length]
        for (track, (chapter, end)) in zip(tracks, zip(times.chapters, ends)) {
          #expect(frame(track.lengthMicroseconds ?? -1) == frame(end) - frame(chapter.start))
        }
        // Each word is heard at the time of the export. The listener's speed affects neither.
        let signals = try await fixture.subscribe()
        try await fixture.remote.set(.rate, .double(4))
        try await fixture.remote(.play)
        let words = times.sentences.flatMap { sentence in sentence.words.map { (sentence.chapter, $0.start) } }
        #expect(words.count > 200)
        try await eventually("all words are heard", within: .seconds(90)) { signals.words.count >= words.count }
        let told = signals.words.map { word in
          (tracks.firstIndex { $0.id == word.track } ?? -1, frame(word.mediaMicroseconds))
        }
        let written = words.map { ($0, frame($1) - frame(times.chapters[$0].start)) }
        #expect(told.map(\.0) == written.map(\.0))
        #expect(told.map(\.1) == written.map(\.1))
        // The samples agree: a voice at the beginning of a word, silence between two sentences.
        let samples = try Self.samples(output)
        #expect(samples.count == frame(times.length))
        for (_, start) in words {
          let frames = samples[frame(start)...].prefix(Int(rate / 5))
          #expect(frames.contains { $0.magnitude > 1_000 }, "at \(start)")
        }
        for (sentence, next) in zip(times.sentences, times.sentences.dropFirst()) {
          let gap = samples[frame(sentence.end)..<frame(next.start)]
          #expect(gap.count > 6_000 && gap.allSatisfy { $0 == 0 }, "after \(sentence.end)")
        }
      }
    }

    /// The samples of an export, at the sink.
    struct Measured {
      /// The graph has the rate of the voice. An overloaded machine loses a cycle of the graph now and then, and a
      /// reading without such a loss is waited for.
      @Test(arguments: SpeakingVoices.readers)
      func anExportIsTheSameTwiceAndItsSentencesAreHeardToTheSample(voices: SpeakingVoices) async throws {
        var options = PrivateDesktop.Options()
        options.rate = voices.sampleRate
        try await Scene.with(options, voices: voices) { scene in
          let (remote, recorder, folder) = (scene.remote, scene.recorder, scene.desktop.directory)
          let path = try scene.file("book.epub", Library.book().bytes)
          for name in ["one", "two"] {
            let export = try await scene.desktop.run(
              Project.program("aloud"), "export", path, "-o", "\(folder)/\(name).wav", "--json")
            #expect(export.succeeded, "\(export)")
          }
          let files = try ["one", "two"].map { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0).wav")) }
          #expect(files[0] == files[1] && files[0].count > 5 * 2 * voices.sampleRate)
          let json = try Data(contentsOf: URL(fileURLWithPath: folder + "/one.json"))
          let sentences = try JSONDecoder().decode(ExportedTimes.self, from: json).sentences.prefix(2)
          let samples = try ExportedTimesTests.samples(folder + "/one.wav").map { Float($0) / 32_768 }
          let rate = Double(voices.sampleRate)
          let wanted = sentences.map { samples[Int($0.start * rate + 0.5)..<Int($0.end * rate + 0.5)] }

          let chapter = try await remote.open(path, SpeakOptions(paused: true))
          var found: [Int] = []
          for _ in 0..<6 where found.count < 2 {
            try await remote(.goTo(chapter))
            try await remote(.setPosition(microseconds: 0, track: nil))
            let start = Remote.now
            try await remote(.play)
            let end = try await recorder.wait(for: "UtteranceFinished", since: start).moment
            try await remote(.pause(.immediate))
            let recording = try await recorder.recording(until: end + 100 * milliseconds)
            #expect(recording.rate == voices.sampleRate)
            let heard = recording.samples(start, recording.end)
            found = wanted.indices.filter { ExportedTimesTests.isHeard(wanted[$0], in: heard) }
          }
          #expect(found == [0, 1])
        }
      }
    }

    /// True if a sound is part of a recording, but for the fade at its beginning.
    private static func isHeard(_ sound: ArraySlice<Float>, in heard: ArraySlice<Float>) -> Bool {
      // A loud place is like no other one.
      guard let loudest = sound.dropFirst(1000).dropLast(1000).indices.max(by: { abs(sound[$0]) < abs(sound[$1]) }),
        abs(sound[loudest]) > 0.05
      else { return false }
      let anchor = sound[loudest - 16..<loudest + 16]
      let inner = sound.dropFirst(256)
      return heard.indices.contains { index in
        let shift = index - loudest
        guard heard[index] == sound[loudest], heard.indices.contains(inner.startIndex + shift),
          heard.indices.contains(inner.endIndex - 1 + shift)
        else { return false }
        return anchor.indices.allSatisfy { heard[$0 + shift] == sound[$0] }
          && inner.indices.allSatisfy { heard[$0 + shift] == sound[$0] }
      }
    }

    /// Reads a WAV file without another program.
    private static func samples(_ path: String) throws -> [Int16] {
      let file = try Data(contentsOf: URL(fileURLWithPath: path))
      let name = try #require(file.firstRange(of: Data("data".utf8)))
      return file[(name.upperBound + 4)...].withUnsafeBytes { bytes in
        (0..<bytes.count / 2).map { Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) }
      }
    }
  }
}
