import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// The times of `aloud export`, compared with those of the service while it reads the same document.
  struct ExportedTimesTests {
    private static let rate = 22_050.0

    private static func frame(_ seconds: Double) -> Int { Int((seconds * rate).rounded()) }
    private static func frame(_ microseconds: Microseconds) -> Int { frame(Double(microseconds) / 1_000_000) }

    @Test func theTimesOfAnExportAreThoseOfTheReadingToTheSample() async throws {
      try await RestartableService.with { fixture in
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
          #expect(Self.frame(track.lengthMicroseconds ?? -1) == Self.frame(end) - Self.frame(chapter.start))
        }
        // Each word is heard at the time of the export. The listener's speed affects neither.
        let signals = try await fixture.subscribe()
        try await fixture.remote.set(.rate, .double(4))
        try await fixture.remote(.play)
        let words = times.sentences.flatMap { sentence in sentence.words.map { (sentence.chapter, $0.start) } }
        #expect(words.count > 200)
        try await eventually("all words are heard", within: .seconds(90)) { signals.words.count >= words.count }
        let told = signals.words.map { word in
          (tracks.firstIndex { $0.id == word.track } ?? -1, Self.frame(word.mediaMicroseconds))
        }
        let written = words.map { ($0, Self.frame($1) - Self.frame(times.chapters[$0].start)) }
        #expect(told.map(\.0) == written.map(\.0))
        #expect(told.map(\.1) == written.map(\.1))
        // The samples agree: a voice at the beginning of a word, silence between two sentences.
        let samples = try Self.samples(output)
        #expect(samples.count == Self.frame(times.length))
        for (_, start) in words {
          let frames = samples[Self.frame(start)...].prefix(Int(Self.rate / 5))
          #expect(frames.contains { $0.magnitude > 1_000 }, "at \(start)")
        }
        for (sentence, next) in zip(times.sentences, times.sentences.dropFirst()) {
          let gap = samples[Self.frame(sentence.end)..<Self.frame(next.start)]
          #expect(gap.count > 6_000 && gap.allSatisfy { $0 == 0 }, "after \(sentence.end)")
        }
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
